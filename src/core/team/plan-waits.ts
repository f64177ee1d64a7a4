// A plan that waits for its decision: first the manager's, then a person's, then the task itself is a person's. A plan belongs to the
// member that made it: it waits again, and an accepted one stands, when that member takes the task up again.
import { hasManager } from '../board/board.ts';
import type { Draft } from '../change.ts';
import type { Goal } from '../goal.ts';
import { ask, closeQuestions } from '../moves/ask-question.ts';
import { escalate } from '../moves/escalation.ts';
import { withMore, type Task } from '../task.ts';

export const waitsForPlan = (task: Task): boolean => task.state === 'claimed' && task.more?.waiting?.reason === 'plan';

/** The plan of whoever takes the task up, made in an earlier attempt of it. */
export const planOf = (task: Task, memberId: string) => (task.assigneeId === memberId ? task.more?.plan : undefined);

/** What the row of a task says while its plan waits for the manager. */
export const waitForManager = (draft: Draft, goal: Goal) => ({ for: 'manager', reason: 'plan', until: draft.board.now + goal.policy.times.planDecisionMs, questionId: null }) as const;

/** The task was taken up by the author of a plan that nobody has decided about: it waits as it did before. */
export function waitAgain(draft: Draft, goal: Goal, task: Task): Task {
  const waiting: Task = { ...task, more: withMore(task, { waiting: waitForManager(draft, goal) }) };
  draft.putTask(waiting);
  if (!hasManager(draft.board, goal)) askAboutPlan(draft, goal, waiting);
  return waiting;
}

export function askAboutPlan(draft: Draft, goal: Goal, task: Task): void {
  if (goal.policy.unattended) {
    escalate(draft, task, 'plan_undecided', { revision: task.more?.plan?.revision ?? 0 });
    return;
  }
  const waitMs = goal.policy.times.planDecisionMs;
  const plan = task.more?.plan;
  const question = ask(draft, goal, {
    kind: 'member_plan',
    task,
    askedBy: task.assigneeId ?? 'engine',
    material: { plan: plan?.text?.split('\n') ?? [], plan_seq: plan?.seq ?? 0, revision: plan?.revision ?? 0 },
    waitMs,
  });
  draft.putTask({ ...task, updatedAt: draft.board.now, more: withMore(task, { waiting: { for: 'person', reason: 'plan', until: draft.board.now + waitMs, questionId: question.id } }) });
}

/** The manager did not decide in time: a person is asked, for as long again; then the task itself goes to a person. */
export function planLate(draft: Draft, goal: Goal, task: Task): void {
  if (task.more?.waiting?.for === 'manager') return askAboutPlan(draft, goal, task);
  closeQuestions(draft, task, 'expire');
  escalate(draft, task, 'plan_undecided', { revision: task.more?.plan?.revision ?? 0 });
}
