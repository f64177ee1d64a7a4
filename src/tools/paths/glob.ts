// Patterns for paths: * and ? inside a name, ** for any folders, {a,b} for one of several.
// Invariant: the work is bounded by the length of the pattern times that of the path, whatever a model writes.
import { matchesWildcard } from './wildcard.ts';

export type PathTest = (parts: readonly string[]) => boolean;

const MOST_FORMS = 64;

/** A pattern without a slash is meant for the name alone, wherever it lies. Undefined where it unfolds into too many forms. */
export function readGlob(pattern: string): PathTest | undefined {
  const forms = unfoldBraces(pattern.replace(/^\.?\/+/, ''));
  if (forms === undefined) return undefined;
  const rows = forms.map((form) => (form.includes('/') ? form.split('/') : ['**', form]).filter((row, at, all) => row !== '' && !(row === '**' && all[at - 1] === '**')));
  return (parts) => rows.some((row) => fits(row, parts));
}

/** `a{b,c}d` is abd and acd. Inner braces come first; the count is checked before the list grows. */
function unfoldBraces(pattern: string): readonly string[] | undefined {
  let forms: readonly string[] = [pattern];
  for (;;) {
    const next: string[] = [];
    let found = false;
    for (const form of forms) {
      const group = /\{([^{}]*)\}/.exec(form);
      if (group === null) {
        next.push(form);
      } else {
        found = true;
        for (const choice of (group[1] ?? '').split(',')) next.push(form.slice(0, group.index) + choice + form.slice(group.index + group[0].length));
      }
      if (next.length > MOST_FORMS) return undefined;
    }
    if (!found) return next;
    forms = next;
  }
}

/** One row of a table for each part of the pattern: which beginnings of the path fit so far. */
function fits(row: readonly string[], parts: readonly string[]): boolean {
  let reached = parts.map(() => false);
  let atStart = true;
  for (const wanted of row) {
    const next = parts.map(() => false);
    for (const [at, part] of parts.entries()) {
      const before = at === 0 ? atStart : reached[at - 1] === true;
      next[at] = wanted === '**' ? reached[at] === true || before || (at > 0 && next[at - 1] === true) : before && matchesWildcard(wanted, part);
    }
    atStart = atStart && wanted === '**';
    reached = next;
  }
  return parts.length === 0 ? atStart : reached.at(-1) === true;
}
