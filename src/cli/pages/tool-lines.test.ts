// What led to an alert or a question, one line each: what the task builds on, the mail that its member was shown, and the calls.
import { expect, test } from 'vitest';
import { historyLines } from './tool-lines.ts';

const HISTORY = [
  { task_id: 'task_1', effects: ['reads_file'] },
  { message_id: 'message_4', from: 'ann', effects: ['reads_file', 'reads_db'] },
  { name: 'http.post', outcome: 'refused', rule: 'effects.leak', text: 'not\nallowed' },
];

test('a task, a message and a call each say who or what they are', () => {
  expect(historyLines(HISTORY, 'en')).toEqual(['task_1  may: reads_file', 'mail of ann (message_4)  may: reads_file, reads_db', 'http.post  refused (effects.leak)  not allowed']);
  expect(historyLines(HISTORY, 'zh')).toEqual(['task_1  可能的影响：reads_file', 'ann 的消息（message_4）  可能的影响：reads_file, reads_db', 'http.post  被拒绝 (effects.leak)  not allowed']);
});

test('an alert about starts tells each attempt, and one about a defect where it happened', () => {
  const attempts = [
    { attempt_id: 'attempt_2_1', agent_id: 'ada', outcome: 'submitted', execution_summary: 'Read\nand wrote.', at: 0 },
    { attempt_id: 'attempt_2_2', agent_id: 'ada', outcome: 'lost', execution_summary: 'process_ended', at: 0 },
    { attempt_id: 'attempt_2_3', agent_id: null, outcome: 'set_aside', execution_summary: '', at: 0 },
  ];
  expect(historyLines(attempts, 'en')).toEqual([
    'attempt_2_1  ada  Result handed in for review  Read and wrote.',
    'attempt_2_2  ada  Attempt lost  the process that ran it had ended',
    'attempt_2_3  A late result was kept aside',
  ]);
  expect(historyLines(attempts, 'zh')).toEqual(['attempt_2_1  ada  成果已提交审阅  Read and wrote.', 'attempt_2_2  ada  本次尝试中断  执行它的进程已结束', 'attempt_2_3  迟到的成果已另存']);
  expect(historyLines(['Error: no\n    at step (engine.ts:1:2)'], 'zh')).toEqual(['Error: no at step (engine.ts:1:2)']);
});

test('what is no history has no lines', () => {
  expect(historyLines(undefined, 'en')).toEqual([]);
});
