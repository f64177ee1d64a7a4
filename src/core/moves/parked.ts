// A question of a running attempt parks it: the state stays, the clock of the attempt stands still, the room stays taken. Several
// calls of one attempt may wait at once; it goes on when the last of them has its answer. The answer and its move are one change.
import type { Board } from '../board/board.ts';
import { Draft, type Decision } from '../change.ts';
import { refuse, type Refusal } from '../errors.ts';
import type { Goal } from '../goal.ts';
import type { QuestionId } from '../ids.ts';
import type { Bilingual, JsonObject } from '../json.ts';
import { GATE_SAYS } from '../gate/sentences.ts';
import { isAtWork } from '../lifecycles.ts';
import { notify } from '../team/mail.ts';
import type { Answer, Question, QuestionKind } from '../question.ts';
import { withMore, type Task } from '../task.ts';
import { REFUSED_ANSWERS } from '../refusals/refused-answers.ts';
import { REFUSED_MOVES } from '../refusals/refused-moves.ts';
import { ask, closeQuestions } from './ask-question.ts';
import { escalate } from './escalation.ts';
import { isWithPerson } from './people.ts';
import type { AttemptRef } from './attempt.ts';

const PARKING = ['tool_approval', 'member_question', 'breaker'] as const satisfies readonly QuestionKind[];
export type ParkingKind = (typeof PARKING)[number];

export const isParking = (kind: QuestionKind): kind is ParkingKind => PARKING.some((each) => each === kind);

/** An attempt at work that waits for a person's word. A plan that waits for one, and a person's own work, have their own clock and end. */
export const isParked = (task: Task): boolean => task.more?.waiting?.for === 'person' && task.more.waiting.reason !== 'plan' && !isWithPerson(task) && isAtWork(task.state);

export interface Parking extends AttemptRef {
  readonly kind: ParkingKind;
  readonly text: Bilingual;
  /** Holds `call_key`, by which a later attempt finds the question again. */
  readonly material: JsonObject & { readonly call_key: string };
}

/** Where nobody is there to ask, the default is taken at once and nothing is asked. */
export type Parked = { readonly kind: 'asked'; readonly id: QuestionId } | { readonly kind: 'nobody_there' };

export function park(board: Board, { taskId, token, kind, text, material }: Parking): Decision<Parked> {
  const task = board.task(taskId);
  const goal = task === undefined ? undefined : board.goal(task.goalId);
  if (task === undefined || goal === undefined || task.starts !== token || !isAtWork(task.state)) return refuse('attempt.stale', REFUSED_MOVES.staleAsk(taskId, token));
  if (goal.policy.unattended) return { ok: true, value: { kind: 'nobody_there' } };
  const draft = new Draft(board);
  const open = openFor(board, task, material.call_key, kind);
  if (open !== undefined) draft.note('task.parked', { goalId: goal.id, taskId, memberId: task.assigneeId }, { question_id: open.id });
  const question = open ?? ask(draft, goal, { kind, task, askedBy: task.assigneeId ?? 'engine', text, material, waitMs: goal.policy.times.questionMs });
  draft.putTask({ ...task, updatedAt: board.now, more: withMore(task, { waiting: { for: 'person', reason: kind, until: board.now + question.waitMs, questionId: question.id } }) });
  return draft.decision({ kind: 'asked', id: question.id });
}

/** An attempt is held once, whatever tripped and however often it was begun. */
const openFor = (board: Board, task: Task, callKey: string, kind: ParkingKind): Question | undefined =>
  board.openQuestions(task.goalId).find((question) => question.taskId === task.id && question.kind === kind && (kind === 'breaker' || callKeyOf(question) === callKey));

export function callKeyOf({ material }: Question): string | undefined {
  const key = typeof material === 'object' && material !== null && !Array.isArray(material) && 'call_key' in material ? material['call_key'] : undefined;
  return typeof key === 'string' ? key : undefined;
}

