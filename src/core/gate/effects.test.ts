// The table of dangerous combinations, row by row, and what a team may say instead.
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { changesSomething, COMBINATIONS, combinationsOf, EFFECTS, isCombination, type Effect } from './effects.ts';

const found = (before: readonly Effect[], adds: readonly Effect[], choices = {}) => combinationsOf(new Set(before), adds, choices).map(({ combination, action }) => `${combination}: ${action}`);

describe('a call is judged by what it adds to what was done before', () => {
  test.each<readonly [string, readonly Effect[], readonly Effect[], readonly string[]]>([
    ['a secret is read, then a connection', ['reads_secret'], ['network'], ['secret_leaves: block']],
    ['a connection, then a secret is read', ['network'], ['reads_secret'], ['secret_leaves: block']],
    ['a secret is read, then a program', ['reads_secret'], ['executes'], ['secret_runs: block']],
    ['query, then write', ['reads_db'], ['writes_file'], []],
    ['query, write, then run', ['reads_db', 'writes_file'], ['executes'], ['query_write_run: block']],
    ['run and write, then query', ['executes', 'writes_file'], ['reads_db'], ['query_write_run: block']],
    ['query, then a program that may write', ['reads_db'], ['executes', 'writes_file'], ['query_write_run: block']],
    ['download, write, run', ['network', 'writes_file'], ['executes'], ['download_runs: ask']],
    ['query, then a connection', ['reads_db'], ['network'], ['data_leaves: ask']],
    ['a change of a database, alone', [], ['writes_db'], ['database_changes: ask']],
    ['a file is read, then a connection', ['reads_file'], ['network'], ['files_leave: alert']],
    ['a program that may do everything, after a query', ['reads_db'], ['executes', 'reads_file', 'writes_file', 'network'], ['query_write_run: block', 'download_runs: ask', 'data_leaves: ask', 'files_leave: alert']],
    ['reading files and a database', ['reads_file'], ['reads_db'], []],
    ['nothing declared, after everything', [...EFFECTS], [], []],
  ])('%s', (_what, before, adds, expected) => {
    verifies('gate.effects');
    expect(found(before, adds)).toEqual(expected);
  });

  test('an alert is told once, block and ask meet every call that takes part', () => {
    expect(found(['reads_file', 'network'], ['network'])).toEqual([]);
    expect(found(['reads_db', 'network'], ['network'])).toEqual(['data_leaves: ask']);
    expect(found(['reads_secret', 'network'], ['network'])).toEqual(['secret_leaves: block']);
    expect(found(['reads_secret', 'network'], ['reads_db'])).toEqual(['data_leaves: ask']);
  });
});

test('a team may say alert, ask, block or allow to each row, and no row is silent in either language', () => {
  for (const combination of Object.keys(COMBINATIONS).filter(isCombination)) {
    const { needs, says } = COMBINATIONS[combination];
    expect([says.en, says.zh]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\p{Script=Han}/u)]);
    for (const action of ['alert', 'ask', 'block'] as const) expect(found([], needs, { [combination]: action })).toContain(`${combination}: ${action}`);
    expect(found([], needs, { [combination]: 'allow' }).some((row) => row.startsWith(`${combination}:`))).toBe(false);
  }
});

test('only the 7 rows are combinations, not what every object has', () => {
  expect(Object.keys(COMBINATIONS)).toHaveLength(7);
  expect(['secret_leaves', 'toString', '__proto__', ''].map(isCombination)).toEqual([true, false, false, false]);
});

test('4 of the 7 effects leave something behind', () => {
  expect(EFFECTS.filter((effect) => changesSomething([effect]))).toEqual(['writes_db', 'writes_file', 'network', 'executes']);
});
