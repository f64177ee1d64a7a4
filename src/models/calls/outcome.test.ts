// Which ends of an answer are good ones. An end that nobody knows is never one of them.
import { expect, test } from 'vitest';
import { judgeResult, type CallResult } from './outcome.ts';

const ended = (finish: CallResult['finish'], rawFinish?: string, text = 'text'): unknown => judgeResult({ parts: [{ kind: 'text', text }], callBegan: false, finish, rawFinish, usage: {} }, false);

const CALL = { kind: 'call', callId: 'c1', name: 'file_read', args: '{}' } as const;
const withTools = (finish: CallResult['finish'], rawFinish?: string, { parts = [CALL], callBegan = true }: Partial<CallResult> = {}): unknown => judgeResult({ parts, callBegan, finish, rawFinish, usage: {} }, true);

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
  ['a call of a tool that was offered', withTools('tool-calls', 'tool_use'), { kind: 'calls', parts: [CALL] }],
  ['a call with a text beside it that ends as an answer does', withTools('stop', 'stop', { parts: [{ kind: 'text', text: 'Look.' }, CALL] }), { kind: 'calls' }],
  ['the end of calls without a call, but with text', withTools('tool-calls', 'tool_calls', { parts: [{ kind: 'text', text: 'text' }], callBegan: false }), { kind: 'answer', text: 'text' }],
  ['the end of calls with nothing', withTools('tool-calls', 'tool_calls', { parts: [], callBegan: false }), { kind: 'bad_call' }],
  ['the length limit in the middle of a call', withTools('length', 'max_tokens', { parts: [] }), { kind: 'cut_call', text: '' }],
  ['the length limit behind one whole call of two', withTools('length', 'max_tokens'), { kind: 'cut_call' }],
  ['the length limit in a text, with tools', withTools('length', 'max_tokens', { parts: [{ kind: 'text', text: 'text' }], callBegan: false }), { kind: 'stop', why: 'length' }],
  ['a cut stream behind a whole call', withTools('interrupted'), { kind: 'again', why: 'cut' }],
  ['a filter behind a call', withTools('content-filter', 'SAFETY'), { kind: 'stop', why: 'filter' }],
  ['a call that Google could not read', withTools('error', 'MALFORMED_FUNCTION_CALL', { parts: [], callBegan: false }), { kind: 'bad_call' }],
])('%s', (_name, outcome, expected) => {
  expect(outcome).toMatchObject(expected);
});
