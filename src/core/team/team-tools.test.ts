// What each role is offered in each setting: what exists, what does not, and that the words say no more than that.
import { describe, expect, test } from 'vitest';
import { LOCALES, isJsonObject, type Json, type JsonObject } from '../json.ts';
import { policyOf, TEAMMATE_MODES } from '../policy.ts';
import { toolNames } from '../gate/tool-names.ts';
import { compileSchema } from '../schema/json-schema.ts';
import { verifies } from '../../../test/verifies.ts';
import { settingOf, TEAM_TOOL_NAMES, TEAM_TOOLS, toolsFor, type TeamSetting } from './team-tools.ts';

const ALL: TeamSetting = { role: 'leader', mode: 'plan_mode', roster: 'open', approvals: true, worktrees: true, sharedFolder: true, programs: true };
const NOTHING: TeamSetting = { role: 'leader', mode: 'build_mode', roster: 'fixed', approvals: false, worktrees: false, sharedFolder: false, programs: false };
const namesFor = (setting: TeamSetting) => toolsFor(setting).map(({ name }) => name);

const schemaOf = (setting: TeamSetting, name: string): JsonObject => toolsFor(setting).find((tool) => tool.name === name)?.parameters.en ?? {};
/** `task_id, title?`: as the design writes them. */
const written = (schema: Json | undefined): string => {
  const { properties = {}, required = [] } = isJsonObject(schema) ? schema : {};
  return Object.keys(isJsonObject(properties) ? properties : {}).map((name) => (Array.isArray(required) && required.includes(name) ? name : `${name}?`)).join(', ');
};

const PARAMETERS: Readonly<Record<string, string>> = {
  build_team: 'display_name, team_desc',
  clean_team: '',
  spawn_member: 'member_name, display_name, desc?, prompt?, model_name?, skills?, agent_file?',
  shutdown_member: 'member_name, force?',
  list_members: '',
  create_task: 'tasks',
  update_task: 'task_id, title?, content?, criteria?, add_depends_on?, assignee?, status?',
  approve_plan: 'task_id, approved, feedback?',
  approve_tool: 'member_name, tool_call_id, approved, feedback?, always?',
  claim_task: 'task_id, status, output?, execution_summary?',
  submit_plan: 'task_id, plan',
  enter_worktree: 'task_id?',
  exit_worktree: 'action, discard_changes?',
  view_task: 'action?, task_id?, status?',
  send_message: 'to, content, summary?',
  workspace_meta: 'action, path?',
  ask_human: 'question, choices?',
};

describe('the table', () => {
  test.each(TEAM_TOOL_NAMES)('%s has the parameters that the design names, and no others', (name) => {
    verifies('team.tools_one_table');
    const role = TEAM_TOOLS[name].who === 'member' ? 'member' : 'leader';
    expect(written(schemaOf({ ...ALL, role }, name))).toBe(PARAMETERS[name]);
  });

  test('17 tools; each new task may have 8 fields, of which title and content are needed', () => {
    expect(TEAM_TOOL_NAMES.toSorted()).toEqual(Object.keys(PARAMETERS).toSorted());
    const { properties } = schemaOf(ALL, 'create_task');
    const tasks = isJsonObject(properties) ? properties['tasks'] : undefined;
    expect(written(isJsonObject(tasks) ? tasks['items'] : undefined)).toBe('task_id?, title, content, skills?, input?, criteria?, depends_on?, assignee?');
  });

  test('every schema can be compiled, and every sentence exists in both languages', () => {
    for (const role of ['leader', 'member'] as const) for (const { name, description, parameters } of toolsFor({ ...ALL, role })) {
      for (const locale of LOCALES) {
        expect(compileSchema(parameters[locale]), name).toMatchObject({ ok: true });
        const said = [description[locale], ...sentencesIn(parameters[locale])];
        expect(said.filter((sentence) => sentence === '' || /\p{Script=Han}/u.test(sentence) !== (locale === 'zh')), `${name} ${locale}`).toEqual([]);
      }
      expect(parameters.en['required']).toEqual(parameters.zh['required']);
    }
  });

  test('a member may have a name in any script', () => {
    const compiled = compileSchema(schemaOf(ALL, 'spawn_member'));
    expect(compiled.ok ? compiled.validate({ member_name: '测试员', display_name: 'テスト担当' }) : compiled).toEqual([]);
    expect(compiled.ok ? compiled.validate({ member_name: '' }).length : 0).toBeGreaterThan(0);
  });

  test('providers take all the names as they are', () => {
    expect(toolNames(TEAM_TOOL_NAMES)).toMatchObject({ ok: true });
  });
});

