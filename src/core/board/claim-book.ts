// What the members of a goal may claim: its free tasks by lane, the oldest first, and what stands with each member. Whoever claims
// looks at the head of a few lanes, never at all tasks. It is kept of goals that somebody asked about: an agency pays nothing.
import type { TaskId } from '../ids.ts';
import type { Task } from '../task.ts';

/** Free tasks that ask for the same skills, or for one named member. */
export interface FreeLane {
  /** A skill key, or `@member`. */
  readonly key: string;
  /** The oldest that fits. */
  first(fits: (task: Task) => boolean): Task | undefined;
  /** All of them, the oldest first. */
  all(): readonly Task[];
}

export interface Claims {
  /** Lanes that have a free task. */
  free(): Iterable<FreeLane>;
  /** Open tasks whose assignee this is, in whatever state. */
  of(memberId: string): Iterable<Task>;
  /** Those among them that it was given and has not begun. */
  givenTo(memberId: string): Iterable<Task>;
}

export class ClaimBook implements Claims {
  private readonly lanes = new Map<string, OldestFirst>();
  private readonly byMember: ByMember = new Map();
  private readonly given: ByMember = new Map();

  constructor(open: Iterable<Task>) {
    for (const task of open) this.put(undefined, task);
  }

  free(): Iterable<FreeLane> {
    return this.lanes.values();
  }

  of(memberId: string): Iterable<Task> {
    return this.byMember.get(memberId)?.values() ?? [];
  }

  givenTo(memberId: string): Iterable<Task> {
    return this.given.get(memberId)?.values() ?? [];
  }

  /** The row as it was and as it is; undefined where it was not open, or is not any more. */
  put(before: Task | undefined, after: Task | undefined): void {
    if (before !== undefined) this.drop(before, after);
    if (after === undefined) return;
    if (after.state === 'pending') this.laneOf(after.lane).put(after);
    if (after.assigneeId === null) return;
    keep(this.byMember, after.assigneeId, after);
    if (after.state === 'assigned') keep(this.given, after.assigneeId, after);
  }

  /** A row that keeps its place is only replaced there. */
  private drop(before: Task, after: Task | undefined): void {
    if (before.state === 'pending' && (after?.state !== 'pending' || after.lane !== before.lane)) {
      const lane = this.lanes.get(before.lane);
      lane?.drop(before.key);
      if (lane?.isEmpty() === true) this.lanes.delete(before.lane);
    }
    if (before.assigneeId === null) return;
    if (after?.assigneeId !== before.assigneeId) this.byMember.get(before.assigneeId)?.delete(before.id);
    if (before.state === 'assigned') this.given.get(before.assigneeId)?.delete(before.id);
  }

  private laneOf(key: string): OldestFirst {
    const known = this.lanes.get(key);
    if (known !== undefined) return known;
    const lane = new OldestFirst(key);
    this.lanes.set(key, lane);
    return lane;
  }
}

type ByMember = Map<string, Map<TaskId, Task>>;

function keep(rows: ByMember, memberId: string, task: Task): void {
  const known = rows.get(memberId);
  if (known !== undefined) known.set(task.id, task);
  else rows.set(memberId, new Map([[task.id, task]]));
}

/** Sorted by key. New tasks come at the end and claims take from the head; what comes back finds its place by halving. */
class OldestFirst implements FreeLane {
  readonly key: string;
  private tasks: Task[] = [];
  /** Everything before it has been taken. */
  private head = 0;

  constructor(key: string) {
    this.key = key;
  }

  isEmpty(): boolean {
    return this.head === this.tasks.length;
  }

  first(fits: (task: Task) => boolean): Task | undefined {
    for (let at = this.head; at < this.tasks.length; at += 1) {
      const task = this.tasks[at];
      if (task !== undefined && fits(task)) return task;
    }
    return undefined;
  }

  all(): readonly Task[] {
    return this.tasks.slice(this.head);
  }

  put(task: Task): void {
    const at = this.placeOf(task.key);
    if (this.tasks[at]?.key === task.key) this.tasks[at] = task;
    else if (at === this.tasks.length) this.tasks.push(task);
    else this.tasks.splice(at, 0, task);
  }

  drop(key: number): void {
    const at = this.tasks[this.head]?.key === key ? this.head : this.placeOf(key);
    if (this.tasks[at]?.key !== key) return;
    if (at > this.head) this.tasks.splice(at, 1);
    else {
      this.head += 1;
      this.forget();
    }
  }

  /** Rows that were taken are let go once they are as many as those that are left. */
  private forget(): void {
    if (this.head < 64 || this.head * 2 < this.tasks.length) return;
    this.tasks = this.tasks.slice(this.head);
    this.head = 0;
  }

  /** Where the key stands, or would stand. */
  private placeOf(key: number): number {
    const last = this.tasks.at(-1);
    if (last === undefined || last.key < key) return this.tasks.length;
    let [from, to] = [this.head, this.tasks.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.tasks[middle]?.key ?? Infinity) < key) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
