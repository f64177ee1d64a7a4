// File names and exported names say what a thing does. Exceptions stand in scripts/source/exceptions.ts, each with a reason.
import { describe, expect, test } from 'vitest';
import { NAME_EXCEPTIONS } from '../scripts/source/exceptions.ts';
import { findFogNames } from '../scripts/source/fog-names.ts';
import { isTest, listSources } from '../scripts/source/list-files.ts';

test('no file of src and nothing it exports has a fog name', () => {
  expect(findFogNames(listSources('src').filter(({ file }) => !isTest(file)))).toEqual([]);
});

test('every exception still excuses something, and says why', () => {
  const found = findFogNames(listSources('src'), {}).flatMap(({ file, name }) => [file, `${file}#${name}`]);
  expect(Object.keys(NAME_EXCEPTIONS).filter((key) => !found.includes(key))).toEqual([]);
  expect(Object.values(NAME_EXCEPTIONS).filter((reason) => reason.length < 10)).toEqual([]);
});

describe('the check itself', () => {
  test.each([
    ['src/core/utils.ts', '', 'utils'],
    ['src/core/string-helper.ts', '', 'helper'],
    ['src/engine/common/plan.ts', '', 'common'],
    ['src/stores/base-store.test.ts', '', 'base'],
    ['src/engine/session-manager.ts', '', 'manager'],
    ['src/core/plan.ts', 'export interface TaskInfo { a: 1 }', 'info'],
    ['src/core/plan.ts', 'export async function runService() {}', 'service'],
    ['src/core/plan.ts', 'const a = 1;\nexport { a as storeImpl };', 'impl'],
    ['src/core/plan.ts', 'export abstract class JSONWrapper {}', 'wrapper'],
    ['src/core/plan.ts', 'export type SessionManager = 1', 'manager'],
  ])('%s with "%s" is refused for "%s"', (file, text, word) => {
    expect(findFogNames([{ file, text }]).map((fog) => fog.word)).toEqual([word]);
  });

  test.each([
    ['src/core/manager.ts', 'export const managerId = 1; export const askManager = 2;'],
    ['src/stores/database.ts', 'export const baseline = 1; // a helper'],
    ['src/core/plan.ts', 'const info = 1; export const plan = { service: info };'],
  ])('%s with "%s" is fine', (file, text) => {
    expect(findFogNames([{ file, text }])).toEqual([]);
  });
});
