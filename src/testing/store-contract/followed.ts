// What follows from a commit is in the same transaction, to its end: tasks start, dependants open, goals drain. A graph comes
// whole. Events are numbered without gaps, and a version counts the moves of its row.
import { expect } from 'vitest';
import type { MusterEvent } from '../../core/change.ts';
import { refuse } from '../../core/errors.ts';
import type { TaskId } from '../../core/ids.ts';
import { sameInBoth } from '../../core/json.ts';
import { decideReview, type Verdict } from '../../core/moves/review.ts';
import { cancelGoal } from '../../core/moves/goal-moves.ts';
import { policyOf } from '../../core/policy.ts';
import type { Store } from '../../ports/store.ts';
import { registrationOf, taskOf } from '../builders.ts';
import { adds, allEvents, claims, enrols, must, notes, opens, submits, typesOf, type ContractCase, type World } from './world.ts';

const APPROVE: Verdict = { kind: 'approve', reviewerId: 'reviewer', comment: '', criteria: [] };

async function approve(store: Store, taskId: TaskId): Promise<undefined> {
  const resultSeq = (await store.read.task(taskId))?.resultSeq ?? 0;
  return must(store.commit([taskId], (board) => decideReview(board, { taskId, resultSeq }, APPROVE)));
}

/** Two tasks wait for review, a third waits for both. */
async function twoBeforeOne({ store }: World): Promise<readonly [TaskId, TaskId, TaskId]> {
  await enrols(store, registrationOf('worker', { capacity: 3 }), registrationOf('reviewer', { roles: ['reviewer'] }));
  const goal = await opens(store, { policy: policyOf() });
  const [left = 'task_0', right = 'task_0', both = 'task_0'] = await adds(store, goal, [taskOf('left', { name: 'l' }), taskOf('right', { name: 'r' }), taskOf('both', { dependsOn: ['l', 'r'] })]);
  await Promise.all([must(store.commit([], submits(left))), must(store.commit([], submits(right)))]);
  expect(await store.read.task(both)).toMatchObject({ state: 'blocked', version: 1 });
  return [left, right, both];
}

const ORDERS = [['left first', 0, 1], ['right first', 1, 0]] as const;

const sharedDependant = ORDERS.flatMap(([order, first, second]): ContractCase[] => [
  {
    says: `two approvals in one turn, ${order}, open the way of the task that waits for both, once`,
    settled: true,
    async holds(world) {
      const tasks = await twoBeforeOne(world);
      await Promise.all([approve(world.store, tasks[first]), approve(world.store, tasks[second])]);
      await expectStarted(world.store, tasks[2]);
    },
  },
  {
    says: `two approvals in two turns, ${order}, open the way of the task that waits for both, with the second`,
    settled: true,
    async holds(world) {
      const tasks = await twoBeforeOne(world);
      await approve(world.store, tasks[first]);
      expect(await world.store.read.task(tasks[2])).toMatchObject({ state: 'blocked', version: 1 });
      await approve(world.store, tasks[second]);
      await expectStarted(world.store, tasks[2]);
    },
  },
]);

async function expectStarted(store: Store, task: TaskId): Promise<void> {
  expect(await store.read.task(task)).toMatchObject({ state: 'executing', version: 4 });
  const own = await store.read.events({ afterSeq: 0, taskId: task, limit: 100 });
  expect(typesOf(own)).toEqual(['task.created', 'task.unblocked', 'task.assigned', 'task.started']);
  expect(new Set(own.slice(1).map((event) => event.at)).size).toBe(1);
}

const GRAPH = 500;

