// Time as the clocks of a goal count it: without its pauses.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bench } from '../../test/bench-board.ts';
import { elapsed, type Goal } from './goal.ts';

const goal = (pauses: Goal['pauses'], pausedAt: number | null = null): Goal => ({ ...bench().goal(), pauses, pausedAt });

test.each([
  ['without a pause all of it', [], null, 100],
  ['a pause of 30 within leaves 70', [[120, 150]], null, 70],
  ['pauses of 10, 20 and 5 leave 65', [[110, 120], [130, 150], [170, 175]], null, 65],
  ['of a pause that began before only the part after the start counts: 20 of 60', [[60, 120]], null, 80],
  ['a pause that was over before does not count', [[10, 90]], null, 100],
  ['a pause that goes on stops it at 160', [], 160, 60],
  ['one that began before the start leaves nothing', [], 90, 0],
  ['an ended pause and one that goes on: 160 - 100 - 20', [[110, 130]], 160, 40],
] as const)('from 100 to 200, %s', (_what, pauses, pausedAt, running) => {
  expect(elapsed(goal(pauses, pausedAt), 100, 200)).toBe(running);
});

test('it never runs backwards and never counts a moment of a pause', () => {
  const moments = fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { minLength: 0, maxLength: 12 }).map((list) => list.toSorted((a, b) => a - b));
  fc.assert(fc.property(moments, fc.nat(200), fc.nat(200), (cuts, since, span) => {
    const pauses = Array.from({ length: Math.floor(cuts.length / 2) }, (_, at) => [cuts[2 * at]!, cuts[2 * at + 1]!] as const);
    const open = cuts.length % 2 === 1 ? cuts.at(-1)! : null;
    const end = Math.max(since + span, ...cuts);
    let counted = 0;
    for (let at = since; at < end; at += 1) if ((open === null || at < open) && !pauses.some(([from, to]) => at >= from && at < to)) counted += 1;
    expect(elapsed(goal(pauses, open), since, end)).toBe(counted);
  }));
});
