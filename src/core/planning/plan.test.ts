import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { refuse } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import { convertPlan, planFeedback, planSchema, type PlanChecks, type PlannedTask, type PlanOutcome, type RosterMember } from './plan.ts';
import { readRegistration } from '../members/registration.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
const compiled = new WeakMap<JsonObject, ValidateFunction>();
const checks: PlanChecks = {
  readCriteria: (input) => (Array.isArray(input) && input.every((one) => typeof one === 'string' || (typeof one === 'object' && one !== null && 'max_chars' in one))
    ? { ok: true } : refuse('criteria.invalid', { en: 'criteria[0] has no known rule; write max_chars.', zh: 'criteria[0] 没有已知的规则；请写 max_chars。' })),
  validateInput: (schema, value) => {
    const validate = compiled.get(schema) ?? ajv.compile(schema);
    compiled.set(schema, validate);
    validate(value);
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  },
};

const member = (fields: JsonObject, load = 0): RosterMember => {
  const read = readRegistration(fields);
  if (!read.ok) throw new Error(read.because);
  return { registration: read.registration, load };
};

const TOPIC: JsonObject = { type: 'object', properties: { topic: { type: 'string' }, tone: { type: 'string', default: 'lively' }, max_length: { type: 'integer' } }, required: ['topic', 'tone'] };
const ROSTER: readonly RosterMember[] = [
  member({ agent_id: 'boss', name: '主管', role: 'manager', skills: ['调研', '文案创作', '折扣', '渠道', 'code'] }),
  member({ agent_id: 'checker', name: '质检', role: 'reviewer', skills: ['调研', '文案创作'] }),
  member({ agent_id: 'coder', name: 'Code Worker', skills: ['code'] }),
  member({ agent_id: 'researcher', name: '调研专员', skills: ['调研', 'research'] }),
  member({ agent_id: 'copywriter', name: '文案专员', skills: ['文案创作', 'copywriting'], input_schema: TOPIC, capacity: 2 }),
  member({ agent_id: 'strategist', name: '策略专员', skills: ['折扣', 'docs'] }),
];

const convert = (raw: unknown, more: { roster?: readonly RosterMember[]; maxTasks?: number; existing?: { taskId: string; title: string }[] } = {}): PlanOutcome =>
  convertPlan({ raw, roster: more.roster ?? ROSTER, checks, ...(more.maxTasks === undefined ? {} : { limits: { maxTasks: more.maxTasks } }), ...(more.existing === undefined ? {} : { existing: more.existing }) });
const tasksOf = (outcome: PlanOutcome): readonly PlannedTask[] => {
  if (!outcome.ok) throw new Error(outcome.problems.map((problem) => problem.en).join('\n'));
  return outcome.tasks;
};
const notesOf = (outcome: PlanOutcome): readonly string[] => (outcome.ok ? outcome.notes.map((note) => `${note.kind} ${note.item}`) : []);
const edgesOf = (outcome: PlanOutcome): Record<string, readonly string[]> => Object.fromEntries(tasksOf(outcome).map((task) => [task.localId, task.dependsOn]));

