// Every event has one name, a sentence in both languages, and details that are said.
import { expect, test } from 'vitest';
import { EVENTS, isEventType } from './events.ts';
import { GOAL_TABLE, QUESTION_TABLE, TASK_TABLE } from './lifecycles.ts';

test('each move of each table emits an event that is described', () => {
  for (const row of [...TASK_TABLE, ...GOAL_TABLE, ...QUESTION_TABLE]) expect(isEventType(row.emits), row.emits).toBe(true);
});

test('each has a sentence in English and Chinese, and each of its details is explained in snake_case', () => {
  for (const [name, row] of Object.entries(EVENTS)) {
    expect(name).toMatch(/^(task|goal|question|member|message|file|team|tool|tools|turn|budget|alert)\.[a-z_]+$/);
    expect(row.says.en, name).toMatch(/^[A-Z]/);
    expect(row.says.zh, name).toMatch(/\p{Script=Han}/u);
    for (const [field, says] of Object.entries(row.details)) expect([field, says], name).toEqual([expect.stringMatching(/^[a-z]+(_[a-z]+)*$/), expect.stringMatching(/\S/)]);
  }
});

test.each([['task.claimed', true], ['task.stolen', false], ['constructor', false], ['', false]])('%s is an event: %s', (text, is) => {
  expect(isEventType(text)).toBe(is);
});
