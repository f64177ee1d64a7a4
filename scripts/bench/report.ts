// From rounds to rows: the value of a row is the median over its rounds of a value computed inside each round. A row whose
// runs broke or counted wrongly does not hold, whatever its value.
import { faultsIn, metricsIn } from './rounds.ts';
import type { Round, Rounds } from './rounds.ts';
import type { Bar, Row } from './scenario.ts';
import { median } from './statistics.ts';

export interface Figure {
  readonly row: Row;
  /** Median of the rounds; null when no round gave a value. */
  readonly value: number | null;
  readonly lowest: number;
  readonly highest: number;
  readonly holds: boolean;
  readonly faults: readonly string[];
  /** A single round misses the bar by more than a third. */
  readonly isWide: boolean;
}

export const figuresOf = ({ block, rounds }: Rounds): readonly Figure[] => block.rows.map((row) => figureOf(row, rounds));

function figureOf(row: Row, rounds: readonly Round[]): Figure {
  const faults = [...new Set(rounds.flatMap((round) => row.runs.flatMap((run) => faultsIn(round.get(run)).map((fault) => `${run}: ${fault}`))))];
  const values = rounds.flatMap((round) => valueIn(row, round)).filter(Number.isFinite);
  const value = values.length === 0 ? null : median(values);
  const holds = faults.length === 0 && value !== null && meets(row.bar, value, 1);
  const isWide = values.some((single) => !meets(row.bar, single, 4 / 3));
  return { row, value, lowest: Math.min(...values), highest: Math.max(...values), holds, faults, isWide };
}

function valueIn(row: Row, round: Round): readonly number[] {
  if (row.runs.some((run) => metricsIn(round.get(run)) === undefined)) return [];
  return [row.value((run) => metricsIn(round.get(run)) ?? {})];
}

/** Whether the value meets the bar loosened by `factor`; a row without a bar has nothing to miss. */
function meets(bar: Bar | undefined, value: number, factor: number): boolean {
  if (bar === undefined) return true;
  return 'atMost' in bar ? value <= bar.atMost * factor : value >= bar.atLeast / factor;
}

/** `{"rows": [{"name", "value", "bar", "holds"}]}`; a row for reference has the bar null and holds when its counts are right. */
export const asJson = (figures: readonly Figure[]): string =>
  JSON.stringify({
    rows: figures.map(({ row, value, holds }) => ({ name: row.name, value: value === null ? null : Number(short(value)), bar: barText(row.bar), holds })),
  });

export function asTable(figures: readonly Figure[]): string {
  const cells = figures.map(({ row, value, lowest, highest, holds, faults, isWide }) => [
    row.name,
    value === null ? 'none' : `${short(value)} ${row.unit} [${short(lowest)}..${short(highest)}]`,
    barText(row.bar) ?? '',
    faults.length > 0 ? 'no, see below' : row.bar === undefined ? '' : `${holds ? 'yes' : 'no'}${isWide ? ', one round misses by more than a third' : ''}`,
  ]);
  const lines = aligned([['name', 'value', 'bar', 'holds'], ...cells]);
  const faults = figures.flatMap((figure) => figure.faults.map((fault) => `${figure.row.name}: ${fault}`));
  return [...lines, ...faults].join('\n');
}

function aligned(cells: readonly (readonly string[])[]): readonly string[] {
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd());
}

function barText(bar: Bar | undefined): string | null {
  if (bar === undefined) return null;
  return 'atMost' in bar ? `<= ${bar.atMost}` : `>= ${bar.atLeast}`;
}

/** Three figures are more than the noise allows. */
function short(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3);
}
