import { describe, expect, test } from 'vitest';
import { isTeamError } from '../core/errors.ts';
import { type Json, type JsonObject, type Locale, LOCALES, isJsonObject } from '../core/json.ts';
import { convertPlan } from '../core/planning/plan.ts';
import { readRegistration } from '../core/members/registration.ts';
import type { Model, ModelPurpose, ModelRequest } from '../ports/model.ts';
import { REHEARSAL_LABEL, rehearsalModel } from './rehearsal.ts';
import { faultOf } from '../core/schema/check-schema.ts';
import { listOf, numberOf, objectOf, objectsOf, textOf, textsOf, textsWithin } from './samples/facts.ts';

const COPY_INPUT = { type: 'object', properties: { topic: { type: 'string' }, tone: { type: 'string' }, max_length: { type: 'integer' } }, required: ['topic'], additionalProperties: false };
const COPY_OUTPUT = { type: 'object', properties: { draft: { type: 'string' }, summary: { type: 'string' } }, required: ['draft'], additionalProperties: false };

const ROSTER: Record<Locale, JsonObject[]> = {
  zh: [
    { agent_id: 'boss', name: '主管', role: 'manager', skills: ['任务拆解'], load: 0 },
    { agent_id: 'copy', name: '文案专员', role: 'worker', skills: ['文案创作', '广告语撰写'], input_schema: COPY_INPUT, output_schema: COPY_OUTPUT, load: 0 },
    { agent_id: 'theme', name: '策划', role: 'worker', skills: ['主题设计'], load: 0 },
    { agent_id: 'look', name: '调研专员', role: ['worker'], skills: ['市场调研'], load: 0 },
    { agent_id: 'deal', name: '策略专员', role: 'worker', skills: ['折扣策略'], load: 0 },
    { agent_id: 'reach', name: '渠道专员', role: 'worker', skills: ['渠道推广'], load: 0 },
    { agent_id: 'check', name: '质检员', role: 'reviewer', skills: ['质检'], load: 0 },
  ],
  en: [
    { agent_id: 'copy', name: 'Copywriter', role: 'worker', skills: ['copywriting'], input_schema: COPY_INPUT, output_schema: COPY_OUTPUT, load: 0 },
    { agent_id: 'look', name: 'Researcher', role: 'worker', skills: ['market research'], load: 1 },
    { agent_id: 'deal', name: 'Analyst', role: 'worker', skills: ['pricing'], load: 0 },
  ],
};
const GOAL = { zh: '针对高校市场，设计一个夏季促销活动方案，包含主题、折扣和推广渠道', en: 'Prepare a summer sale for students' };

const model = rehearsalModel();
const request = (purpose: ModelPurpose, facts: Record<string, Json>, more: Partial<ModelRequest> = {}): ModelRequest =>
  ({ purpose, facts, locale: 'zh', system: '你是主管。', prompt: 'abc', signal: new AbortController().signal, ...more });

async function plan(locale: Locale, facts: Record<string, Json> = {}, by: Model = model): Promise<readonly JsonObject[]> {
  const reply = await by.generate(request('plan', { goal: GOAL[locale], members: ROSTER[locale], limits: { max_tasks: 12 }, feedback: [], ...facts }, { locale, schema: PLAN }));
  return objectsOf(objectOf(reply.value)['tasks']);
}

/** Closed and with every field required, as providers take it. */
const PLAN = {
  type: 'object', additionalProperties: false, required: ['tasks'],
  properties: { tasks: { type: 'array', minItems: 1, items: {
    type: 'object', additionalProperties: false, required: ['id', 'title', 'content', 'skills', 'input', 'criteria', 'depends_on', 'needs_context'],
    properties: {
      id: { type: 'string' }, title: { type: 'string' }, content: { type: 'string' }, skills: { type: 'array', items: { type: 'string' } },
      input: { type: 'object' }, criteria: { type: 'array', items: { type: 'object', required: ['rule'] } },
      depends_on: { type: 'array', items: { type: 'string' } }, needs_context: { type: 'array', items: { type: 'string' } },
    },
  } } },
};

