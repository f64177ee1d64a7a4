// (d) From the end of the last prerequisite to the start of the dependant: whole graphs, without review, from the call
// that submits them to the end of the last node, against the floor of two commits a node.
import { loadMuster, VERSIONS } from './engine.ts';
import type { BenchNode, GraphTeam, Sync } from './engine.ts';
import { graphFloor } from './floor-graph.ts';
import type { Schema } from './floor.ts';
import { chain, fan, layers } from './graphs.ts';
import { againstFloors, faultsOf, metric, ratio, SCHEMAS, SYNCS } from './scenario.ts';
import type { Block, Measured, Row, Run } from './scenario.ts';
import { timed } from './timing.ts';

interface Shape {
  readonly name: string;
  readonly says: string;
  readonly nodes: readonly BenchNode[];
  /** The same shape under other names. It runs twice before the clock starts, for the floor and for Muster alike. */
  readonly warmUps: readonly (readonly BenchNode[])[];
  readonly bars: Readonly<Record<Sync, number>>;
}

const SHAPES: readonly Shape[] = [
  { name: 'chain', says: 'a chain of 1,000', nodes: chain('node', 1_000), warmUps: [chain('warm', 1_000), chain('warmer', 1_000)], bars: { NORMAL: 1.2, FULL: 0.75 } },
  { name: 'fan', says: '1 → 1,000 → 1', nodes: fan('node', 1_000), warmUps: [fan('warm', 1_000), fan('warmer', 1_000)], bars: { NORMAL: 0.5, FULL: 0.2 } },
  { name: 'layers', says: '10 × 100 layers, 2,700 edges', nodes: layers('node', 10, 100), warmUps: [layers('warm', 10, 100), layers('warmer', 10, 100)], bars: { NORMAL: 0.6, FULL: 0.2 } },
];

/** ready, executing, done; a node that had to wait began one move earlier. */
const FLOOR_VERSIONS = 3;

export const wakeUpBlocks: readonly Block[] = SHAPES.map((shape) => ({
  name: shape.name,
  runs: SYNCS.flatMap((sync) => [...SCHEMAS.map((schema) => floorRun(shape, sync, schema)), musterRun(shape, sync)]),
  rows: [...SYNCS.flatMap((sync) => rowsOf(shape, sync)), ...references(shape)],
}));

async function measure(team: GraphTeam, { nodes, warmUps }: Shape, versions: number): Promise<Measured> {
  for (const warmUp of warmUps) await team.addGraph(warmUp);
  const { ms, cpuMs } = await timed(() => team.addGraph(nodes));
  const all = [...warmUps.flat(), ...nodes];
  const roots = all.filter(({ dependsOn }) => dependsOn.length === 0).length;
  const faults = faultsOf(team.count(), { doneAtVersion: { [versions]: roots, [versions + 1]: all.length - roots } });
  await team.close();
  return { metrics: { ms, cpuMs }, faults };
}

function floorId(shape: Shape, sync: Sync, schema: Schema): string {
  return `${shape.name}.two-commit.${sync}.${schema}`;
}

function floorRun(shape: Shape, sync: Sync, schema: Schema): Run {
  return {
    id: floorId(shape, sync, schema),
    isFloor: true,
    measure: async (file) => measure(await graphFloor(schema).open({ file, sync }), shape, FLOOR_VERSIONS),
  };
}

function musterId(shape: Shape, sync: Sync): string {
  return `${shape.name}.muster.${sync}`;
}

function musterRun(shape: Shape, sync: Sync): Run {
  return {
    id: musterId(shape, sync),
    isFloor: false,
    measure: async (file) => {
      const team = await (await loadMuster()).open({ file, sync, members: 50, review: 'none' });
      return measure(team, shape, VERSIONS.none);
    },
  };
}

function rowsOf(shape: Shape, sync: Sync): readonly Row[] {
  return againstFloors({ atMost: shape.bars[sync] }, (schema) => ({
    name: `d.${shape.name}.${sync.toLowerCase()}`,
    says: `${shape.says}, no review, ${sync}: time over that of two commits a node`,
    unit: '×',
    ...ratio('ms', musterId(shape, sync), floorId(shape, sync, schema)),
  }));
}

function references(shape: Shape): readonly Row[] {
  return SYNCS.flatMap((sync) => SCHEMAS.map((schema) => ({
    name: `floor.${floorId(shape, sync, schema)}`,
    says: `${shape.says} with two commits a node, ${sync}, ${schema}`,
    unit: 'ms' as const,
    ...metric('ms', floorId(shape, sync, schema)),
  })));
}
