// Members that a leader adds from an agent file: the file lies in the team's folder, is read by the same guard that the file tools have,
// and gives nobody a tool that the team does not have already.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { manager, worker, type TeamOptions } from '../../src/index.ts';
import { calling, type ScriptedAnswer, type ScriptedCall } from '../../src/testing/index.ts';
import { fileTools } from '../../src/tools/files/file-tools.ts';
import { verifies } from '../verifies.ts';
import { answersTo, create, diligent, isDue, roundsOf } from './team-world.ts';
import { world, type World } from './world.ts';

const agent = (fields: string): string => `---\nname: painter\ndescription: Paints walls.\n${fields}\n---\nYou paint one wall at a time.\n`;

const spawn = (file: string, more = {}): ScriptedCall => ({ name: 'spawn_member', args: { member_name: 'cy', display_name: 'Cy', agent_file: file, ...more } });

interface Recruiting {
  readonly files?: Readonly<Record<string, string>>;
  readonly members?: TeamOptions['members'];
  readonly calls: readonly ScriptedCall[];
}

/** The leader makes the calls one after another, then puts a task for colour on the board. */
function recruiting({ files = {}, members = [], calls }: Recruiting): World & { readonly folder: string } {
  const around = realpathSync(mkdtempSync(join(tmpdir(), 'muster-recruits-')));
  onTestFinished(() => rmSync(around, { recursive: true, force: true }));
  const folder = join(around, 'team');
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const steps = [...calls, create({ title: 'Paint', skills: ['colour'] })];
  const lead: ScriptedAnswer = (request) => {
    const next = isDue(request, 'goal_opened') ? steps[roundsOf(request).length] : undefined;
    return next === undefined ? 'Seen.' : calling(next);
  };
  const on = world({ style: 'team', workspace: folder, tools: fileTools(), members: [manager('lead'), worker('ada', { skills: ['colour'], tools: ['file.read'] }), ...members], script: { plan: { lead }, work: { '*': diligent() }, summarise: { '*': 'Done.' } } });
  return { ...on, folder };
}

const membersOf = async (on: World) => (await on.team.store()).look((board) => board.members('team'));

test('an agent file of the team’s folder gives skills, prompt and tools; a tool that nobody on the team may call is left out and said', async () => {
  verifies('team.recruits');
  const file = agent('skills: [walls]\nallowed_tools: [{name: file.read}, {name: file.write}, {name: shell.run}]');
  const on = recruiting({ files: { 'people/painter.md': file }, calls: [spawn('people/painter.md')] });
  expect((await on.team.run('Paint')).status).toBe('done');
  const cy = (await membersOf(on)).find(({ agentId }) => agentId === 'cy');
  expect(cy).toMatchObject({ name: 'Cy', skills: ['walls'], roles: ['worker'], allowedTools: [{ name: 'file.read' }] });
  const [, , text] = answersTo(await on.events(), 'lead')[0] ?? [];
  expect(text).toContain('file.write, shell.run');
});

test('a tool that others have for some arguments only is had for no others', async () => {
  const narrow = { name: 'file.write', args: { path: { const: 'wall.txt' } } };
  const on = recruiting({
    files: { 'painter.md': agent('allowed_tools: [{name: file.write}]') }, members: [worker('bo', { tools: [narrow] })], calls: [spawn('painter.md')],
  });
  await on.team.run('Paint');
  const members = await membersOf(on);
  const [bos, cys] = ['bo', 'cy'].map((id) => members.find(({ agentId }) => agentId === id)?.allowedTools);
  expect(cys).toEqual(bos);
});

test('a file that is elsewhere, protected, missing, no plain file, no text or too large gives nobody, and nothing of it is told', async () => {
  verifies('team.recruits');
  const secret = 'SECRET-7f3a';
  const on = recruiting({
    files: { '.env': `${secret}\n`, 'plain.txt': `just words ${secret}\n`, 'binary.md': `---\nname: x\u0000${secret}`, 'huge.md': agent(`# ${'x'.repeat(20_000_000)}`), 'sub/x.md': 'x' },
    calls: ['/etc/hostname', '../outside.md', 'link.md', '.env', '.muster/muster.db', 'nowhere.md', 'sub', 'pipe.md', 'binary.md', 'huge.md', 'plain.txt', '', 'a\u0000b'].map((file) => spawn(file)),
  });
  writeFileSync(join(on.folder, '../outside.md'), agent(`skills: [${secret}]`));
  symlinkSync('../outside.md', join(on.folder, 'link.md'));
  execFileSync('mkfifo', [join(on.folder, 'pipe.md')]);
  await on.team.run('Paint');
  const told = answersTo(await on.events(), 'lead').slice(0, 13);
  expect(told.map(([name, outcome]) => `${name} ${outcome}`)).toEqual(told.map(() => 'spawn_member input.invalid'));
  expect(JSON.stringify(told)).not.toContain(secret);
  expect((await membersOf(on)).map(({ agentId }) => agentId)).toEqual(['lead', 'ada']);
});
