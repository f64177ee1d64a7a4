// What was written lately and will be asked for soon: the brief of an open task, its prerequisites, the result that was just
// handed in. A bounded cache in front of the file; what is not here is read.
import type { Change, MusterEvent } from '../core/change.ts';
import type { TaskId } from '../core/ids.ts';
import type { Brief, TaskResult } from '../core/task.ts';
import { resultIn } from './results.ts';

const BRIEFS_KEPT = 10_000;
const RESULTS_KEPT = 1_000;

export class Recent {
  private readonly briefs = new Map<TaskId, Brief>();
  private readonly needs = new Map<TaskId, readonly TaskId[]>();
  private readonly results = new Map<number, TaskResult>();

  brief(id: TaskId): Brief | undefined {
    return this.briefs.get(id);
  }
  prerequisites(id: TaskId): readonly TaskId[] | undefined {
    return this.needs.get(id);
  }
  result(seq: number): TaskResult | undefined {
    return this.results.get(seq);
  }

  take(changes: readonly Change[], events: readonly MusterEvent[]): void {
    for (const change of changes) {
      for (const { taskId, brief } of change.briefs) this.keep(taskId, brief);
      for (const { task, needs } of change.edges) this.needs.set(task, [...(this.needs.get(task) ?? []), needs]);
      for (const { task } of change.cutEdges) this.forget(task);
      for (const task of change.tasks) if (task.endedAt !== null) this.forget(task.id);
    }
    for (const event of events) {
      if (event.type !== 'task.submitted' && event.type !== 'task.completed') continue;
      const result = resultIn(event);
      if (result !== undefined) this.results.set(event.seq, result);
    }
    for (const seq of this.results.keys()) {
      if (this.results.size <= RESULTS_KEPT) return;
      this.results.delete(seq);
    }
  }

  forget(id: TaskId): void {
    this.briefs.delete(id);
    this.needs.delete(id);
  }

  clear(): void {
    this.briefs.clear();
    this.needs.clear();
    this.results.clear();
  }

  private keep(id: TaskId, brief: Brief): void {
    const isNew = !this.briefs.has(id);
    if (isNew && this.briefs.size >= BRIEFS_KEPT) return;
    // Edges are only known whole for a task that is created here; of an edited one they stay what they were.
    if (isNew) this.needs.set(id, []);
    this.briefs.set(id, brief);
  }
}
