// The board as decisions see it: the open rows of a store with what follows from them (who has room, what is ready, who waits
// for whom). It is read-only here; only a store changes it, by applying the change that a decision asked for.
import type { Goal } from '../goal.ts';
import type { GoalId, QuestionId, TaskId } from '../ids.ts';
import type { Question } from '../question.ts';
import type { Registration } from '../members/registration.ts';
import type { Task } from '../task.ts';
import type { Desk } from '../team/desk.ts';
import type { Claims } from './claim-book.ts';
import type { Crew, Lane } from './crew.ts';

export interface Board {
  /** This process's stay at the store. Only its own goals are moved on by the engine. */
  readonly epoch: number;
  /** Milliseconds since 1970, the same for all decisions of one transaction. */
  readonly now: number;
  readonly lastSeq: number;
  /** Keys that the next new rows get. */
  readonly next: NextKeys;
  goal(id: GoalId): Goal | undefined;
  /** Open tasks, and ended ones that the commit named. */
  task(id: TaskId): Task | undefined;
  question(id: QuestionId): Question | undefined;
  openGoals(): Iterable<Goal>;
  openTasks(goalId: GoalId): Iterable<Task>;
  openTaskCount(goalId: GoalId): number;
  /** What may be claimed of a goal, and what stands with each member, without a look at all of its tasks. */
  claims(goalId: GoalId): Claims;
  openQuestions(goalId: GoalId): readonly Question[];
  /** Prerequisites of an open task that have not succeeded. */
  openPrerequisites(id: TaskId): ReadonlySet<TaskId>;
  /** Open tasks that wait for this one. */
  dependants(id: TaskId): ReadonlySet<TaskId>;
  members(team: string): readonly Registration[];
  crew(goal: Goal): Crew;
  /** Mail, lives and locks of teams whose members claim. */
  readonly desk: Desk;
  /** The oldest ready task of a lane whose goal is on the move here. */
  head(lane: Lane): Task | undefined;
}

export interface NextKeys {
  readonly goal: number;
  readonly task: number;
  readonly question: number;
}

/** What may have a next move. `nextMove` looks at one at a time. */
export type Due =
  | { readonly kind: 'task'; readonly id: TaskId }
  | { readonly kind: 'lane'; readonly lane: Lane }
  | { readonly kind: 'goal'; readonly id: GoalId };

export const hasManager = (board: Board, goal: Goal): boolean => board.crew(goal).byRole.manager.length > 0;

/** Of the goal's team, with those who have left it. */
export const everMembers = (board: Board, goal: Goal): readonly Registration[] => [...board.crew(goal).seats.values()].map(({ registration }) => registration);