describe('the summer plan of the example', () => {
  const plan = convert([
    { id: 't1', title: '调研竞品促销策略', skills: ['调研'] },
    { id: 't2', title: '设计促销主题与文案', skills: ['文案创作'], input: { topic: '夏季促销', max_length: 200 }, criteria: [{ max_chars: 200 }, '语气活泼'], depends_on: ['t1'] },
    { id: 't3', title: '制定折扣方案', skills: ['折扣'], depends_on: ['t1'] },
    { id: 't4', title: '生成推广渠道建议', skills: ['渠道推广', '折扣'], depends_on: ['t3'] },
    { id: 't5', title: '生成总结', skills: ['总结'], depends_on: ['t2', 't3', 't4'] },
  ]);

  test('5 items become 4 tasks with their members; the closing step 生成总结 is left out with a note', () => {
    expect(tasksOf(plan).map((task) => [task.localId, task.assignee])).toEqual([['t1', 'researcher'], ['t2', 'copywriter'], ['t3', 'strategist'], ['t4', undefined]]);
    expect(plan.ok && plan.notes.find((note) => note.kind === 'closing_step_dropped')).toMatchObject({
      item: 't5', en: expect.stringContaining('t5 "生成总结" was left out'), zh: '已略去条目 t5“生成总结”：它是收尾类步骤，没有具体工作。依赖它的任务改为依赖它的前置任务。',
    });
  });

  test('the item that nobody covers stays, with the missing skill and the nearest member; the manager with the right tags gets no work', () => {
    expect(tasksOf(plan)[3]?.match).toEqual({ ok: false, missing: ['渠道推广'], nearest: 'strategist' });
  });

  test('the reason of a match is data, and the input has the default of the schema filled in', () => {
    const copy = tasksOf(plan)[1];
    expect(copy?.match).toEqual({ ok: true, agentId: 'copywriter', covered: ['文案创作'], load: 0, capacity: 2, candidates: 1, because: 'only_one' });
    expect(copy).toMatchObject({ input: { topic: '夏季促销', tone: 'lively', max_length: 200 }, criteria: [{ max_chars: 200 }, '语气活泼'], dependsOn: ['t1'], needsContext: ['t1'] });
    expect(notesOf(plan)).toContain('defaults_filled t2');
  });
});

describe('reading', () => {
  test.each<[string, unknown]>([
    ['an array', [{ title: 'A' }, { title: 'B' }]],
    ['tasks', { tasks: [{ title: 'A' }, { title: 'B' }] }],
    ['items', { goal: 'x', items: [{ name: 'A' }, { task: 'B' }] }],
    ['subtasks', { subtasks: ['A', 'B'] }],
    ['plan.steps', { plan: { steps: ['A', 'B'] } }],
    ['a map from id to item', { tasks: { t1: { title: 'A' }, t2: { title: 'B' } } }],
    ['Chinese names', { 任务列表: [{ 标题: 'A' }, { 标题: 'B' }] }],
  ])('%s holds the tasks A and B, with ids t1 and t2', (_, raw) => {
    expect(tasksOf(convert(raw)).map((task) => [task.localId, task.title, task.content])).toEqual([['t1', 'A', 'A'], ['t2', 'B', 'B']]);
  });

  test.each<[string, unknown]>([
    ['an id', ['t1']], ['the title', ['write copy']], ['a title with a full stop', ['Write copy.']], ['a position from 1', [1]], ['a position as text', '1'], ['#1', '#1'], ['task 1', ['Task 1']],
    ['one text', 't1'], ['an object', [{ id: 't1' }]], ['id and title', ['t1: Write copy']], ['a quoted title', '"Write copy"'], ['the same one twice', 't1, Write copy'],
  ])('a dependency may be written as %s', (_, dependsOn) => {
    expect(edgesOf(convert([{ title: 'Write copy', skills: ['research'] }, { title: 'Next', depends_on: dependsOn }]))).toEqual({ t1: [], t2: ['t1'] });
  });

  test.each<[unknown]>([[null], ['none'], ['无'], [[]], ['']])('%j is no dependency', (dependsOn) => {
    expect(edgesOf(convert([{ title: 'A', dependsOn }]))).toEqual({ t1: [] });
  });

  test('a title with a comma is one dependency, and "t1、t2" are two', () => {
    expect(edgesOf(convert([{ title: 'Plan, then buy' }, { title: 'B' }, { title: 'C', depends_on: 'plan, then buy' }, { title: 'D', depends_on: 't1、t2' }])))
      .toEqual({ t1: [], t2: [], t3: ['t1'], t4: ['t1', 't2'] });
  });

  test('a made id never takes one that is written: the item without id at position 1 is t1_ when t1 is taken', () => {
    expect(edgesOf(convert([{ title: 'A' }, { id: 't1', title: 'B', depends_on: ['A'] }]))).toEqual({ t1_: [], t1: ['t1_'] });
  });

  test('where ids are numbers or written, a wrong number is not taken for a position', () => {
    expect(convert([{ id: 1, title: 'A' }, { id: 3, title: 'B' }, { id: 5, title: 'C', depends_on: [2] }])).toMatchObject({ code: 'plan.unknown_dependency' });
    expect(convert([{ id: 'task_1', title: 'A' }, { id: 'task_3', title: 'B', depends_on: ['task_2'] }])).toMatchObject({ code: 'plan.unknown_dependency' });
  });

  test('input may be JSON text or a list of name and value; skills may be one text', () => {
    const tasks = tasksOf(convert([
      { title: 'A', input: '{"x": 1}', skills: 'research、调研' }, { title: 'B', input: [{ name: 'x', value: 1 }], criteria: 'short' },
    ]));
    expect(tasks.map((task) => task.input)).toEqual([{ x: 1 }, { x: 1 }]);
    expect(tasks[0]?.skills).toEqual(['research', '调研']);
    expect(tasks[1]?.criteria).toEqual(['short']);
  });

  test('a title of 300 letters is cut to 200 and stands whole in the content', () => {
    const [task] = tasksOf(convert([{ title: '长'.repeat(300), content: 'do it' }]));
    expect([...(task?.title ?? '')]).toHaveLength(200);
    expect(task?.content).toBe(`${'长'.repeat(300)}\ndo it`);
  });
});

