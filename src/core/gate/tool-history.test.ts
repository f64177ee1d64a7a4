// What the log says about calls: who asked, what began, what ended, and which conversation the next attempt goes on from.
import { describe, expect, test } from 'vitest';
import type { MusterEvent } from '../change.ts';
import type { EventType } from '../events.ts';
import type { JsonObject } from '../json.ts';
import { callsIn, effectsIn, roundsToGoOn } from './tool-history.ts';

let seq = 0;
const event = (type: EventType, details: JsonObject | null = null, more: Partial<MusterEvent> = {}): MusterEvent =>
  ({ seq: (seq += 1), at: 1_000 * seq, type, goalId: 'goal_1', taskId: 'task_1', version: 0, memberId: 'ann', details, ...more });

const asked = (round: number, ...keys: readonly string[]) =>
  event('tool.requested', { attempt_id: 'attempt_1_1', round, text: `round ${round}`, calls: keys.map((key) => ({ call_key: key, call_id: `id ${key}`, name: 'file.read', args: { path: key }, meta: { signature: key } })) });
const began = (key: string, effects: readonly string[] = ['writes_file']) => event('tool.started', { attempt_id: 'attempt_1_1', call_key: key, name: 'file.write', args: {}, effects: [...effects] });
const over = (key: string, outcome: string, more: JsonObject = {}) => event('tool.ended', { attempt_id: 'attempt_1_1', call_key: key, name: 'file.read', outcome, text: `text of ${key}`, bytes: 4, ms: 2, effects: ['reads_file'], ...more });
const move = (type: EventType, version: number, memberId: string | null = 'ann') => event(type, null, { version, memberId });

describe('calls', () => {
  test('stand in the order in which they were asked for, each with its end', () => {
    const calls = callsIn([asked(1, 'a', 'b'), over('b', 'ok'), over('a', 'failed', { rule: 'tool.failed' })]);
    expect(calls.map(({ callKey, callId, end, rule, text }) => [callKey, callId, end, rule, text])).toEqual([
      ['a', 'id a', 'failed', 'tool.failed', 'text of a'], ['b', 'id b', 'ok', null, 'text of b'],
    ]);
  });

  test('that were cut off have no end: asked for only, and begun', () => {
    expect(callsIn([asked(1, 'a', 'b'), began('b')]).map(({ callKey, isStarted, end }) => [callKey, isStarted, end])).toEqual([['a', false, null], ['b', true, null]]);
  });

  test('of a function were asked for by nobody and have their arguments with their end', () => {
    expect(callsIn([over('f', 'ok', { args: { path: 'x' }, purpose: 'to look', by: 'kim', is_json: true })])).toMatchObject([{ callKey: 'f', callId: null, args: { path: 'x' }, purpose: 'to look', by: 'kim', isJson: true, end: 'ok' }]);
  });

  test('with an outcome or an effect that this version does not know are unknown, not good', () => {
    expect(callsIn([over('a', 'splendid', { effects: ['reads_file', 'teleports'] })])).toMatchObject([{ end: 'unknown', effects: ['reads_file'] }]);
  });

  test('without a key, and other events, are passed over', () => {
    expect(callsIn([event('tool.ended', { outcome: 'ok' }), event('tool.requested', { calls: 'none' }), event('tool.requested', null), move('task.started', 2)])).toEqual([]);
  });
});

test('what was done to the world counts when it ended well, failed or was cut off, and not when it was refused', () => {
  expect([...effectsIn(callsIn([over('a', 'ok', { effects: ['reads_db'] }), over('b', 'refused', { effects: ['network'] }), over('c', 'failed', { effects: ['executes'] }), began('d')]))].toSorted()).toEqual(['executes', 'reads_db', 'writes_file']);
});

describe('the rounds that a new attempt goes on from', () => {
  const rounds = (...events: readonly MusterEvent[]) => roundsToGoOn(events).map(({ text, calls }) => [text, calls.map(({ callKey, end, meta }) => [callKey, end, meta?.['signature']])]);
  const lived = (...keys: readonly string[]) => [move('task.started', 2), asked(1, ...keys), ...keys.map((key) => over(key, 'ok'))];

  test('are those of an attempt that was lost, with what is known of each call', () => {
    expect(rounds(move('task.started', 2), asked(1, 'a', 'b'), over('a', 'ok'), move('task.lost', 3), move('task.started', 4))).toEqual([['round 1', [['a', 'ok', 'a'], ['b', null, 'b']]]]);
  });

  test('add up over losses one after another, with the moves in between', () => {
    expect(rounds(...lived('a'), move('task.lost', 3), move('task.assigned', 4), move('task.started', 5), asked(2, 'b'), move('task.lost', 6), move('task.started', 7)).map(([text]) => text)).toEqual(['round 1', 'round 2']);
  });

  test.each<EventType>(['task.rejected', 'task.declined', 'task.released', 'task.submitted'])('are none after %s: that attempt was not lost', (end) => {
    expect(rounds(...lived('a'), move(end, 3), move('task.started', 4))).toEqual([]);
  });

  test('are none for another member', () => {
    expect(rounds(...lived('a'), move('task.lost', 3, null), move('task.started', 4, 'bob'))).toEqual([]);
  });
});
