// A name that is no option would quietly hold nothing: whoever takes options says which name there is not, and what was probably meant.
import { describe, expect, onTestFinished, test } from 'vitest';
import { agentsFrom, builtInTools, createTeam, human, manager, reviewer, tool, worker, type Team } from '../src/index.ts';
import { loosely, refusalOf } from './refusal-of.ts';
import { verifies } from './verifies.ts';

const MEMBERS = [worker('maker', { skills: ['make'], run: () => ({ output: 'made' }) })];
const team = (options: object) => loosely(createTeam)({ members: MEMBERS, store: 'memory', env: {}, ...options });

interface Refused {
  readonly act: () => unknown;
  readonly code: string;
  readonly fields: readonly string[];
  /** How each begins. */
  readonly en: string;
  readonly zh: string;
}

const CALLS: readonly (readonly [string, Refused])[] = [
  ['createTeam', { act: () => team({ teamate_mode: 'plan_mode' }), code: 'team.invalid', fields: ['teamate_mode'],
    en: 'createTeam has no option teamate_mode. Did you mean teammateMode?', zh: 'createTeam 没有 teamate_mode 这一选项。是否想写 teammateMode？' }],
  ['a rule beside the rules', { act: () => team({ afterCap: 'fail' }), code: 'team.invalid', fields: ['afterCap'],
    en: 'createTeam has no option afterCap. Did you mean policy.afterCap?', zh: 'createTeam 没有 afterCap 这一选项。是否想写 policy.afterCap？' }],
  ['a rule', { act: () => team({ policy: { after_cap: 'fail' } }), code: 'team.invalid', fields: ['policy.after_cap'],
    en: 'policy has no option after_cap. Did you mean afterCap?', zh: 'policy 没有 after_cap 这一选项。是否想写 afterCap？' }],
  ['a combination', { act: () => team({ policy: { combinations: { secretLeaves: 'ask' } } }), code: 'team.invalid', fields: ['policy.combinations.secretLeaves'],
    en: 'policy.combinations has no option secretLeaves. Did you mean secret_leaves?', zh: 'policy.combinations 没有 secretLeaves 这一选项。是否想写 secret_leaves？' }],
  ['a price', { act: () => team({ policy: { prices: { 'a/b': { input: 1, output: 1, cached_input: 1 } } } }), code: 'team.invalid', fields: ['policy.prices["a/b"].cached_input'],
    en: 'policy.prices["a/b"] has no option cached_input. Did you mean cachedInput?', zh: 'policy.prices["a/b"] 没有 cached_input 这一选项。是否想写 cachedInput？' }],
  ['the models of steps', { act: () => team({ models: { summarize: 'rehearsal' } }), code: 'team.invalid', fields: ['models.summarize'],
    en: 'models has no option summarize. Did you mean summarise?', zh: 'models 没有 summarize 这一选项。是否想写 summarise？' }],
  ['the limits of a provider', { act: () => team({ providers: { anthropic: { requests_per_minute: 4 } } }), code: 'team.invalid', fields: ['providers.anthropic.requests_per_minute'],
    en: 'providers.anthropic has no option requests_per_minute. Did you mean requestsPerMinute?', zh: 'providers.anthropic 没有 requests_per_minute 这一选项。是否想写 requestsPerMinute？' }],
  ['worker', { act: () => loosely(worker)('a', { skill: ['make'] }), code: 'member.invalid', fields: ['skill'],
    en: 'worker has no option skill. Did you mean skills?', zh: 'worker 没有 skill 这一选项。是否想写 skills？' }],
  ['worker, in the words of a file', { act: () => loosely(worker)('a', { denied_tools: ['shell.run'], agent_id: 'b' }), code: 'member.invalid', fields: ['denied_tools', 'agent_id'],
    en: 'worker has no option denied_tools. Did you mean deniedTools? worker has no option agent_id. It takes name, ', zh: 'worker 没有 denied_tools 这一选项。是否想写 deniedTools？worker 没有 agent_id 这一选项。可用的有 name、' }],
  ['reviewer', { act: () => loosely(reviewer)('a', { reviews: () => ({ approved: true }) }), code: 'member.invalid', fields: ['reviews'],
    en: 'reviewer has no option reviews. Did you mean review?', zh: 'reviewer 没有 reviews 这一选项。是否想写 review？' }],
  ['reviewer, which calls no tools', { act: () => loosely(reviewer)('a', { deniedTools: ['shell.run'] }), code: 'member.invalid', fields: ['deniedTools'],
    en: 'reviewer has no option deniedTools. It takes name, ', zh: 'reviewer 没有 deniedTools 这一选项。可用的有 name、' }],
  ['manager', { act: () => loosely(manager)('a', { promt: 'Plan.' }), code: 'member.invalid', fields: ['promt'],
    en: 'manager has no option promt. Did you mean prompt?', zh: 'manager 没有 promt 这一选项。是否想写 prompt？' }],
  ['human', { act: () => loosely(human)('a', { role: 'reviewer' }), code: 'member.invalid', fields: ['role'],
    en: 'human has no option role. Did you mean roles?', zh: 'human 没有 role 这一选项。是否想写 roles？' }],
  ['tool', { act: () => loosely(tool)('a.b', { description: 'x', needs_approval: true, run: () => null }), code: 'input.invalid', fields: ['needs_approval'],
    en: 'tool has no option needs_approval. Did you mean needsApproval?', zh: 'tool 没有 needs_approval 这一选项。是否想写 needsApproval？' }],
  ['builtInTools', { act: () => loosely(builtInTools)({ allowed_hosts: ['a.example'] }, MEMBERS, { folder: '.' }), code: 'team.invalid', fields: ['allowed_hosts'],
    en: 'builtInTools has no option allowed_hosts. Did you mean hosts?', zh: 'builtInTools 没有 allowed_hosts 这一选项。是否想写 hosts？' }],
  ['the place of tools', { act: () => loosely(builtInTools)({}, MEMBERS, { folder: '.', mcp_servers: [] }), code: 'team.invalid', fields: ['mcp_servers'],
    en: 'builtInTools has no option mcp_servers. Did you mean mcpServers?', zh: 'builtInTools 没有 mcp_servers 这一选项。是否想写 mcpServers？' }],
  ['agentsFrom', { act: () => loosely(agentsFrom)('agents', { skip_bad: true }), code: 'input.invalid', fields: ['skip_bad'],
    en: 'agentsFrom has no option skip_bad. Did you mean skipBad?', zh: 'agentsFrom 没有 skip_bad 这一选项。是否想写 skipBad？' }],
  ['no object at all', { act: () => loosely(createTeam)(MEMBERS), code: 'team.invalid', fields: [],
    en: 'createTeam takes its options as an object, such as { members: … }.', zh: 'createTeam 的选项应是对象，例如 { members: … }。' }],
  ['nothing at all', { act: () => loosely(createTeam)(), code: 'team.invalid', fields: [],
    en: 'createTeam takes its options as an object, such as { members: … }.', zh: 'createTeam 的选项应是对象，例如 { members: … }。' }],
];

