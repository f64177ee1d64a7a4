// Every event of one task, oldest first: read from the first of them, in pages.
import type { MusterEvent } from '../../core/change.ts';
import type { Task } from '../../core/task.ts';
import type { Engine } from '../engine.ts';

const PAGE = 1_000;

export async function historyOf(engine: Pick<Engine, 'store'>, task: Task): Promise<readonly MusterEvent[]> {
  const history: MusterEvent[] = [];
  for (let afterSeq = task.firstSeq - 1; ; afterSeq = history.at(-1)?.seq ?? afterSeq) {
    const page = await engine.store.read.events({ afterSeq, taskId: task.id, limit: PAGE });
    history.push(...page);
    if (page.length < PAGE) return history;
  }
}
