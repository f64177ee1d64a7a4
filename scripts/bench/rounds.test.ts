import { expect, test } from 'vitest';
import type { Place } from './place.ts';
import { asJson, asTable, figuresOf } from './report.ts';
import { measureBlock } from './rounds.ts';
import type { Outcome, RoundOptions } from './rounds.ts';
import { ratio } from './scenario.ts';
import type { Block, Run } from './scenario.ts';
import { median, percentile, strays } from './statistics.ts';

const run = (id: string, isFloor: boolean): Run => ({ id, isFloor, measure: async () => ({ metrics: {}, faults: [] }) });
const BLOCK: Block = {
  name: 'made-up',
  runs: [run('floor', true), run('ours', false)],
  rows: [
    { name: 'x.time', says: 'time', unit: '×', bar: { atMost: 0.5 }, ...ratio('ms', 'ours', 'floor') },
    { name: 'x.reference', says: 'time, without a bar', unit: '×', ...ratio('ms', 'ours', 'floor') },
  ],
};
const PLACE: Place = { folder: '', says: '', close: () => {} };

/** Plays the times of each run in their order, and notes the order of the calls. */
function playing(times: Readonly<Record<string, readonly (number | Outcome)[]>>) {
  const calls: string[] = [];
  const perform = async ({ id }: Run): Promise<Outcome> => {
    const turn = calls.filter((call) => call === id).length;
    calls.push(id);
    const time = times[id]?.[turn] ?? 1;
    return typeof time === 'number' ? { metrics: { ms: time }, faults: [] } : time;
  };
  const options: RoundOptions = { rounds: 3, place: PLACE, signal: new AbortController().signal, note: () => {}, perform };
  return { calls, measure: () => measureBlock(BLOCK, options) };
}

test('floor and ours take turns, and the ratio is taken inside each round: 10/20, 12/30, 14/35 give 0.4', async () => {
  const { calls, measure } = playing({ floor: [20, 30, 35], ours: [10, 12, 14] });
  const [time] = figuresOf(await measure());
  expect(calls).toEqual(['floor', 'ours', 'floor', 'ours', 'floor', 'ours']);
  expect(time).toMatchObject({ value: 0.4, lowest: 0.4, highest: 0.5, holds: true, isWide: false });
});

test('a round whose floor took 90 where the median is 20 is measured again, whole', async () => {
  const { calls, measure } = playing({ floor: [20, 90, 20, 22], ours: [8, 9, 8, 8] });
  const measured = await measure();
  expect(measured).toMatchObject({ repeated: 1, stray: 0 });
  expect(calls).toHaveLength(8);
  expect(measured.rounds[1]?.get('floor')).toMatchObject({ metrics: { ms: 22 } });
});

test('a floor that never holds still is measured again three times in three rounds, and no more', async () => {
  const measured = await playing({ floor: [1, 10, 100, 1_000, 10_000, 100_000] }).measure();
  expect(measured.repeated).toBe(3);
  expect(measured.stray).toBeGreaterThan(0);
});

test('a row whose counts are off in one round does not hold, however good its value; the reason is printed', async () => {
  const wrong = { metrics: { ms: 1 }, faults: ['events: 11 instead of 12'] };
  const figures = figuresOf(await playing({ floor: [20, 20, 20], ours: [1, wrong, 1] }).measure());
  expect(figures.map(({ holds }) => holds)).toEqual([false, false]);
  expect(asTable(figures)).toContain('x.time: ours: events: 11 instead of 12');
});

test('a run that broke every time gives the value null and does not hold', async () => {
  const broke = { broke: 'no disk' };
  const figures = figuresOf(await playing({ ours: [broke, broke, broke] }).measure());
  expect(JSON.parse(asJson(figures))).toEqual({
    rows: [{ name: 'x.time', value: null, bar: '<= 0.5', holds: false }, { name: 'x.reference', value: null, bar: null, holds: false }],
  });
});

test('a single round at 0.7 against a bar of 0.5 is marked, the median of 0.4 decides', async () => {
  const figures = figuresOf(await playing({ floor: [10, 10, 10], ours: [4, 7, 4] }).measure());
  expect(figures[0]).toMatchObject({ value: 0.4, holds: true, isWide: true });
  expect(asTable(figures)).toContain('yes, one round misses by more than a third');
});

test('median, percentile and strays of a handful of numbers', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([])]).toEqual([2, 2.5, Number.NaN]);
  expect([percentile([5, 1, 4, 2, 3], 0.5), percentile([5, 1, 4, 2, 3], 0.99), percentile([7], 0)]).toEqual([3, 5, 7]);
  expect(strays([10, 11, 25, 9, 4], 2)).toEqual([2, 4]);
});
