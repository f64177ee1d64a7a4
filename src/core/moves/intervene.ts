// What a manager or a person does to a task that is somebody else's: edit, give to another, free, call off. Each is one move that
// ends the attempt that runs, and the holder is told in the same commit. A manager may do so a few times a task; a person at will.
import type { Board } from '../board/board.ts';
import { Draft, type Decision } from '../change.ts';
import { refuse, type Refusal } from '../errors.ts';
import type { Goal } from '../goal.ts';
import type { GoalId, TaskId } from '../ids.ts';
import type { Bilingual } from '../json.ts';
import { hasHolder, taskMachine, type TaskVerb } from '../lifecycles.ts';
import { skillKey } from '../members/skills.ts';
import { withAuthor } from '../next-moves.ts';
import { reviewNeed } from '../planning/new-tasks.ts';
import type { Answer, Question } from '../question.ts';
import { withMore, type Brief, type Task } from '../task.ts';
import { notify } from '../team/mail.ts';
import { REFUSED_MOVES } from '../refusals/refused-moves.ts';
import { planOf } from '../team/plan-waits.ts';
import { ask, closeQuestions } from './ask-question.ts';
import { noGoal } from './goal-moves.ts';

export interface Intervening {
  readonly taskId: TaskId;
  /** Who, as it stands on record. */
  readonly by: string;
  readonly as: 'manager' | 'person';
  /** What the next attempt must see. */
  readonly note?: string | null;
}

export interface Editing extends Intervening {
  /** What the task says now, and which version of it was read. */
  readonly brief: Brief;
  readonly briefSeq: number;
  readonly edits: Partial<Brief>;
}

/** One change of a task within a larger one; it is given the task as the steps before have left it. */
export type Step = (draft: Draft, task: Task) => Task | Refusal;

/** All steps are one change, or nothing of them is. */
export function inSteps(board: Board, taskId: TaskId, steps: readonly Step[]): Decision<Task> {
  const task = board.task(taskId);
  if (task === undefined) return noTask(taskId);
  const draft = new Draft(board);
  let now: Task = task;
  for (const step of steps) {
    const moved = step(draft, now);
    if ('ok' in moved) return moved;
    now = moved;
  }
  return draft.decision(now);
}

/** Says the task anew. What was begun under the old words is void; a blocked task stays blocked. */
export const editTask = (board: Board, editing: Editing): Decision<Task> => inSteps(board, editing.taskId, [editStep(editing)]);

export function editStep(editing: Editing): Step {
  const { brief, briefSeq, edits, by, note = null } = editing;
  return intervene(editing, 'edit', (draft, goal, task) => {
    if (Object.keys(edits).length === 0) return refuse('input.invalid', REFUSED_MOVES.sayEdits);
    if (briefSeq !== task.briefSeq) return refuse('store.conflict', REFUSED_MOVES.taskChanged(task.id), { id: task.id });
    const edited: Brief = { ...brief, ...edits };
    const lane = edits.skills === undefined ? task.lane : skillKey(edited.skills);
    const fields = { ...anew(goal, task, editing), lane, review: reviewNeed(goal.policy, edited.criteria) };
    return draft.moveTask(task, 'edit', task.state === 'blocked' ? 'blocked' : 'pending', { fields, details: { by, fields: Object.keys(edits), note }, brief: edited });
  });
}

/** To another member by name, also where members claim: only that one can take it up. */
export const reassignTask = (board: Board, reassigning: Giving): Decision<Task> => inSteps(board, reassigning.taskId, [reassignStep(reassigning)]);

export interface Giving extends Intervening {
  readonly to: string;
}

