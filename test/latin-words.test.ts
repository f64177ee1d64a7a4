// The detector of English in Chinese text finds sentences and lets names, ids, codes and commands stand.
import { expect, test } from 'vitest';
import { englishIn, englishPhrasesIn } from './latin-words.ts';

test.each([
  ['task_1 has ended; nothing was changed.', ['has ended', 'nothing was changed']],
  ['没有这个目标。There is no goal_1.', ['There is no']],
  ['file.read failed: the disk is full', ['the disk is full']],
  ['执行失败：It didn’t work', ['It didn’t work']],
  ['没有 goal_1。现有目标见 `muster goals`。', []],
  ['继续：npm run -s muster -- resume goal_1 --store a.db', []],
  ['请写 title、content、skills 或 criteria，例如 {"title": "a long title"}。', []],
  ['模型 anthropic/claude-sonnet-4-5 · 2026-11-30 16:47:03', []],
])('%s', (text, phrases) => {
  expect(englishPhrasesIn(text)).toEqual(phrases);
});

test('word by word: names and codes aside, every Latin word counts, unless it is known', () => {
  expect(englishIn('task_1 当前状态为 pending_review，不能 claim。')).toEqual(['claim']);
  expect(englishIn('请用 workspace_meta(lock) 加锁，格式为 JSON。', ['lock'])).toEqual([]);
});
