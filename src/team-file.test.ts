// team.yaml: what it may say, and what is said about it when it is wrong.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { policyOf, TEAM } from './core/policy.ts';
import { readTeamFile } from './team-file.ts';

const GOOD = `name: Campaign agency
model: anthropic/claude-sonnet-4-5
members:
  - id: copywriter
    name: 文案专员
    skills: [copywriting]
    output_schema: {type: object, properties: {draft: {type: string}}, required: [draft]}
    capacity: 2
  - id: editor
    role: reviewer
review: members
after_cap: accept_best
on_prerequisite_failure: replan
max_tasks: 12
approve_goal_plan: person
times: {question: 2 h, attempt: 90 s}
limits: {max_attempts: 2}
`;

const problemsOf = (text: string) => {
  const read = readTeamFile(text);
  return read.ok ? [] : read.problems.map(({ line, path, says }) => `${line ?? '-'} ${path}: ${says.en}`);
};

test('a whole file becomes members and a policy in the words of the code', () => {
  const read = readTeamFile(GOOD);
  expect(read.ok && read.team).toMatchObject({
    name: 'Campaign agency',
    model: 'anthropic/claude-sonnet-4-5',
    members: [{ agentId: 'copywriter', name: '文案专员', roles: ['worker'], capacity: 2 }, { agentId: 'editor', roles: ['reviewer'] }],
    policy: { review: 'members', afterCap: 'accept_best', onPrerequisiteFailure: 'replan', maxTasks: 12, approveGoalPlan: 'person', times: { questionMs: 7_200_000, attemptMs: 90_000 }, limits: { maxAttempts: 2 } },
  });
});

test('a budget, prices, and models of steps and in turn are read', () => {
  const read = readTeamFile(`model: [anthropic/claude-opus-5-5, openai/gpt-5]
models: {plan: anthropic/claude-opus-5-5, review: "ollama/llama3, rehearsal"}
budget: {tokens: 500000, cents: 200, turns: 80, minutes: 60}
prices: {ollama/llama3: {input: 0, cached_input: 0, output: 0}}
answer_tokens: 8000
members: [{id: a}]
`);
  expect(read.ok ? read.team : read.problems).toMatchObject({
    model: 'anthropic/claude-opus-5-5, openai/gpt-5', models: { plan: 'anthropic/claude-opus-5-5', review: 'ollama/llama3, rehearsal' },
    policy: { budget: { tokens: 500_000, cents: 200, turns: 80, minutes: 60 }, prices: { 'ollama/llama3': { input: 0, cachedInput: 0, output: 0 } }, answerTokens: 8_000 },
  });
});

test('MCP servers are read, and a problem of one is told with its line and path', () => {
  const read = readTeamFile('members: [{id: a}]\nmcpServers:\n  docs:\n    url: https://docs.example.com/mcp\n    tools: {search: {effects: [network]}}\n');
  expect(read.ok && read.team.mcpServers).toMatchObject([{ name: 'docs', reach: { kind: 'http' }, tools: { search: { effects: ['network'] } } }]);
  expect(problemsOf('members: [{id: a}]\nmcpServers:\n  docs:\n    command: x\n    args:\n      - a\n      - {b: c}\n    effect: [network]\n')).toEqual(['7 mcpServers.docs.args[1]: write a text', '8 mcpServers.docs.effect: is not known here; did you mean effects?']);
});

test('how much a provider is asked at once and in a minute is read; a provider and a limit that are not known are told', () => {
  const text = `providers:
  anthropic: {concurrency: 4, requests_per_minute: 50, tokens_per_minute: 40000}
  ollama: {concurrency: 1}
members: [{id: a}]
`;
  const read = readTeamFile(text);
  expect(read.ok && read.team.providers).toEqual({ anthropic: { concurrency: 4, requestsPerMinute: 50, tokensPerMinute: 40_000 }, ollama: { concurrency: 1 } });
  expect(problemsOf(text.replace('ollama', 'olama'))).toEqual(['3 providers.olama: is not known here; did you mean ollama?']);
  expect(problemsOf(text.replace('requests_per_minute: 50', 'requests_per_minut: 50'))).toEqual(['2 providers.anthropic.requests_per_minut: is not known here; did you mean requests_per_minute?']);
  expect(problemsOf(text.replace('concurrency: 1', 'concurrency: 0'))).toEqual(['3 providers.ollama.concurrency: write a whole number from 1 to 1000000000']);
});

