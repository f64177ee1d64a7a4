// (a) One lifecycle at a time: what a person feels who waits for one task. p50 of 500 against the floor of the same mode,
// after 100 tasks and then 500 at once, floors and Muster alike.
import { loadMuster, VERSIONS } from './engine.ts';
import type { Review, Sync, TaskTeam } from './engine.ts';
import { floorEngine } from './floor.ts';
import { againstFloors, faultsOf, floorName, metric, ratio, SCHEMAS, SYNCS } from './scenario.ts';
import type { Block, Measured, Row, Run } from './scenario.ts';
import { burst, oneByOne } from './timing.ts';

const WARM_UP: readonly number[] = [100, 500];
const TASKS = 500;
const REVIEWS = ['member', 'criteria'] as const satisfies readonly Review[];

const BARS: Readonly<Record<Sync, Readonly<Record<(typeof REVIEWS)[number], number>>>> = {
  NORMAL: { member: 1.0, criteria: 0.85 },
  FULL: { member: 0.65, criteria: 0.5 },
};

const floorId = (sync: Sync, schema: string) => `alone.${floorName('move', sync)}.${schema}`;
const musterId = (sync: Sync, review: Review) => `alone.muster.${sync}.${review}`;

async function measure(team: TaskTeam): Promise<Measured> {
  for (const count of WARM_UP) await burst(team, `warm-${count}`, count);
  const metrics = await oneByOne(team, 'task', TASKS);
  const faults = faultsOf(team.count(), { doneAtVersion: { [VERSIONS.member]: WARM_UP.reduce((sum, count) => sum + count, TASKS) } });
  await team.close();
  return { metrics, faults };
}

const floors: readonly Run[] = SYNCS.flatMap((sync) => SCHEMAS.map((schema) => ({
  id: floorId(sync, schema),
  isFloor: true,
  measure: async (file) => measure(await floorEngine(schema, 'move').open({ file, sync })),
})));

const musters: readonly Run[] = SYNCS.flatMap((sync) => REVIEWS.map((review) => ({
  id: musterId(sync, review),
  isFloor: false,
  measure: async (file) => measure(await (await loadMuster()).open({ file, sync, members: 50, review })),
})));

const rows: readonly Row[] = SYNCS.flatMap((sync) => REVIEWS.flatMap((review) =>
  againstFloors({ atMost: BARS[sync][review] }, (schema) => ({
    name: `a.alone.${sync.toLowerCase()}.${review}`,
    says: `one lifecycle at a time, review by ${review}: p50 over that of ${floorName('move', sync)}`,
    unit: '×',
    ...ratio('p50', musterId(sync, review), floorId(sync, schema)),
  }))));

const references: readonly Row[] = SYNCS.flatMap((sync) => SCHEMAS.map((schema) => ({
  name: `floor.${floorId(sync, schema)}`,
  says: `p50 of one lifecycle on ${floorName('move', sync)}, ${schema}`,
  unit: 'ms',
  ...metric('p50', floorId(sync, schema)),
})));

export const aloneBlock: Block = { name: 'alone', runs: [...floors, ...musters], rows: [...rows, ...references] };
