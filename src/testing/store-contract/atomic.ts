// All or nothing: a refusal, a fault and a value that cannot be written leave nothing behind, and harm nobody else.
import { expect } from 'vitest';
import { Draft, type Decision } from '../../core/change.ts';
import type { Board } from '../../core/board/board.ts';
import { claimNextCommand } from '../../core/commands/claim-next.ts';
import { refuse, TeamError } from '../../core/errors.ts';
import type { GoalId, TaskId } from '../../core/ids.ts';
import { sameInBoth, type Json } from '../../core/json.ts';
import { policyOf } from '../../core/policy.ts';
import { registrationOf, taskOf } from '../builders.ts';
import { adds, allEvents, enrols, must, notes, opens, typesOf, type ContractCase } from './world.ts';

/** Moves one task and asks for a second, impossible move. */
const halfLegal = (goalId: GoalId, task: TaskId) => (board: Board): Decision<undefined> => {
  const draft = new Draft(board);
  const found = board.task(task);
  if (found === undefined) return refuse('task.not_found', sameInBoth('It must be there.'));
  draft.note('task.note_added', { goalId }, { note: 'half' });
  draft.moveTask(draft.moveTask(found, 'assign', 'assigned'), 'accept', 'done');
  return draft.decision(undefined);
};

/** A value that has no written form. */
const unwritable = (goalId: GoalId, note: unknown) => (board: Board): Decision<undefined> => {
  const draft = new Draft(board);
  draft.note('task.note_added', { goalId }, { note: note as Json });
  return draft.decision(undefined);
};

function circle(): unknown {
  const ring: Record<string, unknown> = {};
  ring['self'] = ring;
  return ring;
}

export const ATOMIC: readonly ContractCase[] = [
  {
    says: 'a decision that is data is made once: its value, its refusal and that there is nothing come as from any other',
    async holds({ store }) {
      await enrols(store, registrationOf('ann', { capacity: 2 }));
      const goal = await opens(store, { policy: policyOf({ style: 'team' }) });
      const [task = 'task_0'] = await adds(store, goal, [taskOf('only')]);
      const claim = claimNextCommand({ goalId: goal, memberId: 'ann', onlyCovered: false });
      expect(await Promise.all([must(store.perform(claim)), must(store.perform(claim))])).toEqual([{ taskId: task, token: 1 }, undefined]);
      expect(store.look((board) => board.task(task))).toMatchObject({ state: 'claimed', assigneeId: 'ann', epoch: store.epoch });
      expect(typesOf(await allEvents(store)).filter((type) => type === 'task.claimed')).toHaveLength(1);
      expect(await store.perform(claimNextCommand({ goalId: 'goal_99', memberId: 'ann', onlyCovered: false }))).toMatchObject({ ok: false, code: 'goal.not_found' });
    },
  },
  {
    says: 'a refused decision gives its refusal back and writes nothing',
    async holds({ store }) {
      const goal = await opens(store);
      const before = await allEvents(store);
      const outcome = await store.commit([goal], () => refuse('goal.ended', sameInBoth('It has ended.'), { why: 'test' }));
      expect(outcome).toEqual({ ok: false, code: 'goal.ended', says: sameInBoth('It has ended.'), because: 'It has ended.', details: { why: 'test' } });
      expect(await allEvents(store)).toEqual(before);
    },
  },
  {
    says: 'a change with one illegal move of two is refused whole',
    async holds({ store }) {
      const goal = await opens(store);
      const [task = 'task_0'] = await adds(store, goal, [taskOf('one')]);
      const before = await store.read.task(task);
      expect(await store.commit([], halfLegal(goal, task))).toMatchObject({ ok: false, code: 'lifecycle.illegal_move' });
      expect(await store.read.task(task)).toEqual(before);
      expect(store.look((board) => board.task(task))).toEqual(before);
      expect(typesOf(await allEvents(store))).not.toContain('task.note_added');
    },
  },
  {
    says: 'a decision that throws fails alone: nothing of it is written, and the two beside it in the same turn succeed',
    async holds({ store }) {
      const goal = await opens(store);
      const asked = [store.commit([], notes(goal, 'first')), store.commit([], () => { throw new Error('thrown in a decision'); }), store.commit([], notes(goal, 'third'))];
      const [first, second, third] = await Promise.allSettled(asked);
      expect([first?.status, third?.status]).toEqual(['fulfilled', 'fulfilled']);
      expect(second).toMatchObject({ status: 'rejected', reason: { name: 'TeamError', code: 'engine.defect' } });
      expect((await allEvents(store)).map((event) => event.details?.['note'])).toEqual([undefined, 'first', 'third']);
    },
  },
  {
    says: 'a decision that throws a fault of ours is rejected with that fault',
    async holds({ store }) {
      await expect(store.commit([], () => { throw new TeamError('goal.owned', sameInBoth('Owned. Wait.')); })).rejects.toMatchObject({ code: 'goal.owned' });
    },
  },
  ...([['a BigInt', 1n], ['a ring of objects', circle()]] as const).map(([what, value]): ContractCase => ({
    says: `${what} cannot be written and fails alone; the four beside it in the same turn succeed`,
    async holds({ store }) {
      const goal = await opens(store);
      const asked = [notes(goal, '1'), notes(goal, '2'), unwritable(goal, value), notes(goal, '3'), notes(goal, '4')].map((decide) => store.commit<unknown>([], decide));
      const outcomes = await Promise.allSettled(asked);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
      expect(outcomes[2]).toMatchObject({ reason: { code: 'engine.defect' } });
      const events = await allEvents(store);
      expect(events.map((event) => event.seq)).toEqual([1, 2, 3, 4, 5]);
      expect(events.map((event) => event.details?.['note'])).toEqual([undefined, '1', '2', '3', '4']);
    },
  })),
  {
    says: 'a row that is rewritten without an event is refused as a defect, for no other process would hear of it',
    async holds({ store }) {
      const goal = await opens(store);
      const before = await store.read.goal(goal);
      const silent = store.commit([], (board) => {
        const draft = new Draft(board);
        const found = board.goal(goal);
        if (found !== undefined) draft.putGoal({ ...found, comment: 'changed in silence' });
        return draft.decision(undefined);
      });
      await expect(silent).rejects.toMatchObject({ code: 'engine.defect' });
      expect(store.look((board) => board.goal(goal))).toEqual(before);
      expect(await store.read.goal(goal)).toEqual(before);
    },
  },
  {
    says: 'a decision that has nothing to change succeeds and writes nothing',
    async holds({ store }) {
      expect(await must(store.commit([], (board) => new Draft(board).decision('nothing')))).toBe('nothing');
      expect(await allEvents(store)).toEqual([]);
    },
  },
];