function reassignStep(reassigning: Giving): Step {
  const { to, by, note = null } = reassigning;
  return intervene(reassigning, 'reassign', (draft, goal, task) => {
    const unfit = refuseMember(draft.board, goal, to);
    if (unfit !== undefined) return unfit;
    if (task.assigneeId === to && hasHolder(task.state)) return refuse('lifecycle.illegal_move', REFUSED_MOVES.isWithThem(task.id, to), { id: task.id, holder: to });
    const more = { ...task, more: withAuthor(task) };
    return draft.moveTask(task, 'reassign', 'assigned', { fields: { ...anew(goal, more, reassigning), assigneeId: to, lane: `@${to}` }, details: { from: task.assigneeId, note, by } });
  });
}

/** Where members claim: a free task is meant for one member, which takes it up by itself. */
export const assignTask = (board: Board, assigning: Giving): Decision<Task> => inSteps(board, assigning.taskId, [assignStep(assigning)]);

function assignStep(assigning: Giving): Step {
  const { to, by, note = null } = assigning;
  return intervene(assigning, 'assign', (draft, goal, task) => {
    const unfit = refuseMember(draft.board, goal, to) ?? (goal.policy.dispatch === 'pull' ? undefined : refuse('lifecycle.illegal_move', REFUSED_MOVES.givenByCode(goal.id)));
    if (unfit !== undefined) return unfit;
    const more = withMore({ ...task, more: withAuthor(task) }, { offered: undefined, plan: planOf(task, to), ...(note === null ? {} : { note }) });
    return draft.moveTask(task, 'assign', 'assigned', { fields: { assigneeId: to, lane: `@${to}`, more }, details: { by } });
  });
}

/** What nobody has is meant for somebody; what somebody has is given to another. */
export const giveStep = (giving: Giving): Step => (draft, task) => (task.state === 'pending' ? assignStep : reassignStep)(giving)(draft, task);

/** Takes it from its holder; whoever fits may have it next. */
export const releaseTask = (board: Board, releasing: Intervening): Decision<Task> => inSteps(board, releasing.taskId, [releaseStep(releasing)]);

export function releaseStep(releasing: Intervening): Step {
  const { by, note = null } = releasing;
  return intervene(releasing, 'release', (draft, goal, task) =>
    draft.moveTask(task, 'release', 'pending', { fields: anew(goal, task, releasing), details: { reason: 'taken_back', by, from: task.assigneeId, note } }));
}

export type Cancelled = 'cancelled' | 'asked' | 'already';

/** Calls it off. A person that holds it is asked first when the manager wants to; asking again is fine. */
export function cancelTask(board: Board, cancelling: Intervening): Decision<Cancelled> {
  const task = board.task(cancelling.taskId);
  if (task === undefined) return noTask(cancelling.taskId);
  if (task.state === 'cancelled') return { ok: true, value: 'already' };
  const draft = new Draft(board);
  const outcome = cancelOn(draft, task, cancelling);
  return typeof outcome === 'string' ? draft.decision(outcome) : outcome;
}

export interface CancelledAll {
  readonly cancelled: readonly TaskId[];
  /** Held by people, who are asked. */
  readonly asked: readonly TaskId[];
  /** A person must decide about these, and only a person calls them off. */
  readonly left: readonly TaskId[];
}

/** Calls off every open task of a goal in one change. What is with a person stays until that person agrees. */
export function cancelAllTasks(board: Board, goalId: GoalId, cancelling: Omit<Intervening, 'taskId'>): Decision<CancelledAll> {
  const goal = board.goal(goalId);
  if (goal === undefined) return noGoal(goalId);
  const draft = new Draft(board);
  const done: Record<keyof CancelledAll, TaskId[]> = { cancelled: [], asked: [], left: [] };
  for (const task of board.openTasks(goalId)) {
    const outcome = taskMachine.allows('cancel', task.state, 'cancelled', cancelling.as) ? cancelOn(draft, task, { ...cancelling, taskId: task.id }) : undefined;
    done[typeof outcome === 'string' && outcome !== 'already' ? outcome : 'left'].push(task.id);
  }
  return draft.decision(done);
}

