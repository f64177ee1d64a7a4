// What was written comes back as it was: texts of every script, names that trip objects up, large outputs. Ended rows are
// read, and shown to the decisions that name them. Both also hold after the store has been closed and opened again.
import { expect } from 'vitest';
import type { Board } from '../../core/board/board.ts';
import { Draft, type Decision } from '../../core/change.ts';
import type { GoalId, QuestionId, TaskId } from '../../core/ids.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { answerQuestion } from '../../core/moves/answer.ts';
import { cancelGoal } from '../../core/moves/goal-moves.ts';
import { planUnusable } from '../../core/moves/goal-plan.ts';
import { policyOf } from '../../core/policy.ts';
import type { Criterion } from '../../core/criteria.ts';
import type { Store } from '../../ports/store.ts';
import { briefOf, registrationOf, taskOf } from '../builders.ts';
import { adds, allEvents, claims, enrols, must, NOTHING_FOLLOWS, opens, submits, type ContractCase, type World } from './world.ts';

const ODD: readonly (readonly [string, string])[] = [
  ['Chinese, Japanese and Korean', '夏日促销文案：学生们的第一杯奶茶 かな 한글'],
  ['emoji that are several characters', '👩‍👩‍👧‍👦🇨🇳👍🏽'],
  ['half of a surrogate pair', 'a\ud83dz\udc00'],
  ['control and line characters', '\u0000\u0007\r\n\u2028\u0085'],
  ['quotes and backslashes', `'";--\\"\\u0041 \${x}`],
];

/** Own keys, as JSON gives them; written as a literal the first would be something else. */
const TRAPS: JsonObject = JSON.parse('{"__proto__":{"polluted":true},"constructor":1,"toString":"x","":[null,0.1,-0,1e308,[],{}]}');
const LARGE = 4_000_000;

const criterion: Criterion = { id: 'c1', rule: 'sentence', text: '语气亲切' };

/** Looked at in the store that wrote, and, where it can be, in one that opens the same data later. */
const bothWays = (says: string, act: (world: World) => Promise<(store: Store) => Promise<void>>): ContractCase => ({
  says,
  async holds(world) {
    const look = await act(world);
    await look(world.store);
    if (world.outlivesProcess) await look(await world.again(NOTHING_FOLLOWS));
  },
});

const texts = ODD.map(([what, odd]) =>
  bothWays(`${what} come back as they were, in goals, tasks, inputs, members, results and notes`, async ({ store }) => {
    const member = registrationOf('worker', { name: odd, description: odd, skills: ['plain'] });
    await enrols(store, member);
    const goal = await opens(store, { text: odd });
    const input = { [odd]: odd };
    const [task = 'task_0'] = await adds(store, goal, [taskOf(odd, { content: odd, input, context: [{ source: 'goal', text: odd }] })]);
    await must(store.commit([task], claims(task, 'worker')));
    const seq = await handIn(store, task, { [odd]: [odd] });
    return async (reader) => {
      expect(await reader.read.goal(goal)).toMatchObject({ text: odd });
      expect(await reader.read.brief(task)).toEqual(briefOf(odd, { content: odd, input, context: [{ source: 'goal', text: odd }] }));
      expect(await reader.read.result(seq)).toEqual({ output: { [odd]: [odd] }, executionSummary: 'how' });
      expect(reader.look((board) => board.members('team'))).toEqual([member]);
    };
  }));

/** A hand-in of a claimed task, with an output of any form; gives the number of the event that holds it. */
async function handIn(store: Store, taskId: TaskId, output: Json): Promise<number> {
  return must(store.commit([taskId], (board) => {
    const task = board.task(taskId);
    const draft = new Draft(board);
    const seq = draft.nextSeq();
    if (task !== undefined) draft.moveTask(task, 'submit', 'completed', { fields: { resultSeq: seq, attempts: 1 }, details: { output, execution_summary: 'how' } });
    return draft.decision(seq);
  }));
}

const edits = (task: TaskId, title: string) => (board: Board): Decision<undefined> => {
  const found = board.task(task);
  const draft = new Draft(board);
  if (found !== undefined) draft.moveTask(found, 'edit', 'blocked', { brief: briefOf(title) });
  return draft.decision(undefined);
};

async function askedQuestion(store: Store): Promise<{ goal: GoalId; question: QuestionId }> {
  const goal = await opens(store, { policy: policyOf({ limits: { goalPlanTries: 1 } }), openEnded: false });
  await must(store.commit([goal], (board) => planUnusable(board, goal, { tries: 0, problems: ['没有可用的计划'] })));
  const [question] = await store.read.questions({ goalId: goal, openOnly: true });
  return { goal, question: question?.id ?? 'question_0' };
}

const answers = (questionId: QuestionId, by: string) => (board: Board) => answerQuestion(board, { questionId, answer: { choice: 'retry', note: by, by, extra: {} } });