test('what a file does not say is left to the defaults', () => {
  const read = readTeamFile('members: [{id: a}]');
  expect(read.ok && [read.team.name, read.team.policy]).toEqual([undefined, {}]);
});

test('a misspelt key is named with its line and what was probably meant', () => {
  expect(problemsOf(GOOD.replace('after_cap', 'aftr_cap'))).toEqual(['12 aftr_cap: is not known here; did you mean after_cap?']);
  expect(problemsOf(GOOD.replace('capacity', 'capcity'))).toEqual(['8 members[0].capcity: is not known here; did you mean capacity?']);
  expect(problemsOf(GOOD.replace('question: 2 h', 'queston: 2 h'))).toEqual(['16 times.queston: is not known here; did you mean question?']);
});

test.each([
  ['style: teams', '1 style: write one of agency, team'],
  ['teammate_mode: plan_mode', '1 teammate_mode: holds for style: team only; write style: team, or take it out'],
  ['roster: open', '1 roster: holds for style: team only; write style: team, or take it out'],
  ['after_cap: maybe', '1 after_cap: write one of ask, accept_best, fail'],
  ['times: {question: 90}', '1 times.question: write the time with its unit, such as 90 s, 10 min or 72 h'],
  ['times: {question: 0 s}', '1 times.question: write the time with its unit, such as 90 s, 10 min or 72 h'],
  ['max_tasks: 1.5', '1 max_tasks: write a whole number from 1 to 10000'],
  ['unattended: maybe', '1 unattended: write true or false'],
  ['plan_gate: true', '1 plan_gate: is not built yet; take it out'],
  ['review: members', '1 review: members shall review, but nobody has the role reviewer; give it to one, or write none or manager'],
  ['reviewers: 2', '1 reviewers: 2 must approve, but only 0 can review'],
  ['limits: 3', '1 limits: write a map with keys such as max_attempts, losses, review_faults'],
  ['budget: {cent: 5}', '1 budget.cent: is not known here; did you mean cents?'],
  ['budget: {cents: 0}', '1 budget.cents: write a whole number from 1 to 1000000000000'],
  ['prices: {a/b: {input: 1}}', '1 prices.a/b: needs input and output'],
  ['model: sonnet', '1 model: write provider/model, or several with commas, such as anthropic/claude-sonnet-5-5'],
  ['models: {think: a/b}', '1 models.think: is not known here; take it out. Known: plan, work, review, summarise'],
  ['name: ""', '1 name: write a text that is not empty'],
])('%s is refused with what to write', (line, problem) => {
  expect(problemsOf(`${line}\nmembers: [{id: a}]\n`)).toEqual([problem]);
});

test('members that do not fit are all named at once, each with its own line', () => {
  const text = 'members:\n  - id: a\n    skills: copy\n  - name: nobody\n  - id: a\n    role: boss\n  - id: b\n    kind: http\n';
  expect(problemsOf(text)).toEqual([
    '3 members[0].skills: write a list, such as ["one", "two"]',
    '4 members[1].id: is missing; give the member an id',
    '6 members[2].role: write one of manager, worker, reviewer',
    '8 members[3].kind: write model or human; other kinds are not built yet',
  ]);
  expect(problemsOf('members:\n  - id: a\n  - id: a\n')).toEqual(['3 members[1].id: a is the id of another member too; give each its own']);
  expect(problemsOf('members:\n  - id: a\n    role: reviewer\n')).toEqual(['1 members: nobody has the role worker; give it to at least one member']);
});

