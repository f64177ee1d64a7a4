// Reading without a transaction: what is there, what is not, and the log by goal, by task and from a place on.
import { expect } from 'vitest';
import { taskOf } from '../builders.ts';
import { adds, allEvents, claims, must, notes, NOTHING_FOLLOWS, opens, typesOf, type ContractCase } from './world.ts';

export const READ: readonly ContractCase[] = [
  {
    says: 'a fresh store is empty, and ids that nothing has give undefined or an empty list',
    async holds({ store }) {
      const { read } = store;
      expect(await Promise.all([read.goals(), read.questions({ openOnly: false }), allEvents(store), read.prerequisites('task_7')])).toEqual([[], [], [], []]);
      expect(await Promise.all([read.goal('goal_7'), read.task('task_7'), read.brief('task_7'), read.question('question_7'), read.result(7), read.result(0)])).toEqual(Array(6).fill(undefined));
      expect(store.look((board) => [board.lastSeq, board.next, [...board.openGoals()]])).toEqual([0, { goal: 1, task: 1, question: 1 }, []]);
    },
  },
  {
    says: 'events are read from a place on, up to a limit, of one goal or of one task, always oldest first',
    async holds({ store }) {
      const first = await opens(store);
      const second = await opens(store);
      const [task = 'task_0'] = await adds(store, first, [taskOf('one')]);
      await must(store.commit([], notes(second, 'n')));
      await must(store.commit([task], claims(task, 'ann')));
      const seqs = async (filter: Parameters<typeof store.read.events>[0]) => (await store.read.events(filter)).map((event) => event.seq);
      expect(await seqs({ afterSeq: 0, limit: Infinity })).toEqual([1, 2, 3, 4, 5, 6]);
      expect(await seqs({ afterSeq: 2, limit: 3 })).toEqual([3, 4, 5]);
      expect(await seqs({ afterSeq: 6, limit: 10 })).toEqual([]);
      expect(await seqs({ afterSeq: 0, limit: 0 })).toEqual([]);
      expect(await seqs({ afterSeq: 0, goalId: first, limit: 10 })).toEqual([1, 3, 4, 6]);
      expect(await seqs({ afterSeq: 1, goalId: first, limit: 2 })).toEqual([3, 4]);
      expect(await seqs({ afterSeq: 0, goalId: second, limit: 10 })).toEqual([2, 5]);
      expect(await seqs({ afterSeq: 0, taskId: task, limit: 10 })).toEqual([4, 6]);
    },
  },
  {
    says: 'goals, and the tasks of a goal, are listed in the order they were made',
    async holds({ store }) {
      const [first, second] = [await opens(store, { text: 'first' }), await opens(store, { text: 'second' })];
      const late = await adds(store, second, [taskOf('a'), taskOf('b')]);
      const early = await adds(store, first, [taskOf('c')]);
      const goals = await store.read.goals();
      expect(goals.map((goal) => goal.text)).toEqual(['first', 'second']);
      expect(await Promise.all(goals.map(async (goal) => (await store.read.tasksOf(goal)).map((task) => task.id)))).toEqual([early, late]);
    },
  },
  {
    says: 'an event that was given to a listener is the event that is read later',
    async holds({ store }) {
      const heard: unknown[] = [];
      store.onEvents((events) => void heard.push(...events));
      const goal = await opens(store);
      await must(store.commit([], notes(goal, 'n')));
      expect(await allEvents(store)).toEqual(heard);
    },
  },
  {
    says: 'what was handed in is kept as it was then, although the caller changes its object afterwards',
    async holds({ store }) {
      const input = { list: ['as handed in'] };
      const goal = await opens(store);
      await adds(store, goal, [taskOf('one', { input })]);
      input.list.push('changed later');
      expect((await allEvents(store)).at(-1)?.details?.['input']).toEqual({ list: ['as handed in'] });
    },
  },
  {
    says: 'a store that was just opened shows its open rows before the first commit',
    needs: 'outlivesProcess',
    async holds({ store, again }) {
      const goal = await opens(store);
      const [task = 'task_0'] = await adds(store, goal, [taskOf('one')]);
      const other = await again(NOTHING_FOLLOWS);
      expect(other.look((board) => [board.goal(goal)?.state, board.task(task)?.state, board.lastSeq])).toEqual(['running', 'pending', 3]);
    },
  },
  {
    says: 'the stay of this store is alive, nobody is dead, and a sign of life succeeds',
    async holds({ store }) {
      expect(store.epoch).toBeGreaterThan(0);
      expect([store.isDead(store.epoch, 0), store.isDead(0, 60_000), await store.beat()]).toEqual([false, true, true]);
    },
  },
  {
    says: 'the location is said in words',
    holds: async ({ store }) => expect(store.location).toMatch(/\S/),
  },
];

export const BACKED_UP: readonly ContractCase[] = [
  {
    says: 'a backup goes to a file that is not there yet; one that is there is refused and left',
    needs: 'backsUp',
    async holds({ store }) {
      await opens(store);
      const target = `${store.location}.copy-${Math.random().toString(36).slice(2)}`;
      await store.backup(target);
      await expect(store.backup(target)).rejects.toMatchObject({ code: 'input.invalid' });
      expect(typesOf(await allEvents(store))).toEqual(['goal.opened']);
    },
  },
];
