// The facts of the lifecycles that are broken most easily, each as one sentence.
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  GOAL_STATES, GOAL_TABLE, LIMITS, MEMBER_STATES, MEMBER_TABLE, MESSAGE_STATES, MESSAGE_TABLE, QUESTION_STATES, QUESTION_TABLE, TASK_STATES, TASK_TABLE, TIMES,
  goalMachine, hasHolder, hasSucceeded, memberMachine, messageMachine, questionMachine, taskMachine,
} from './lifecycles.ts';
import type { TaskState } from './lifecycles.ts';
import type { Row } from './state-machine.ts';

const { states } = taskMachine;
const statesWith = (has: (state: TaskState) => boolean): string[] => states.filter(has).toSorted();

describe('tasks', () => {
  test('there are 15 states, 4 of them final, and all can be reached from creation', () => {
    expect(states).toHaveLength(15);
    expect(statesWith(taskMachine.isFinal)).toEqual(['cancelled', 'completed', 'done', 'failed']);
    expect([...taskMachine.reachable()].sort()).toEqual(states.toSorted());
  });

  test('a state is open exactly when it is not final', () => {
    for (const state of states) expect(taskMachine.isOpen(state)).toBe(!taskMachine.isFinal(state));
  });

  test('only done and completed count as success for those who wait', () => {
    expect(statesWith(hasSucceeded)).toEqual(['completed', 'done']);
  });

  test('four states have a holder, and these are the ones that can be lost or declined', () => {
    expect(statesWith(hasHolder)).toEqual(['assigned', 'claimed', 'executing', 'plan_approved']);
    expect(statesWith((state) => taskMachine.allows('lose', state, 'pending', 'engine'))).toEqual(statesWith(hasHolder));
    expect(statesWith((state) => taskMachine.allows('decline', state, 'unassigned', 'holder'))).toEqual(statesWith(hasHolder));
  });

  test('manager and person cancel every open state except approved; only a person cancels an escalated one', () => {
    const open = statesWith((state) => taskMachine.isOpen(state));
    expect(statesWith((state) => taskMachine.allows('cancel', state, 'cancelled', 'person'))).toEqual(open.filter((state) => state !== 'approved'));
    expect(statesWith((state) => taskMachine.allows('cancel', state, 'cancelled', 'manager')))
      .toEqual(open.filter((state) => state !== 'approved' && state !== 'escalated'));
  });

  test('the engine cancels blocked tasks only', () => {
    expect(statesWith((state) => taskMachine.allows('cancel', state, 'cancelled', 'engine'))).toEqual(['blocked']);
  });

  test('from escalated only a person moves, and the engine only by expire', () => {
    expect(taskMachine.openVerbs('escalated', 'engine')).toEqual(['expire']);
    for (const mover of ['manager', 'member', 'holder', 'worker', 'reviewer', 'api'] as const) expect(taskMachine.openVerbs('escalated', mover)).toEqual([]);
    expect(taskMachine.openVerbs('escalated', 'person')).toEqual(['retry', 'reassign', 'accept', 'edit_result', 'split', 'cancel', 'fail', 'edit']);
  });

  test('an edit leads to pending, a blocked task stays blocked, an approved or ended one is not edited', () => {
    expect(taskMachine.targets('edit', 'blocked')).toEqual(['blocked']);
    expect(taskMachine.targets('edit', 'pending_review')).toEqual(['pending']);
    expect(statesWith((state) => taskMachine.targets('edit', state).length === 0)).toEqual(['approved', 'cancelled', 'completed', 'done', 'failed']);
  });

  test('an ended task is left by a person who reopens it, by nobody and nothing else', () => {
    for (const state of states.filter(taskMachine.isFinal)) {
      expect(taskMachine.openVerbs(state)).toEqual(['reopen']);
      expect(taskMachine.openVerbs(state, 'person')).toEqual(['reopen']);
      expect(taskMachine.openVerbs(state, 'engine')).toEqual([]);
      expect(taskMachine.targets('reopen', state)).toEqual(['pending', 'blocked']);
    }
  });

  test('a dependency is never added to started work', () => {
    expect(statesWith((state) => taskMachine.allows('add_dependency', state, 'blocked'))).toEqual(['assigned', 'pending', 'unassigned']);
  });

  test('a result that nobody has looked at is neither approved nor done', () => {
    expect(statesWith((state) => taskMachine.allows('approve', state, 'approved'))).toEqual(['pending_review']);
    expect(statesWith((state) => taskMachine.allows('accept', state, 'done', 'engine'))).toEqual(['approved', 'rejected']);
    expect(statesWith((state) => taskMachine.allows('submit', state, 'completed'))).toEqual(['claimed', 'executing', 'plan_approved']);
  });

  test('no holder reviews, and no reviewer holds', () => {
    expect(taskMachine.openVerbs('pending_review', 'holder')).toEqual([]);
    for (const state of states.filter((state) => state !== 'pending_review')) expect(taskMachine.openVerbs(state, 'reviewer')).toEqual([]);
  });

  test('a plan is approved where it was submitted, before any work', () => {
    expect(statesWith((state) => taskMachine.allows('approve_plan', state, 'plan_approved'))).toEqual(['claimed']);
    expect(taskMachine.allows('approve_plan', 'claimed', 'plan_approved', 'holder')).toBe(false);
  });

  test('a claim is a member\'s and takes a free task only', () => {
    expect(statesWith((state) => taskMachine.allows('claim', state, 'claimed'))).toEqual(['pending']);
    expect(taskMachine.allows('claim', 'pending', 'claimed', 'manager')).toBe(false);
  });
});