function cancelOn(draft: Draft, task: Task, { by, as, note = null }: Intervening): Cancelled | Refusal {
  const { board } = draft;
  const goal = board.goal(task.goalId);
  if (goal === undefined) return noTask(task.id);
  if (!taskMachine.allows('cancel', task.state, 'cancelled', as)) return illegal(task, 'cancel', as);
  if (as === 'manager' && task.assigneeId !== null && hasHolder(task.state) && isPerson(board, goal, task.assigneeId)) return askHolder(draft, goal, task, { by, note });
  closeQuestions(draft, task, 'withdraw');
  tell(draft, { goal, task, verb: 'cancel', by, note });
  const calledOff = as === 'person' ? { calledOff: true as const } : {};
  draft.moveTask(task, 'cancel', 'cancelled', { fields: { epoch: 0, more: withMore(task, { ...calledOff, waiting: undefined }) }, details: { reason: note ?? 'called_off', by } });
  return 'cancelled';
}

function askHolder(draft: Draft, goal: Goal, task: Task, { by, note }: { readonly by: string; readonly note: string | null }): 'asked' | Refusal {
  if (goal.policy.unattended || task.assigneeId === null) return refuse('goal.needs_person', REFUSED_MOVES.nobodyToAsk(task.id, task.assigneeId), { id: task.id });
  const open = draft.board.openQuestions(goal.id).some((question) => question.kind === 'cancel_task' && question.taskId === task.id);
  if (!open) ask(draft, goal, { kind: 'cancel_task', task, askedBy: by, askedOf: task.assigneeId, material: { note }, waitMs: goal.policy.times.personDueMs });
  return 'asked';
}

/** The person's word on the manager's wish. */
export function answerCancel(draft: Draft, { goal, task, question, answer }: { readonly goal: Goal; readonly task: Task; readonly question: Question; readonly answer: Answer }): Refusal | undefined {
  if (answer.choice === 'agree') {
    const outcome = cancelOn(draft, task, { taskId: task.id, by: answer.by, as: 'person', note: answer.note });
    return typeof outcome === 'string' ? undefined : outcome;
  }
  const manager = draft.board.members(goal.team).find(({ agentId }) => agentId === question.askedBy);
  if (manager !== undefined && goal.policy.style === 'team') {
    notify(draft, {
      team: goal.team,
      goalId: goal.id,
      from: answer.by,
      to: manager.agentId,
      content: [KEPT[goal.locale].replace('{id}', task.id), answer.note ?? ''].filter((part) => part !== '').join('\n'),
    });
  }
  return undefined;
}

const KEPT: Bilingual = { en: '{id} stays with me.', zh: '{id} 仍由我承担。' };

type Act = (draft: Draft, goal: Goal, task: Task) => Task | Refusal;

const intervene = (intervening: Intervening, verb: Exclude<TaskVerb, 'cancel'>, act: Act): Step => (draft, task) => {
  const { taskId, by, as, note = null } = intervening;
  const goal = draft.board.goal(task.goalId);
  if (goal === undefined) return noTask(taskId);
  const to = taskMachine.targets(verb, task.state).find((state) => taskMachine.allows(verb, task.state, state, as));
  if (to === undefined) return illegal(task, verb, as);
  const used = task.more?.interventions ?? 0;
  const { managerInterventions } = goal.policy.limits;
  if (as === 'manager' && isCounted(verb, task) && used >= managerInterventions) return refuse('task.capped', REFUSED_MOVES.capped(by, taskId, used), { id: taskId, interventions: used });
  // First the word, while the task still says who holds it.
  tell(draft, { goal, task, verb, by, note });
  closeQuestions(draft, task, 'withdraw');
  return act(draft, goal, task);
};

const isCounted = (verb: TaskVerb, task: Task): boolean => verb !== 'assign' && task.state !== 'blocked';

