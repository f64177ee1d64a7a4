// A person in plan mode says first how it will go about its own task. It need not: without a plan the result is what counts. One that
// was handed in goes the way of every plan, and its task is asked for again when it is decided.
import type { Draft } from '../change.ts';
import { refuse, type Refusal } from '../errors.ts';
import { movedOn, takeUp, type PersonsWord } from '../moves/people.ts';
import { REFUSED_ANSWERS } from '../refusals/refused-answers.ts';
import { handInPlan, unfitPlan } from './member-plan.ts';

export interface PersonsPlan extends Pick<PersonsWord, 'goal' | 'task' | 'question'> {
  /** Empty where none was said. */
  readonly plan: string;
}

export function answerWithPlan(draft: Draft, { goal, task, question, plan }: PersonsPlan): Refusal | undefined {
  if (task.more?.waiting?.questionId !== question.id) return movedOn(question, task);
  if (plan.trim() === '') return refuse('question.bad_answer', REFUSED_ANSWERS.sayOwnPlan);
  const unfit = unfitPlan(goal, plan);
  if (unfit !== undefined) return unfit;
  handInPlan(draft, goal, task.state === 'assigned' ? takeUp(draft, task, 'claimed') : task, plan);
  return undefined;
}
