// (b) All tasks at once: how many a second, at what cost of the processor, against one commit a move (F) and against one
// commit a turn of the event loop (FG). The processor's time is always held against F at NORMAL, the cheaper of the two.
import { loadMuster, VERSIONS } from './engine.ts';
import type { Sync, TaskTeam } from './engine.ts';
import { floorEngine } from './floor.ts';
import type { Grouping, Schema } from './floor.ts';
import { againstFloors, faultsOf, floorName, metric, ratio, SCHEMAS, SYNCS } from './scenario.ts';
import type { Bar, Block, Measured, Row, Run } from './scenario.ts';
import { burst } from './timing.ts';

const WARM_UP = 100;
const SIZES = [500, 5_000] as const;
const GROUPINGS = ['move', 'turn'] as const satisfies readonly Grouping[];

const SPEED: Readonly<Record<Sync, number>> = { NORMAL: 5, FULL: 16 };
const PART_OF_GROUPED = 0.75;
const PROCESSOR = 0.35;

export const burstBlocks: readonly Block[] = SIZES.map((size) => ({
  name: `burst-${size}`,
  runs: [...floors(size), ...musters(size)],
  rows: [...SYNCS.flatMap((sync) => rowsOf(size, sync)), ...references(size)],
}));

async function measure(team: TaskTeam, size: number): Promise<Measured> {
  await burst(team, 'warm', WARM_UP);
  const metrics = await burst(team, 'task', size);
  const faults = faultsOf(team.count(), { doneAtVersion: { [VERSIONS.member]: WARM_UP + size } });
  await team.close();
  return { metrics, faults };
}

function floorId(size: number, { grouping, sync, schema }: { grouping: Grouping; sync: Sync; schema: Schema }): string {
  return `burst-${size}.${floorName(grouping, sync)}.${schema}`;
}

function musterId(size: number, sync: Sync): string {
  return `burst-${size}.muster.${sync}`;
}

function floors(size: number): readonly Run[] {
  return SYNCS.flatMap((sync) => GROUPINGS.flatMap((grouping) => SCHEMAS.map((schema) => ({
    id: floorId(size, { grouping, sync, schema }),
    isFloor: true,
    measure: async (file: string) => measure(await floorEngine(schema, grouping).open({ file, sync }), size),
  }))));
}

function musters(size: number): readonly Run[] {
  return SYNCS.map((sync) => ({
    id: musterId(size, sync),
    isFloor: false,
    measure: async (file: string) => measure(await (await loadMuster()).open({ file, sync, members: 50, review: 'member' }), size),
  }));
}

function rowsOf(size: number, sync: Sync): readonly Row[] {
  const name = `b.burst-${size}.${sync.toLowerCase()}`;
  const muster = musterId(size, sync);
  const row = (what: string, bar: Bar, parts: { metric: string; grouping: Grouping; floorSync: Sync }) =>
    againstFloors(bar, (schema) => ({
      name: `${name}.${what}`,
      says: `${size} tasks at once at ${sync}: ${parts.metric} over that of ${floorName(parts.grouping, parts.floorSync)}`,
      unit: '×',
      ...ratio(parts.metric, muster, floorId(size, { grouping: parts.grouping, sync: parts.floorSync, schema })),
    }));
  return [
    ...row('speed', { atLeast: SPEED[sync] }, { metric: 'tasksPerSecond', grouping: 'move', floorSync: sync }),
    ...row('of-grouped', { atLeast: PART_OF_GROUPED }, { metric: 'tasksPerSecond', grouping: 'turn', floorSync: sync }),
    ...row('cpu', { atMost: PROCESSOR }, { metric: 'cpuMsPerTask', grouping: 'move', floorSync: 'NORMAL' }),
  ];
}

function references(size: number): readonly Row[] {
  return SYNCS.flatMap((sync) => GROUPINGS.flatMap((grouping) => SCHEMAS.map((schema) => ({
    name: `floor.${floorId(size, { grouping, sync, schema })}`,
    says: `speed of ${floorName(grouping, sync)}, ${schema}, ${size} tasks at once`,
    unit: 'tasks/s' as const,
    ...metric('tasksPerSecond', floorId(size, { grouping, sync, schema })),
  }))));
}