/** The task as if nobody had begun: what the old attempt left undecided is void. A person's word grants another attempt where none is left. */
function anew(goal: Goal, task: Task, { as, note = null }: Intervening) {
  const { maxAttempts } = goal.policy.limits;
  const fresh = {
    waiting: undefined, accepting: undefined, comment: undefined, offered: undefined, plan: undefined, missingSkills: undefined,
    verdicts: undefined, cannotJudge: undefined, ...(note === null ? {} : { note }),
  };
  if (as === 'manager') return { epoch: 0, more: withMore(task, { ...fresh, interventions: (task.more?.interventions ?? 0) + (task.state === 'blocked' ? 0 : 1) }) };
  return { epoch: 0, ...GRANTED, more: withMore(task, { ...fresh, ...granted(task, maxAttempts) }) };
}

/** Counters of what went wrong before the person looked. */
export const GRANTED = { losses: 0, reviewFaults: 0 } as const;
export const granted = (task: Task, maxAttempts: number) => ({
  replans: undefined, declinedBy: undefined, runaway: undefined, interventions: undefined, planRefusals: undefined, mergeConflicts: undefined,
  ...(task.attempts < maxAttempts + (task.more?.extraAttempts ?? 0) ? {} : { extraAttempts: task.attempts + 1 - maxAttempts }),
});

const TOLD: Readonly<Partial<Record<TaskVerb, Bilingual>>> = {
  edit: { en: '{id} was changed by {by}. Your claim has ended: read it again, and claim it anew if it still fits you.', zh: '{by} 修改了 {id}，你的领取已失效。请重新阅读，如仍合适可再次领取。' },
  reassign: { en: '{id} was given to another member by {by}. Stop working on it.', zh: '{by} 已将 {id} 改派给其他成员，请停止处理。' },
  release: { en: '{id} was taken back by {by}. Stop working on it.', zh: '{by} 收回了 {id}，请停止处理。' },
  cancel: { en: '{id} was called off by {by}. Stop working on it.', zh: '{by} 取消了 {id}，请停止处理。' },
  assign: { en: '{id} was meant for you by {by}. Take it up with claim_task.', zh: '{by} 将 {id} 指定给你，请用 claim_task 领取。' },
};

/** Where members read mail: the one it is taken from, at once and also in the middle of a turn. */
function tell(draft: Draft, { goal, task, verb, by, note }: { readonly goal: Goal; readonly task: Task; readonly verb: TaskVerb; readonly by: string; readonly note: string | null }): void {
  const told = TOLD[verb];
  if (goal.policy.style !== 'team' || task.assigneeId === null || !hasHolder(task.state) || told === undefined) return;
  const words = told[goal.locale].replace('{id}', task.id).replace('{by}', () => by);
  notify(draft, { team: goal.team, goalId: goal.id, from: by, to: task.assigneeId, content: note === null ? words : `${words}\n${note}`, urgent: true });
}

function refuseMember(board: Board, goal: Goal, to: string): Refusal | undefined {
  const workers = board.members(goal.team).filter(({ roles }) => roles.includes('worker'));
  return workers.some(({ agentId }) => agentId === to)
    ? undefined
    : refuse('member.not_found', REFUSED_MOVES.noWorker(to, workers.map(({ agentId }) => agentId)), { members: workers.map(({ agentId }) => agentId) });
}

const isPerson = (board: Board, goal: Goal, memberId: string): boolean => board.crew(goal).seats.get(memberId)?.registration.kind === 'human';

const noTask = (id: TaskId): Refusal => refuse('task.not_found', REFUSED_MOVES.noOpenTask(id), { id });

const illegal = (task: Task, verb: TaskVerb, as: 'manager' | 'person'): Refusal =>
  refuse('lifecycle.illegal_move', REFUSED_MOVES.notFromHere({ id: task.id, state: task.state, by: as, verb, open: taskMachine.openVerbs(task.state, as) }), { id: task.id, state: task.state, verb });