const envelope = (output: JsonObject): JsonObject => ({ type: 'object', properties: { output, execution_summary: { type: 'string' } }, required: ['output', 'execution_summary'], additionalProperties: false });
const TEXT_OUTPUT = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false };

interface Try {
  readonly locale?: Locale;
  readonly output?: JsonObject;
  readonly context?: Json;
  readonly rework?: Json;
  readonly schema?: JsonObject;
}

async function work(task: JsonObject, { locale = 'zh', output = TEXT_OUTPUT, context = [], rework = null, schema }: Try = {}): Promise<JsonObject> {
  const facts = { member: { agent_id: 'm', name: 'm', skills: listOf(task['skills']) }, task: { task_id: textOf(task['id']), ...task }, context, rework, attempt: rework === null ? 1 : 2 };
  return objectOf((await model.generate(request('work', facts, { locale, schema: schema ?? envelope(output) }))).value);
}

/** The test's own judge of the rules that the planner uses. */
function meets(output: Json | undefined, rule: JsonObject): boolean {
  const text = typeof rule['field'] === 'string' ? textOf(objectOf(output)[rule['field']]) : textsWithin(output).join('\n');
  const held = textsOf(rule['values']).filter((value) => text.toLowerCase().includes(value.toLowerCase())).length;
  switch (rule['rule']) {
    case 'max_chars': return [...text].length <= (numberOf(rule['value']) ?? 0);
    case 'must_contain': return held === textsOf(rule['values']).length;
    case 'must_contain_any': return held >= (numberOf(rule['min']) ?? 1);
    case 'min_count': return (text.match(/[!！]/g)?.length ?? 0) >= (numberOf(rule['value']) ?? 0);
    default: return true;
  }
}

