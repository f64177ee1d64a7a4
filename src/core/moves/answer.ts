// A person answers a question, and the move that the answer asks for is part of the same change. One table: what each way
// out needs, and what it does. Twice, late or after a cancel is a refusal that says so.
import type { Board } from '../board/board.ts';
import { Draft, type Decision } from '../change.ts';
import { refuse, type Refusal } from '../errors.ts';
import type { Goal } from '../goal.ts';
import { REFUSED_ANSWERS } from '../refusals/refused-answers.ts';
import { noteOn, type Attachment } from './add-note.ts';
import { acceptAsIs } from './as-it-is.ts';
import { answerBudget } from './budget.ts';
import { cancelOpenWork } from './goal-moves.ts';
import { answerProposal } from './goal-plan.ts';
import { answerParked, isParking, tellAsker } from './parked.ts';
import { answerReview, answerWork, movedOn, refuseOwnWork, type HandedIn } from './people.ts';
import type { QuestionId, TaskId } from '../ids.ts';
import type { Bilingual, Json, JsonObject } from '../json.ts';
import { compileSchema } from '../schema/json-schema.ts';
import { reviewNeed, type NewTask } from '../planning/new-tasks.ts';
import type { Answer, Question } from '../question.ts';
import { skillKey } from '../members/skills.ts';
import { answerPlan } from '../team/member-plan.ts';
import { answerStall } from '../team/idle.ts';
import { answerWithPlan } from '../team/persons-plan.ts';
import { planOf } from '../team/plan-waits.ts';
import { answerCancel } from './intervene.ts';
import { splitTask } from '../planning/split.ts';
import { treeOf, withMore, type Brief, type MoreChange, type Task } from '../task.ts';

export interface Answering {
  readonly questionId: QuestionId;
  readonly answer: Answer;
  /** What the task says now; a changed brief is written from it. */
  readonly brief?: Brief;
  /** For `edit`: the fields that change, read and checked already. */
  readonly edits?: Partial<Brief>;
  /** For `split`: the new tasks, and the prerequisites of the old one. */
  readonly parts?: readonly NewTask[];
  readonly needs?: readonly TaskId[];
  /** For `edit` of a plan: what code changed in the parts. */
  readonly notes?: readonly JsonObject[];
  /** For `hand_in`: the result, checked by code. */
  readonly handedIn?: HandedIn;
  /** For `plan`: how the person will go about it. */
  readonly plan?: string;
  /** Files that the person attaches to the task. */
  readonly attached?: readonly Attachment[];
  /** Which version of the brief was read; a brief that was changed since is read again. */
  readonly briefSeq?: number;
}

export function answerQuestion(board: Board, answering: Answering): Decision<Question> {
  const question = board.question(answering.questionId);
  if (question === undefined) return refuse('question.not_found', REFUSED_ANSWERS.noQuestion(answering.questionId));
  if (question.state !== 'open') {
    return refuse('question.closed', closedText(question), {
      state: question.state,
      answer: question.answer === null ? null : { choice: question.answer.choice, by: question.answer.by },
    });
  }
  if (!question.choices.includes(answering.answer.choice)) {
    return refuse('question.bad_answer', REFUSED_ANSWERS.noSuchChoice(question.id, answering.answer.choice, question.choices), { choices: question.choices });
  }
  const goal = board.goal(question.goalId);
  if (goal === undefined || goal.endedAt !== null) return refuse('goal.ended', REFUSED_ANSWERS.goalEnded(question.goalId));
  const draft = new Draft(board);
  const answered = draft.moveQuestion(question, 'answer', 'answered', answering.answer);
  return carryOut(draft, goal, question, answering) ?? draft.decision(answered);
}

function carryOut(draft: Draft, goal: Goal, question: Question, answering: Answering): Refusal | undefined {
  const { answer, parts, notes = [] } = answering;
  if (question.kind === 'plan_failed') return withoutFiles(answering) ?? answerPlanFailed(draft, goal, answering);
  if (question.kind === 'goal_plan') return withoutFiles(answering) ?? answerProposal(draft, goal, { answer, question, ...(parts === undefined ? {} : { plan: { tasks: parts, notes } }) });
  if (question.kind === 'stall') return withoutFiles(answering) ?? answerStall(draft, goal, { question, answer });
  if (question.kind === 'budget') return withoutFiles(answering) ?? answerBudgetOrCancel(draft, goal, { question, answering });
  if (question.kind === 'member_question' && question.taskId === null) return withoutFiles(answering) ?? answerAsker(draft, goal, question, answer);
  const found = question.taskId === null ? undefined : draft.board.task(question.taskId);
  if (found === undefined || found.endedAt !== null) return refuse('task.not_found', REFUSED_ANSWERS.taskEnded(question.taskId));
  if (answering.briefSeq !== undefined && answering.briefSeq !== found.briefSeq) return refuse('store.conflict', REFUSED_ANSWERS.taskChanged(found.id));
  const { task, brief } = attach(draft, found, answering);
  const told = brief === undefined ? answering : { ...answering, brief };
  if (question.kind === 'member_plan') return answerPlan(draft, { goal, task }, answer);
  if (question.kind === 'cancel_task') return answerCancel(draft, { goal, task, question, answer });
  if (question.kind === 'escalation') return answerEscalation(draft, { goal, task, answering: told });
  if (isParking(question.kind)) return answerParked(draft, { goal, task, question, answer });
  if (Object.hasOwn(WAYS, answer.choice)) return decideInstead(draft, question, { goal, task, answering: told });
  if (question.kind === 'work' && answer.choice === 'plan') return answerWithPlan(draft, { goal, task, question, plan: answering.plan ?? '' });
  const word = { goal, task, question, answer, ...(answering.handedIn === undefined ? {} : { handedIn: answering.handedIn }) };
  return question.kind === 'work' ? answerWork(draft, word) : answerReview(draft, word);
}