test.each(CALLS)('%s refuses a name that is no option and says the nearest one, in both languages', async (_what, { act, code, fields, en, zh }) => {
  verifies('team.options_checked');
  const refusal = await refusalOf(act);
  expect([refusal.code, refusal.details['fields']]).toEqual([code, fields]);
  expect(refusal.says.en.startsWith(en), refusal.says.en).toBe(true);
  expect(refusal.says.zh.startsWith(zh), refusal.says.zh).toBe(true);
});

type Act = (of: Team) => unknown;

const DOORS: readonly (readonly [string, Act, string, string])[] = [
  ['run', (of) => loosely(of.run)('Go', { local: 'zh' }), 'run has no option local. Did you mean locale?', 'run 没有 local 这一选项。是否想写 locale？'],
  ['open', (of) => loosely(of.open)('Go', { budgets: { turns: 1 } }), 'open has no option budgets. Did you mean budget?', 'open 没有 budgets 这一选项。是否想写 budget？'],
  ['start', (of) => loosely(of.start)('Go', { openEnded: true }), 'start has no option openEnded. It takes locale, budget.', 'start 没有 openEnded 这一选项。可用的有 locale、budget。'],
  ['resume', (of) => loosely(of.resume)('goal_1', { open_ended: true }), 'resume has no option open_ended. Did you mean openEnded?', 'resume 没有 open_ended 这一选项。是否想写 openEnded？'],
  ['inbox', (of) => loosely(of.inbox)({ goalId: 'goal_1' }), 'inbox has no option goalId. Did you mean goal?', 'inbox 没有 goalId 这一选项。是否想写 goal？'],
  ['answer', (of) => loosely(of.answer)('question_1', { choice: 'reject', fix: ['shorter'] }), 'answer has no option fix. Did you mean fixes?', 'answer 没有 fix 这一选项。是否想写 fixes？'],
  ['mail', (of) => loosely(of.mail)({ persons: 'ana' }), 'mail has no option persons. Did you mean person?', 'mail 没有 persons 这一选项。是否想写 person？'],
  ['write', (of) => loosely(of.write)({ to: '*', contents: 'x' }), 'write has no option contents. Did you mean content?', 'write 没有 contents 这一选项。是否想写 content？'],
  ['note', (of) => loosely(of.note)('task_1', { attached: ['a.txt'] }), 'note has no option attached. Did you mean attach?', 'note 没有 attached 这一选项。是否想写 attach？'],
  ['change', (of) => loosely(of.change)('task_1', { do: 'edit', sets: {} }), 'change has no option sets. Did you mean set?', 'change 没有 sets 这一选项。是否想写 set？'],
  ['change, in the name of the leader', (of) => loosely(of.change)('task_1', { do: 'cancel', as: 'manager' }), 'change has no option as.', 'change 没有 as 这一选项。'],
];

describe('a team', () => {
  const made = (): Team => {
    const of = createTeam({ members: MEMBERS, store: 'memory', env: {} });
    onTestFinished(() => of.close());
    return of;
  };

  test.each(DOORS)('%s rejects in the same way, and nothing is opened or changed', async (_what, act, en, zh) => {
    const of = made();
    const refusal = await refusalOf(() => act(of));
    expect(refusal.code).toBe('input.invalid');
    expect([refusal.says.en.slice(0, en.length), refusal.says.zh.slice(0, zh.length)]).toEqual([en, zh]);
    expect(await (await of.store()).read.goals()).toEqual([]);
  });

  test('a task with a field that there is not is refused with its number, and none of the call is added', async () => {
    const of = made();
    const goal = await of.open('Two');
    const refusal = await refusalOf(() => loosely(goal.add)([{ title: 'one', skills: ['make'] }, { title: 'two', depends_on: ['one'] }]));
    expect([refusal.code, refusal.says.en, refusal.says.zh]).toEqual([
      'input.invalid',
      'Task 2 has no field depends_on. Did you mean dependsOn? It takes title, content, name, skills, input, criteria, dependsOn, assignee, tools.',
      '第 2 项任务没有 depends_on 这一字段。是否想写 dependsOn？可用的有 title、content、name、skills、input、criteria、dependsOn、assignee、tools。',
    ]);
    expect(await of.tasks(goal.id)).toEqual([]);
    await goal.cancel();
  });
});
