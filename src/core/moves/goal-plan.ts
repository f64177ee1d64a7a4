// A plan on its way to the board: adopted at once, or first shown to a person, who takes it, gives another, or sends it back with a
// reason; or not usable at all. A plan is taken once, and one that waits for a person's word is never taken without it.
import type { Board } from '../board/board.ts';
import { Draft, type Decision } from '../change.ts';
import { refuse, type Refusal } from '../errors.ts';
import type { Goal } from '../goal.ts';
import type { GoalId } from '../ids.ts';
import type { Bilingual, JsonObject } from '../json.ts';
import type { NewTask, TaskPlan } from '../planning/new-task.ts';
import type { Answer, Question } from '../question.ts';
import { REFUSED_ANSWERS } from '../refusals/refused-answers.ts';
import { REFUSED_MOVES } from '../refusals/refused-moves.ts';
import { ask } from './ask-question.ts';
import { cancelOpenWork, noGoal, startTasks } from './goal-moves.ts';

export interface Planned extends TaskPlan {
  /** Which try the plan answers. */
  readonly tries: number;
}

/** The manager's plan becomes the goal's tasks, or waits for a person's word where the policy says so. */
export function adoptPlan(board: Board, id: GoalId, { tries, tasks, notes }: Planned): Decision<'adopted' | 'proposed' | 'failed'> {
  const goal = board.goal(id);
  if (goal === undefined) return noGoal(id);
  if (!isWaitingForPlan(board, goal, tries)) return stalePlan(goal);
  const draft = new Draft(board);
  if (goal.policy.approveGoalPlan === 'person') {
    // A team is not made so; a goal of another make fails rather than start what nobody accepted.
    if (goal.policy.unattended) failUnaccepted(draft, goal, 'unattended');
    else propose(draft, goal, { tasks, notes });
    return draft.decision(goal.policy.unattended ? 'failed' : 'proposed');
  }
  const created = startTasks(draft, goal, { tasks, notes, except: null });
  return created.ok ? draft.decision('adopted') : created;
}

/** Not while a person is asked how to go on: then the manager waits for that. */
const isWaitingForPlan = (board: Board, goal: Goal, tries: number): boolean =>
  goal.state === 'planning' && goal.planTries === tries && goal.owner === board.epoch && board.openQuestions(goal.id).length === 0;

const stalePlan = (goal: Goal): Refusal => refuse('attempt.stale', REFUSED_MOVES.planNotWanted(goal.id), { state: goal.state, tries: goal.planTries });

function propose(draft: Draft, goal: Goal, proposal: TaskPlan): void {
  const material = { plan: proposal.tasks.map(itemOut), notes: proposal.notes };
  const proposed = draft.moveGoal(goal, 'propose', 'plan_review', { fields: { proposal }, details: material });
  ask(draft, proposed, { kind: 'goal_plan', askedBy: 'manager', material, waitMs: goal.policy.times.questionMs });
}

/** A task of a plan as a planner writes it, so that a person can change it and give it back. */
const itemOut = (task: NewTask): JsonObject => ({
  ...(task.name === undefined ? {} : { id: task.name }),
  title: task.title,
  content: task.content,
  skills: task.skills,
  input: task.input,
  criteria: task.criteria.map((criterion) => ({ ...criterion })),
  depends_on: task.dependsOn,
  ...(task.needsContext === undefined ? {} : { needs_context: task.needsContext }),
  ...(task.assigneeId === undefined ? {} : { assignee: task.assigneeId }),
});

export interface PlanWord {
  readonly answer: Answer;
  readonly question: Question;
  /** For `edit`: the plan that the person gives instead, converted and checked like a manager's. */
  readonly plan?: TaskPlan;
}

/** What a person says to a proposed plan. */
export function answerProposal(draft: Draft, goal: Goal, { answer, question, plan }: PlanWord): Refusal | undefined {
  if (goal.state !== 'plan_review' || goal.proposal === null) return refuse('question.closed', REFUSED_ANSWERS.planMovedOn(goal.id), { state: goal.state });
  switch (answer.choice) {
    case 'accept':
      return take(draft, goal, { ...goal.proposal, question, details: { by: answer.by } });
    case 'edit':
      if (plan === undefined) return refuse('question.bad_answer', REFUSED_ANSWERS.sayPlan);
      return take(draft, goal, { ...plan, question, details: { by: answer.by, edited: true } });
    case 'refuse':
      return sendBack(draft, goal, answer);
    default:
      cancelOpenWork(draft, goal, { by: answer.by, except: question.id });
      return undefined;
  }
}

