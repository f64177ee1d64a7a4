// Which ends of an answer are good ones. An end that nobody knows is never one of them.
import { expect, test } from 'vitest';
import { judgeResult, type CallResult } from './outcome.ts';

const ended = (finish: CallResult['finish'], rawFinish?: string, text = 'text'): unknown => judgeResult({ text, finish, rawFinish, usage: {} });

test.each([
  ['stop', ended('stop', 'end_turn'), { kind: 'answer', text: 'text' }],
  ['stop without text', ended('stop', 'stop', '\n'), { kind: 'empty' }],
  ['a good end that only some know', ended('other', 'EOS'), { kind: 'answer' }],
  ['a good end without text', ended('other', 'eos', ''), { kind: 'empty' }],
  ['an unknown end', ended('other', 'LANGUAGE'), { kind: 'again', why: 'cut', said: 'LANGUAGE' }],
  ['no end at all', ended('other'), { kind: 'again', why: 'cut' }],
  ['a filter that only some know', ended('other', 'sensitive'), { kind: 'stop', why: 'filter' }],
  ['lack of room at the provider', ended('other', 'insufficient_system_resource'), { kind: 'again', why: 'cut' }],
  ['the model said no', ended('content-filter', 'refusal'), { kind: 'stop', why: 'refusal', said: 'text' }],
  ['the model said no as a completed answer', ended('content-filter'), { kind: 'stop', why: 'refusal' }],
  ['the filter said no', ended('content-filter', 'SAFETY'), { kind: 'stop', why: 'filter' }],
  ['a tool', ended('tool-calls', 'tool_calls'), { kind: 'tool_call' }],
])('%s', (_name, outcome, expected) => {
  expect(outcome).toMatchObject(expected);
});
