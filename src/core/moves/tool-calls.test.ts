// What is written about calls, and who may write it: a call begins only for the attempt that holds the task.
import { describe, expect, test } from 'vitest';
import { bench, codeOf, worker, type Bench } from '../../../test/bench-board.ts';
import { verifies } from '../../../test/verifies.ts';
import type { JsonObject } from '../json.ts';
import { noteEnds, noteRound, noteStart, noteTrip, type EndedCall } from './tool-calls.ts';

const atWork = (): Bench => {
  const b = bench({ policy: { review: 'none' }, members: [worker('ann')] });
  b.add([{}]);
  b.news();
  return b;
};
const REF = { taskId: 'task_1', token: 1 } as const;
const ABOUT = { ...REF, goalId: 'goal_1', memberId: 'ann' } as const;
const CALL: EndedCall = { callKey: 'k', callId: 'c', name: 'file.read', purpose: null, end: 'ok', rule: null, text: 'x', isJson: false, bytes: 1, ms: 2, effects: ['reads_file'], by: null };
const details = (b: Bench): JsonObject => b.rows.events.at(-1)?.details ?? {};

const round = (b: Bench, token = 1) => b.commit((at) => noteRound(at, { taskId: 'task_1', token }, { round: 1, text: '', calls: [{ callKey: 'k', callId: 'c', name: 'file.read', args: {} }] }), ['task_1']);
const start = (b: Bench, token = 1) => b.commit((at) => noteStart(at, { taskId: 'task_1', token, callKey: 'k', name: 'file.write', args: { path: 'a' }, effects: ['writes_file'] }), ['task_1']);

describe('a round and the beginning of a call', () => {
  test('are on record for the attempt at work and move nothing', () => {
    verifies('gate.one_door');
    const b = atWork();
    const { version } = b.task('task_1');
    expect([codeOf(round(b)), codeOf(start(b))]).toEqual(['ok', 'ok']);
    expect(details(b)).toEqual({ attempt_id: 'attempt_1_1', call_key: 'k', name: 'file.write', args: { path: 'a' }, effects: ['writes_file'] });
    expect(b.task('task_1').version).toBe(version);
  });

  test('are refused for an attempt that is not the current one, that has handed in, or whose task was called off', () => {
    const b = atWork();
    expect([codeOf(round(b, 2)), codeOf(start(b, 0))]).toEqual(['attempt.stale', 'attempt.stale']);
    b.lose('task_1');
    expect([codeOf(round(b, 1)), codeOf(start(b, 1))]).toEqual(['attempt.stale', 'attempt.stale']);
    b.submit('task_1');
    expect([codeOf(round(b, 2)), codeOf(start(b, 2))]).toEqual(['attempt.stale', 'attempt.stale']);
  });
});

describe('the end of a call', () => {
  test('is written for a past attempt too: what happened, happened', () => {
    const b = atWork();
    b.lose('task_1');
    b.news();
    expect(codeOf(b.commit((at) => noteEnds(at, ABOUT, [CALL, { ...CALL, callKey: 'l' }]), ['task_1']))).toBe('ok');
    expect(b.rows.events.slice(-2).map(({ type, memberId, details: said }) => [type, memberId, said?.['call_key'], said?.['outcome']])).toEqual([['tool.ended', 'ann', 'k', 'ok'], ['tool.ended', 'ann', 'l', 'ok']]);
  });

  test('leaves out what there is not, and tells an alert with the call in both languages', () => {
    const b = atWork();
    const says = { en: 'no', zh: '否' };
    b.commit((at) => noteEnds(at, ABOUT, [{ ...CALL, end: 'refused', rule: 'sql.not_a_select', args: { sql: 'DROP' }, purpose: 'mean', alert: { kind: 'forbidden_call', says, args: { sql: 'DROP' }, history: [{ name: 'a' }] } }]), ['task_1']);
    expect(details(b)).toEqual({ kind: 'forbidden_call', says, rule: 'sql.not_a_select', call: { name: 'file.read', args: { sql: 'DROP' }, purpose: 'mean' }, history: [{ name: 'a' }] });
    b.commit((at) => noteEnds(at, ABOUT, [CALL]), ['task_1']);
    expect(Object.keys(details(b))).toEqual(['attempt_id', 'call_key', 'call_id', 'name', 'outcome', 'text', 'bytes', 'ms', 'effects']);
  });
});

test('a trip is told with the row as it stands and what led there; of a task that is gone nothing is told', () => {
  const b = atWork();
  b.commit((at) => noteTrip(at, { ...REF, trip: 'same_outcome', step: 'warn', history: [{ name: 'a' }, { name: 'b' }] }), ['task_1']);
  expect(details(b)).toMatchObject({ kind: 'same_outcome', step: 'warn', state: { task_id: 'task_1', status: 'executing', assignee_id: 'ann', starts: 1 }, history: [{ name: 'a' }, { name: 'b' }] });
  const before = b.rows.events.length;
  b.commit((at) => noteTrip(at, { taskId: 'task_9', token: 1, trip: 'same_outcome', step: 'warn', history: [] }));
  expect(b.rows.events).toHaveLength(before);
});
