// Any walk of people in plan mode, with plans, results, refusals, words of the leader and of others, and hours that pass: what a
// person holds is always somebody's to move, and no result counts past a plan that was not accepted.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bench, manager, member, worker, type Bench } from '../../../test/bench-board.ts';
import { verifies } from '../../../test/verifies.ts';
import { taskId } from '../ids.ts';
import { isAtWork } from '../lifecycles.ts';
import { assignTask, cancelTask, reassignTask, releaseTask } from '../moves/intervene.ts';
import type { HandedIn } from '../moves/people.ts';
import type { Question } from '../question.ts';
import type { Task } from '../task.ts';
import { decidePlan } from './member-plan.ts';

const HOUR = 3_600_000;
const RESULT: HandedIn = { result: { output: 'by hand', executionSummary: '' }, checks: [], formFaults: [] };
const person = (agentId: string) => member(agentId, { kind: 'human' });

interface Step {
  readonly act: number;
  readonly task: number;
  readonly to: string;
  readonly yes: boolean;
}

/** The question of some task, if it is of one of these kinds. */
const asked = (b: Bench, task: number, ...kinds: readonly string[]): Question | undefined => b.openQuestions().find((question) => question.taskId === taskId(task) && kinds.includes(question.kind));

const say = (b: Bench, question: Question | undefined, choice: string, rest: Parameters<Bench['answer']>[1] = {}): void => {
  if (question !== undefined) b.answer(choice, { questionId: question.id, ...rest });
};

const ACTS: readonly ((b: Bench, step: Step) => unknown)[] = [
  (b, { task, to }) => b.commit((board) => assignTask(board, { taskId: taskId(task), to, by: 'boss', as: 'manager' })),
  (b, { task }) => say(b, asked(b, task, 'work'), 'plan', { plan: 'first this' }),
  (b, { task }) => say(b, asked(b, task, 'work'), 'plan', { plan: 'first that' }),
  (b, { task }) => say(b, asked(b, task, 'work'), 'hand_in', { handedIn: RESULT }),
  (b, { task, yes }) => (yes ? say(b, asked(b, task, 'work'), 'decline', { note: 'not mine' }) : undefined),
  (b, { task, yes }) => b.commit((board) => decidePlan(board, { taskId: taskId(task), approved: yes, by: 'boss', feedback: 'so' })),
  (b, { task, yes }) => say(b, asked(b, task, 'member_plan'), yes ? 'approve' : 'refuse', { note: 'so' }),
  (b, { task, yes, to }) => say(b, asked(b, task, 'escalation'), yes ? 'retry' : 'reassign', { extra: { to } }),
  (b, { task, to, yes }) => b.commit((board) => (yes ? releaseTask(board, { taskId: taskId(task), by: 'pat', as: 'person' }) : reassignTask(board, { taskId: taskId(task), to, by: 'boss', as: 'manager' }))),
  (b, { task }) => b.commit((board) => cancelTask(board, { taskId: taskId(task), by: 'boss', as: 'manager' })),
  (b, { yes }) => b.advance(yes ? HOUR / 6 + 1 : 20 * HOUR),
  (b) => b.restart(1),
];

const steps: fc.Arbitrary<Step> = fc.record({ act: fc.nat(ACTS.length - 1), task: fc.integer({ min: 1, max: 3 }), to: fc.constantFrom('kim', 'lee'), yes: fc.boolean() });

function check(b: Bench): void {
  for (const task of b.tasksOf(b.goalId)) {
    if (isAtWork(task.state)) expect(owesOrWaits(b, task), `${task.id} ${task.state}`).toBe(true);
    if (task.state === 'completed') expect(task.more?.plan?.state ?? 'accepted').toBe('accepted');
  }
  for (const { agentId, capacity } of b.board.members('team')) expect(b.openQuestions().filter(({ kind, askedOf }) => kind === 'work' && askedOf === agentId).length).toBeLessThanOrEqual(capacity);
}

/** A question of the holder is open, or its plan waits: for the leader, or with a question for somebody. */
function owesOrWaits(b: Bench, { id, assigneeId, more }: Task): boolean {
  const waiting = more?.waiting;
  const question = b.openQuestions().find((open) => open.id === waiting?.questionId);
  if (waiting?.reason === 'work') return question?.kind === 'work' && question.askedOf === assigneeId && question.taskId === id;
  return waiting?.reason === 'plan' && (waiting.for === 'manager' || question?.kind === 'member_plan') && more?.plan?.state === 'submitted';
}

test('after each step of any walk what a person has begun waits for it or for a word on its plan, and with everybody mute it ends', () => {
  verifies('team.people', 'team.plan_gate');
  const seen = new Set<string>();
  fc.assert(fc.property(fc.array(steps, { minLength: 10, maxLength: 60 }), fc.boolean(), (walk, hasLeader) => {
    const b = bench({ members: [...(hasLeader ? [manager()] : []), person('kim'), person('lee'), worker('bo')], policy: { style: 'team', planGate: true } });
    b.add([{}, {}, {}]);
    for (const to of [1, 2, 3]) b.commit((board) => assignTask(board, { taskId: taskId(to), to: 'kim', by: 'boss', as: 'manager' }));
    for (const step of walk) {
      ACTS[step.act]?.(b, step);
      check(b);
    }
    for (let days = 0; days < 40; days += 1) b.advance(24 * HOUR);
    expect(b.tasksOf(b.goalId).filter(({ endedAt }) => endedAt === null).map(({ id, state }) => `${id} ${state}`)).toEqual([]);
    for (const { type } of b.rows.events) seen.add(type);
  }), { numRuns: 200 });
  for (const type of ['task.plan_submitted', 'task.plan_approved', 'task.plan_refused', 'task.completed', 'task.declined', 'task.released', 'question.expired']) expect(seen).toContain(type);
});