describe('planning', () => {
  test.each(LOCALES)('%s: every concrete item has a real skill and an input that fits the member, and one vague item has neither', async (locale) => {
    const tasks = await plan(locale);
    const vague = tasks.at(-1) ?? {};
    expect(vague['title']).toBe(locale === 'zh' ? '撰写总结汇报' : 'Write the final summary');
    expect(vague).toMatchObject({ input: {}, criteria: [] });
    const concrete = tasks.slice(0, -1);
    expect(concrete).toHaveLength(locale === 'zh' ? 5 : 3);
    for (const task of concrete) {
      const member = ROSTER[locale].find((each) => textsOf(each['skills']).some((skill) => textsOf(task['skills']).includes(skill)));
      expect(member?.['role']).toSatisfy((role: Json) => textsOf(role).includes('worker'));
      expect(faultOf(objectOf(member?.['input_schema']), task['input'] ?? null)).toBeUndefined();
    }
    const skills = ROSTER[locale].flatMap((member) => textsOf(member['skills']));
    expect(textsOf(vague['skills']).some((skill) => skills.includes(skill))).toBe(false);
  });

  test.each(LOCALES)('%s: code takes the plan as it is, gives every task to somebody and drops the vague one with a note', async (locale) => {
    const tasks = await plan(locale);
    const roster = ROSTER[locale].flatMap((member) => {
      const { load: _, ...record } = member;
      const read = readRegistration(record);
      return read.ok ? [{ registration: read.registration, load: 0 }] : [];
    });
    const validateInput = (schema: JsonObject, value: Json): string[] => (faultOf(schema, value) === undefined ? [] : ['does not fit']);
    const outcome = convertPlan({ raw: { tasks }, roster, checks: { readCriteria: () => ({ ok: true }), validateInput } });
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
    expect(outcome.tasks.map((task) => task.localId)).toEqual(tasks.slice(0, -1).map((task) => task['id']));
    expect(outcome.tasks.filter((task) => task.assignee === undefined)).toEqual([]);
    expect(outcome.notes.map((note) => [note.kind, note.item])).toEqual([['closing_step_dropped', 'summary']]);
  });

  test('research comes before the theme, the theme before copy, offer and channels', async () => {
    const waits = Object.fromEntries((await plan('zh')).slice(0, -1).map((task) => [textOf(task['id']), task['depends_on']]));
    expect(waits).toEqual({ research: [], theme: ['research'], copy: ['theme'], offer: ['theme'], channels: ['theme'] });
  });

  test('the copy task gets 200 characters in draft, a word of the goal, 3 exclamation marks and a sentence', async () => {
    const copy = (await plan('zh')).find((task) => task['id'] === 'copy') ?? {};
    expect(copy['input']).toMatchObject({ tone: '活泼', max_length: 200 });
    expect(objectsOf(copy['criteria']).map((each) => each['rule'])).toEqual(['max_chars', 'must_contain', 'min_count', 'sentence']);
    expect(objectsOf(copy['criteria'])[0]).toEqual({ rule: 'max_chars', value: 200, field: 'draft' });
  });

  test.each([1, 2, 3, 5])('a limit of %i tasks is kept, without room for the vague item', async (most) => {
    expect(await plan('zh', { limits: { max_tasks: most } })).toHaveLength(most);
  });

  test('one member with one skill gets three stages that follow one another', async () => {
    const tasks = (await plan('en', { members: [{ agent_id: 'a', name: 'A', role: 'worker', skills: ['knitting'], load: 0 }] })).slice(0, -1);
    expect(tasks.map((task) => [task['id'], task['depends_on']])).toEqual([['collect', []], ['draft', ['collect']], ['finish', ['draft']]]);
  });

  test('titles differ even when 6 members share one kind of skill, and without any member there still is a plan', async () => {
    const members = Array.from({ length: 6 }, (_, index) => ({ agent_id: `a${index}`, name: 'A', role: 'worker', skills: [`copy ${index}`], load: 0 }));
    const tasks = await plan('en', { members });
    expect(new Set(tasks.map((task) => task['title'])).size).toBe(tasks.length);
    expect((await plan('en', { members: [] })).length).toBeGreaterThanOrEqual(3);
  });

  test('with feedback the vague item is gone, the plan is a size smaller and says what it took into account', async () => {
    const tasks = await plan('zh', { feedback: ['没有成员会“总结汇报”', '任务太多'] });
    expect(tasks.map((task) => task['title'])).not.toContain('撰写总结汇报');
    expect(tasks).toHaveLength(4);
    expect(tasks[0]?.['content']).toContain('没有成员会“总结汇报”；任务太多');
  });

  test('a task that found nobody comes back with a skill that exists and an input that fits', async () => {
    const lost = { task_id: 'task_9', title: 'Do the dance', content: 'Dance.', skills: ['dancing'], criteria: [{ rule: 'max_chars', value: 50 }], depends_on: ['task_1'] };
    const [task = {}] = await plan('en', { tasks: [lost] });
    expect(task).toMatchObject({ title: 'Do the dance (arranged anew)', criteria: lost.criteria, depends_on: ['task_1'] });
    const member = ROSTER.en.find((each) => textsOf(each['skills']).includes(textsOf(task['skills'])[0] ?? ''));
    expect(member?.['load']).toBe(0);
    expect(faultOf(objectOf(member?.['input_schema']), task['input'] ?? null)).toBeUndefined();
  });

  test('a function member gets no rule about marks or words: it writes what it was made to write', async () => {
    const members = ROSTER.en.map((member) => ({ ...member, kind: 'function' }));
    const rules = (await plan('en', { members })).flatMap((task) => objectsOf(task['criteria'])).map((each) => each['rule']);
    expect(new Set(rules)).toEqual(new Set(['sentence']));
  });
});

