// Plan mode: a member says how it will do a task, and does nothing of it before that is approved. Every revision stays in the log;
// only the newest is decided about, once; what is said with a decision reaches the member as mail in the same commit.
import { hasManager, type Board } from '../board/board.ts';
import { Draft, type Decision } from '../change.ts';
import { refuse, type Refusal } from '../errors.ts';
import type { Goal } from '../goal.ts';
import { attemptId, type TaskId } from '../ids.ts';
import type { Bilingual } from '../json.ts';
import { closeQuestions } from '../moves/ask-question.ts';
import { escalate } from '../moves/escalation.ts';
import { askHolder } from '../moves/people.ts';
import type { Answer } from '../question.ts';
import { withMore, type MemberPlan, type Task } from '../task.ts';
import { REFUSED_ANSWERS } from '../refusals/refused-answers.ts';
import { REFUSED_CLAIMS } from '../refusals/refused-claims.ts';
import { claimable, claimOn } from './claim.ts';
import { notify } from './mail.ts';
import { askAboutPlan, waitForManager } from './plan-waits.ts';

export interface PlanSubmission {
  readonly taskId: TaskId;
  readonly memberId: string;
  readonly plan: string;
}

export interface PlanSubmitted {
  readonly revision: number;
  readonly token: number;
}

const LONGEST_PLAN = 50_000;

/** Hands in a plan. A free task is claimed for it in the same commit; a new revision takes the place of an undecided one. */
export function submitPlan(board: Board, { taskId, memberId, plan }: PlanSubmission): Decision<PlanSubmitted> {
  const found = claimable(board, { taskId, memberId });
  if (!found.ok) return found;
  const { goal } = found;
  const unfit = unfitPlan(goal, plan);
  if (unfit !== undefined) return unfit;
  const draft = new Draft(board);
  const task = found.task.state === 'claimed' || found.task.state === 'plan_approved' ? found.task : claimOn(draft, found);
  if (task.state !== 'claimed') return refuse('lifecycle.illegal_move', REFUSED_CLAIMS.planApproved(taskId), { id: taskId, state: task.state });
  const { more, starts } = handInPlan(draft, goal, task, plan);
  return draft.decision({ revision: more?.plan?.revision ?? 1, token: starts });
}

export function unfitPlan(goal: Goal, plan: string): Refusal | undefined {
  if (!goal.policy.planGate) return refuse('lifecycle.illegal_move', REFUSED_CLAIMS.noPlanGate(goal.id));
  if (plan.trim() === '') return refuse('input.invalid', REFUSED_CLAIMS.emptyPlan, { field: 'plan' });
  return plan.length > LONGEST_PLAN ? refuse('input.too_large', REFUSED_CLAIMS.longPlan(plan.length, LONGEST_PLAN), { limit: LONGEST_PLAN }) : undefined;
}

/** The move alone: of a claimed task, with a plan that fits. */
export function handInPlan(draft: Draft, goal: Goal, task: Task, plan: string): Task {
  closeQuestions(draft, task, 'withdraw');
  const revision = (task.more?.plan?.revision ?? 0) + 1;
  const submitted: MemberPlan = { revision, seq: draft.nextSeq(), state: 'submitted', text: plan };
  const moved = draft.moveTask(task, 'submit_plan', 'claimed', {
    fields: { more: withMore(task, { plan: submitted, waiting: waitForManager(draft, goal) }) },
    details: { attempt_id: attemptId(task.id, task.starts), plan, revision },
  });
  if (!hasManager(draft.board, goal)) askAboutPlan(draft, goal, moved);
  return moved;
}

export interface PlanDecision {
  readonly taskId: TaskId;
  readonly approved: boolean;
  readonly by: string;
  readonly feedback?: string | null;
  /** The revision that was read; absent is the newest. An older one is refused. */
  readonly revision?: number;
}

export function decidePlan(board: Board, decision: PlanDecision): Decision<'approved' | 'refused' | 'escalated'> {
  const task = board.task(decision.taskId);
  const goal = task === undefined ? undefined : board.goal(task.goalId);
  if (task === undefined || goal === undefined) return refuse('task.not_found', REFUSED_CLAIMS.noTask(decision.taskId), { id: decision.taskId });
  const draft = new Draft(board);
  const outcome = decideOn(draft, { goal, task }, decision);
  return typeof outcome === 'string' ? draft.decision(outcome) : outcome;
}

