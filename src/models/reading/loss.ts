// Proves, apart from the grammar, that reading dropped and invented nothing. The rule:
// 1. Between two leaves stands nothing but blanks, comments, quotes and punctuation of structure.
// 2. A text has one UTF-16 unit for each of its span, an escape counting as one (a backslash that stands for itself is one too).
//    A number equals its digits. A word is one of the six.
// 3. The keys and leaves of the value are those of the source, each as often (JavaScript moves keys that look like numbers).
import type { Cursor, Scalar, Tree } from './cursor.ts';

export function losesNothing(cursor: Cursor, start: number, value: Tree): boolean {
  return gapsAreStructure(cursor, start) && leavesFillTheirSpans(cursor) && hasSameLeaves(cursor.leaves, leavesOf(value, []));
}

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|#[^\n]*/g;
const STRUCTURE = /^[\s\u200b-\u200d\u2060{}[\]:,｛｝【】［］：，"'“”„‟‘’‚＂]*$/;

function gapsAreStructure({ text, spans, at }: Cursor, start: number): boolean {
  let from = start;
  for (let index = 0; index <= spans.length; index += 2) {
    const to = spans[index] ?? at;
    const gap = text.slice(from, to);
    if (to < from || !(STRUCTURE.test(gap) || STRUCTURE.test(gap.replace(COMMENT, '')))) return false;
    from = spans[index + 1] ?? at;
  }
  return true;
}

function leavesFillTheirSpans({ text, spans, leaves }: Cursor): boolean {
  return leaves.every((leaf, index) => {
    const source = text.slice(spans[2 * index], spans[2 * index + 1]);
    if (typeof leaf === 'string') return source === leaf || unitsOf(source) === leaf.length;
    if (typeof leaf === 'number') return Number(source) === leaf;
    return source.toLowerCase() === (leaf === null && source === 'None' ? 'none' : String(leaf));
  });
}

const unitsOf = (source: string): number =>
  source.replace(/\\(?:u[0-9a-fA-F]{4}|[\s\S])/g, '.').length;

function leavesOf(value: Tree, into: Scalar[]): Scalar[] {
  if (Array.isArray(value)) for (const item of value) leavesOf(item, into);
  else if (typeof value !== 'object' || value === null) into.push(value);
  else {
    for (const [key, item] of Object.entries(value)) {
      into.push(key);
      leavesOf(item, into);
    }
  }
  return into;
}

function hasSameLeaves(source: readonly Scalar[], value: readonly Scalar[]): boolean {
  if (source.length !== value.length) return false;
  if (source.every((leaf, index) => leaf === value[index])) return true;
  const counts = new Map<Scalar, number>();
  for (const leaf of source) counts.set(leaf, (counts.get(leaf) ?? 0) + 1);
  for (const leaf of value) counts.set(leaf, (counts.get(leaf) ?? 0) - 1);
  return [...counts.values()].every((count) => count === 0);
}