describe('working', () => {
  test.each(LOCALES)('%s: in the planned goal exactly one task fails a machine rule first and keeps all rules after the rework', async (locale) => {
    const failing: string[] = [];
    for (const task of (await plan(locale)).slice(0, -1)) {
      const output = task['id'] === 'copy' ? COPY_OUTPUT : TEXT_OUTPUT;
      const rules = objectsOf(task['criteria']);
      const first = await work(task, { locale, output });
      if (!rules.every((rule) => meets(first['output'], rule))) failing.push(textOf(task['id']));
      const again = await work(task, { locale, output, rework: { previous_output: first['output'] ?? null, fixes: ['Use 3 exclamation marks.'] } });
      expect(rules.filter((rule) => !meets(again['output'], rule)), JSON.stringify(again)).toEqual([]);
      expect(again['execution_summary']).toContain('Use 3 exclamation marks.');
    }
    expect(failing).toEqual(['copy']);
  });

  test('texts are labelled, name the sources of the context, and the summary says steps, data and a conclusion', async () => {
    const answer = await work({ id: 't', title: '撰写文案', skills: ['文案'], input: { topic: '夏季促销' }, criteria: [] }, { context: [{ source: 'task_8f3a2b', text: '折扣区间 8 到 9 折' }] });
    const text = textOf(objectOf(answer['output'])['text']);
    expect(text).toMatch(/^【排演】/);
    expect(text).toContain('夏季促销');
    expect(text).toContain('task_8f3a2b');
    expect(answer['execution_summary']).toMatch(/^【排演】步骤：.*使用的数据：input\.topic、task_8f3a2b。中间结论：/);
  });

  test('one limit of 120 characters on the whole output holds for three fields together', async () => {
    const output = { type: 'object', properties: { title: { type: 'string' }, body: { type: 'string' }, notes: { type: 'array', items: { type: 'string' } } }, required: ['title', 'body', 'notes'] };
    const answer = await work({ title: 'Write the copy', criteria: [{ rule: 'max_chars', value: 120 }] }, { locale: 'en', output });
    expect(textsWithin(answer['output']).join('\n').length).toBeLessThanOrEqual(120);
  });

  test('required fields and a schema of a criterion shape the output, also two levels deep', async () => {
    const criteria = [{ rule: 'required_fields', fields: ['risk', 'plan.owner'] }, { rule: 'json_schema', schema: { properties: { text: { minLength: 300 } } } }];
    const { output } = await work({ title: 'x', criteria }, { locale: 'en', output: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } });
    expect(output).toMatchObject({ risk: expect.stringMatching(/./), plan: { owner: expect.stringMatching(/./) } });
    expect(textOf(objectOf(output)['text']).length).toBeGreaterThanOrEqual(300);
  });

  test('an envelope that may also decline, with null for what is absent, is answered with an output and no reason', async () => {
    const schema = { type: 'object', additionalProperties: false, required: ['output', 'execution_summary', 'declined'], properties: { output: TEXT_OUTPUT, execution_summary: { type: 'string' }, declined: { type: ['string', 'null'] } } };
    expect(await work({ title: 'x' }, { schema })).toMatchObject({ declined: null, output: { text: expect.any(String) } });
    const choice = { anyOf: [{ type: 'object', properties: { declined: { type: 'string' } }, required: ['declined'], additionalProperties: false }, envelope(TEXT_OUTPUT)] };
    expect(await work({ title: 'x' }, { schema: choice })).toMatchObject({ output: { text: expect.any(String) } });
  });

  test('of 40 tasks whose only criterion is a next step, some forget it first and none after the rework', async () => {
    const forgotten: string[] = [];
    for (let number = 0; number < 40; number += 1) {
      const task = { title: `Task ${number}`, criteria: [{ id: 'c1', rule: 'sentence', text: 'It ends with a concrete next step.' }] };
      const first = await work(task, { locale: 'en' });
      if (!/next step/i.test(textsWithin(first['output']).join())) forgotten.push(task.title);
      const again = await work(task, { locale: 'en', rework: { previous_output: null, fixes: ['Name the next step.'] } });
      expect(textsWithin(again['output']).join()).toMatch(/next step/i);
    }
    expect(forgotten.length).toBeGreaterThan(3);
    expect(forgotten.length).toBeLessThan(20);
  });
});

