// The page of the questions says what the table says.
import { expect, test } from 'vitest';
import { QUESTIONS } from '../../src/core/question.ts';
import { questionsPage } from './questions-page.ts';

test('every kind has a section with a row for each of its choices, in both languages', () => {
  const page = questionsPage();
  for (const [kind, { asks, choices }] of Object.entries(QUESTIONS)) {
    expect(page).toContain(`## \`${kind}\`\n\n${asks.en} ${asks.zh}`);
    const section = page.split(`## \`${kind}\``)[1]?.split('\n## ')[0] ?? '';
    expect([...section.matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1])).toEqual(Object.keys(choices));
  }
  expect(page).toContain('| `hand_in` | `output` `summary?` | hand in the result; it is checked and reviewed like any other | 提交成果，照常检查与审阅 |');
});
