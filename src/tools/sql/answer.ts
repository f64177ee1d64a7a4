// The rows of a query on their way to a model: at most so many, at most so large, and honest about what was left out.
// Rows are lists beside one list of columns, so that two columns of the same name lose nothing.
import type { Bilingual, Json } from '../../core/json.ts';
import { joinSaid } from '../../core/text/join-said.ts';

export interface AnswerLimits {
  readonly maxRows: number;
  /** Characters of all rows as JSON. */
  readonly maxChars: number;
}

export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
  /** Rows exist that are not here. */
  readonly more: boolean;
  /** Values that were too long and are here in part. */
  readonly cutValues: number;
}

export interface RowCollector {
  /** False when this row did not fit and no other will. */
  add(row: readonly Json[]): boolean;
  rows(columns: readonly string[]): Rows;
}

export function collectRows({ maxRows, maxChars }: AnswerLimits): RowCollector {
  const rows: (readonly Json[])[] = [];
  let chars = 0;
  let more = false;
  let cutValues = 0;
  return {
    add: (row) => {
      const kept = row.map((value) => shortened(value));
      const size = JSON.stringify(kept).length;
      // The first row always comes: an answer without any would look like an empty table.
      more = rows.length >= maxRows || (rows.length > 0 && chars + size > maxChars);
      if (more) return false;
      chars += size;
      cutValues += kept.filter((value, at) => value !== row[at]).length;
      rows.push(kept);
      return true;
    },
    rows: (columns) => ({ columns, rows, more, cutValues }),
  };
}

const LONGEST_VALUE = 10_000;

function shortened(value: Json): Json {
  if (typeof value === 'string') return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : value;
}

/** Bytes have no place in JSON: the first of them in base64, and how many there are. */
export const bytesAsJson = (bytes: Uint8Array): Json => ({
  bytes: bytes.byteLength,
  base64: Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SHOWN_BYTES)).toString('base64'),
});

const SHOWN_BYTES = 1_024;

/** A whole number as JSON holds it exactly, else its digits as text. */
export const wholeAsJson = (value: bigint): Json =>
  value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value.toString();

export function noteOn({ rows, more, cutValues }: Rows): Bilingual | undefined {
  const notes: Bilingual[] = [];
  if (more) {
    notes.push({
      en: `Only the first ${rows.length} rows are here; more exist. Ask for sums and counts, add a WHERE, or page with LIMIT and OFFSET.`,
      zh: `这里只有前 ${rows.length} 行，还有更多。请改查合计与计数、加上 WHERE，或用 LIMIT 和 OFFSET 分页。`,
    });
  }
  if (cutValues > 0) {
    notes.push({
      en: `${cutValues} long values are cut and end with "…". Ask for a part of them with substr.`,
      zh: `有 ${cutValues} 个过长的值被截断，以“…”结尾。请用 substr 分段查询。`,
    });
  }
  return notes.length === 0 ? undefined : joinSaid(notes, 'sentences');
}
