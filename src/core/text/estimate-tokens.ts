// How many tokens a text would roughly cost, without asking a provider. Budgets and limits are kept with it, so it errs upwards:
// what fits by this count fits in truth.

/**
 * One per code point outside ASCII (Han, kana, Hangul and emoji cost about one each, never a quarter) and one per three ASCII
 * characters. Put together, two texts never cost more than the two counts added.
 */
export function estimateTokens(text: string): number {
  let ascii = 0;
  let other = 0;
  for (const point of text) {
    if (point <= '\x7f') ascii += 1;
    else other += 1;
  }
  return other + Math.ceil(ascii / 3);
}
