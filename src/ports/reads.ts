// What can be read from a store without a transaction: rows as they are stored, open and ended ones.
import type { MusterEvent } from '../core/change.ts';
import type { Goal } from '../core/goal.ts';
import type { GoalId, QuestionId, TaskId } from '../core/ids.ts';
import type { Question } from '../core/question.ts';
import type { Brief, Task, TaskResult } from '../core/task.ts';
import type { Message } from '../core/team/message.ts';

/** Contract: each answers from durable rows; throws `store.damaged` when a row cannot be read. */
export interface Reads {
  goals(): Promise<readonly Goal[]>;
  goal(id: GoalId): Promise<Goal | undefined>;
  task(id: TaskId): Promise<Task | undefined>;
  tasksOf(goal: Goal): Promise<readonly Task[]>;
  brief(id: TaskId): Promise<Brief | undefined>;
  /** Prerequisites of a task, in the order they were created. */
  prerequisites(id: TaskId): Promise<readonly TaskId[]>;
  result(resultSeq: number): Promise<TaskResult | undefined>;
  questions(filter: { readonly goalId?: GoalId; readonly openOnly: boolean }): Promise<readonly Question[]>;
  question(id: QuestionId): Promise<Question | undefined>;
  /** Mail of a team, read and unread, in the order it was sent; `of`: to or from that member, or `user`. */
  messages(filter: { readonly team: string; readonly of?: string; readonly unreadOnly?: boolean }): Promise<readonly Message[]>;
  /** Events after `seq`, oldest first. */
  events(filter: { readonly afterSeq: number; readonly goalId?: GoalId; readonly taskId?: TaskId; readonly limit: number }): Promise<readonly MusterEvent[]>;
}
