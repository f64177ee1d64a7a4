// Which team plays, for a new goal and again for one that goes on.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { chooseTeam, teamOfGoal } from './config.ts';
import type { Goal } from './core/goal.ts';
import { AGENCY } from './core/policy.ts';
import { readEnvironment } from './environment.ts';
import { initTeam } from './personas/init-team.ts';

function setUp(files: Readonly<Record<string, string>> = {}): string {
  const cwd = mkdtempSync(join(tmpdir(), 'muster-config-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(cwd, name, '..'), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  return cwd;
}

const TEAM = 'members: [{id: a, skills: [x]}]\n';

describe('a new goal', () => {
  test('is played by ./team.yaml when it is there, else by the built-in team in the language of the goal', async () => {
    expect(await chooseTeam({ folder: undefined, cwd: setUp({ 'team.yaml': `name: mine\n${TEAM}` }), locale: 'en' })).toMatchObject({ name: 'mine' });
    const skills = async (locale: 'en' | 'zh') => (await chooseTeam({ folder: undefined, cwd: setUp(), locale })).members.map(({ registration }) => `${registration.agentId}: ${registration.skills.join(', ')}`);
    expect(await skills('en')).toContain('copywriter: copywriting, slogans, rewriting');
    expect(await skills('zh')).toContain('copywriter: 文案创作, 广告语撰写, 内容改写');
  });

  test('is played by the folder or the file that is named, and a team without a name is called like its folder', async () => {
    const cwd = setUp({ 'shop/team.yaml': TEAM });
    expect(await chooseTeam({ folder: 'shop', cwd, locale: 'en' })).toMatchObject({ name: 'shop', source: join(cwd, 'shop/team.yaml') });
    expect((await chooseTeam({ folder: 'shop/team.yaml', cwd, locale: 'en' })).name).toBe('shop');
  });

  test('is refused when the named folder has no team, and when the file has a problem, in the language asked for', async () => {
    const cwd = setUp({ 'shop/team.yaml': `${TEAM}after_cap: never\n` });
    await expect(chooseTeam({ folder: 'nowhere', cwd, locale: 'en' })).rejects.toThrow('There is no nowhere/team.yaml. Give --team a folder');
    await expect(chooseTeam({ folder: 'shop', cwd, locale: 'en' })).rejects.toThrow('shop/team.yaml:2  after_cap: write one of ask, accept_best, fail');
    await expect(chooseTeam({ folder: 'shop', cwd, locale: 'zh' })).rejects.toThrow('shop/team.yaml:2  after_cap：请写 ask、accept_best、fail 之一');
    // An English goal on a Chinese machine: the team is that of the goal, what is wrong is told to the reader.
    await expect(chooseTeam({ folder: 'shop', cwd, locale: 'en', says: 'zh' })).rejects.toThrow('shop/team.yaml:2  after_cap：请写 ask、accept_best、fail 之一');
    expect((await chooseTeam({ folder: undefined, cwd: setUp(), locale: 'en', says: 'zh' })).name).toBe('campaign agency');
  });
});

test.each(['en', 'zh'] as const)('the team that `muster init` writes in %s is read as it is: members from its folder of agent files', async (locale) => {
  const cwd = setUp();
  await initTeam(cwd, locale);
  const team = await chooseTeam({ folder: undefined, cwd, locale });
  expect(team.members.map(({ registration }) => registration.roles.join())).toEqual(expect.arrayContaining(['manager', 'worker', 'reviewer']));
  expect(team.name).toBe(locale === 'en' ? 'first-team' : '第一支团队');
});

test('a folder of agents that is not there is told with the line of what to do', async () => {
  const cwd = setUp({ 'team.yaml': 'agents: nowhere\n' });
  await expect(chooseTeam({ folder: undefined, cwd, locale: 'en' })).rejects.toMatchObject({ code: 'team.invalid' });
});

describe('a goal that goes on', () => {
  const goal = (fields: Partial<Goal>): Goal => ({
    id: 'goal_1', key: 1, team: '营销策划团队', text: 'g', locale: 'zh', state: 'running', version: 1, owner: 0, policy: AGENCY, source: 'rehearsal', openEnded: false, pausedAt: null, pauses: [], planTries: 0, planRefusals: 0, planProblems: [],
    proposal: null, summary: null, comment: null, firstSeq: 1, firstTask: 1, createdAt: 0, updatedAt: 0, endedAt: null, ...fields,
  });

  test('finds the built-in team again in its own language, whatever stands in ./team.yaml', async () => {
    const cwd = setUp({ 'team.yaml': TEAM });
    expect((await teamOfGoal(goal({}), { folder: undefined, cwd, locale: 'en' })).name).toBe('营销策划团队');
  });

  test('finds the file again that it was opened with', async () => {
    const cwd = setUp({ 'shop/team.yaml': TEAM });
    expect((await teamOfGoal(goal({ team: 'shop', source: join(cwd, 'shop/team.yaml') }), { folder: undefined, cwd: tmpdir(), locale: 'en' })).members).toHaveLength(1);
  });

  test('is refused when the team is another one, or was written in a program', async () => {
    const cwd = setUp({ 'shop/team.yaml': TEAM });
    await expect(teamOfGoal(goal({ team: 'bakery' }), { folder: 'shop', cwd, locale: 'en' })).rejects.toThrow('goal_1 belongs to the team "bakery"');
    await expect(teamOfGoal(goal({ source: null }), { folder: undefined, cwd, locale: 'zh' })).rejects.toThrow("team.resume('goal_1')");
  });
});

test('.env of the folder is read, and what the environment says itself wins', () => {
  const cwd = setUp({ '.env': 'MUSTER_MODEL="a/b" # the model\nOTHER=1\n' });
  expect(readEnvironment(cwd, { OTHER: '2', HOME: '/h' })).toEqual({ MUSTER_MODEL: 'a/b', OTHER: '2', HOME: '/h' });
  expect(readEnvironment(setUp(), { A: '1' })).toEqual({ A: '1' });
});

test('a .env that cannot be read is told, not passed over', () => {
  expect(() => readEnvironment(setUp({ '.env/x': '' }), {})).toThrow('.env cannot be read (EISDIR)');
});

test('MCP servers come from team.yaml and from the .mcp.json beside it; team.yaml goes first, and a relative folder is that of the file', async () => {
  const cwd = setUp({
    'shop/team.yaml': `${TEAM}mcpServers:\n  github: {command: npx, cwd: servers, effects: [network]}\n`,
    'shop/.mcp.json': JSON.stringify({ mcpServers: { github: { command: 'other' }, docs: { type: 'http', url: 'https://docs.example.com/mcp' }, here: { command: 'x', autoApprove: ['*'] }, there: { command: 'x', cwd: '${HOME}/x' } }, theme: 'dark' }),
  });
  const { mcpServers } = await chooseTeam({ folder: 'shop', cwd, locale: 'en' });
  expect(mcpServers.map(({ name, reach }) => [name, reach.kind === 'stdio' ? [reach.command, reach.cwd] : reach.url])).toEqual([
    ['github', ['npx', join(cwd, 'shop/servers')]], ['docs', 'https://docs.example.com/mcp'], ['here', ['x', join(cwd, 'shop')]], ['there', ['x', '${HOME}/x']],
  ]);
  expect((await chooseTeam({ folder: undefined, cwd: setUp({ '.mcp.json': '{"mcpServers": {"a": {"command": "x"}}}' }), locale: 'en' })).mcpServers).toEqual([]);
});

test('a problem of .mcp.json is told with its file and line', async () => {
  const cwd = setUp({ 'team.yaml': TEAM, '.mcp.json': '{\n  "mcpServers": {\n    "a": {"command": "x",\n      "args": "y"}\n  }\n}' });
  await expect(chooseTeam({ folder: undefined, cwd, locale: 'en' })).rejects.toThrow('.mcp.json:4  mcpServers.a.args: write a list');
  await expect(chooseTeam({ folder: undefined, cwd, locale: 'zh' })).rejects.toThrow('.mcp.json:4  mcpServers.a.args：请写成列表');
  await expect(chooseTeam({ folder: undefined, cwd: setUp({ 'team.yaml': TEAM, '.mcp.json': '{' }), locale: 'en' })).rejects.toThrow('.mcp.json  is not JSON');
});