/** The attempt goes on, unless another of its questions is open. `closed`: the question that this change closes. */
function unpark(draft: Draft, task: Task, closed: QuestionId): Task {
  if (!isParked(task)) return task;
  const other = draft.board.openQuestions(task.goalId).find((question) => question.taskId === task.id && question.id !== closed && isParking(question.kind));
  const waiting = other === undefined || task.more?.waiting === undefined ? undefined : { ...task.more.waiting, questionId: other.id };
  const unparked = { ...task, updatedAt: draft.board.now, more: withMore(task, { waiting }) };
  draft.putTask(unparked);
  return unparked;
}

/** A person's word about a call or a held attempt. The attempt may have been lost meanwhile; the word stands for the next one. */
export function answerParked(draft: Draft, { goal, task, question, answer }: { readonly goal: Goal; readonly task: Task; readonly question: Question; readonly answer: Answer }): Refusal | undefined {
  if (question.kind === 'member_question' && answer.choice === 'answer' && (answer.note ?? '').trim() === '') return refuse('question.bad_answer', REFUSED_ANSWERS.sayAnswer);
  if (question.kind === 'member_question') tellAsker(draft, goal, question, answer);
  if (answer.choice === 'approve_always') allowTool(draft, goal, question, answer.by);
  const going = unpark(draft, task, question.id);
  if (question.kind !== 'breaker' || !isAtWork(going.state)) return undefined;
  const note = answer.note === null ? {} : { note: answer.note };
  if (answer.choice !== 'go_on') closeQuestions(draft, going, 'withdraw');
  if (answer.choice === 'start_over') {
    draft.moveTask(going, 'release', 'pending', {
      fields: { epoch: 0, more: withMore(going, { waiting: undefined, ...note }) },
      details: { reason: answer.note ?? 'start_over' },
    });
  }
  if (answer.choice === 'cancel') {
    draft.moveTask(going, 'cancel', 'cancelled', {
      fields: { epoch: 0, more: withMore(going, { waiting: undefined, calledOff: true }) },
      details: { reason: answer.note ?? 'called_off', by: answer.by },
    });
  }
  return undefined;
}

/** Where members claim nobody waits in a call for a person: the answer, or that there is none, comes as mail. */
export function tellAsker(draft: Draft, goal: Goal, { askedBy }: Question, answer: Answer | null): void {
  if (goal.policy.style !== 'team') return;
  const note = answer?.note ?? null;
  const says = answer?.choice === 'answer' && note !== null ? GATE_SAYS.personSays(note) : GATE_SAYS.decideYourself(note);
  notify(draft, { team: goal.team, goalId: goal.id, from: answer?.by ?? 'engine', to: askedBy, content: says[goal.locale] });
}

function allowTool(draft: Draft, goal: Goal, { material }: Question, by: string): void {
  const name = typeof material === 'object' && material !== null && 'name' in material ? material['name'] : undefined;
  if (typeof name !== 'string' || goal.allowedTools?.includes(name) === true) return;
  draft.putGoal({ ...goal, allowedTools: [...(goal.allowedTools ?? []), name] });
  draft.note('tool.allowed', { goalId: goal.id }, { name, by });
}

/** Nobody answered in time: each question takes its default, and a held attempt is stopped. */
export function parkedLate(draft: Draft, task: Task): void {
  let held = false;
  for (const question of draft.board.openQuestions(task.goalId)) {
    if (question.taskId !== task.id || !isParking(question.kind)) continue;
    draft.moveQuestion(question, 'expire', 'expired');
    const goal = question.kind === 'member_question' ? draft.board.goal(task.goalId) : undefined;
    if (goal !== undefined) tellAsker(draft, goal, question, null);
    held ||= question.kind === 'breaker';
  }
  const unparked: Task = { ...task, updatedAt: draft.board.now, more: withMore(task, { waiting: undefined }) };
  if (held) escalate(draft, unparked, 'breaker_stop');
  else draft.putTask(unparked);
}

/** How long the questions of a parked attempt may still be open. */
export const parkedWaitMs = (board: Board, task: Task): number =>
  Math.max(0, ...board.openQuestions(task.goalId).filter((question) => question.taskId === task.id && isParking(question.kind)).map((question) => question.waitMs));
