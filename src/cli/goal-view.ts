// The goal as a live screen shows it: rows that are read again when an event names them. It computes nothing about what is
// allowed; it is a view of the rows.
import type { MusterEvent } from '../core/change.ts';
import type { Goal } from '../core/goal.ts';
import type { GoalId, TaskId } from '../core/ids.ts';
import type { Question } from '../core/question.ts';
import { eventsOf, readTask, type TaskReading } from '../engine/reads/read-goal.ts';
import type { Store } from '../ports/store.ts';

export interface TaskRow extends TaskReading {
  /** When somebody first began it; undefined before. */
  readonly startedAt: number | undefined;
}

export interface GoalView {
  readonly goal: Goal | undefined;
  readonly rows: readonly TaskRow[];
  readonly questions: readonly Question[];
  /** No process drives the goal: what stands as at work is not. */
  readonly isInterrupted: boolean;
  /** Member id → the name that people see. */
  readonly names: ReadonlyMap<string, string>;
}

export interface ViewKeeper {
  /** Remembers what these events touch. Cheap: nothing is read before `view` is asked for. */
  note(events: readonly MusterEvent[]): void;
  /** True when something was noted since the last `view`. */
  isStale(): boolean;
  view(): Promise<GoalView>;
}

export function keepView(store: Store, id: GoalId): ViewKeeper {
  const rows = new Map<TaskId, TaskRow>();
  const started = new Map<TaskId, number>();
  let dirty: Set<TaskId> | 'all' = 'all';
  let stale = true;

  const note = (events: readonly MusterEvent[]) => {
    for (const { goalId, taskId, type, at } of events) {
      if (goalId !== id) continue;
      stale = true;
      if (taskId === null) continue;
      if (type === 'task.started') started.set(taskId, Math.min(at, started.get(taskId) ?? at));
      if (dirty !== 'all') dirty.add(taskId);
    }
  };

  const refreshRow = async (taskId: TaskId) => {
    const task = await store.read.task(taskId);
    if (task !== undefined) rows.set(taskId, { ...(await readTask(store.read, task)), startedAt: started.get(taskId) });
  };

  const refreshRows = async (goal: Goal) => {
    const touched = dirty;
    dirty = new Set();
    if (touched === 'all') {
      for await (const event of eventsOf(store.read, { goal })) note([event]);
      for (const task of await store.read.tasksOf(goal)) await refreshRow(task.id);
      return;
    }
    for (const taskId of touched) await refreshRow(taskId);
    // What waits for a task that ended now waits for less.
    for (const row of rows.values()) if (row.waitsFor.some((needed) => touched.has(needed))) await refreshRow(row.task.id);
  };

  return {
    note,
    isStale: () => stale,
    async view() {
      const goal = await store.read.goal(id);
      if (goal !== undefined) await refreshRows(goal);
      stale = false;
      const questions = await store.read.questions({ goalId: id, openOnly: true });
      return { goal, rows: [...rows.values()].toSorted((a, b) => a.task.key - b.task.key), questions, isInterrupted: false, names: namesIn(store, goal) };
    },
  };
}

export const namesIn = (store: Store, goal: Goal | undefined): ReadonlyMap<string, string> =>
  new Map(goal === undefined ? [] : store.look((board) => board.members(goal.team).map((member) => [member.agentId, member.name])));