describe('events', () => {
  test('the five names that users know are among them', () => {
    const names = new Set<string>(TASK_TABLE.map((row) => row.emits));
    for (const name of ['task.created', 'task.claimed', 'task.completed', 'task.cancelled', 'task.unblocked']) expect(names).toContain(name);
  });

  test('submit emits task.completed when it ends the task and task.submitted when a review follows', () => {
    expect(taskMachine.emits('submit', 'executing', 'completed')).toBe('task.completed');
    expect(taskMachine.emits('submit', 'executing', 'pending_review')).toBe('task.submitted');
    expect(taskMachine.emits('submit', 'pending', 'completed')).toBeUndefined();
  });

  test('the type of an event follows from verb and target', () => {
    expectTypeOf(taskMachine.emits('submit', 'claimed', 'completed')).toEqualTypeOf<'task.completed' | undefined>();
    expectTypeOf(taskMachine.emits('cancel', 'blocked', 'cancelled')).toEqualTypeOf<'task.cancelled' | undefined>();
    expectTypeOf(goalMachine.emits('close', 'closing', 'done')).toEqualTypeOf<'goal.closed' | undefined>();
  });

  test('one verb has one event, but for submit; two verbs never share one', () => {
    for (const table of [TASK_TABLE, GOAL_TABLE, QUESTION_TABLE, MEMBER_TABLE, MESSAGE_TABLE] as const) {
      const rows: readonly Row[] = table;
      const pairs = new Set(rows.map((row) => `${row.verb} ${row.emits}`));
      const verbs = new Set(rows.map((row) => row.verb));
      const events = new Set(rows.map((row) => row.emits));
      expect(pairs.size - verbs.size).toBe(verbs.has('submit') ? 1 : 0);
      expect(events.size).toBe(pairs.size);
    }
  });
});

