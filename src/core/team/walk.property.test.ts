// Any walk of a team, with claims, plans, mail, turns, failures and interventions in any order: nobody holds two tasks, nothing is
// handed in without an approved plan, no message is read twice or by a turn without an end, and lock numbers only grow.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bench, manager, worker, type Bench } from '../../../test/bench-board.ts';
import { verifies } from '../../../test/verifies.ts';
import type { Board } from '../board/board.ts';
import type { Decision } from '../change.ts';
import { taskId } from '../ids.ts';
import { hasDeparted, isAtWork } from '../lifecycles.ts';
import { submit } from '../moves/attempt.ts';
import { cancelTask, reassignTask, releaseTask } from '../moves/intervene.ts';
import { claimNext, claimTask, offersFor } from './claim.ts';
import { comeUp, endLateLives, enrolTeam, failMember, pauseMember, restartMember, resumeMember, shutDownMember, startMembers } from './lives.ts';
import { lockFile, unlockFile } from './locks.ts';
import { sendMail } from './mail.ts';
import { decidePlan, submitPlan } from './member-plan.ts';
import { beginTurn, endTurn, takeUrgent } from './turn.ts';

interface Step {
  readonly act: number;
  readonly task: number;
  readonly member: string;
  readonly other: string;
  readonly yes: boolean;
}

/** Of whoever is in a turn, or of this member: `late` turns ago. */
function turnOf(board: Board, member: string, late: number) {
  const life = board.desk.lives('team').find(({ state }) => state === 'busy' || state === 'shutdown_requested') ?? board.desk.life('team', member);
  return { team: 'team', memberId: life?.memberId ?? member, turn: (life?.turn ?? 0) - late };
}

const ACTS: readonly ((b: Bench, step: Step) => (board: Board) => Decision<unknown>)[] = [
  (_, { task, member }) => (board) => claimTask(board, { taskId: taskId(task), memberId: member }),
  (b, { member }) => (board) => claimNext(board, { goalId: b.goalId, memberId: member }),
  (_, { task, member }) => (board) => submitPlan(board, { taskId: taskId(task), memberId: member, plan: 'so' }),
  (b, { task, yes }) => (board) => decidePlan(board, { taskId: b.tasksOf(b.goalId).find(({ more }) => more?.plan?.state === 'submitted')?.id ?? taskId(task), approved: yes, by: 'boss', feedback: 'so' }),
  (b, { task, member, yes }) => (board) => {
    const id = b.tasksOf(b.goalId).find(({ assigneeId, state }) => assigneeId === member && isAtWork(state))?.id ?? taskId(task);
    return submit(board, { taskId: id, token: (board.task(id)?.starts ?? 0) - (yes ? 0 : 1), result: { output: 1, executionSummary: '' }, checks: [], formFaults: [] });
  },
  (_, { task, yes }) => (board) => releaseTask(board, { taskId: taskId(task), by: 'pat', as: yes ? 'person' : 'manager' }),
  (_, { task, member }) => (board) => reassignTask(board, { taskId: taskId(task), to: member, by: 'boss', as: 'manager' }),
  (_, { task, yes }) => (board) => (yes ? { ok: true, value: undefined } : cancelTask(board, { taskId: taskId(task), by: 'pat', as: 'person' })),
  (_, { member, other, yes }) => (board) => sendMail(board, { team: 'team', goalId: null, from: member, to: other, content: yes ? 'thanks' : 'how far are you?', urgent: yes }),
  () => (board) => startMembers(board, { team: 'team' }),
  (_, { member }) => (board) => comeUp(board, { team: 'team', memberId: member }),
  (_, { member }) => (board) => beginTurn(board, { team: 'team', memberId: member }),
  (_, { member }) => (board) => beginTurn(board, { team: 'team', memberId: member }),
  (_, { member, yes }) => (board) => endTurn(board, { ...turnOf(board, member, yes ? 0 : 1) }),
  (_, { member }) => (board) => endTurn(board, { ...turnOf(board, member, 0) }),
  (_, { member, yes }) => (board) => endTurn(board, { ...turnOf(board, member, 0), void: yes }),
  (_, { member }) => (board) => takeUrgent(board, { team: 'team', memberId: member, turn: board.desk.life('team', member)?.turn ?? 0 }),
  (_, { member, yes }) => (board) => (yes ? failMember(board, { team: 'team', memberId: member }, 'hangs') : restartMember(board, { team: 'team', memberId: member }, 'engine')),
  (_, { member, yes }) => (board) => (yes ? pauseMember(board, { team: 'team', memberId: member }, 'pat') : resumeMember(board, { team: 'team', memberId: member }, 'pat')),
  (_, { member, yes }) => (board) => (yes ? shutDownMember(board, { team: 'team', memberId: member, by: 'boss' }) : restartMember(board, { team: 'team', memberId: member }, 'boss')),
  (b, { member, task, yes }): ((board: Board) => Decision<unknown>) => (board) => {
    const path = `f${task % 2}`;
    const held = board.desk.lock(b.goalId, path)?.holder ?? { memberId: member, attempt: null };
    return yes ? lockFile(board, { goalId: b.goalId, path, holder: { memberId: member, attempt: null } }) : unlockFile(board, { goalId: b.goalId, path, holder: held });
  },
  () => (board) => endLateLives(board, 'team'),
];

