// The outputs of a task's prerequisites as data, whole: what a function works on, where a model reads text (context-of.ts).
// By the name that a task was given in its goal, else by its id.
import type { TaskId } from '../../core/ids.ts';
import { copyJson, type Json } from '../../core/json.ts';
import type { Brief } from '../../core/task.ts';
import type { Engine } from '../engine.ts';
import { standingFor } from '../context-of.ts';

/** The caller names the type: the store keeps JSON. A record without a prototype, so that a task may have any name. */
export async function resultsOf<Results extends object>({ store }: Engine, task: TaskId, brief: Brief | undefined): Promise<Results> {
  const { read } = store;
  const sources = await standingFor({ store }, brief?.contextFrom ?? (await read.prerequisites(task)));
  const found = await Promise.all(sources.map(async (id) => {
    const [source, said] = await Promise.all([read.task(id), read.brief(id)]);
    const result = source === undefined || source.resultSeq === 0 ? undefined : await read.result(source.resultSeq);
    return result === undefined ? [] : [{ key: said?.name ?? id, output: result.output }];
  }));
  const byName: Record<string, Json> = Object.create(null);
  // Copies: what a function writes into them must not reach the other dependants.
  for (const { key, output } of found.flat()) byName[key] = copyJson(output);
  return byName as Results;
}