/** A member asked without a task in its hands. */
function answerAsker(draft: Draft, goal: Goal, question: Question, answer: Answer): Refusal | undefined {
  if (answer.choice === 'answer' && (answer.note ?? '').trim() === '') return refuse('question.bad_answer', REFUSED_ANSWERS.sayAnswer);
  tellAsker(draft, goal, question, answer);
  return undefined;
}

const withoutFiles = ({ attached = [] }: Answering): Refusal | undefined =>
  attached.length === 0 ? undefined : refuse('question.bad_answer', REFUSED_ANSWERS.filesNeedTask);

/** The files become part of what the task says before the answer moves it, so that whoever comes next is told. */
function attach(draft: Draft, task: Task, { answer, brief, attached = [] }: Answering): { readonly task: Task; readonly brief: Brief | undefined } {
  if (brief === undefined || attached.length === 0) return { task, brief };
  return noteOn(draft, task, { brief, by: answer.by, note: null, attached });
}

function closedText({ id, state, answer, goalId }: Question): Bilingual {
  if (answer !== null) return REFUSED_ANSWERS.alreadyAnswered(id, { choice: answer.choice, by: answer.by, goal: goalId });
  return state === 'expired' ? REFUSED_ANSWERS.expired(id, goalId) : REFUSED_ANSWERS.withdrawn(id, goalId);
}

interface Escalated {
  readonly goal: Goal;
  readonly task: Task;
  readonly answering: Answering;
}

type Way = (draft: Draft, escalated: Escalated) => Refusal | undefined;

/** One more attempt, the other counters to 0, and a note that the next attempt must see. */
const again = (task: Task, note: string | null, change: MoreChange = {}) => ({
  losses: 0,
  reviewFaults: 0,
  more: withMore(task, {
    ...change, extraAttempts: (task.more?.extraAttempts ?? 0) + 1, waiting: undefined, comment: undefined, replans: undefined,
    declinedBy: undefined, missingSkills: undefined, runaway: undefined, offered: undefined, interventions: undefined,
    planRefusals: undefined, mergeConflicts: undefined, ...(note === null ? {} : { note }),
  }),
});

const SUPPLIED: Bilingual = { en: 'supplied by {by}', zh: '由 {by} 提供' };