const sentencesIn = (value: Json): readonly string[] =>
  Array.isArray(value) ? value.flatMap((part: Json) => sentencesIn(part))
    : isJsonObject(value) ? Object.entries(value).flatMap(([key, part]) => (key === 'description' && typeof part === 'string' ? [part] : sentencesIn(part))) : [];

describe('who has which', () => {
  test('a leader has no member tools, and a member none of a leader’s', () => {
    const leader = namesFor(ALL);
    const member = namesFor({ ...ALL, role: 'member' });
    expect(leader.filter((name) => TEAM_TOOLS[name].who === 'member')).toEqual([]);
    expect(member.filter((name) => TEAM_TOOLS[name].who === 'leader')).toEqual([]);
    expect(leader.filter((name) => member.includes(name))).toEqual(['view_task', 'send_message', 'workspace_meta', 'ask_human']);
  });

  test('in build mode there is no plan to hand in or to decide about, and no state of an approved plan', () => {
    expect(namesFor({ ...ALL, mode: 'build_mode' })).not.toContain('approve_plan');
    expect(namesFor({ ...ALL, role: 'member', mode: 'build_mode' })).not.toContain('submit_plan');
    const everything = JSON.stringify(toolsFor({ ...ALL, role: 'member', mode: 'build_mode' }));
    expect(everything).not.toContain('plan_approved');
    expect(JSON.stringify(toolsFor({ ...ALL, role: 'member' }))).toContain('plan_approved');
  });

  test('approve_tool, spawn_member, worktrees and shared files are there only where they have a use', () => {
    expect(namesFor(NOTHING)).toEqual(['build_team', 'clean_team', 'shutdown_member', 'list_members', 'create_task', 'update_task', 'view_task', 'send_message', 'ask_human']);
    expect(namesFor({ ...NOTHING, role: 'member' })).toEqual(['claim_task', 'view_task', 'send_message', 'ask_human']);
    expect(namesFor({ ...NOTHING, role: 'member', worktrees: true, sharedFolder: true })).toEqual(['claim_task', 'enter_worktree', 'exit_worktree', 'view_task', 'send_message', 'workspace_meta', 'ask_human']);
    expect(namesFor({ ...NOTHING, approvals: true, roster: 'open' })).toContain('approve_tool');
    expect(namesFor({ ...NOTHING, roster: 'open' })).toContain('spawn_member');
  });

  test('a leader may name programs as criteria only where plans may run some', () => {
    expect(JSON.stringify(schemaOf(ALL, 'create_task'))).toContain('"command"');
    expect(JSON.stringify(toolsFor({ ...ALL, programs: false }))).not.toContain('"command"');
  });

  test('the policy says mode and roster: a team is open and in build mode, an agency’s roster is fixed', () => {
    expect(settingOf(policyOf({ style: 'team' }), { role: 'member' })).toMatchObject({ mode: 'build_mode', roster: 'open', worktrees: false });
    expect(settingOf(policyOf({ style: 'team', ...TEAMMATE_MODES.plan_mode }), { role: 'leader', approvals: true })).toMatchObject({ mode: 'plan_mode', approvals: true });
    expect(settingOf(policyOf({}), { role: 'leader' }).roster).toBe('fixed');
  });

  test('the same setting gives the same schemas, so each is compiled once', () => {
    const [first] = toolsFor({ ...ALL });
    expect(toolsFor({ ...ALL })[0]?.parameters.en).toBe(first?.parameters.en);
    expect(toolsFor({ ...ALL, mode: 'build_mode' })).not.toBe(toolsFor(ALL));
  });

  test('what changes files waits for the plan; what only moves the board does not', () => {
    const changing = toolsFor({ ...ALL, role: 'member' }).filter(({ effects }) => effects.length > 0).map(({ name }) => name);
    expect(changing).toEqual(['enter_worktree', 'exit_worktree']);
  });
});
