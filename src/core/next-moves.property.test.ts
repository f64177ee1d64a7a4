// What holds on any board after any run: looking at what changed is as good as looking at all, everything comes to an end when
// all fall silent, the log counts every move, and nobody ever holds more than its room.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Bench } from '../../test/bench-board.ts';
import { fallSilent, play, runs } from '../../test/board-runs.ts';
import { verifies } from '../../test/verifies.ts';
import type { LiveBoard } from './board/live-board.ts';
import { hasHolder, hasSucceeded, taskMachine } from './lifecycles.ts';
import { attemptsOf, settle } from './next-moves.ts';
import { waitsForPerson } from './moves/people.ts';
import { isHeld } from './task.ts';

/** All that decisions can see, without the order in which it came about. */
const seen = (board: LiveBoard) =>
  [...board.openGoals()].toSorted((a, b) => a.key - b.key).map((goal) => ({
    goal,
    tasks: [...board.openTasks(goal.id)].toSorted((a, b) => a.key - b.key).map((task) => ({ task, open: [...board.openPrerequisites(task.id)].toSorted(), dependants: [...board.dependants(task.id)].toSorted() })),
    questions: board.openQuestions(goal.id).toSorted((a, b) => a.key - b.key),
    seats: [...board.crew(goal).seats.values()].map((seat) => ({ id: seat.registration.agentId, skills: [...seat.skills], load: seat.load, returning: [...(seat.returning ?? [])].toSorted() })),
    free: board.crew(goal).free,
    roles: Object.values(board.crew(goal).byRole).map((seats) => seats.map((seat) => seat.registration.agentId)),
    next: board.next,
    lastSeq: board.lastSeq,
  }));

test('incremental is complete: with everything marked as due there is no further move, and a board built again from the rows is the same', () => {
  verifies('loop.incremental', 'loop.pure');
  fc.assert(fc.property(runs({ graph: 10, steps: 30 }), (run) => {
    const b = play(run);
    const restored = b.restored();
    expect(seen(restored)).toEqual(seen(b.board));
    for (const board of [b.board, restored]) {
      board.markAllDue();
      expect(settle(board)?.events).toBeUndefined();
    }
  }), { numRuns: 400 });
});

test('when all fall silent every goal ends, within a bounded number of rounds', () => {
  fc.assert(fc.property(runs({ graph: 8, steps: 20 }), (run) => {
    const b = play(run);
    const most = 20 + 12 * b.rows.tasks.size;
    expect(fallSilent(b, most)).toBeLessThan(most);
    expect([...b.rows.tasks.values()].filter((task) => taskMachine.isOpen(task.state))).toEqual([]);
    expect(b.openQuestions()).toEqual([]);
    for (const goal of b.rows.goals.values()) for (const seat of b.board.crew(goal).seats.values()) expect([seat.load, seat.returning?.size ?? 0]).toEqual([0, 0]);
  }), { numRuns: 300 });
});

test('the log counts every move: versions without gaps, one event each, numbered one after the other, each attempt begun once', () => {
  fc.assert(fc.property(runs({ graph: 8, steps: 30 }), (run) => {
    const b = play(run);
    const moves = new Map<string, number>();
    const attempts = new Set<unknown>();
    b.rows.events.forEach((event, at) => {
      expect(event.seq).toBe(at + 1);
      const id = event.taskId ?? event.goalId;
      if (event.version === 0 || id === null || event.type.startsWith('question.')) return;
      const version = (moves.get(id) ?? 0) + 1;
      expect(event.version, `${id} ${event.type}`).toBe(version);
      moves.set(id, version);
      if (event.type !== 'task.started') return;
      expect(attempts.has(event.details?.['attempt_id'])).toBe(false);
      attempts.add(event.details?.['attempt_id']);
    });
    for (const row of [...b.rows.tasks.values(), ...b.rows.goals.values()]) expect(moves.get(row.id), row.id).toBe(row.version);
  }), { numRuns: 200 });
});

test('nobody holds more attempts than its capacity, room is never negative, and what is held is what the rows say', () => {
  verifies('loop.order');
  fc.assert(fc.property(runs({ graph: 8, steps: 30 }), (run) => void play(run, lookAtRoom)), { numRuns: 200 });
});

function lookAtRoom(b: Bench): void {
  for (const goal of b.board.openGoals()) {
    for (const seat of b.board.crew(goal).seats.values()) {
      const { agentId, capacity } = seat.registration;
      const held = [...b.rows.tasks.values()].filter((task) => task.endedAt === null && task.assigneeId === agentId && isHeld(task));
      const begun = held.filter((task) => task.state !== 'assigned');
      expect(seat.load, agentId).toBe(held.length);
      expect(attemptsOf(b.board, seat)).toBe(begun.length);
      expect(begun.length).toBeLessThanOrEqual(capacity);
      // Beyond its room a member is given only what a person named it for, and what it was given by several processes that ended.
      if (b.board.epoch === 1) expect(held.filter((task) => task.state !== 'assigned' || task.lane !== `@${agentId}`).length).toBeLessThanOrEqual(capacity);
    }
  }
}

test('a task waits exactly while a prerequisite of it has not succeeded; who has not started it holds nothing', () => {
  fc.assert(fc.property(runs({ graph: 10, steps: 25 }), (run) => {
    const b = play(run);
    for (const task of b.rows.tasks.values()) {
      if (task.endedAt !== null) continue;
      const open = [...(b.rows.edges.get(task.id) ?? [])].filter((needs) => !hasSucceeded(b.task(needs).state));
      expect([...b.board.openPrerequisites(task.id)].toSorted()).toEqual(open.toSorted());
      const moving = b.goal(task.goalId).pausedAt === null;
      if (open.length > 0) expect(task.state).toBe('blocked');
      else if (moving) expect(task.state).not.toBe('blocked');
      expect(task.epoch !== 0).toBe(hasHolder(task.state) && task.state !== 'assigned');
    }
  }), { numRuns: 200 });
});

test('an open question fits what it is about, a task that waits for a person has exactly one, and what has ended has none', () => {
  verifies('people.own_tasks', 'people.review');
  const states: Readonly<Partial<Record<string, string>>> = { work: 'assigned', review: 'pending_review', escalation: 'escalated' };
  fc.assert(fc.property(runs({ graph: 8, steps: 40 }), (run) => void play(run, (b) => {
    const open = b.openQuestions();
    for (const { kind, taskId, id, goalId } of open) {
      expect(b.goal(goalId).endedAt, id).toBeNull();
      if (taskId === null) continue;
      expect([id, b.task(taskId).state, b.task(taskId).more?.waiting?.questionId]).toEqual([id, states[kind], id]);
    }
    for (const task of b.rows.tasks.values()) if (waitsForPerson(task)) expect(open.filter((question) => question.taskId === task.id)).toHaveLength(1);
  })), { numRuns: 300 });
});
