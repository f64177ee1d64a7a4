// Every kind of question, as one table: a sentence, what follows when nobody answers, and the ways out, in both languages.
import { expect, test } from 'vitest';
import { QUESTIONS } from './question.ts';

test('every kind and every way out is said in English and Chinese', () => {
  for (const [kind, { asks, ifMute, choices }] of Object.entries(QUESTIONS)) {
    const said = [asks, ifMute, ...Object.values(choices).map((choice) => choice.does)];
    for (const { en, zh } of said) {
      expect(en, kind).toMatch(/^[A-Za-z]/);
      expect(zh, kind).toMatch(/\p{Script=Han}/u);
    }
    expect(Object.keys(choices).length, kind).toBeGreaterThan(1);
  }
});
