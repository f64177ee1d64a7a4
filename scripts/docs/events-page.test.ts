// The page holds every event once, with the moves that write it.
import { expect, test } from 'vitest';
import { EVENTS } from '../../src/core/events.ts';
import { GOAL_TABLE, QUESTION_TABLE, TASK_TABLE } from '../../src/core/lifecycles.ts';
import { eventsPage } from './events-page.ts';

const lines = eventsPage().split('\n');
const lineOf = (type: string): string => lines.find((line) => line.startsWith(`| \`${type}\` |`)) ?? '';

test('every event stands there once, in both languages, with each field of its details', () => {
  expect(lines.filter((line) => /^\| `[a-z]+\./.test(line))).toHaveLength(Object.keys(EVENTS).length);
  for (const [type, { says, details }] of Object.entries(EVENTS)) {
    expect(lineOf(type)).toContain(`| ${says.en} | ${says.zh} |`);
    for (const field of Object.keys(details)) expect(lineOf(type), type).toContain(`\`${field}\` `);
  }
});

test('every move of the tables stands beside the event it writes: close to done and to failed', () => {
  for (const { verb, to, emits } of [...TASK_TABLE, ...GOAL_TABLE, ...QUESTION_TABLE]) expect(lineOf(emits)).toMatch(new RegExp(`\`${verb}\` [^;|]*→ ${to}`));
  expect(lineOf('goal.closed')).toContain('`close` closing → done; `close` closing → failed');
  expect(lineOf('task.escalated').match(/`escalate`/g)).toHaveLength(TASK_TABLE.filter(({ verb }) => verb === 'escalate').length);
  expect(lineOf('turn.ended')).toContain('| – |');
});