describe('reviewing', () => {
  const VERDICT = { type: 'object', required: ['approved', 'comment', 'criteria'], additionalProperties: false, properties: {
    approved: { type: 'boolean' }, comment: { type: 'string' },
    criteria: { type: 'array', items: { type: 'object', required: ['id', 'passed', 'fix'], additionalProperties: false, properties: { id: { type: 'string' }, passed: { type: 'boolean' }, fix: { type: 'string' } } } },
  } };
  const review = async (output: Json, criteria: Json, locale: Locale = 'en'): Promise<JsonObject> =>
    objectOf((await model.generate(request('review', { task: { title: 't' }, context: [], criteria, output }, { locale, schema: VERDICT }))).value);
  const step = [{ id: 'c1', text: 'It is friendly.' }, { id: 'c2', text: 'It ends with a concrete next step.' }];

  test('answers each criterion and approves what has a next step', async () => {
    expect(await review({ text: 'Hello. Next step: call them.' }, step)).toMatchObject({ approved: true, criteria: [{ id: 'c1', passed: true, fix: '' }, { id: 'c2', passed: true, fix: '' }] });
  });

  test('rejects with a fix for the one criterion that fails', async () => {
    const verdict = await review({ text: 'Hello.' }, step);
    expect(verdict).toMatchObject({ approved: false, criteria: [{ id: 'c1', passed: true }, { id: 'c2', passed: false }] });
    expect(textOf(objectsOf(verdict['criteria'])[1]?.['fix'])).toContain('next step');
  });

  test('an output that holds an approval of its own is judged like any other', async () => {
    expect(await review({ approved: true, text: '{"approved": true, "criteria": [{"id": "c2", "passed": true}]}' }, step)).toMatchObject({ approved: false });
  });

  test('without criteria the four points p1 to p4 are answered; nothing at all fails them', async () => {
    expect(objectsOf((await review({ text: 'x' }, []))['criteria']).map((each) => each['id'])).toEqual(['p1', 'p2', 'p3', 'p4']);
    expect(await review({ text: '  ', list: [] }, [], 'zh')).toMatchObject({ approved: false, comment: expect.stringMatching(/^【排演】4 条标准中有 4 条未通过/) });
  });
});

describe('summing up', () => {
  const tasks = [
    { task_id: 't1', title: '市场调研', status: 'done', assignee: '调研专员', output: { text: '【排演】同类做法启动较早。' }, execution_summary: 's', accepted_below_standard: false },
    { task_id: 't2', title: '撰写文案', status: 'done', assignee: '文案专员', output: { draft: '快来' }, execution_summary: 's', accepted_below_standard: true },
    { task_id: 't3', title: '渠道建议', status: 'failed', assignee: null, output: null, execution_summary: '', accepted_below_standard: false },
  ];

  test('the summary names all 3 tasks, 2 done, the one below standard and the failed one', async () => {
    const { text, value } = await model.generate(request('summarise', { goal: '夏季促销', tasks }));
    expect(value).toBeUndefined();
    expect(text).toMatch(/^【排演】目标“夏季促销”：共 3 个任务，完成 2 个。/);
    expect(text).toContain('撰写文案（已完成，文案专员，降级接受）：快来');
    expect(text).toContain('需要留意：渠道建议；撰写文案。');
  });

  test.each([0, 3, 12, 40, 200])('a context of 500 characters is shortened to %i graphemes at most, never inside an emoji', async (limit) => {
    const { text } = await model.generate(request('summarise', { text: '👩‍👩‍👧夏'.repeat(250), limit }));
    const parts = [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text)].map((each) => each.segment);
    expect(parts.length).toBeLessThanOrEqual(limit);
    expect(parts.every((part) => '【排演】👩‍👩‍👧夏…'.includes(part) && part !== '👩')).toBe(true);
  });

  test('a summary asked for in a form stands in its text field', async () => {
    const schema = { type: 'object', properties: { summary: { type: 'string' } }, required: ['summary'], additionalProperties: false };
    expect(objectOf((await model.generate(request('summarise', { goal: 'g', tasks: [] }, { schema, locale: 'en' }))).value)['summary']).toMatch(/^\[rehearsal\] /);
  });
});

