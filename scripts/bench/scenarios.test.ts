import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { BLOCKS, selectBlocks } from './scenarios.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const call = (...args: string[]) => promisify(execFile)(process.execPath, [MAIN, ...args]);
const barsOf = (only: string) => Object.fromEntries(selectBlocks(BLOCKS, [only])
  .flatMap(({ rows }) => rows.flatMap(({ name, bar }) => (bar === undefined ? [] : [[name, 'atMost' in bar ? bar.atMost : bar.atLeast]]))));

test('row names and run ids are each used once, and every row finds its runs in its block', () => {
  const names = BLOCKS.flatMap(({ rows }) => rows.map(({ name }) => name));
  const ids = BLOCKS.flatMap(({ runs }) => runs.map(({ id }) => id));
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { runs, rows } of BLOCKS) {
    const known = new Set(runs.map(({ id }) => id));
    expect(rows.flatMap((row) => row.runs.filter((run) => !known.has(run)))).toEqual([]);
  }
});

test('the bars are those that were promised', () => {
  expect(barsOf('a')).toEqual({ 'a.alone.normal.member': 1, 'a.alone.normal.criteria': 0.85, 'a.alone.full.member': 0.65, 'a.alone.full.criteria': 0.5 });
  for (const size of [500, 5_000]) {
    const name = `b.burst-${size}`;
    expect(barsOf(name)).toEqual({
      [`${name}.normal.speed`]: 5, [`${name}.normal.of-grouped`]: 0.75, [`${name}.normal.cpu`]: 0.35,
      [`${name}.full.speed`]: 16, [`${name}.full.of-grouped`]: 0.75, [`${name}.full.cpu`]: 0.35,
    });
  }
  expect(Object.values(barsOf('c'))).toEqual([0.55, 15, 30, 15, 30, 0.55, 15, 30, 15, 30]);
  expect(barsOf('d')).toEqual({ 'd.chain.normal': 1.2, 'd.chain.full': 0.75, 'd.fan.normal': 0.5, 'd.fan.full': 0.2, 'd.layers.normal': 0.6, 'd.layers.full': 0.2 });
  expect(barsOf('e')).toEqual({ 'e.start.work': 15, 'e.start.of-empty': 1.2, 'e.lifecycle.burst': 0.9, 'e.lifecycle.alone': 0.9, 'e.replay': 1.1 });
  expect(barsOf('h')).toEqual({ 'h.gate.plain.p50': 60, 'h.gate.sql.p50': 500 });
  expect(barsOf('i')).toEqual({ 'i.budget.overspent': 0 });
  expect(barsOf('f')).toEqual({ 'f.task-in-flight': 4_096, 'f.idle-member': 1_024, 'f.timers.tasks': 1, 'f.timers.members': 0 });
  expect(barsOf('g')).toEqual({ 'g.claims-1.speed': 0.75, 'g.claims-1.failed': 0.02, 'g.claims-4.speed': 0.75, 'g.claims-4.p99': 0.25, 'g.claims-4.failed': 0.02, 'g.claims-4-long.speed': 0.75, 'g.claims-4-long.p99': 0.25, 'g.claims-4-long.failed': 0.02 });
});

test('a name selects itself and what it begins, with the runs that are needed and no others', () => {
  const chosen = selectBlocks(BLOCKS, ['b.burst-500.full.speed', 'f.timers']);
  expect(chosen.map(({ name, runs }) => [name, runs.map(({ id }) => id)])).toEqual([
    ['burst-500', ['burst-500.Ffull.anchor', 'burst-500.Ffull.lean', 'burst-500.muster.FULL']],
    ['memory', ['memory.timers']],
  ]);
  expect(selectBlocks(BLOCKS, ['b.burst-50'])).toEqual([]);
  expect(selectBlocks(BLOCKS, ['floor']).every(({ runs }) => runs.every(({ isFloor }) => isFloor))).toBe(true);
});

test('--json prints rows of name, value, bar and holds, measured in a process of its own, and nothing else', async () => {
  const { stdout } = await call('--only', 'floor.alone.F.lean', '--rounds', '1', '--json');
  const printed: unknown = JSON.parse(stdout);
  expect(printed).toEqual({ rows: [{ name: 'floor.alone.F.lean', value: expect.any(Number), bar: null, holds: true }] });
});

test('a name that no row has, and 0 rounds, end with 2 and say what to type', async () => {
  await expect(call('--only', 'nothing')).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('--list') });
  await expect(call('--rounds', '0')).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('--rounds') });
});
