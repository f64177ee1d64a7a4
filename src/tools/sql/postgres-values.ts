// Values of PostgreSQL as JSON, by the number of their type. What JSON cannot hold exactly stays the server's text:
// long whole numbers, decimals, times (ISO, in UTC), intervals, ranges.
import type { Json } from '../../core/json.ts';
import { bytesAsJson, wholeAsJson } from './answer.ts';

export function readPostgresValue(type: number, text: string): Json {
  const read = READERS.get(type);
  return read === undefined ? text : read(text);
}

const whole = (text: string): Json => wholeAsJson(BigInt(text));
const real = (text: string): Json => (Number.isFinite(Number(text)) ? Number(text) : text);
const truth = (text: string): Json => text === 't';
const json = (text: string): Json => JSON.parse(text);
const bytes = (text: string): Json => bytesAsJson(Buffer.from(text.slice(2), 'hex'));
const list = (read: (text: string) => Json) => (text: string): Json => readList(text, read);
const plain = (text: string): Json => text;

// bool 16, bytea 17, int8 20, int2 21, int4 23, oid 26, json 114, float4 700, float8 701, jsonb 3802; then their lists.
const READERS: ReadonlyMap<number, (text: string) => Json> = new Map([
  [16, truth], [17, bytes], [20, whole], [21, whole], [23, whole], [26, whole], [114, json], [700, real], [701, real], [3802, json],
  [1000, list(truth)], [1005, list(whole)], [1007, list(whole)], [1016, list(whole)], [1021, list(real)], [1022, list(real)],
  [1009, list(plain)], [1015, list(plain)], [1014, list(plain)], [1231, list(plain)], [1115, list(plain)], [1182, list(plain)], [1185, list(plain)], [2951, list(plain)],
  [199, list(json)], [3807, list(json)],
]);

/** `{a,"b c",NULL,{…}}`; with bounds in front (`[0:1]={…}`) it stays text. */
function readList(text: string, read: (text: string) => Json): Json {
  if (!text.startsWith('{')) return text;
  const levels: Json[][] = [[]];
  for (const { groups } of text.matchAll(PART)) {
    const { mark, quoted, bare } = groups ?? {};
    if (mark === '{') levels.push([]);
    else if (mark === '}') {
      const inner = levels.pop() ?? [];
      levels.at(-1)?.push(inner);
    } else if (quoted !== undefined) levels.at(-1)?.push(read(quoted.slice(1, -1).replaceAll(/\\(.)/gs, '$1')));
    else if (bare !== undefined) levels.at(-1)?.push(bare === 'NULL' ? null : read(bare));
  }
  return levels[0]?.[0] ?? text;
}

const PART = /(?<mark>[{}])|(?<quoted>"(?:[^"\\]|\\.)*")|(?<bare>[^{},"]+)/gs;
