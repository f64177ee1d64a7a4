// The page holds everything that the tables hold.
import { expect, test } from 'vitest';
import { GOAL_TABLE, LIMITS, QUESTION_TABLE, TASK_STATES, TASK_TABLE, TIMES } from '../../src/core/lifecycles.ts';
import { lifecyclesPage } from './lifecycles-page.ts';

const page = lifecyclesPage();
const lines = page.split('\n');

test('every row of the three tables is a line of the page, with its verb and its event', () => {
  for (const row of [...TASK_TABLE, ...GOAL_TABLE, ...QUESTION_TABLE]) {
    expect(lines.some((line) => line.startsWith(`| \`${row.verb}\` |`) && line.includes(row.when) && line.endsWith(`\`${row.emits}\` |`)), row.verb).toBe(true);
  }
});

test('every state stands there in both languages', () => {
  for (const [state, { means }] of Object.entries(TASK_STATES)) expect(page).toContain(`| \`${state}\` | ${means.en} | ${means.zh} |`);
});

test('times are shown in the unit that reads best', () => {
  expect(page).toContain('| `questionMs` | 72 h |');
  expect(page).toContain('| `offerMs` | 2 min |');
  expect(page).toContain('| `leaseMs` | 60 s |');
  for (const name of [...Object.keys(TIMES), ...Object.keys(LIMITS)]) expect(page).toContain(`| \`${name}\` |`);
});

test('every line of a table has as many cells as its head', () => {
  let cells = 0;
  lines.forEach((line, at) => {
    if (!line.startsWith('|')) return;
    const here = line.split(/(?<!\\)\|/).length;
    if (lines[at - 1]?.startsWith('|') === true) expect(here, line).toBe(cells);
    cells = here;
  });
});
