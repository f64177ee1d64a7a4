// Where free text stands in a value of a schema, and which of these places carries the result itself.
import type { JsonObject } from '../../core/json.ts';
import { type TextPlace, sampleInStyle } from '../samples/sample-from-schema.ts';

/** Every place that a sample asked a text for, the main one first. */
export function textPlaces(schema: JsonObject): readonly TextPlace[] {
  const found = new Map<string, TextPlace>();
  sampleInStyle(schema, {
    write: (place) => {
      found.set(keyOf(place.path), place);
      return keyOf(place.path) || '-';
    },
  });
  const places = [...found.values()];
  const main = places.toSorted((left, right) => weight(right) - weight(left))[0];
  return main === undefined ? [] : [main, ...places.filter((place) => place !== main)];
}

export const keyOf = (path: readonly string[]): string => path.join('.');

const MAIN_NAMES = /^(draft|text|content|body|result|report|answer|article|copy|output|正文|文案|内容|结果|报告)$/i;

/** Roomy places before narrow ones, telling names before others, the outside before the inside; a sort keeps the order else. */
const weight = ({ path, maxLength }: TextPlace): number =>
  (maxLength >= 60 ? 8 : 0) + (MAIN_NAMES.test(path.at(-1) ?? '') ? 4 : 0) - Math.min(path.length, 3);