describe('refusals name the item and the mend, in en and zh', () => {
  test.each<[string, unknown, string, ...sentences: [en: string, zh: string]]>([
    ['a ring', [{ id: 'a', title: 'Alpha', depends_on: 'c' }, { id: 'b', title: '乙', depends_on: 'a' }, { id: 'c', title: 'C', depends_on: 'b' }], 'plan.has_cycle',
      'a "Alpha" → c "C" → b "乙" → a "Alpha". Remove one', '这些条目互相等待，成了环：a“Alpha” → c“C” → b“乙” → a“Alpha”。请去掉其中一条依赖。'],
    ['itself', [{ title: '写稿', depends_on: '写稿' }], 'plan.self_reference', 'Item t1 "写稿" depends on itself', '条目 t1“写稿” 依赖了它自己'],
    ['a stranger', [{ id: 'research', title: 'R' }, { title: 'W', depends_on: ['resarch'] }], 'plan.unknown_dependency',
      'Item t2 "W" depends on "resarch", which is no item of the plan. Closest known: "research"', '依赖的“resarch”不在计划里。最接近的有：“research”'],
    ['the same title', [{ title: 'Write  Copy' }, { id: 'x', title: 'write copy.' }], 'plan.duplicate_title', 't1 "Write Copy" and x "write copy."', 't1“Write Copy” 与 x“write copy.”'],
    ['the same title in two forms', [{ title: 'Cafe\u0301' }, { title: 'Café' }], 'plan.duplicate_title', 'same title', '标题相同'],
    ['the same id', [{ id: 'a', title: 'A' }, { id: 'a', title: 'B' }], 'plan.duplicate_title', 'same id: a "A" and a "B"', '编号相同'],
    ['no title', [{ title: '  ', content: 'x' }], 'plan.invalid', 'Item 1 (t1) has no title', '第 1 项（t1）没有标题'],
    ['no items', { tasks: [] }, 'plan.empty', 'holds no task', '计划里没有任务'],
    ['no list', { answer: 42 }, 'plan.invalid', 'no list of tasks', '没有任务列表'],
    ['text', 'First research, then write.', 'plan.invalid', 'no list of tasks', '没有任务列表'],
    ['a number as item', [7], 'plan.invalid', 'Item 1 is not a task', '第 1 项不是任务'],
    ['tasks within a task', [{ title: 'A', subtasks: [{ title: 'B' }] }], 'plan.invalid', 'holds tasks inside itself', '嵌套了任务'],
    ['input as prose', [{ title: 'A', input: 'the summer sale' }], 'plan.invalid', 'input cannot be read; write an object', '无法读取 input；请写成具名字段的对象'],
    ['only closing steps', [{ title: 'Summarise' }, { title: '汇报' }], 'plan.empty', 'only closing steps (t1 "Summarise", t2 "汇报")', '只有收尾类步骤（t1“Summarise”、t2“汇报”）'],
    ['an unusable criterion', [{ title: 'A', criteria: [{ colour: 'red' }] }], 'criteria.invalid', 'no known rule', '没有已知的规则'],
    ['a missing required input', [{ title: '写文案', skills: ['文案创作'] }], 'task.unfit_input', 'The input of item t1 "写文案" lacks "topic", which member copywriter needs. Add it under "input".', '的输入缺少成员 copywriter 必需的字段 “topic”。请在 input 里补上。'],
    ['an input of the wrong type', [{ title: 'A', skills: ['copywriting'], input: { topic: 'x', max_length: 'long' } }], 'task.unfit_input', '/max_length must be integer', '/max_length must be integer'],
  ])('%s', (_, raw, code, ...[en, zh]) => {
    const outcome = convert(raw);
    expect(outcome).toMatchObject({ ok: false, code, problems: [{ en: expect.stringContaining(en), zh: expect.stringContaining(zh) }] });
  });

  test('101 items exceed the default limit of 100, and 4 a limit of 3', () => {
    expect(convert(Array.from({ length: 101 }, (_, index) => `Task ${index}x`))).toMatchObject({ code: 'plan.too_large', problems: [{ en: expect.stringContaining('101 tasks; the limit is 100'), zh: expect.stringContaining('101 个任务，上限是 100 个') }] });
    expect(convert(['A', 'B', 'C', 'D'], { maxTasks: 3 })).toMatchObject({ code: 'plan.too_large' });
    expect(convert(['A', 'B', 'C'], { maxTasks: 3 }).ok).toBe(true);
  });

  test('a missing field and a wrong one of the same input are told at once, with all other problems', () => {
    const outcome = convert([{ title: 'A', skills: ['copywriting'], input: { max_length: 'long' }, depends_on: ['zzz'] }, { title: '' }]);
    expect(outcome.ok ? [] : outcome.problems.map((problem) => problem.code)).toEqual(['plan.invalid', 'plan.unknown_dependency', 'task.unfit_input', 'task.unfit_input']);
  });

  test('the feedback is a numbered list of at most 20 problems and ends with what to do', () => {
    const outcome = convert(Array.from({ length: 25 }, (_, index) => ({ title: `T${index}`, depends_on: ['zzz'] })));
    const problems = outcome.ok ? [] : outcome.problems;
    expect(problems).toHaveLength(25);
    expect(planFeedback(problems, 'zh').split('\n')).toHaveLength(23);
    expect(planFeedback(problems, 'zh')).toMatch(/^你的计划无法转成任务，问题如下：\n1\. 条目 t1“T0” [^]*另有 5 处类似问题。\n请改正以上各点/u);
    expect(planFeedback(problems.slice(0, 1), 'en')).toMatch(/^Your plan could not be turned into tasks:\n1\. Item t1 "T0"[^]*Send the whole plan again/u);
  });
});

