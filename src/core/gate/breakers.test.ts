// When each breaker warns, holds and stops: the numbers of the guide.
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { AGENCY } from '../policy.ts';
import { CALM, goOn, judgeCall, judgeProgress, TRIPS, type BreakerState, type CallOutcome } from './breakers.ts';

const limits = AGENCY.limits;
const call = (key: string, more: Partial<CallOutcome> = {}): CallOutcome => ({ key, errorClass: null, isForbidden: false, isWait: false, ...more });

/** Each step beside the number of the call that took it. */
function steps(calls: readonly CallOutcome[], from: BreakerState = CALM): { readonly said: readonly string[]; readonly state: BreakerState } {
  let state = from;
  const said: string[] = [];
  for (const [index, each] of calls.entries()) {
    const judged = judgeCall(state, each, limits);
    state = judged.state;
    if (judged.step !== 'go') said.push(`${index + 1}: ${judged.trip} ${judged.step}`);
  }
  return { said, state };
}
const times = (count: number, each: (at: number) => CallOutcome) => Array.from({ length: count }, (_, at) => each(at));

describe('calls', () => {
  test('with the same outcome: the first is news; with 4 more that are not it is warned, with 6 held, with 8 stopped', () => {
    verifies('gate.breakers');
    expect(limits.sameOutcomes).toBe(4);
    expect(steps(times(12, () => call('a'))).said).toEqual(['5: same_outcome warn', '7: same_outcome pause', '9: same_outcome stop']);
  });

  test('that go round between two known outcomes are a loop as well', () => {
    expect(steps(times(10, (at) => call(at % 2 === 0 ? 'a' : 'b'))).said).toEqual(['6: same_outcome warn', '8: same_outcome pause', '10: same_outcome stop']);
  });

  test('that fail in the same way, whatever the words: warned at the 4th, held at the 6th, stopped at the 8th', () => {
    expect(steps(times(8, (at) => call(`key ${at}`, { errorClass: 'http.get tool.failed' }))).said).toEqual(['4: same_error warn', '6: same_error pause', '8: same_error stop']);
  });

  test('that fail in two ways in turn are not the same fault', () => {
    expect(steps(times(12, (at) => call(`key ${at}`, { errorClass: at % 2 === 0 ? 'a failed' : 'b failed' }))).said).toEqual([]);
  });

  test('that were refused: held at the 3rd and stopped at the 6th, with good calls in between', () => {
    expect(steps(times(12, (at) => call(`key ${at}`, { isForbidden: at % 2 === 0 }))).said).toEqual(['5: forbidden pause', '11: forbidden stop']);
  });

  test('that wait are no loop: 50 of them say nothing, and what they found does not count later', () => {
    const { said, state } = steps(times(50, () => call('not yet', { isWait: true })));
    expect([said, state.fruitless]).toEqual([[], 0]);
  });

  test('after something new begin again: 4, news, 4 says nothing', () => {
    expect(steps([...times(4, () => call('a')), call('b'), ...times(4, () => call('a'))]).said).toEqual(['9: same_outcome warn']);
    expect(steps([...times(4, () => call('a')), call('b'), ...times(3, () => call('a'))]).said).toEqual([]);
  });
});

test('tokens without a result: warned at 400,000, held at 600,000, stopped at 800,000', () => {
  const at = (tokens: number, state = CALM) => judgeProgress(state, { tokens, minutes: 0 }, limits);
  expect(at(399_999).step).toBe('go');
  const warned = at(400_000);
  expect([warned.step, warned.trip]).toEqual(['warn', 'no_progress']);
  const held = at(600_000, warned.state);
  expect(held.step).toBe('pause');
  expect(at(700_000, held.state).step).toBe('go');
  expect(at(800_000, held.state).step).toBe('stop');
});

test('minutes without a result: warned at 15, held at 23, stopped at 30, whichever of the two is further', () => {
  const at = (minutes: number, state = CALM) => judgeProgress(state, { tokens: 1, minutes }, limits);
  expect(at(14.9).step).toBe('go');
  const warned = at(15);
  expect([warned.step, warned.trip]).toEqual(['warn', 'no_progress']);
  const held = at(23, warned.state);
  expect([held.step, at(30, held.state).step]).toEqual(['pause', 'stop']);
  expect(judgeProgress(CALM, { tokens: 600_000, minutes: 15 }, limits).step).toBe('pause');
});

test('a person who says "go on" gives a new count from where it stands, and what was seen stays seen', () => {
  const { state } = steps(times(7, () => call('a')));
  const again = goOn(state, { tokens: 600_000, minutes: 22 });
  expect(steps(times(4, () => call('a')), again).said).toEqual(['4: same_outcome warn']);
  expect([judgeProgress(again, { tokens: 999_999, minutes: 36 }, limits).step, judgeProgress(again, { tokens: 1_000_000, minutes: 36 }, limits).step]).toEqual(['go', 'warn']);
});

test('the latest 256 outcomes are remembered', () => {
  expect(steps([...times(256, (at) => call(`key ${at}`)), call('key 0')]).state.fruitless).toBe(1);
  expect(steps([...times(257, (at) => call(`key ${at}`)), call('key 0')]).state.fruitless).toBe(0);
});

test('each of the 6 reasons is said in both languages', () => {
  expect(Object.values(TRIPS).filter(({ en, zh }) => en.length > 0 && /\p{Script=Han}/u.test(zh))).toHaveLength(6);
});
