// What led to an alert, as lines: calls, what a task builds on, and attempts of a task that starts again and again.
import { expect, test } from 'vitest';
import { historyLines } from './tool-lines.ts';

const HISTORY = [
  { task_id: 'task_1', effects: ['reads_db'] },
  { name: 'file.write', outcome: 'refused', rule: 'guard', text: 'Not there.' },
  { attempt_id: 'attempt_2_1', agent_id: 'ada', outcome: 'submitted', execution_summary: 'Read\nand wrote.', at: 0 },
  { attempt_id: 'attempt_2_2', agent_id: 'ada', outcome: 'lost', execution_summary: 'process_ended', at: 0 },
  { attempt_id: 'attempt_2_3', agent_id: null, outcome: 'set_aside', execution_summary: '', at: 0 },
];

test('each piece of a history is a line, attempts with their member, their end and what they left', () => {
  expect(historyLines(HISTORY, 'en')).toEqual([
    'task_1  may: reads_db', 'file.write  refused (guard)  Not there.', 'attempt_2_1  ada  Result handed in for review  Read and wrote.',
    'attempt_2_2  ada  Attempt lost  the process that ran it had ended', 'attempt_2_3  A late result was kept aside',
  ]);
  expect(historyLines(HISTORY, 'zh').slice(2)).toEqual(['attempt_2_1  ada  成果已提交审阅  Read and wrote.', 'attempt_2_2  ada  本次尝试中断  执行它的进程已结束', 'attempt_2_3  迟到的成果已另存']);
});