describe('closing steps', () => {
  test('what waited on a left-out step waits on its prerequisites, through two left-out steps in a row', () => {
    const outcome = convert([
      { id: 'a', title: 'A' }, { id: 'b', title: 'B' }, { id: 's', title: '汇总结果', depends_on: ['a', 'b'] },
      { id: 'r', title: 'Report back', depends_on: ['s'] }, { id: 'c', title: 'C', depends_on: ['r', 'a'], needs_context: ['r'] },
    ]);
    expect(edgesOf(outcome)).toEqual({ a: [], b: [], c: ['a', 'b'] });
    expect(tasksOf(outcome).at(-1)?.needsContext).toEqual(['a', 'b']);
    expect(notesOf(outcome).slice(0, 2)).toEqual(['closing_step_dropped s', 'closing_step_dropped r']);
  });

  test.each<[string, JsonObject]>([
    ['an input', { input: { pages: 2 } }], ['a criterion', { criteria: ['at most one page'] }], ['an output', { output: 'one-page PDF' }],
    ['a skill that a member has', { skills: ['DOCS'] }], ['a worker', { assignee: 'strategist' }],
  ])('a closing step that names %s stays', (_, fields) => {
    expect(tasksOf(convert([{ title: 'A' }, { title: 'Final report', ...fields }]))).toHaveLength(2);
  });

  test('one that names the manager is left out, for the manager takes no tasks', () => {
    expect(tasksOf(convert([{ title: 'A' }, { title: '向主管汇报', assignee: '主管' }]))).toHaveLength(1);
  });
});