describe('goals and questions', () => {
  test('a goal ends done, failed or cancelled; a cancelled one is not reopened', () => {
    expect(goalMachine.states.filter(goalMachine.isFinal)).toEqual(['done', 'failed', 'cancelled']);
    expect(goalMachine.openVerbs('cancelled')).toEqual([]);
    expect(goalMachine.openVerbs('failed', 'person')).toEqual(['reopen']);
    expect(goalMachine.openVerbs('done', 'engine')).toEqual([]);
  });

  test('every goal state is reached, and each open one can be cancelled by a person', () => {
    expect(goalMachine.reachable().size).toBe(7);
    for (const state of goalMachine.states.filter(goalMachine.isOpen)) expect(goalMachine.allows('cancel', state, 'cancelled', 'person')).toBe(true);
  });

  test('a goal is not closed while tasks run', () => {
    expect(goalMachine.states.filter((state) => goalMachine.allows('close', state, 'done'))).toEqual(['closing']);
  });

  test('a settled question stays settled', () => {
    for (const state of ['answered', 'expired', 'withdrawn'] as const) expect(questionMachine.openVerbs(state)).toEqual([]);
    expect(questionMachine.openVerbs('open')).toEqual(['answer', 'expire', 'withdraw']);
  });
});

describe('what each state says', () => {
  const all = Object.entries({ ...prefixed('task', TASK_STATES), ...prefixed('goal', GOAL_STATES), ...prefixed('question', QUESTION_STATES), ...prefixed('member', MEMBER_STATES), ...prefixed('message', MESSAGE_STATES) });

  test('every state has its meaning in English and Chinese', () => {
    for (const [name, row] of all) {
      expect(row.means.en, name).toMatch(/^[a-z]/);
      expect(row.means.zh, name).toMatch(/\p{Script=Han}/u);
    }
  });

  test('an open state has an owner, a deadline and a move for the mute case; a final one has none of them', () => {
    for (const [name, row] of all) {
      for (const said of [row.owner, row.deadline, row.ifMute]) expect(said.length > 0, name).toBe(!row.final);
    }
  });

  test('the move for the mute case is one that the engine may make from that state', () => {
    for (const state of states) for (const verb of TASK_STATES[state].ifMute) expect(taskMachine.openVerbs(state, 'engine')).toContain(verb);
    for (const state of goalMachine.states) for (const verb of GOAL_STATES[state].ifMute) expect(goalMachine.openVerbs(state, 'engine')).toContain(verb);
    for (const state of questionMachine.states) for (const verb of QUESTION_STATES[state].ifMute) expect(questionMachine.openVerbs(state, 'engine')).toContain(verb);
    for (const state of memberMachine.states) for (const verb of MEMBER_STATES[state].ifMute) expect(memberMachine.openVerbs(state, 'engine')).toContain(verb);
    for (const state of messageMachine.states) for (const verb of MESSAGE_STATES[state].ifMute) expect(messageMachine.openVerbs(state, 'engine')).toContain(verb);
  });
});

describe('times and caps', () => {
  test('a lease can miss two renewals before it ends, a registration two heartbeats before it is gone', () => {
    expect(TIMES.leaseMs / TIMES.leaseRenewalMs).toBe(3);
    expect(TIMES.goneMs / TIMES.heartbeatMs).toBe(3);
  });

  test('the default times in milliseconds', () => {
    expect(TIMES).toMatchObject({
      startMs: 60_000, leaseMs: 60_000, attemptMs: 1_800_000, reviewMs: 600_000, planDecisionMs: 600_000, offerMs: 120_000, unclaimedMs: 600_000,
      questionMs: 259_200_000, reminderMs: 86_400_000, sweepMs: 5_000, toolMs: 30_000, runawayMs: 600_000,
    });
  });

  test('every cap is a positive whole number', () => {
    for (const [name, cap] of Object.entries(LIMITS)) expect(Number.isInteger(cap) && cap > 0, name).toBe(true);
    expect(LIMITS).toMatchObject({ maxAttempts: 3, losses: 3, reviewFaults: 3, mergeConflicts: 3, planRefusals: 3, replans: 1, managerInterventions: 5 });
  });

  test('members have 9 states and messages 4', () => {
    expect(memberMachine.states).toHaveLength(9);
    expect(messageMachine.states).toEqual(['sent', 'delivered', 'read', 'dead']);
  });
});

function prefixed<V>(prefix: string, rows: Readonly<Record<string, V>>): Record<string, V> {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [`${prefix} ${name}`, row]));
}
