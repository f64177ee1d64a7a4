// Takes secrets out of text and JSON before a model, an event, a log or a screen sees them: first the values that are known
// to be secret, in every way they are usually written, then the shapes that keys have. Innocent text stays as it is.
// Invariant: never throws, takes time in proportion to the text, and masking twice changes nothing more.
import { isJsonObject, type Json } from '../json.ts';
import { maskNamed, maskShapes, isSecretName, HIDDEN } from './secret-shapes.ts';
import { waysToWrite } from './secret-values.ts';

export type Mask = (text: string) => string;

/** Names with values, as in an environment. */
export type NamedValues = Readonly<Record<string, string | undefined>>;

/** Builds the mask for one environment; `also` are further secret values, for example from an address. */
export function maskFor(env: NamedValues, also: readonly string[] = []): Mask {
  const written = waysToWrite([...secretsIn(env), ...also]);
  // A value with a star in it could come into being by the masking of another one.
  const again = written.some((value) => value.includes('*'));
  return (text) => {
    let masked = maskShapes(maskKnown(text, written));
    for (let before = text; again && before !== masked; ) {
      before = masked;
      masked = maskShapes(maskKnown(masked, written));
    }
    return masked;
  };
}

/** Masks every text in a JSON value. Keys stay; what stands under a key such as `password` is a secret whatever it looks like. */
export function maskJson(value: Json, mask: Mask, depth = 0): Json {
  if (typeof value === 'string') return mask(value);
  if (typeof value !== 'object' || value === null) return value;
  // No honest value is that deep, and following it would end in a fault instead of a mask.
  if (depth > DEEPEST) return HIDDEN;
  if (!isJsonObject(value)) return value.map((part) => maskJson(part, mask, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, typeof part === 'string' ? maskNamed(key, mask(part)) : maskJson(part, mask, depth + 1)]),
  );
}

const DEEPEST = 200;

/** Values of variables that are named like secrets, and the passwords in addresses whatever the name. */
function secretsIn(env: NamedValues): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const password = ADDRESS.exec(value)?.[1];
    const inAddress = password === undefined ? [] : [password, decoded(password)];
    return isSecretName(name) ? [value.trim(), ...inAddress] : inAddress;
  });
}

const ADDRESS = /^[a-z][a-z0-9+.-]{0,30}:\/\/[^/\s:@]{0,200}:([^/\s]{1,500})@/i;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Overlapping values are hidden together: hiding one after the other would leave the tail of the second. */
function maskKnown(text: string, written: readonly string[]): string {
  const found = written.flatMap((value) => placesOf(value, text)).sort((a, b) => a.start - b.start);
  if (found.length === 0) return text;
  const parts: string[] = [];
  let kept = 0;
  for (const { start, end } of found) {
    if (start >= kept) parts.push(text.slice(kept, start), HIDDEN);
    kept = Math.max(kept, end);
  }
  return [...parts, text.slice(kept)].join('');
}

function placesOf(value: string, text: string): readonly { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const last = places.at(-1);
    if (last !== undefined && at < last.end) last.end = at + value.length;
    else places.push({ start: at, end: at + value.length });
  }
  return places;
}
