// Makes what a model is told shorter without breaking it. Parts of one pair (a call and its result) stay together or go together;
// a part that stands alone is cut at a grapheme and says so. The longest give way first, among equals the oldest; the newest last.
import type { Bilingual, Locale } from '../json.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { graphemeSegments } from './segments.ts';

export interface Part {
  readonly text: string;
  /** Parts with the same name belong together. */
  readonly pair?: string;
}

/** Stands at the end of what was cut. */
export const CUT_MARK: Bilingual = { en: '[shortened: the rest was left out]', zh: '［已截短，其余内容从略］' };

/**
 * `parts` from the oldest to the newest; the answer keeps their order, has at most `tokens` by our count, and leaves out what
 * finds no room at all.
 */
export function shortenParts<P extends Part>(parts: readonly P[], { tokens, locale }: { readonly tokens: number; readonly locale: Locale }): readonly P[] {
  const groups = groupsOf(parts);
  const newest = groups.at(-1);
  const kept = new Map<P, P>();
  let room = tokens;
  const take = (group: Group<P>, share: number): void => {
    const fitted = fit(group, Math.min(share, room), locale);
    for (const [part, as] of fitted) kept.set(part, as);
    room -= fitted.reduce((sum, [, { text }]) => sum + estimateTokens(text), 0);
  };
  if (newest !== undefined) take(newest, room);
  // The smallest first, each with an equal share of what is left: what small ones do not need goes to the long ones.
  const others = groups.slice(0, -1).toSorted((a, b) => a.size - b.size || b.age - a.age);
  for (const [index, group] of others.entries()) take(group, Math.floor(room / (others.length - index)));
  return parts.flatMap((part) => kept.get(part) ?? []);
}

interface Group<P> {
  readonly parts: readonly P[];
  readonly size: number;
  /** Place of its last part. */
  readonly age: number;
  readonly paired: boolean;
}

function groupsOf<P extends Part>(parts: readonly P[]): readonly Group<P>[] {
  const byName = new Map<string, P[]>();
  for (const [index, part] of parts.entries()) {
    const name = part.pair === undefined ? `alone ${index}` : `pair ${part.pair}`;
    byName.set(name, [...(byName.get(name) ?? []), part]);
  }
  const groups = [...byName.values()].map((members) => ({
    parts: members,
    size: members.reduce((sum, { text }) => sum + estimateTokens(text), 0),
    age: parts.indexOf(members.at(-1) as P),
    paired: members[0]?.pair !== undefined,
  }));
  return groups.toSorted((a, b) => a.age - b.age);
}

function fit<P extends Part>({ parts, size, paired }: Group<P>, room: number, locale: Locale): readonly (readonly [P, P])[] {
  if (size <= room) return parts.map((part) => [part, part] as const);
  const [alone] = parts;
  if (paired || alone === undefined) return [];
  const text = cutText(alone.text, room, locale);
  return text === undefined ? [] : [[alone, { ...alone, text }] as const];
}

/** The longest beginning that has room together with the mark; undefined when not even the mark has. */
function cutText(text: string, tokens: number, locale: Locale): string | undefined {
  const mark = `\n${CUT_MARK[locale]}`;
  let room = tokens - estimateTokens(mark);
  if (room < 0) return undefined;
  let end = 0;
  let ascii = 0;
  for (const { segment, index } of graphemeSegments(text)) {
    for (const point of segment) {
      if (point > '\x7f') room -= 1;
      else if (ascii++ % 3 === 0) room -= 1;
    }
    if (room < 0) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end).trimEnd()}${mark}`;
}