export const FOLLOWED: readonly ContractCase[] = [
  ...sharedDependant,
  {
    says: 'a new task is created, assigned and started in one transaction, and the version says three moves',
    settled: true,
    async holds({ store }) {
      await enrols(store, registrationOf('worker'));
      const goal = await opens(store);
      const [task = 'task_0'] = await adds(store, goal, [taskOf('one')]);
      expect(await store.read.task(task)).toMatchObject({ state: 'executing', version: 3, assigneeId: 'worker', starts: 1 });
      const events = await store.read.events({ afterSeq: 0, taskId: task, limit: 10 });
      expect(events.map(({ type, version }) => `${type} ${version}`)).toEqual(['task.created 1', 'task.assigned 2', 'task.started 3']);
      expect(new Set(events.map((event) => event.at)).size).toBe(1);
    },
  },
  {
    says: 'one hand-in ends a task, starts the next of the chain and the next of the lane, all in one transaction',
    settled: true,
    async holds({ store }) {
      await enrols(store, registrationOf('worker'));
      const goal = await opens(store);
      const [first = 'task_0', next = 'task_0'] = await adds(store, goal, [taskOf('first', { name: 'f' }), taskOf('next', { dependsOn: ['f'] })]);
      const heard: MusterEvent[][] = [];
      store.onEvents((events) => void heard.push([...events]));
      await must(store.commit([], submits(first)));
      expect(heard.map((events) => events.map(({ taskId, type }) => `${taskId ?? ''} ${type}`))).toEqual([[`${first} task.completed`, `${next} task.unblocked`, `${next} task.assigned`, `${next} task.started`]]);
    },
  },
  {
    says: 'a member that was at work for a goal that is cancelled has room for the next goal in the same transaction',
    settled: true,
    async holds({ store }) {
      await enrols(store, registrationOf('worker'));
      const [first, second] = [await opens(store), await opens(store)];
      await adds(store, first, [taskOf('at work')]);
      const [waits = 'task_0'] = await adds(store, second, [taskOf('waits')]);
      expect(await store.read.task(waits)).toMatchObject({ state: 'pending' });
      await must(store.commit([first], (board) => cancelGoal(board, first, 'pat')));
      expect(await store.read.task(waits)).toMatchObject({ state: 'executing', assigneeId: 'worker' });
    },
  },
  {
    says: `a graph of ${GRAPH} tasks comes whole, in one transaction and one announcement`,
    async holds({ store }) {
      const goal = await opens(store);
      const heard: number[] = [];
      store.onEvents((events) => void heard.push(events.length));
      const chain = Array.from({ length: GRAPH }, (_, index) => taskOf(`t${index}`, { name: `t${index}`, dependsOn: index === 0 ? [] : [`t${index - 1}`] }));
      const [ids] = await Promise.all([adds(store, goal, chain, { intake: true }), store.commit([], notes(goal, 'beside it'))]);
      expect(ids).toHaveLength(GRAPH);
      expect(heard.reduce((sum, count) => sum + count, 0)).toBe(GRAPH + 2);
      expect(heard.some((count) => count >= GRAPH + 1)).toBe(true);
      expect(store.look((board) => board.openTaskCount(goal))).toBe(GRAPH);
      expect(await store.read.prerequisites(ids.at(-1) ?? 'task_0')).toEqual([ids.at(-2)]);
    },
  },
  {
    says: 'events are numbered from 1 without a gap, whatever was refused or failed between them',
    async holds({ store }) {
      const goal = await opens(store);
      const [task = 'task_0'] = await adds(store, goal, [taskOf('one')]);
      await Promise.allSettled([
        store.commit([], notes(goal, 'a')), store.commit([], () => refuse('goal.ended', sameInBoth('No.'))), store.commit([], () => { throw new Error('no'); }),
        store.commit([], claims(task, 'ann')), store.commit([], claims(task, 'ben')), store.commit([], notes(goal, 'b')),
      ]);
      const events = await allEvents(store);
      expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
      expect(typesOf(events)).toEqual(['goal.opened', 'goal.plan_adopted', 'task.created', 'task.note_added', 'task.claimed', 'task.note_added']);
      expect(events.at(4)).toMatchObject({ taskId: task, version: 2, memberId: 'ann' });
      expect(store.look((board) => board.lastSeq)).toBe(events.length);
    },
  },
];
