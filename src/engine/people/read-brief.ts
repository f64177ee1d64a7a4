// A task with what it says, read so that a change of either in between is noticed by the commit that rewrites what it says.
import type { TaskId } from '../../core/ids.ts';
import type { Brief, Task } from '../../core/task.ts';
import type { Store } from '../../ports/store.ts';

export interface Told {
  /** Its `briefSeq` is never newer than the brief that comes with it. */
  readonly task?: Task;
  readonly brief?: Brief;
}

export async function readBrief(store: Store, id: TaskId): Promise<Told> {
  await store.refresh();
  // The row of the board, which is as old as what the store has at hand of its brief; the file may be ahead of both.
  const task = store.look((board) => board.task(id)) ?? (await store.read.task(id));
  const brief = await store.read.brief(id);
  return { ...(task === undefined ? {} : { task }), ...(brief === undefined ? {} : { brief }) };
}