test('worktrees is said by true or false, and absent where it is not said', () => {
  const worktrees = (text: string) => {
    const read = readTeamFile(`${text}members: [{id: a}]\n`);
    return read.ok ? read.team.worktrees : read.problems.map(({ line, says }) => `${line} ${says.en}`);
  };
  expect([worktrees(''), worktrees('worktrees: true\n'), worktrees('worktrees: false\n'), worktrees('worktrees: git\n')]).toEqual([undefined, true, false, ['1 write true or false']]);
});

test('a team that claims: its mode, its roster and who reviews, laid over a preset in which nobody reviews', () => {
  const read = readTeamFile('style: team\nteammate_mode: plan_mode\nroster: fixed\nmembers: [{id: a}]\n');
  expect(read.ok && policyOf(read.team.policy)).toMatchObject({ style: 'team', dispatch: 'pull', review: 'none', planGate: true, roster: 'fixed' });
  const plain = readTeamFile('style: team\nmembers: [{id: a}]\n');
  expect(plain.ok && policyOf(plain.team.policy)).toEqual(TEAM);
  expect(problemsOf('style: team\nreview: members\nmembers: [{id: a}]\n')).toEqual([expect.stringMatching(/^2 review: members shall review, but nobody has the role reviewer/)]);
});

test('a member may be a person; a team in which nobody is there may have none, and no plan that waits for one', () => {
  expect(readTeamFile('members:\n  - id: ana\n    kind: human\n')).toMatchObject({ ok: true, team: { members: [{ agentId: 'ana', kind: 'human' }] } });
  expect(problemsOf('members:\n  - id: ana\n    kind: human\nunattended: true\n')).toEqual(['4 unattended: says that nobody is there, but ana is a person; take unattended out, or give the work to other members']);
  expect(problemsOf('members: [{id: a}]\napprove_goal_plan: person\nunattended: true\n')).toEqual(['3 unattended: says that nobody is there, but approve_goal_plan: person needs somebody; take one of the two out']);
});

test('text that is no YAML, a list, and a bomb of aliases are problems, not faults', () => {
  expect(problemsOf('a: [1\nb: 2')[0]).toMatch(/^2 : is not indented as the lines around it/);
  expect(problemsOf('- a')).toContain('- : write a map with at least members or agents');
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]', ...'bcdefgh'.split('').map((key, index) => `${key}: &${key} [${`*${'abcdefgh'[index] ?? ''}, `.repeat(9)}]`)].join('\n');
  expect(problemsOf(bomb).length).toBeGreaterThan(0);
});

test('no text makes the reader throw, and every problem is said in both languages', () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  const file = fc.record({ name: value, members: fc.oneof(value, fc.array(fc.record({ id: value, skills: value, role: value, input_schema: value }, { requiredKeys: [] }))), times: value, limits: value, review: value, extra: value }, { requiredKeys: [] });
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 60 }), file.map((each) => stringify(each))), (text) => {
      const read = readTeamFile(text);
      if (!read.ok) for (const { says } of read.problems) expect(says.en !== '' && says.zh !== '').toBe(true);
    }),
  );
});

test('an open team may name its leader alone, who brings members in; a fixed one, and one of both, name somebody who works', () => {
  const read = (roster: string, more = '') => readTeamFile(`style: team\n${roster}\nmembers:\n  - {id: lead, role: manager}\n${more}`);
  expect([read(''), read('roster: open')].map(({ ok }) => ok)).toEqual([true, true]);
  for (const roster of ['roster: fixed', 'roster: both']) {
    const refused = read(roster);
    expect(refused.ok ? [] : refused.problems.map(({ path }) => path)).toEqual(['members']);
    expect(read(roster, '  - {id: ada}').ok).toBe(true);
  }
  const both = read('roster: both', '  - {id: ada}');
  expect(both.ok && policyOf(both.team.policy).roster).toBe('open');
});
