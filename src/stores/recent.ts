// What was written lately and will be asked for soon: what an open task says and waits for, the result just handed in, the
// task that just ended. A bounded cache in front of the file; what is not here is read.
import type { BriefRow, Change, Edge, MusterEvent } from '../core/change.ts';
import { keyOf, type TaskId } from '../core/ids.ts';
import { hasSucceeded } from '../core/lifecycles.ts';
import type { Brief, Task, TaskResult } from '../core/task.ts';
import type { Recalled } from '../ports/store.ts';
import { resultIn } from './results.ts';

const OPEN_KEPT = 10_000;
const RESULTS_KEPT = 1_000;
const ENDED_KEPT = 1_000;

interface Paper {
  readonly brief: Brief;
  readonly needs: readonly TaskId[];
}

const NO_NEEDS: readonly TaskId[] = [];

export class Recent {
  private readonly papers = new Map<TaskId, Paper>();
  private readonly results = new Map<number, TaskResult>();
  private readonly endedTasks = new Map<TaskId, Task>();

  of(id: TaskId): Paper | undefined {
    return this.papers.get(id);
  }
  result(seq: number): TaskResult | undefined {
    return this.results.get(seq);
  }
  ended(id: TaskId): Task | undefined {
    return this.endedTasks.get(id);
  }
  resultOf(id: TaskId): TaskResult | undefined {
    const task = this.endedTasks.get(id);
    return task === undefined || !hasSucceeded(task.state) ? undefined : this.results.get(task.resultSeq);
  }
  recall(task: Task): Recalled | undefined {
    const paper = this.papers.get(task.id);
    return paper === undefined ? undefined : { brief: paper.brief, needs: paper.needs, result: task.resultSeq === 0 ? undefined : this.results.get(task.resultSeq) };
  }

  take(changes: readonly Change[], events: readonly MusterEvent[]): void {
    for (const change of changes) {
      // Most changes have one task and nothing else; what they lack is not walked.
      if (change.briefs.length > 0) this.keep(change.briefs);
      if (change.edges.length > 0) for (const [task, edges] of Map.groupBy(change.edges, (edge) => edge.task)) this.need(task, edges);
      if (change.cutEdges.length > 0) for (const { task } of change.cutEdges) this.papers.delete(task);
      for (const task of change.tasks) {
        if (task.endedAt !== null) this.end(task);
        else if (this.endedTasks.size > 0) this.endedTasks.delete(task.id);
      }
    }
    for (const event of events) {
      if (event.type !== 'task.submitted' && event.type !== 'task.completed') continue;
      const result = resultIn(event);
      if (result !== undefined) this.results.set(event.seq, result);
    }
    trim(this.results, RESULTS_KEPT);
    trim(this.endedTasks, ENDED_KEPT);
  }

  forget(id: TaskId): void {
    this.papers.delete(id);
    this.endedTasks.delete(id);
  }

  clear(): void {
    this.papers.clear();
    this.results.clear();
    this.endedTasks.clear();
  }

  /** Edges are only known whole for a task that is created here; an edited one that is not at hand is read from the file. */
  private keep(briefs: readonly BriefRow[]): void {
    for (const { taskId: id, brief, isNew } of briefs) {
      const before = this.papers.get(id);
      if (before !== undefined) this.papers.set(id, { brief, needs: before.needs });
      else if (isNew && this.papers.size < OPEN_KEPT) this.papers.set(id, { brief, needs: NO_NEEDS });
    }
  }

  private need(id: TaskId, edges: readonly Edge[]): void {
    const before = this.papers.get(id);
    if (before !== undefined) this.papers.set(id, { brief: before.brief, needs: inOrder([...before.needs, ...edges.map(({ needs }) => needs)]) });
  }

  private end(task: Task): void {
    this.papers.delete(task.id);
    this.endedTasks.set(task.id, task);
  }
}

/** By age, as the file gives them, whatever order they were named in. */
const inOrder = (needs: readonly TaskId[]): readonly TaskId[] => (needs.length < 2 ? needs : needs.toSorted((a, b) => keyOf(a) - keyOf(b)));

/** Drops the oldest. */
function trim<K>(kept: Map<K, unknown>, most: number): void {
  if (kept.size <= most) return;
  for (const key of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(key);
  }
}
