// What a program without types gives where another kind of value is meant is refused by name, before anything is opened, asked or written.
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTeam, human, tool, worker, type Team } from '../src/index.ts';
import { loosely, refusalOf } from './refusal-of.ts';
import { verifies } from './verifies.ts';

const MEMBERS = [human('ana', { skills: ['law'] })];
const team = (options: object) => loosely(createTeam)({ members: MEMBERS, store: 'memory', env: {}, ...options });
const ring: Record<string, unknown> = {};
ring['self'] = ring;

type Row = readonly [what: string, act: () => unknown, refused: readonly [code: string, en: string, zh: string]];

const OPTIONS: readonly Row[] = [
  ['no prices', () => team({ policy: { prices: null } }), ['team.invalid', 'policy.prices takes its options as an object.', 'policy.prices 的选项应是对象。']],
  ['prices in a word', () => team({ policy: { prices: 'low' } }), ['team.invalid', 'policy.prices takes its options as an object.', 'policy.prices 的选项应是对象。']],
  ['no providers', () => team({ providers: null }), ['team.invalid', 'providers takes its options as an object.', 'providers 的选项应是对象。']],
  ['a model that is a number', () => team({ model: 5 }), ['team.invalid', 'model cannot be 5. Give the name of a model, such as "anthropic/claude-sonnet-4-5", or a list of names.', 'model 不能是 5。请写模型名称，例如 "anthropic/claude-sonnet-4-5"，或名称列表。']],
  ['a model of a step', () => team({ models: { plan: [5] } }), ['team.invalid', 'models.plan cannot be [5]. Give the name of a model', 'models.plan 不能是 [5]。请写模型名称']],
  ['no store', () => team({ store: null }), ['team.invalid', 'store cannot be null, for that is no path.', 'store 不能是 null：这不是路径。']],
  ['a limit that no text can show', () => team({ policy: { limits: { losses: 5n } } }), ['team.invalid', 'limits.losses cannot be 5. Give a whole number', 'limits.losses 不能是 5。请写不小于 0 的整数']],
  ['a word that holds itself', () => team({ style: ring }), ['team.invalid', 'style cannot be an object. Give one of agency, team.', 'style 不能是对象。请写 agency、team 之一。']],
  ['a long word', () => team({ style: 'x'.repeat(5_000) }), ['team.invalid', `style cannot be "${'x'.repeat(98)}…. Give one of`, `style 不能是 "${'x'.repeat(98)}…。请写`]],
  ['tools that are no list', () => loosely(worker)('a', { tools: 'file.read' }), ['member.invalid', 'worker: tools cannot be "file.read". Give a list.', 'worker：tools 不能是 "file.read"。请写列表。']],
  ['no tools', () => loosely(worker)('a', { tools: null }), ['member.invalid', 'worker: tools cannot be null. Give a list.', 'worker：tools 不能是 null。请写列表。']],
  ['no denied tools', () => loosely(worker)('a', { deniedTools: null }), ['member.invalid', 'worker: deniedTools cannot be null. Give a list.', 'worker：deniedTools 不能是 null。请写列表。']],
  ['effects that are no list', () => loosely(tool)('a.b', { description: 'x', effects: 'reads', run: () => null }), ['input.invalid', 'tool: effects cannot be "reads". Give a list.', 'tool：effects 不能是 "reads"。请写列表。']],
];

test.each(OPTIONS)('%s is refused by name, in both languages', async (_what, act, [code, en, zh]) => {
  verifies('team.options_checked');
  const refusal = await refusalOf(act);
  expect(refusal.code).toBe(code);
  expect([refusal.says.en.slice(0, en.length), refusal.says.zh.slice(0, zh.length)]).toEqual([en, zh]);
});

test('a name that is long, empty or holds marks of the terminal is shown short and harmless', async () => {
  const refusal = await refusalOf(() => team({ ['x'.repeat(5_000)]: 1, 'a\nb\u001B[31m': 1, '': 1 }));
  expect(refusal.says.en.startsWith(`createTeam has no option ${'x'.repeat(63)}…. createTeam has no option a b [31m. createTeam has no option "". It takes members, `)).toBe(true);
});

test('of many names that are no options the first ten are said, and how many more there are', async () => {
  const { says, details } = await refusalOf(() => team(Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`zz${index}`, 1]))));
  expect(says.en).toContain('createTeam has no option zz9. And 2 more names. It takes members, ');
  expect(says.zh).toContain('createTeam 没有 zz9 这一选项。另有 2 个名称。可用的有 members、');
  expect(details['fields']).toHaveLength(12);
});

type Act = (of: Team) => unknown;
const answer = (input: object): Act => (of) => loosely(of.answer)('question_1', { choice: 'hand_in', output: 'x', by: 'ana', ...input });