export const KEPT: readonly ContractCase[] = [
  ...texts,
  bothWays('names that objects own by nature are names like others, in inputs and outputs', async ({ store }) => {
    const goal = await opens(store);
    const [task = 'task_0'] = await adds(store, goal, [taskOf('traps', { input: TRAPS, criteria: [criterion] })]);
    await must(store.commit([task], claims(task, '__proto__')));
    const seq = await handIn(store, task, TRAPS);
    return async (reader) => {
      const read = await reader.read.brief(task);
      expect(JSON.stringify(read?.input)).toBe(JSON.stringify(TRAPS));
      expect(read?.criteria).toEqual([criterion]);
      expect(JSON.stringify((await reader.read.result(seq))?.output)).toBe(JSON.stringify(TRAPS));
      expect(await reader.read.task(task)).toMatchObject({ assigneeId: '__proto__', state: 'completed' });
    };
  }),
  bothWays('an output of 4,000,000 characters comes back whole', async ({ store }) => {
    const goal = await opens(store);
    const [task = 'task_0'] = await adds(store, goal, [taskOf('large')]);
    await must(store.commit([task], claims(task, 'ann')));
    const large = '汉'.repeat(LARGE);
    const seq = await handIn(store, task, large);
    return async (reader) => expect((await reader.read.result(seq))?.output === large).toBe(true);
  }),
  bothWays('an edge list is read in the order of the prerequisites, whatever order they were named in', async ({ store }) => {
    const goal = await opens(store);
    const ids = await adds(store, goal, [taskOf('last', { dependsOn: ['c', 'a', 'b'] }), taskOf('a', { name: 'a' }), taskOf('b', { name: 'b' }), taskOf('c', { name: 'c' })]);
    return async (reader) => {
      expect(await reader.read.prerequisites(ids[0] ?? 'task_0')).toEqual(ids.slice(1));
      expect(reader.look((board) => [...board.openPrerequisites(ids[0] ?? 'task_0')].sort())).toEqual(ids.slice(1));
    };
  }),
  bothWays('what was edited is what is read, and its prerequisites stay', async ({ store }) => {
    const goal = await opens(store);
    const [needed = 'task_0', task = 'task_0'] = await adds(store, goal, [taskOf('needed', { name: 'n' }), taskOf('before', { dependsOn: ['n'] })]);
    await must(store.commit([task], edits(task, 'after')));
    return async (reader) => {
      expect(await reader.read.brief(task)).toEqual(briefOf('after'));
      expect(await reader.read.prerequisites(task)).toEqual([needed]);
    };
  }),
  bothWays('an ended task, goal and question are read, and shown only to decisions that name them', async ({ store }) => {
    const { goal, question } = await askedQuestion(store);
    await must(store.commit([question], answers(question, 'pat')));
    const open = await opens(store);
    const [task = 'task_0'] = await adds(store, open, [taskOf('ended')]);
    await must(store.commit([task], claims(task, 'ann')));
    await handIn(store, task, 'x');
    await must(store.commit([goal], (board) => cancelGoal(board, goal, 'pat')));
    return async (reader) => {
      expect(await reader.read.task(task)).toMatchObject({ state: 'completed' });
      expect(await reader.read.goal(goal)).toMatchObject({ state: 'cancelled' });
      expect(await reader.read.question(question)).toMatchObject({ state: 'answered', answer: { by: 'pat' } });
      const seen = (ids: Parameters<Store['commit']>[0]) => must(reader.commit(ids, (board) => ({ ok: true, value: [board.task(task)?.state, board.goal(goal)?.state, board.question(question)?.state] })));
      expect(await seen([task, goal, question])).toEqual(['completed', 'cancelled', 'answered']);
      expect(await seen([])).toEqual([undefined, undefined, undefined]);
    };
  }),
  {
    says: 'a process that edits a task it did not make still knows its prerequisites and its new text',
    needs: 'outlivesProcess',
    async holds(world) {
      const goal = await opens(world.store);
      const [needed = 'task_0', task = 'task_0'] = await adds(world.store, goal, [taskOf('needed', { name: 'n' }), taskOf('before', { dependsOn: ['n'] })]);
      const other = await world.again(NOTHING_FOLLOWS);
      await must(other.commit([task], edits(task, 'after')));
      expect(await other.read.prerequisites(task)).toEqual([needed]);
      expect((await other.read.brief(task))?.title).toBe('after');
      const now = await other.read.task(task);
      expect(now === undefined ? undefined : other.recall(now)?.needs ?? [needed]).toEqual([needed]);
    },
  },
  {
    says: 'a question that is answered twice in one turn takes the first answer and refuses the second, and so a late third',
    async holds({ store }) {
      const { question } = await askedQuestion(store);
      const outcomes = await Promise.all(['ann', 'ben'].map((by) => store.commit([question], answers(question, by))));
      const late = await store.commit([question], answers(question, 'cho'));
      expect([...outcomes, late].map((outcome) => (outcome.ok ? 'taken' : outcome.code))).toEqual(['taken', 'question.closed', 'question.closed']);
      expect(await store.read.question(question)).toMatchObject({ answer: { by: 'ann' } });
      expect((await allEvents(store)).filter(({ type }) => type === 'question.answered')).toHaveLength(1);
    },
  },
  {
    says: 'a task that has ended refuses a second hand-in as late and keeps it aside',
    settled: true,
    async holds({ store }) {
      await enrols(store, registrationOf('worker'));
      const goal = await opens(store);
      const [task = 'task_0'] = await adds(store, goal, [taskOf('one')]);
      const outcomes = await Promise.all(['first', 'second'].map((output) => store.commit([task], submits(task, output))));
      expect(outcomes.map((outcome) => (outcome.ok ? outcome.value : outcome.code))).toEqual(['applied', 'set_aside']);
      expect((await allEvents(store)).filter((event) => event.type === 'task.result_set_aside').map((event) => event.details?.['output'])).toEqual(['second']);
    },
  },
];
