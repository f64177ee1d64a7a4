// Single texts and numbers that keep the limits of their schema: lengths, patterns, formats, bounds and steps.
import type { JsonObject } from '../../core/json.ts';
import { numberOf } from './facts.ts';
import { cutText, pointsIn } from './measure-text.ts';
import { textFromPattern } from './text-from-pattern.ts';

export interface LengthLimits {
  readonly minLength: number;
  readonly maxLength: number;
}

/** A text for this schema. `write` is asked only when neither a format nor a pattern says what it looks like. */
export function textFor(schema: JsonObject, variant: number, write: (limits: LengthLimits) => string): string {
  const limits = { minLength: numberOf(schema['minLength']) ?? 0, maxLength: numberOf(schema['maxLength']) ?? Infinity };
  const { pattern, format } = schema;
  const patterned = typeof pattern === 'string' ? fromPattern(pattern, variant, limits) : undefined;
  if (patterned !== undefined) return patterned;
  const formatted = typeof format === 'string' ? FORMATS[format] : undefined;
  if (formatted !== undefined && variant < 6) return formatted(variant);
  return fitLength(variant === 0 ? write(limits) : `${write(limits)} ${variant + 1}`, limits);
}

/** Cut at whole characters, or filled up by repeating itself, until it is within its limits (in code points, as schemas count). */
function fitLength(text: string, { minLength, maxLength }: LengthLimits): string {
  let fitted = text === '' && minLength > 0 ? '-' : text;
  while (pointsIn(fitted) < minLength) fitted = `${fitted} ${fitted}`;
  if (pointsIn(fitted) <= maxLength && fitted === text) return text;
  const cut = cutText(fitted, { points: Math.min(maxLength, Math.max(minLength, Math.min(pointsIn(text), maxLength))) });
  // A whole character may not fit the last places; dots do.
  return cut + '.'.repeat(Math.max(minLength - pointsIn(cut), 0));
}

function fromPattern(pattern: string, variant: number, { minLength, maxLength }: LengthLimits): string | undefined {
  for (const extra of [variant, ...EXTRAS, minLength]) {
    const made = textFromPattern(pattern, extra);
    if (made !== undefined && pointsIn(made) >= minLength && pointsIn(made) <= maxLength) return made;
  }
  return undefined;
}

const EXTRAS = [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32];

const two = (number: number): string => String(number).padStart(2, '0');

/** Fixed examples, not the clock: the same request always gives the same answer. */
const FORMATS: Readonly<Record<string, (variant: number) => string>> = {
  date: (n) => `2030-01-${two(n + 1)}`,
  time: (n) => `${two(n + 9)}:00:00Z`,
  'date-time': (n) => `2030-01-${two(n + 1)}T09:00:00Z`,
  duration: (n) => `P${n + 1}D`,
  email: (n) => `rehearsal${n + 1}@example.com`,
  hostname: (n) => `rehearsal${n + 1}.example.com`,
  ipv4: (n) => `192.0.2.${n + 1}`,
  ipv6: (n) => `2001:db8::${n + 1}`,
  uri: (n) => `https://example.com/rehearsal/${n + 1}`,
  url: (n) => `https://example.com/rehearsal/${n + 1}`,
  uuid: (n) => `00000000-0000-4000-8000-${String(n + 1).padStart(12, '0')}`,
};

/** A number within the bounds and on the step of the schema, the hint itself if it may be. */
export function numberFor(schema: JsonObject, { whole, hint }: { readonly whole: boolean; readonly hint: number }): number {
  const minimum = numberOf(schema['minimum']) ?? -Infinity;
  const above = numberOf(schema['exclusiveMinimum']) ?? -Infinity;
  const maximum = numberOf(schema['maximum']) ?? Infinity;
  const below = numberOf(schema['exclusiveMaximum']) ?? Infinity;
  const multiple = numberOf(schema['multipleOf']);
  const step = multiple ?? 1;
  const allowed = (value: number): boolean =>
    Number.isFinite(value) && value >= minimum && value > above && value <= maximum && value < below &&
    (!whole || Number.isInteger(value)) && (multiple === undefined || Number.isInteger(value / multiple));
  const low = Math.max(minimum, above);
  const high = Math.min(maximum, below);
  const first = Math.ceil((Number.isFinite(low) ? low : Number.isFinite(high) ? high - 20 * step : 0) / step);
  const steps = Array.from({ length: 41 }, (_, index) => (first + index) * step).toSorted((left, right) => Math.abs(left - hint) - Math.abs(right - hint));
  return [Math.floor(hint / step) * step, hint, ...steps, minimum, maximum, (low + high) / 2].find(allowed) ?? hint;
}