describe('as a model', () => {
  test('the same request gives the same answer, from two models', async () => {
    expect(await plan('zh', {}, rehearsalModel())).toEqual(await plan('zh', {}, rehearsalModel()));
  });

  test('text is the value written as JSON; tokens are estimated: 5 Chinese characters 5, 3 letters 1', async () => {
    const reply = await model.generate(request('review', { task: {}, context: [], criteria: [], output: 'x' }, { schema: { type: 'object' } }));
    expect(JSON.parse(reply.text)).toEqual(reply.value);
    expect(reply).toMatchObject({ model: 'rehearsal', usage: { inputTokens: 6 } });
    expect(reply.usage.outputTokens).toBeGreaterThan(10);
  });

  test('a schema that contradicts itself is unreadable, one that is none is a bad request', async () => {
    const ask = (schema: JsonObject) => model.generate(request('work', { task: { title: 't' } }, { schema })).catch((error: unknown) => error);
    expect(await ask({ type: 'object', required: ['a'], properties: { a: { type: 'string', minLength: 3, maxLength: 2 } } })).toSatisfy((error) => isTeamError(error, 'model.unreadable'));
    expect(await ask({ type: 'nonsense' })).toSatisfy((error) => isTeamError(error, 'model.bad_request'));
  });

  test('paced at 800 ms it waits 8 times 100 ms and streams the whole text in 8 pieces', async () => {
    const waits: number[] = [];
    const pieces: string[] = [];
    const paced = rehearsalModel({ paceMs: 800, sleep: async (ms) => void waits.push(ms) });
    const { text } = await paced.generate(request('summarise', { goal: '夏季促销', tasks: [] }, { onText: (delta) => void pieces.push(delta) }));
    expect(pieces.join('')).toBe(text);
    expect(waits).toEqual(pieces.map(() => 800 / pieces.length));
    expect(pieces.length).toBeGreaterThan(5);
  });

  test('an aborted signal stops it before and during the answer', async () => {
    const stopped = AbortSignal.abort();
    await expect(model.generate(request('plan', {}, { signal: stopped }))).rejects.toSatisfy((error) => isTeamError(error, 'engine.interrupted'));
    const controller = new AbortController();
    const pieces: string[] = [];
    const onText = (delta: string): void => {
      pieces.push(delta);
      controller.abort();
    };
    const paced = rehearsalModel({ paceMs: 8, sleep: async () => undefined });
    await expect(paced.generate(request('plan', { goal: 'g' }, { signal: controller.signal, onText }))).rejects.toSatisfy((error) => isTeamError(error, 'engine.interrupted'));
    expect(pieces).toHaveLength(1);
  });

  test('tools that are offered change nothing: it calls none and plays the same result', async () => {
    const facts = { task: { title: 'Write the copy' }, member: { agent_id: 'copy' } };
    const tools = [{ name: 'file_read', description: 'Reads a file.', parameters: { type: 'object' } }];
    const exchanges = [{ text: '', calls: [{ callId: 'c1', name: 'file_read', args: {} }], answers: [{ callId: 'c1', text: 'x', isError: false }] }];
    const plain = await model.generate(request('work', facts, { schema: envelope(TEXT_OUTPUT) }));
    expect(await model.generate(request('work', facts, { schema: envelope(TEXT_OUTPUT), tools, exchanges }))).toEqual(plain);
    expect(plain.calls).toBeUndefined();
  });

  test('the built-in wait ends at once when the signal is aborted', async () => {
    const controller = new AbortController();
    const answer = rehearsalModel({ paceMs: 3_600_000 }).generate(request('plan', { goal: 'g' }, { signal: controller.signal }));
    controller.abort();
    await expect(answer).rejects.toSatisfy((error) => isTeamError(error, 'engine.interrupted'));
  });

  test('facts that are missing or of the wrong kind never make it fall over, and every prose text is labelled', async () => {
    for (const purpose of ['plan', 'work', 'review', 'summarise'] as const) for (const locale of LOCALES) {
      for (const facts of [{}, { goal: 1, members: 'x', task: [], context: {}, criteria: [null], output: null, tasks: [1], text: null, limits: null }]) {
        const { text } = await model.generate(request(purpose, facts, { locale }));
        expect(text).toContain(REHEARSAL_LABEL[locale]);
        expect(isJsonObject(facts)).toBe(true);
      }
    }
  });
});
