// One line a kind: how many cases, how many of them innocent, what was blocked and allowed, and how many came out wrong.
import type { CaseResult } from './attack-kind.ts';

const COLUMNS = ['kind', 'cases', 'innocent', 'blocked', 'allowed', 'wrong'] as const;

export function attackTable(results: readonly CaseResult[]): string {
  const kinds = [...new Set(results.map(({ kind }) => kind))];
  const rows = [...kinds.map((kind) => rowOf(kind, results.filter((result) => result.kind === kind))), rowOf('all', results)];
  return [COLUMNS, ...rows].map(lineOf).join('\n');
}

function rowOf(kind: string, results: readonly CaseResult[]): readonly string[] {
  const count = (fits: (result: CaseResult) => boolean): string => String(results.filter(fits).length);
  return [
    kind,
    String(results.length),
    count(({ innocent }) => innocent),
    count(({ outcome }) => outcome === 'blocked'),
    count(({ outcome }) => outcome === 'allowed'),
    count(({ wrong }) => wrong !== undefined),
  ];
}

const lineOf = (cells: readonly string[]): string => cells.map((cell, at) => (at === 0 ? cell.padEnd(8) : cell.padStart(9))).join(' ');