describe('who gets the work', () => {
  test.each([['copywriter'], ['"Copywriter" '], ['文案专员'], ['「文案专员」']])('%s names the copywriter, and the match says so', (assignee) => {
    expect(tasksOf(convert([{ title: 'A', assignee, input: { topic: 'x' } }]))[0]?.match).toMatchObject({ agentId: 'copywriter', because: 'named' });
  });

  test('a decorated name is not guessed: with tags the item is matched by them, without tags it is unassigned; the others go on', () => {
    const outcome = convert([{ title: 'A', assignee: 'prod-xyz-researcher', skills: ['research'] }, { title: 'B', assignee: 'prod-xyz-researcher' }, { title: 'C', skills: ['折扣'] }]);
    expect(tasksOf(outcome).map((task) => task.assignee)).toEqual(['researcher', undefined, 'strategist']);
    expect(notesOf(outcome)).toEqual(['unknown_assignee t1', 'unknown_assignee t2']);
    expect(outcome.ok && outcome.notes[0]?.zh).toBe('条目 t1“A” 指定的“prod-xyz-researcher”不是团队成员，改按技能匹配。');
  });

  test('a named member that lacks the tags does not get the item; one that has them does', () => {
    const outcome = convert([{ title: '算折扣', assignee: 'copywriter', skills: ['折扣'] }]);
    expect(tasksOf(outcome)[0]?.match).toMatchObject({ agentId: 'strategist', because: 'only_one' });
    expect(notesOf(outcome)).toEqual(['assignee_lacks_skills t1']);
  });

  test.each([['boss'], ['质检']])('%s, who is no worker, gets nothing even when named', (assignee) => {
    const outcome = convert([{ title: 'A', assignee, skills: ['调研'] }]);
    expect(tasksOf(outcome)[0]?.assignee).toBe('researcher');
    expect(notesOf(outcome)).toEqual(['assignee_takes_no_tasks t1']);
  });

  test('a display name of two members is ambiguous and said to be so', () => {
    const outcome = convert([{ title: 'A', assignee: 'Ann', skills: ['x'] }], { roster: [member({ agent_id: 'a1', name: 'Ann' }), member({ agent_id: 'a2', name: 'Ann', skills: ['x'] })] });
    expect(notesOf(outcome)).toEqual(['ambiguous_assignee t1']);
    expect(tasksOf(outcome)[0]?.assignee).toBe('a2');
  });

  test('"unassigned" as a name is no name', () => {
    expect(notesOf(convert([{ title: 'A', assignee: 'unassigned', skills: ['docs'] }, { title: 'B', assignee: '未分配', skills: ['docs'] }]))).toEqual([]);
  });

  test('"do not modify code" goes to the docs worker by its tag; without a tag the word "code" draws it to nobody', () => {
    const roster = [member({ agent_id: 'first' }), ...ROSTER];
    expect(tasksOf(convert([{ title: 'Do not modify code, only the docs', skills: ['docs'] }]))[0]?.assignee).toBe('strategist');
    expect(tasksOf(convert([{ title: '不要修改代码 code code' }], { roster }))[0]?.match).toMatchObject({ agentId: 'first', because: 'only_one' });
  });

  test('an item without tags goes to a member without tags, else to one whose required input it gives, with a note', () => {
    expect(tasksOf(convert(['A'], { roster: [...ROSTER, member({ agent_id: 'allround' }, 9)] }))[0]?.assignee).toBe('allround');
    const roster = [member({ agent_id: 'copywriter', skills: ['文案'], input_schema: TOPIC }), member({ agent_id: 'coder', skills: ['code'] }, 3)];
    expect(tasksOf(convert([{ title: 'A' }, { title: 'B', input: { topic: 'x' } }], { roster })).map((task) => task.assignee)).toEqual(['coder', 'copywriter']);
    expect(notesOf(convert([{ title: 'A' }], { roster }))).toEqual(['names_no_skill t1']);
    expect(convert([{ title: 'A' }], { roster: roster.slice(0, 1) })).toMatchObject({ code: 'task.unfit_input' });
  });

  test('4 tasks of one plan are spread over two members with shares of load 1/1 and 0/2', () => {
    const roster = [member({ agent_id: 'busy', skills: ['x'] }, 1), member({ agent_id: 'wide', skills: ['x'], capacity: 2 })];
    expect(tasksOf(convert(['A', 'B', 'C', 'D'].map((title) => ({ title, skills: ['X'] })), { roster })).map((task) => task.assignee)).toEqual(['wide', 'wide', 'busy', 'wide']);
  });

  test('an empty roster leaves every task unassigned and refuses nothing', () => {
    expect(tasksOf(convert([{ title: 'A', skills: ['x'] }, { title: 'B' }], { roster: [] })).map((task) => task.match)).toEqual([{ ok: false, missing: ['x'] }, { ok: false, missing: [] }]);
  });
});