const WAYS: Readonly<Record<string, Way>> = {
  retry(draft, { task, answering: { answer } }) {
    draft.moveTask(task, 'retry', 'pending', { fields: again(task, answer.note), details: { note: answer.note, by: answer.by } });
    return undefined;
  },
  reassign(draft, { goal, task, answering: { answer } }) {
    const to = answer.extra['to'];
    const workers = draft.board.members(goal.team).filter((member) => member.roles.includes('worker'));
    if (typeof to !== 'string' || !workers.some((member) => member.agentId === to)) {
      return refuse('question.bad_answer', REFUSED_ANSWERS.sayTo(workers.map((member) => member.agentId)), { members: workers.map((member) => member.agentId) });
    }
    const earlier = task.assigneeId !== null && task.starts > 0 ? [...new Set([...(task.more?.earlierAuthors ?? []), task.assigneeId])] : task.more?.earlierAuthors;
    draft.moveTask(task, 'reassign', 'assigned', {
      fields: { ...again(task, answer.note, { plan: planOf(task, to), ...(earlier === undefined ? {} : { earlierAuthors: earlier }) }), assigneeId: to, lane: `@${to}` },
      details: { from: task.assigneeId, note: answer.note, by: answer.by },
    });
    return undefined;
  },
  accept(draft, { task, answering: { answer } }) {
    if (task.resultSeq === 0) return refuse('question.bad_answer', REFUSED_ANSWERS.noResult(task.id));
    acceptAsIs(draft, task, { verb: 'accept', details: { by: answer.by, note: answer.note }, otherwise: 'ask' });
    return undefined;
  },
  edit_result(draft, { goal, task, answering: { answer } }) {
    const output = answer.extra['output'];
    if (output === undefined) return refuse('question.bad_answer', REFUSED_ANSWERS.sayOutput);
    const misfit = misfitOf(draft.board, goal, task, output);
    if (misfit !== undefined) return refuse('task.unfit_output', REFUSED_ANSWERS.misfit(task.assigneeId, misfit));
    // It takes the place of the work, and may be the way out where that cannot be merged: nothing is, and that is said.
    const leftBranch = treeOf(task)?.branch;
    draft.moveTask(task, 'edit_result', 'done', {
      fields: { resultSeq: draft.nextSeq(), more: withMore(task, { waiting: undefined, leftBranch }) },
      details: {
        output,
        execution_summary: answer.note ?? SUPPLIED[goal.locale].replace('{by}', () => answer.by),
        by: answer.by,
        ...(leftBranch === undefined ? {} : { left_branch: leftBranch }),
      },
    });
    return undefined;
  },
  edit(draft, { goal, task, answering: { answer, brief, edits } }) {
    if (brief === undefined || edits === undefined || Object.keys(edits).length === 0) return refuse('question.bad_answer', REFUSED_ANSWERS.sayEdits);
    const edited: Brief = { ...brief, ...edits };
    const lane = edits.skills === undefined ? task.lane : skillKey(edited.skills);
    draft.moveTask(task, 'edit', 'pending', {
      fields: { ...again(task, answer.note, { fixes: [], plan: undefined }), lane, review: reviewNeed(goal.policy, edited.criteria) },
      details: { by: answer.by, fields: Object.keys(edits), note: answer.note },
      brief: edited,
    });
    return undefined;
  },
  split(draft, { goal, task, answering: { brief, parts, needs = [] } }) {
    if (brief === undefined || parts === undefined || parts.length === 0) return refuse('question.bad_answer', REFUSED_ANSWERS.sayTasks);
    const created = splitTask(draft, { goal, task, brief, needs, into: parts });
    return created.ok ? undefined : created;
  },
  cancel(draft, { task, answering: { answer } }) {
    draft.moveTask(task, 'cancel', 'cancelled', { fields: { more: withMore(task, { calledOff: true, waiting: undefined }) }, details: { reason: answer.note ?? 'called_off', by: answer.by } });
    return undefined;
  },
  fail(draft, { task, answering: { answer } }) {
    draft.moveTask(task, 'fail', 'failed', { fields: { more: withMore(task, { waiting: undefined }) }, details: { reason: answer.note ?? 'failed_by_person', by: answer.by } });
    return undefined;
  },
};

/** Who was asked for the work or for a review decides about the task, as whoever owns the goal would. */
function decideInstead(draft: Draft, question: Question, { goal, task, answering }: Escalated): Refusal | undefined {
  if (task.more?.waiting?.questionId !== question.id) return movedOn(question, task);
  const own = question.kind === 'review' ? refuseOwnWork(task, answering.answer) : undefined;
  if (own !== undefined) return own;
  const more = withMore(task, { waiting: undefined, verdicts: undefined, cannotJudge: undefined });
  const escalated = draft.moveTask(task, 'escalate', 'escalated', { fields: { epoch: 0, more }, details: { reason: 'person_decides', by: answering.answer.by } });
  return answerEscalation(draft, { goal, task: escalated, answering });
}

function answerEscalation(draft: Draft, escalated: Escalated): Refusal | undefined {
  return WAYS[escalated.answering.answer.choice]?.(draft, escalated);
}

function misfitOf(board: Board, goal: Goal, task: Task, output: Json): Bilingual | undefined {
  const schema = board.members(goal.team).find((member) => member.agentId === task.assigneeId)?.outputSchema;
  const compiled = schema === undefined ? undefined : compileSchema(schema);
  if (compiled === undefined || !compiled.ok) return undefined;
  return compiled.validate(output)[0]?.message;
}

function answerPlanFailed(draft: Draft, goal: Goal, { questionId, answer }: Answering): undefined {
  switch (answer.choice) {
    case 'retry':
      draft.putGoal({ ...goal, updatedAt: draft.board.now, planTries: 0, planRefusals: 0, ...(answer.note === null ? {} : { planFeedback: [...(goal.planFeedback ?? []), answer.note] }) });
      return undefined;
    case 'fail':
      draft.moveGoal(goal, 'fail', 'failed', { fields: { comment: answer.note }, details: { problems: goal.planProblems, by: answer.by } });
      return undefined;
    default:
      cancelOpenWork(draft, goal, { by: answer.by, except: questionId });
  }
}

function answerBudgetOrCancel(draft: Draft, goal: Goal, { question, answering: { answer } }: { question: Question; answering: Answering }): Refusal | undefined {
  if (answer.choice !== 'cancel') return answerBudget(draft, goal, { question, answer });
  cancelOpenWork(draft, goal, { by: answer.by, except: question.id });
  return undefined;
}
