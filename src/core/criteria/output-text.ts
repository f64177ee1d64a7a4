// Which value of an output a criterion looks at, and that value as text.
// The text of a value is the value itself when it is text, its written form when it is a number or a truth value, and all
// texts inside it joined by newlines when it is a list or an object (so one text field alone is that field).
import type { Json } from '../json.ts';
import { isJsonObject } from '../json.ts';
import { foldText } from '../text/fold-text.ts';

/** One output, read at most once per field however many criteria ask. */
export interface OutputReader {
  readonly value: (field: string | undefined) => Json | undefined;
  /** `undefined` when the field is missing. */
  readonly text: (field: string | undefined) => string | undefined;
  readonly folded: (field: string | undefined) => string | undefined;
}

export function readOutput(output: Json): OutputReader {
  const value = (field: string | undefined): Json | undefined => (field === undefined ? output : valueAt(output, field));
  const text = once((field) => {
    const found = value(field);
    return found === undefined ? undefined : textOf(found);
  });
  const folded = once((field) => {
    const found = text(field);
    return found === undefined ? undefined : foldText(found);
  });
  return { value, text, folded };
}

/** The text of an output or of the field named by a path; `undefined` when there is no such field. */
export const outputText = (output: Json, field?: string): string | undefined => readOutput(output).text(field);

/**
 * The value at a path like `draft`, `a.b` or `items.0`, own properties only. A key that holds dots itself is found first,
 * and a leading `output.` is forgiven.
 */
function valueAt(output: Json, path: string): Json | undefined {
  const whole = step(output, path);
  if (whole !== undefined) return whole;
  let found: Json | undefined = output;
  for (const key of path.split('.')) {
    if (found === undefined) break;
    found = step(found, key);
  }
  if (found === undefined && path.startsWith('output.')) return valueAt(output, path.slice('output.'.length));
  return found;
}

function step(value: Json, key: string): Json | undefined {
  if (Array.isArray(value)) return /^\d{1,9}$/.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** A stack instead of recursion: a value may be nested deeper than the call stack is. */
function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const texts: string[] = [];
  const waiting: Json[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') texts.push(next);
    else if (typeof next === 'object' && next !== null) {
      const inside: readonly Json[] = Array.isArray(next) ? next : Object.values(next);
      for (let at = inside.length - 1; at >= 0; at--) waiting.push(inside[at] ?? null);
    }
  }
  return texts.join('\n');
}

function once(read: (field: string | undefined) => string | undefined): (field: string | undefined) => string | undefined {
  const known = new Map<string | undefined, string | undefined>();
  return (field) => {
    if (!known.has(field)) known.set(field, read(field));
    return known.get(field);
  };
}
