// The one rule for numbers: plain decimal digits, and a whole number only if a double gives the same digits back.
// Left out on purpose, as they can be read in two ways or not at all: 1,000 · 007 · 0x1F · 1_000 · NaN · Infinity.

const STRICT = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
/** More digits than any number that a double can hold. */
const MAX_DIGITS = 400;

/** The number that this text spells in JSON's own grammar, or nothing. */
export const exactNumber = (text: string): number | undefined =>
  text.length <= MAX_DIGITS && STRICT.test(text) ? held(text) : undefined;

/** The same for bare numbers, where a leading plus and a bare decimal point also have one meaning: +5 · .5 · 5. */
export function looseNumber(text: string): number | undefined {
  const plain = text.replace(/^\+/, '').replace(/^(-?)\./, '$10.').replace(/\.(?=$|[eE])/, '');
  return exactNumber(plain);
}

function held(text: string): number | undefined {
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  const whole = /^-?[0-9]+$/.test(text);
  return !whole || Number.isSafeInteger(value) || String(value) === text || BigInt(text) === BigInt(value) ? value : undefined;
}
