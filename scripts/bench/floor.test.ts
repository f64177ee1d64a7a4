import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { VERSIONS } from './engine.ts';
import { graphFloor } from './floor-graph.ts';
import { floorEngine } from './floor.ts';
import { chain, fan, layers } from './graphs.ts';
import { faultsOf, SCHEMAS, SYNCS } from './scenario.ts';
import { benchTasks } from './workload.ts';

let folder: string;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'muster-floor-')); });
afterEach(() => rmSync(folder, { recursive: true }));
const fileOf = (name: string) => join(folder, `${name}.sqlite`);

for (const schema of SCHEMAS) {
  for (const grouping of ['move', 'turn'] as const) {
    test(`7 tasks on the ${schema} floor, one commit a ${grouping}, leave 42 events, version 6 each and no double`, async () => {
      const team = await floorEngine(schema, grouping).open({ file: fileOf('f'), sync: 'NORMAL' });
      await Promise.all(team.add(benchTasks('task', 7)));
      const count = team.count();
      await team.close();
      expect(count).toEqual({ tasks: 7, events: 42, doneAtVersion: { 6: 7 }, duplicates: 0 });
    });
  }

  test(`on the ${schema} graph floor a root ends at version 3 and a node that waited at version 4`, async () => {
    for (const sync of SYNCS) {
      const team = await graphFloor(schema).open({ file: fileOf(`${sync}`), sync });
      await team.addGraph([...chain('c', 5), ...fan('f', 6), ...layers('l', 3, 4)]);
      const count = team.count();
      await team.close();
      expect(faultsOf(count, { doneAtVersion: { 3: 1 + 1 + 4, 4: 4 + 7 + 8 } })).toEqual([]);
    }
  });
}

test('the same task twice is refused by the anchor floor, so a double cannot go unseen', async () => {
  const team = await floorEngine('anchor', 'move').open({ file: fileOf('f'), sync: 'NORMAL' });
  const [first, second] = team.add([...benchTasks('task', 1), ...benchTasks('task', 1)]);
  await expect(second).rejects.toThrow('UNIQUE');
  await Promise.allSettled([first]);
  await team.close();
});

test('a chain of 1,000 has 999 edges, 1 → 1,000 → 1 has 2,000, ten layers of 100 have 2,700', () => {
  const edges = (nodes: ReturnType<typeof chain>) => nodes.reduce((sum, { dependsOn }) => sum + new Set(dependsOn).size, 0);
  expect([chain('n', 1_000), fan('n', 1_000), layers('n', 10, 100)].map(edges)).toEqual([999, 2_000, 2_700]);
  expect(layers('n', 2, 100).at(-1)).toEqual({ id: 'n-1-99', dependsOn: ['n-0-99', 'n-0-0', 'n-0-1'] });
});

test('counts that are off are named: a lost task, a missing event, a double, a version that is too low', () => {
  const right = { tasks: 2, events: 12, doneAtVersion: { 6: 2 }, duplicates: 0 };
  const expected = { doneAtVersion: { [VERSIONS.member]: 2 } };
  expect(faultsOf(right, expected)).toEqual([]);
  expect(faultsOf({ ...right, tasks: 1 }, expected)).toEqual(['tasks: 1 instead of 2']);
  expect(faultsOf({ ...right, events: 11 }, expected)).toEqual(['events: 11 instead of 12']);
  expect(faultsOf({ ...right, duplicates: 1 }, expected)).toEqual(['duplicates: 1 instead of 0']);
  expect(faultsOf({ ...right, doneAtVersion: { 5: 1, 6: 1 } }, expected)).toEqual([
    'ended at version 6: 1 instead of 2',
    'ended at version 5: 1 instead of 0',
  ]);
});
