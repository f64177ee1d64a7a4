// What may be done to a text where the schema asks for something else, as a table. Each row turns a text into exactly one
// other value or into nothing; judge.ts applies a row only where the schema refused the text.
import type { JsonObject } from '../../core/json.ts';
import type { Tree } from './cursor.ts';
import { readWhole } from './grammar.ts';
import { losesNothing } from './loss.ts';
import { exactNumber } from './numbers.ts';
import type { RepairName } from './repairs.ts';

export interface MendContext {
  readonly schema: JsonObject;
  readonly effort: { left: number };
}

interface Mend {
  readonly name: RepairName;
  /** The types of the schema that this row answers to. */
  readonly wants: readonly string[];
  readonly mend: (text: string, context: MendContext) => Tree | undefined;
}

/** In order of preference; the first row that knows an answer is used. */
export const MENDS: readonly Mend[] = [
  { name: 'number-as-text', wants: ['number', 'integer'], mend: (text) => exactNumber(text) },
  { name: 'boolean-as-text', wants: ['boolean'], mend: (text) => ({ true: true, True: true, false: false, False: false })[text] },
  { name: 'null-as-text', wants: ['null'], mend: (text) => (text === 'null' || text === 'None' ? null : undefined) },
  { name: 'json-in-text', wants: ['object', 'array', 'number', 'integer', 'boolean', 'null'], mend: jsonInText },
  { name: 'text-for-list', wants: ['array'], mend: textForList },
];

/** JSON that was encoded twice. A text of one more layer is also taken, one layer a round. */
function jsonInText(text: string, { schema, effort }: MendContext): Tree | undefined {
  if (!/^\s*["{[]/.test(text)) return undefined;
  const read = readWhole(text, schema, effort);
  if (read === undefined || !losesNothing(read.cursor, 0, read.value)) return undefined;
  return typeof read.value === 'object' || text.trimStart().startsWith('"') ? read.value : undefined;
}

/**
 * One text for a list of one. Never split, and refused where it may be a list that was written as text: then it holds a
 * separator, a line break or an opening bracket.
 */
function textForList(text: string): Tree | undefined {
  return text.trim() === '' || /[,;，；、\n\r]|^\s*[[{【]/.test(text) ? undefined : [text];
}