function take(draft: Draft, goal: Goal, { tasks, notes, question, details }: TaskPlan & { readonly question: Question; readonly details: JsonObject }): Refusal | undefined {
  const created = startTasks(draft, goal, { tasks, notes, except: question.id, details });
  return created.ok ? undefined : created;
}

/** Back to the manager with the reason; after the last time a person says how to go on at all. */
function sendBack(draft: Draft, goal: Goal, answer: Answer): Refusal | undefined {
  const reason = answer.note?.trim() ?? '';
  if (reason === '') return refuse('question.bad_answer', REFUSED_ANSWERS.sayPlanChange);
  const planRefusals = goal.planRefusals + 1;
  const planFeedback = [...(goal.planFeedback ?? []), sentBack(goal, reason)];
  const refused = draft.moveGoal(goal, 'refuse', 'planning', { fields: { proposal: null, planTries: 0, planProblems: [], planRefusals, planFeedback }, details: { reason, by: answer.by } });
  if (planRefusals >= goal.policy.limits.goalPlanRefusals) {
    ask(draft, refused, {
      kind: 'plan_failed',
      askedBy: 'manager',
      material: { problems: planFeedback, refusals: planRefusals },
      waitMs: goal.policy.times.questionMs,
    });
  }
  return undefined;
}

/** The manager keeps nothing of its earlier call, so the refused plan is named with the reason. */
function sentBack(goal: Goal, reason: string): string {
  const titles = (goal.proposal?.tasks ?? []).map((task) => JSON.stringify(task.title)).join(', ');
  return { en: `A person sent back the plan with the tasks ${titles}: ${reason}`, zh: `有人退回了包含以下任务的计划（${titles}）：${reason}` }[goal.locale];
}

/** Nobody said a word about the plan in time, so nothing of it is done. */
export function failUnaccepted(draft: Draft, goal: Goal, reason: 'unanswered' | 'unattended'): void {
  draft.moveGoal(goal, 'fail', 'failed', { fields: { comment: UNACCEPTED[goal.locale] }, details: { problems: [UNACCEPTED[goal.locale]], reason } });
}

interface Unusable {
  readonly tries: number;
  readonly problems: readonly string[];
  /** Asked again the manager would fail in the same way: a person is asked at once. */
  readonly isHopeless?: boolean;
}

/** The plan could not be used: the manager is told and asked again, then a person, then the goal fails. */
export function planUnusable(board: Board, id: GoalId, unusable: Unusable): Decision<'again' | 'asked' | 'failed'> {
  const goal = board.goal(id);
  if (goal === undefined) return noGoal(id);
  if (!isWaitingForPlan(board, goal, unusable.tries)) return stalePlan(goal);
  const draft = new Draft(board);
  const { problems, isHopeless = false } = unusable;
  const tries = goal.planTries + 1;
  const tried: Goal = { ...goal, planTries: tries, planProblems: problems, updatedAt: board.now };
  draft.note('goal.plan_rejected_by_code', { goalId: id }, { problems, try: tries });
  if (tries < goal.policy.limits.goalPlanTries && !isHopeless) {
    draft.putGoal(tried);
    return draft.decision('again');
  }
  if (goal.policy.unattended) {
    draft.moveGoal(tried, 'fail', 'failed', { fields: { comment: problems.join('\n') }, details: { problems } });
    return draft.decision('failed');
  }
  draft.putGoal(tried);
  ask(draft, tried, { kind: 'plan_failed', askedBy: 'manager', material: { problems }, waitMs: goal.policy.times.questionMs });
  return draft.decision('asked');
}

const UNACCEPTED: Bilingual = { en: 'Nobody accepted the plan in time, so nothing of it was started.', zh: '计划未在期限内获得通过，因此没有开始任何工作。' };
