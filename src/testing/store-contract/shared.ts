// Two processes at one store. What one writes the other notices, hears once and in order, and never undoes; what follows from
// it is done by the process that drives the goal and by no other.
import { expect } from 'vitest';
import type { Board } from '../../core/board/board.ts';
import { Draft, type Decision } from '../../core/change.ts';
import type { TaskId } from '../../core/ids.ts';
import { letGo } from '../../core/moves/goal-moves.ts';
import { registrationOf, taskOf } from '../builders.ts';
import { adds, allEvents, claims, enrols, MOVES_FOLLOW, must, notes, NOTHING_FOLLOWS, opens, submits, typesOf, type ContractCase } from './world.ts';

/** A person frees a task from wherever: what follows is the engine's. */
const releases = (id: TaskId) => (board: Board): Decision<undefined> => {
  const task = board.task(id);
  const draft = new Draft(board);
  if (task !== undefined) draft.moveTask(task, 'release', 'pending', { fields: { assigneeId: null, epoch: 0 }, details: { reason: 'a person asked' } });
  return draft.decision(undefined);
};

const cases: readonly Omit<ContractCase, 'needs'>[] = [
  {
    says: 'what another process wrote is there after a refresh, and is heard once, in order',
    async holds({ store, again }) {
      const goal = await opens(store);
      const other = await again(NOTHING_FOLLOWS);
      const heard: number[] = [];
      store.onEvents((events) => void heard.push(...events.map((event) => event.seq)));
      const [task = 'task_0'] = await adds(other, goal, [taskOf('theirs')]);
      await must(other.commit([task], claims(task, 'ann')));
      await store.refresh();
      await store.refresh();
      expect(heard).toEqual([2, 3, 4]);
      expect(store.look((board) => board.task(task))).toMatchObject({ state: 'claimed', assigneeId: 'ann', version: 2 });
    },
  },
  {
    says: 'a commit sees what others wrote before it, and announces theirs before its own',
    async holds({ store, again }) {
      const goal = await opens(store);
      const other = await again(NOTHING_FOLLOWS);
      const heard: number[][] = [];
      store.onEvents((events) => void heard.push(events.map((event) => event.seq)));
      await must(other.commit([], notes(goal, 'theirs')));
      expect(await must(store.commit([], (board) => { const seen = board.lastSeq; const decided = notes(goal, 'ours')(board); return decided.ok ? { ...decided, value: seen } : decided; }))).toBe(2);
      expect(heard).toEqual([[2], [3]]);
    },
  },
  {
    says: 'both claim one task at the same moment, in twenty rounds: each round has one winner, and the loser is told who has it',
    async holds({ store, again }) {
      const goal = await opens(store);
      const other = await again(NOTHING_FOLLOWS);
      const tasks = await adds(store, goal, Array.from({ length: 20 }, (_, index) => taskOf(`t${index}`)));
      for (const [index, task] of tasks.entries()) {
        const outcomes = await Promise.all((index % 2 === 0 ? [store, other] : [other, store]).map((each) => each.commit([task], claims(task, each === store ? 'ours' : 'theirs'))));
        expect(outcomes.map((outcome) => outcome.ok).sort()).toEqual([false, true]);
        const winner = (await store.read.task(task))?.assigneeId;
        expect(outcomes.find((outcome) => !outcome.ok)).toMatchObject({ because: `${task} is taken by ${winner}.` });
      }
      expect(typesOf(await allEvents(store)).filter((type) => type === 'task.claimed')).toHaveLength(20);
    },
  },
  {
    says: 'two changes of one task at once are both kept',
    async holds({ store, again }) {
      const goal = await opens(store);
      const other = await again(NOTHING_FOLLOWS);
      const [task = 'task_0'] = await adds(store, goal, [taskOf('one')]);
      const adding = (missing: string) => (board: Board): Decision<undefined> => {
        const found = board.task(task);
        const draft = new Draft(board);
        if (found !== undefined) draft.putTask({ ...found, more: { ...found.more, missingSkills: [...(found.more?.missingSkills ?? []), missing] } });
        draft.note('task.note_added', { goalId: goal, taskId: task });
        return draft.decision(undefined);
      };
      await Promise.all([must(store.commit([task], adding('ours'))), must(other.commit([task], adding('theirs')))]);
      expect([...((await store.read.task(task))?.more?.missingSkills ?? [])].sort()).toEqual(['ours', 'theirs']);
    },
  },
  {
    says: 'what follows from another process’s write is done by the owner of the goal, once it notices, and not by the other',
    settled: true,
    async holds({ store, again }) {
      await enrols(store, registrationOf('worker'));
      const goal = await opens(store);
      const [task = 'task_0'] = await adds(store, goal, [taskOf('one')]);
      const other = await again(MOVES_FOLLOW);
      await must(other.commit([task], releases(task)));
      await other.refresh();
      expect(await other.read.task(task)).toMatchObject({ state: 'pending', version: 4 });
      await store.refresh();
      expect(await other.read.task(task)).toMatchObject({ state: 'executing', version: 6, epoch: store.epoch, starts: 2 });
    },
  },
  {
    says: 'a process that ends a task opens the way of those that wait for it, in the owner’s hands',
    settled: true,
    async holds({ store, again }) {
      await enrols(store, registrationOf('worker'));
      const goal = await opens(store);
      const [first = 'task_0', next = 'task_0'] = await adds(store, goal, [taskOf('first', { name: 'f' }), taskOf('next', { dependsOn: ['f'] })]);
      const other = await again(MOVES_FOLLOW);
      await must(other.commit([first], submits(first)));
      expect(await other.read.task(next)).toMatchObject({ state: 'blocked' });
      await store.refresh();
      expect(await store.read.task(next)).toMatchObject({ state: 'executing', epoch: store.epoch });
    },
  },
  {
    says: 'a goal that nobody drives is moved on by nobody',
    settled: true,
    async holds({ store, again }) {
      await enrols(store, registrationOf('worker'));
      const goal = await opens(store);
      await must(store.commit([goal], (board) => letGo(board, goal)));
      const other = await again(MOVES_FOLLOW);
      const [task = 'task_0'] = await adds(other, goal, [taskOf('one')]);
      await Promise.all([store.refresh(), other.refresh()]);
      expect(await store.read.task(task)).toMatchObject({ state: 'pending', version: 1 });
    },
  },
];

export const SHARED: readonly ContractCase[] = cases.map((each) => ({ ...each, needs: 'sharedByProcesses' as const }));