const DOORS: readonly (readonly [what: string, act: Act, en: string, zh: string])[] = [
  ['a goal that is no text', (of) => loosely(of.run)(5), 'The goal has no text.', '目标没有内容。'],
  ['no goal', (of) => loosely(of.open)(), 'The goal has no text.', '目标没有内容。'],
  ['a language that there is not', (of) => loosely(of.run)('x', { locale: 'fr' }), 'run: locale cannot be "fr". Give one of en, zh.', 'run：locale 不能是 "fr"。请写 en、zh 之一。'],
  ['whoever answers is a number', answer({ by: 5 }), 'answer: by cannot be 5. Give a text.', 'answer：by 不能是 5。请写文字。'],
  ['whoever answers is null', answer({ by: null }), 'answer: by cannot be null. Give a text.', 'answer：by 不能是 null。请写文字。'],
  ['a plan in a list', answer({ choice: 'plan', plan: ['read', 'write'] }), 'answer: plan cannot be ["read","write"]. Give a text.', 'answer：plan 不能是 ["read","write"]。请写文字。'],
  ['a note that is a number', answer({ note: 5 }), 'answer: note cannot be 5. Give a text.', 'answer：note 不能是 5。请写文字。'],
  ['a result that is a function', answer({ output: () => 1 }), 'answer: output cannot be a function. Give plain JSON.', 'answer：output 不能是函数。请写普通的 JSON 值。'],
  ['a result that holds a date', answer({ output: { at: new Date(0) } }), 'answer: output cannot be {"at":"1970-01-01T00:00:00.000Z"}. Give plain JSON.', 'answer：output 不能是 {"at":"1970-01-01T00:00:00.000Z"}。请写普通的 JSON 值。'],
  ['a file beside a list of files', answer({ attach: 'a.txt' }), 'answer: attach cannot be "a.txt". Give a list of texts.', 'answer：attach 不能是 "a.txt"。请写文字列表。'],
  ['files that are numbers', answer({ attach: [5] }), 'answer: attach cannot be [5]. Give a list of texts.', 'answer：attach 不能是 [5]。请写文字列表。'],
  ['fields that are null', answer({ choice: 'edit', set: null }), 'answer: set cannot be null. Give an object.', 'answer：set 不能是 null。请写对象。'],
  ['a letter to a number', (of) => loosely(of.write)({ to: 5, content: 'x' }), 'write: to cannot be 5. Give a text or a list of texts.', 'write：to 不能是 5。请写文字或文字列表。'],
  ['a letter that is no text', (of) => loosely(of.write)({ to: 'ana', content: 5 }), 'write: content cannot be 5. Give a text.', 'write：content 不能是 5。请写文字。'],
  ['a letter without a word', (of) => loosely(of.write)({ to: 'ana' }), 'write: content cannot be undefined. Give a text.', 'write：content 不能是 undefined。请写文字。'],
  ['a change that there is not', (of) => loosely(of.change)('task_1', { do: 'constructor' }), 'change: do cannot be "constructor". Give one of edit, reassign, ', 'change：do 不能是 "constructor"。请写 edit、reassign、'],
  ['a change without a word', (of) => loosely(of.change)('task_1', {}), 'change: do cannot be undefined. Give one of edit, ', 'change：do 不能是 undefined。请写 edit、'],
  ['needs that are no list', (of) => loosely(of.change)('task_1', { do: 'wait_for', needs: 'task_2' }), 'change: needs cannot be "task_2". Give a list of texts.', 'change：needs 不能是 "task_2"。请写文字列表。'],
  ['a person that is a number', (of) => loosely(of.inbox)({ person: 5 }), 'inbox: person cannot be 5. Give a text.', 'inbox：person 不能是 5。请写文字。'],
];

describe('a team', () => {
  test.each(DOORS)('rejects %s, and the question is still open', async (_what, act, en, zh) => {
    verifies('team.options_checked');
    const of = createTeam({ members: MEMBERS, store: 'memory', env: {}, policy: { review: 'none' } });
    onTestFinished(() => of.close());
    const goal = await of.open('A contract');
    await goal.add([{ title: 'Contract', skills: ['law'] }]);
    await goal.ended();
    const refusal = await refusalOf(() => act(of));
    expect(refusal.code).toBe('input.invalid');
    expect([refusal.says.en.slice(0, en.length), refusal.says.zh.slice(0, zh.length)]).toEqual([en, zh]);
    expect((await goal.ended()).waiting.map(({ id, state }) => [id, state])).toEqual([['question_1', 'open']]);
  });

  test('rejects tasks that are no list, and a member that was not made', async () => {
    const of = createTeam({ members: MEMBERS, store: 'memory', env: {} });
    onTestFinished(() => of.close());
    const goal = await of.open('A contract');
    for (const tasks of ['Contract', null, undefined, { title: 'Contract' }]) {
      const { code, says } = await refusalOf(() => loosely(goal.add)(tasks));
      expect([code, says]).toEqual(['input.invalid', { en: 'Give tasks as a list: [{ title, … }].', zh: '请把任务写成列表：[{ title, … }]。' }]);
    }
    for (const member of [null, { id: 'cy' }]) expect((await refusalOf(() => loosely(of.register)(member))).says.en).toBe('This is no member. Make it with worker(), manager(), reviewer() or human().');
    await goal.cancel();
  });
});
