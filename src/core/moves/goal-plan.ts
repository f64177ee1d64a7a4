// A plan on its way to the board: adopted at once, or first shown to a person; sent back with a reason; or not usable at all.
// A plan is taken once: one of an earlier try, or for a goal that has moved on, changes nothing.
import type { Board } from '../board/board.ts';
import { briefOut } from '../brief.ts';
import { Draft, type Decision } from '../change.ts';
import { refuse, type Refusal } from '../errors.ts';
import type { Goal } from '../goal.ts';
import { questionId, type GoalId } from '../ids.ts';
import type { Bilingual, JsonObject } from '../json.ts';
import type { NewTask, TaskPlan } from '../planning/new-task.ts';
import type { Answer, Question } from '../question.ts';
import { cancelOpenWork, noGoal, startTasks } from './goal-moves.ts';

export interface Planned extends TaskPlan {
  /** Which try the plan answers. */
  readonly tries: number;
}

/** The manager's plan becomes the goal's tasks, or waits for a person's word where the policy says so. */
export function adoptPlan(board: Board, id: GoalId, { tries, tasks, notes }: Planned): Decision<'adopted' | 'proposed'> {
  const goal = board.goal(id);
  if (goal === undefined) return noGoal(id);
  if (!isWaitingForPlan(board, goal, tries)) return stalePlan(goal);
  const draft = new Draft(board);
  if (goal.policy.approveGoalPlan === 'person' && !goal.policy.unattended) {
    propose(draft, goal, { tasks, notes });
    return draft.decision('proposed');
  }
  const created = startTasks(draft, goal, { tasks, notes, except: null });
  return created.ok ? draft.decision('adopted') : created;
}

const isWaitingForPlan = (board: Board, goal: Goal, tries: number): boolean => goal.state === 'planning' && goal.planTries === tries && goal.owner === board.epoch;

const stalePlan = (goal: Goal): Refusal => refuse('attempt.stale', `${goal.id} no longer waits for this plan; nothing was changed.`, { state: goal.state, tries: goal.planTries });

function propose(draft: Draft, goal: Goal, proposal: TaskPlan): void {
  const plan = proposal.tasks.map(taskOut);
  const proposed = draft.moveGoal(goal, 'propose', 'plan_review', { fields: { proposal }, details: { plan, notes: proposal.notes } });
  const maySendBack = goal.planRefusals < goal.policy.limits.goalPlanRefusals;
  const choices = maySendBack ? ['approve', 'refuse', 'cancel'] : ['approve', 'cancel'];
  draft.ask(questionAbout(draft.board, proposed, { kind: 'goal_plan', text: PLAN_PROPOSED, choices, material: { plan, notes: proposal.notes } }));
}

const taskOut = (task: NewTask): JsonObject => ({
  ...briefOut({ ...task, context: task.context ?? [], contextFrom: null, name: task.name ?? null }),
  ...(task.dependsOn.length === 0 ? {} : { depends_on: task.dependsOn }),
  ...(task.assigneeId === undefined ? {} : { assignee: task.assigneeId }),
});

/** What a person says to a proposed plan, and nobody's word within the time: then it is taken as it stands. */
export function answerProposal(draft: Draft, goal: Goal, { answer, question }: { readonly answer: Answer; readonly question: Question }): Refusal | undefined {
  if (answer.choice === 'cancel') {
    cancelOpenWork(draft, goal, { by: answer.by, except: question.id });
    return undefined;
  }
  if (answer.choice === 'approve') return takeProposal(draft, goal, question);
  if (answer.note === null || answer.note.trim() === '') return refuse('question.bad_answer', 'Say what the manager should change: --note TEXT.');
  draft.moveGoal(goal, 'refuse', 'planning', { fields: { proposal: null, planTries: 0, planRefusals: goal.planRefusals + 1, planProblems: [answer.note] }, details: { reason: answer.note, by: answer.by } });
  return undefined;
}

export function takeProposal(draft: Draft, goal: Goal, question: Question): Refusal | undefined {
  const created = startTasks(draft, goal, { tasks: goal.proposal?.tasks ?? [], notes: goal.proposal?.notes ?? [], except: question.id });
  return created.ok ? undefined : created;
}

/** The plan could not be used: the manager is told and asked again, then a person, then the goal fails. */
export function planUnusable(board: Board, id: GoalId, unusable: { readonly tries: number; readonly problems: readonly string[] }): Decision<'again' | 'asked' | 'failed'> {
  const goal = board.goal(id);
  if (goal === undefined) return noGoal(id);
  if (!isWaitingForPlan(board, goal, unusable.tries)) return stalePlan(goal);
  const draft = new Draft(board);
  const { problems } = unusable;
  const tries = goal.planTries + 1;
  const tried: Goal = { ...goal, planTries: tries, planProblems: problems, updatedAt: board.now };
  draft.note('goal.plan_rejected_by_code', { goalId: id }, { problems, try: tries });
  if (tries < goal.policy.limits.goalPlanTries) {
    draft.putGoal(tried);
    return draft.decision('again');
  }
  if (goal.policy.unattended) {
    draft.moveGoal(tried, 'fail', 'failed', { fields: { comment: problems.join('\n') }, details: { problems } });
    return draft.decision('failed');
  }
  draft.putGoal(tried);
  draft.ask(questionAbout(board, tried, { kind: 'plan_failed', text: PLAN_FAILED, choices: ['retry', 'fail', 'cancel'], material: { problems } }));
  return draft.decision('asked');
}

const PLAN_FAILED: Bilingual = { en: 'The manager found no plan that can be used. Retry with a note, or fail the goal.', zh: '主管没有给出可用的计划。可附上说明重试，或判定目标失败。' };
const PLAN_PROPOSED: Bilingual = { en: 'The manager proposes this plan. Approve it, or send it back with a note that says what to change.', zh: '主管提出了这份计划。请批准，或附上修改意见退回。' };

const questionAbout = (board: Board, goal: Goal, asked: Pick<Question, 'kind' | 'text' | 'choices' | 'material'>): Question => ({
  ...asked, id: questionId(board.next.question), key: board.next.question, goalId: goal.id, taskId: null, state: 'open', askedBy: 'manager',
  createdAt: board.now, waitMs: goal.policy.times.questionMs, answer: null, closedAt: null,
});