describe('context', () => {
  test('needed context that is no declared dependency becomes one, with a note; an empty list asks for none', () => {
    const outcome = convert([{ title: 'A' }, { title: 'B' }, { title: 'C', depends_on: ['A'], needs_context: ['B', 'goal'] }, { title: 'D', depends_on: ['A'], needs_context: [] }]);
    expect(tasksOf(outcome).map(({ dependsOn, needsContext }) => ({ dependsOn, needsContext })).slice(2)).toEqual([{ dependsOn: ['t1', 't2'], needsContext: ['t2'] }, { dependsOn: ['t1'], needsContext: [] }]);
    expect(notesOf(outcome)).toContain('context_became_dependency t3');
  });

  test('context from what waits on the item is a ring', () => {
    expect(convert([{ title: 'A', needs_context: ['B'] }, { title: 'B', depends_on: ['A'] }])).toMatchObject({ code: 'plan.has_cycle' });
  });

  test('a second plan may wait on tasks of the board by id or title, and may not take their ids', () => {
    const existing = [{ taskId: 'task_8f3a2b', title: '调研竞品' }];
    expect(edgesOf(convert([{ title: 'A', depends_on: ['task_8f3a2b'] }, { title: 'B', depends_on: ['调研竞品'] }], { existing }))).toEqual({ t1: ['task_8f3a2b'], t2: ['task_8f3a2b'] });
    expect(convert([{ id: 'task_8f3a2b', title: 'A' }], { existing })).toMatchObject({ code: 'plan.duplicate_title' });
  });
});

test('500 items for 50 members are converted without waste', () => {
  const roster = Array.from({ length: 50 }, (_, index) => member({ agent_id: `m${index}`, skills: [`skill ${index % 10}`, 'shared'], input_schema: TOPIC }));
  const raw = { tasks: Array.from({ length: 500 }, (_, index) => ({
    title: `Write piece number ${index}`, skills: [`Skill_${index % 10}`], input: { topic: 'x' }, criteria: [{ max_chars: 10 }],
    depends_on: index < 3 ? [] : [`t${index}`, index - 1, `Write piece number ${index - 3}`], assignee: index % 5 === 0 ? `M${index % 50}` : null,
  })) };
  const run = (): number => {
    const begun = performance.now();
    expect(tasksOf(convert(raw, { roster, maxTasks: 500 }))).toHaveLength(500);
    return performance.now() - begun;
  };
  // The best of ten: the machine may be busy with others.
  expect(Math.min(...Array.from({ length: 10 }, run))).toBeLessThan(1_000);
});

test('the schema lists the workers\' tags once, asks for every field and holds the limit', () => {
  const schema = planSchema(ROSTER, { maxTasks: 7 }, 'zh');
  expect(new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema)({ tasks: [{ id: 't1', title: 'A', content: 'a', skills: ['x'], input: { any: 1 }, criteria: ['y', { max_chars: 3 }], depends_on: [], needs_context: [] }] })).toBe(true);
  expect(schema).toMatchObject({ properties: { tasks: { maxItems: 7, items: { properties: { skills: { minItems: 1, description: expect.stringContaining('code、调研、research、文案创作、copywriting、折扣、docs。') } } } } } });
  expect(JSON.stringify(planSchema([member({ agent_id: 'a', skills: ['docs'] })]))).not.toMatch(/\p{Script=Han}/u);
  expect(planSchema([])).toMatchObject({ properties: { tasks: { maxItems: 100, items: { properties: { skills: { description: expect.stringContaining('may be empty') } } } } } });
});
