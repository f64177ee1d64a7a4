// A result as a person reads it: text as text, with its line breaks; an object of texts field by field; the rest as JSON.
// After a run the results that nothing else builds on are shown, because they are what the goal was for.
import { isJsonObject, type Json } from '../../core/json.ts';
import { folded } from './folded.ts';
import type { Cli } from '../cli.ts';

export function resultText(output: Json): string {
  if (typeof output === 'string') return output;
  if (!isJsonObject(output)) return JSON.stringify(output, null, 2);
  const fields = Object.entries(output);
  if (fields.length === 1 && typeof fields[0]?.[1] === 'string') return fields[0][1];
  return fields.map(([name, value]) => (typeof value === 'string' && value.includes('\n') ? `${name}:\n${value}` : `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)).join('\n');
}

export interface Finished {
  readonly id: string;
  readonly title: string;
  readonly state: string;
  readonly output: Json | null;
  readonly dependsOn: readonly string[];
}

/** More than this of one result is read with `show`. */
const MOST_LINES = 20;

/** Title and text of each accepted result that no other task was built on; a long one is cut and says so. */
export function finalResults(cli: Cli, tasks: readonly Finished[], more: (id: string) => string): readonly string[] {
  const builtOn = new Set(tasks.flatMap((task) => task.dependsOn));
  return tasks.flatMap(({ id, title, state, output }) => {
    if (output === null || builtOn.has(id) || (state !== 'done' && state !== 'completed')) return [];
    const lines = folded(cli, resultText(output)).split('\n');
    const shown = lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES), more(id)];
    return [`\n${cli.screen.colors.bold(`${id}  ${title}`)}`, ...shown];
  });
}
