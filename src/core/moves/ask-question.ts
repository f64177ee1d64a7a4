// Asking and withdrawing questions: the one place that lays a question out. A question lives no longer than what it asks about.
import type { Draft } from '../change.ts';
import type { Goal } from '../goal.ts';
import { questionId } from '../ids.ts';
import type { Bilingual, Json } from '../json.ts';
import { QUESTIONS, type Question, type QuestionKind } from '../question.ts';
import type { Task } from '../task.ts';

export interface Asking {
  readonly kind: QuestionKind;
  readonly task?: Task;
  readonly askedBy: string;
  /** The person it waits for, where it is not for anybody. */
  readonly askedOf?: string;
  readonly material: Json;
  /** With its figures, where the sentence of the kind says less. */
  readonly text?: Bilingual;
  readonly waitMs: number;
  /** Ways out of the kind that this question does not offer. */
  readonly without?: readonly string[];
}

/** Asks, with every choice of the kind unless it is told to leave some out. */
export function ask(draft: Draft, goal: Goal, { kind, task, askedBy, askedOf, text = QUESTIONS[kind].asks, material, waitMs, without = [] }: Asking): Question {
  const key = draft.nextQuestion();
  const question: Question = {
    id: questionId(key), key, goalId: goal.id, taskId: task?.id ?? null, kind, state: 'open', askedBy, ...(askedOf === undefined ? {} : { askedOf }),
    text, choices: Object.keys(QUESTIONS[kind].choices).filter((choice) => !without.includes(choice)), material, createdAt: draft.board.now, waitMs, answer: null, closedAt: null,
  };
  draft.ask(question);
  return question;
}

/** What was open about a task has lost its ground (`withdraw`), or nobody answered it (`expire`). */
export function closeQuestions(draft: Draft, task: Task, verb: 'withdraw' | 'expire'): void {
  for (const question of draft.board.openQuestions(task.goalId)) {
    if (question.taskId !== task.id || draft.questions.some((closed) => closed.id === question.id)) continue;
    draft.moveQuestion(question, verb, verb === 'expire' ? 'expired' : 'withdrawn');
  }
}