interface Planned {
  readonly goal: Goal;
  readonly task: Task;
}

function decideOn(draft: Draft, { goal, task }: Planned, { approved, by, feedback, revision }: Omit<PlanDecision, 'taskId'>): 'approved' | 'refused' | 'escalated' | Refusal {
  const plan = task.more?.plan;
  if (task.state !== 'claimed' || plan?.state !== 'submitted') {
    return refuse('lifecycle.illegal_move', REFUSED_CLAIMS.noPlanWaits(task.id, { state: task.state, plan }), {
      state: task.state,
      plan: plan?.state ?? null,
    });
  }
  if (revision !== undefined && revision !== plan.revision) return refuse('store.conflict', REFUSED_CLAIMS.olderPlan(task.id, revision, plan.revision), { newest: plan.revision });
  if (by === task.assigneeId) return refuse('lifecycle.illegal_move', REFUSED_CLAIMS.ownPlan(by), { by });
  const said = feedback?.trim() ?? '';
  if (!approved && said === '') return refuse('input.invalid', REFUSED_CLAIMS.sayFeedback, { field: 'feedback' });
  closeQuestions(draft, task, 'withdraw');
  const { text: _text, ...kept } = plan;
  const decided: MemberPlan = { ...kept, state: approved ? 'accepted' : 'refused', by, ...(said === '' ? {} : { feedback: said }) };
  const details = { revision: plan.revision, by, ...(said === '' ? {} : { feedback: said }) };
  const refusals = (task.more?.planRefusals ?? 0) + (approved ? 0 : 1);
  const more = withMore(task, { plan: decided, waiting: undefined, planRefusals: refusals === 0 ? undefined : refusals });
  tell(draft, { goal, task }, { by, verdict: approved ? 'approved' : 'refused', said });
  if (approved) askAuthor(draft, goal, draft.moveTask(task, 'approve_plan', 'plan_approved', { fields: { more }, details }));
  else if (refusals < goal.policy.limits.planRefusals) askAuthor(draft, goal, draft.moveTask(task, 'refuse_plan', 'claimed', { fields: { more }, details }));
  else {
    escalate(draft, { ...task, more }, 'plans_refused', { fault: said, revision: plan.revision, refused_by: by });
    return 'escalated';
  }
  return approved ? 'approved' : 'refused';
}

/** A member goes on in its next turn; a person is asked again, for the result or for a mended plan. */
function askAuthor(draft: Draft, goal: Goal, task: Task): void {
  const seat = task.assigneeId === null ? undefined : draft.board.crew(goal).seats.get(task.assigneeId);
  if (seat?.registration.kind === 'human') askHolder(draft, goal, task, seat);
}

const WORDS: Readonly<Record<'approved' | 'refused', Bilingual>> = {
  approved: { en: 'Your plan for {id} was approved. Go ahead.', zh: '你为 {id} 提交的方案已通过，请开始执行。' },
  refused: { en: 'Your plan for {id} was sent back. Revise it and submit it again.', zh: '你为 {id} 提交的方案被退回，请修改后重新提交。' },
};

function tell(draft: Draft, { goal, task }: Planned, { by, verdict, said }: { readonly by: string; readonly verdict: 'approved' | 'refused'; readonly said: string }): void {
  const content = [WORDS[verdict][goal.locale].replace('{id}', task.id), said].filter((part) => part !== '').join('\n');
  if (task.assigneeId !== null) notify(draft, { team: goal.team, goalId: goal.id, from: by, to: task.assigneeId, content });
}

/** A person's word on the plan; the question is answered in the same change. */
export function answerPlan(draft: Draft, planned: Planned, { choice, note, by }: Answer): Refusal | undefined {
  if (choice === 'refuse' && (note ?? '').trim() === '') return refuse('question.bad_answer', REFUSED_ANSWERS.sayWhatInPlan);
  const outcome = decideOn(draft, planned, { approved: choice === 'approve', by, feedback: note });
  return typeof outcome === 'string' ? undefined : outcome;
}
