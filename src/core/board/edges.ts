// Who waits for whom among open tasks. A dependant keeps the set of its prerequisites that have not succeeded; each success
// leaves it in its own change, so two approvals at once cannot both miss a shared dependant.
import type { TaskId } from '../ids.ts';

const NOBODY: ReadonlySet<TaskId> = new Set();

export class Edges {
  private readonly waits = new Map<TaskId, Set<TaskId>>();
  private readonly waiters = new Map<TaskId, Set<TaskId>>();

  /** Prerequisites of the task that have not succeeded. */
  open(task: TaskId): ReadonlySet<TaskId> {
    return this.waits.get(task) ?? NOBODY;
  }

  dependants(needed: TaskId): ReadonlySet<TaskId> {
    return this.waiters.get(needed) ?? NOBODY;
  }

  has(task: TaskId): boolean {
    return this.waits.has(task);
  }

  add(task: TaskId, needs: TaskId): void {
    entry(this.waits, task).add(needs);
    entry(this.waiters, needs).add(task);
  }

  cut(task: TaskId, needs: TaskId): void {
    this.waits.get(task)?.delete(needs);
    this.waiters.get(needs)?.delete(task);
  }

  /** The task waits for nobody any more. */
  forget(task: TaskId): void {
    for (const needed of this.open(task)) this.waiters.get(needed)?.delete(task);
    this.waits.delete(task);
  }

  /** Those that waited for the task, which has ended; a success opens their way. */
  ended(task: TaskId, succeeded: boolean): ReadonlySet<TaskId> {
    const waiting = this.dependants(task);
    if (succeeded && waiting.size > 0) {
      for (const id of waiting) this.waits.get(id)?.delete(task);
      this.waiters.delete(task);
    }
    return waiting;
  }

  clear(): void {
    this.waits.clear();
    this.waiters.clear();
  }
}

function entry(map: Map<TaskId, Set<TaskId>>, id: TaskId): Set<TaskId> {
  const found = map.get(id);
  if (found !== undefined) return found;
  const made = new Set<TaskId>();
  map.set(id, made);
  return made;
}