const steps: fc.Arbitrary<Step> = fc.record({ act: fc.nat(ACTS.length - 1), task: fc.integer({ min: 1, max: 5 }), member: fc.constantFrom('ann', 'bo', 'cy'), other: fc.constantFrom('ann', 'bo', 'boss', '*'), yes: fc.boolean() });

/** One walk that comes to each kind of end; any others come there seldom. Acts by their place above, of ann on task 2 unless it says otherwise. */
const TOUR: readonly Step[] = ([
  [2], [3, { yes: false }], [2], [3], [0], [4], // a plan is refused, mended and approved, the task claimed and done
  [2, { task: 3 }], [3], [0, { task: 3 }], [5, { task: 3 }], // claimed and released
  [20], [20, { yes: false }], // a file locked and unlocked
  [8, { member: 'bo', other: 'ann' }], [11], [14], // mail that is read by a turn
  [0, { task: 3 }], [17], // who fails loses its task
  [8, { other: 'bo' }], [18, { member: 'bo' }], [19, { member: 'bo' }], [21], // mail of somebody who leaves is buried
  [8, { other: 'bo' }], [10, { member: 'cy' }], [19, { member: 'cy' }],
] as readonly (readonly [act: number, step?: Partial<Step>])[]).map(([act, step = {}]) => ({ act, task: 2, member: 'ann', other: 'bo', yes: true, ...step }));

/** Meant for nobody else, or for somebody who has left. */
const isFor = (b: Bench, lane: string, memberId: string): boolean => !lane.startsWith('@') || lane === `@${memberId}` || hasDeparted(b.board.desk.life('team', lane.slice(1))?.state ?? 'ready');

function check(b: Bench): void {
  const begun = b.tasksOf(b.goalId).filter(({ state }) => isAtWork(state));
  expect(new Set(begun.map(({ assigneeId }) => assigneeId)).size).toBe(begun.length);
  const has = (id: string, type: string): boolean => b.rows.events.some((event) => event.type === type && event.taskId === id);
  for (const task of b.tasksOf(b.goalId)) if (task.state === 'completed' && b.goal().policy.planGate) expect(has(task.id, 'task.plan_approved')).toBe(true);
  // What is taken next is the first of what is offered, and both are what a look at all tasks gives.
  for (const memberId of ['ann', 'bo', 'cy']) {
    const offers = offersFor(b.board, b.goal(), memberId).map(({ task }) => task.id);
    const mayTake = [...b.board.openTasks(b.goalId)].filter((task) => (task.state === 'assigned' ? task.assigneeId === memberId : task.state === 'pending' && isFor(b, task.lane, memberId)));
    expect(offers.toSorted()).toEqual(mayTake.map(({ id }) => id).toSorted());
    const next = claimNext(b.board, { goalId: b.goalId, memberId });
    if (next.ok) expect(next.value?.taskId).toBe(offers[0]);
  }
  const gone = new Set([...b.rows.lives.values()].filter(({ state }) => state === 'shut_down' || state === 'error' || state === 'stopped').map(({ memberId }) => memberId));
  expect(begun.filter(({ assigneeId }) => assigneeId !== null && gone.has(assigneeId))).toEqual([]);
}

test('after each step of any walk: one task a member, no result without an approved plan, mail read once and by a turn that ended, growing lock numbers, and who is gone holds nothing', () => {
  verifies('team.claim_one_winner', 'team.plan_gate', 'team.mail_once', 'team.locks_bind');
  const seen = new Set<string>();
  fc.assert(fc.property(fc.array(steps, { minLength: 10, maxLength: 80 }), fc.boolean(), (walk, planGate) => {
    const b = bench({ members: [manager(), worker('ann'), worker('bo'), worker('cy')], openEnded: true, policy: { style: 'team', planGate } });
    b.commit((board) => enrolTeam(board, 'team'));
    b.commit((board) => startMembers(board, { team: 'team' }));
    for (const memberId of ['boss', 'ann', 'bo']) b.commit((board) => comeUp(board, { team: 'team', memberId }));
    b.add([{ name: 'a' }, {}, {}, { dependsOn: ['a'] }, {}]);
    for (const step of walk) {
      const act = ACTS[step.act];
      if (act !== undefined) b.commit(act(b, step), [taskId(step.task)]);
      b.advance(1000);
      check(b);
    }
    const { events } = b.rows;
    for (const { type } of events) seen.add(type);
    const reads = events.filter(({ type }) => type === 'message.read');
    expect(new Set(reads.map(({ details }) => details?.['message_id'])).size).toBe(reads.length);
    const ends = new Set(events.filter(({ type }) => type === 'member.turn_ended').map(({ memberId, details }) => `${memberId} ${String(details?.['turn'])}`));
    for (const message of b.rows.messages.values()) if (message.state === 'read') expect(ends).toContain(`${message.to} ${message.turn}`);
    for (const path of ['f0', 'f1']) {
      const numbers = events.filter(({ type, details }) => type === 'file.locked' && details?.['path'] === path).map(({ details }) => Number(details?.['fencing']));
      expect(numbers).toEqual([...new Set(numbers)].sort((x, y) => x - y));
    }
    expect([...b.restored().desk.unread()]).toEqual([...b.board.desk.unread()]);
  }), { numRuns: 200, examples: [[[...TOUR], true]] });
  // The walks come everywhere, else they would show nothing.
  for (const type of ['task.completed', 'task.plan_refused', 'task.lost', 'task.released', 'message.read', 'message.buried', 'member.failed', 'member.shut_down', 'member.paused', 'file.unlocked']) expect(seen).toContain(type);
});
