// (h) What the gate costs: a function member calls the same function bare and through the gate, one call after another, on a
// store in a file. (i) A thousand calls of models that want room in one budget at the same moment.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseQuery } from '../../src/tools/sql/database-query.ts';
import { isGoalId } from '../../src/core/ids.ts';
import type { Json } from '../../src/core/json.ts';
import { reserveCall } from '../../src/core/moves/budget.ts';
import { commit } from '../../src/engine/commit.ts';
import { createTeam, tool, worker, type CallTool, type Tool } from '../../src/index.ts';
import { metric, type Block, type Measured, type Row, type Run } from './scenario.ts';
import { percentile } from './statistics.ts';

const WARM_UP = 3_000;
const CALLS = 10_000;
const QUERIES = 2_000;

interface Compared {
  readonly tool: Tool;
  readonly args: (index: number) => { readonly [name: string]: Json };
  /** The same work without the gate. */
  readonly bare: (index: number) => unknown;
  readonly calls: number;
  readonly isRight: (value: Json, index: number) => boolean;
}

/** Microseconds of one call at a time, in the middle and at the slow end. */
async function latencies(calls: number, call: (index: number) => unknown): Promise<readonly number[]> {
  const each: number[] = [];
  for (let index = 0; index < calls; index += 1) {
    const from = performance.now();
    await call(index);
    each.push((performance.now() - from) * 1_000);
  }
  return each;
}

async function measure(file: string, { tool: gated, args, bare, calls, isRight }: Compared): Promise<Measured> {
  const metrics: Record<string, number> = {};
  const faults: string[] = [];
  const run = async ({ callTool }: { readonly callTool: CallTool }) => {
    await latencies(WARM_UP, bare);
    await latencies(WARM_UP, (index) => callTool(gated.name, args(-1 - index)));
    const without = await latencies(calls, bare);
    let wrong = 0;
    const through = await latencies(calls, async (index) => void (wrong += isRight(await callTool(gated.name, args(index)), index) ? 0 : 1));
    if (wrong > 0) faults.push(`${wrong} of ${calls} calls gave a wrong outcome`);
    const [bareP50, bareP99, p50, p99] = [percentile(without, 0.5), percentile(without, 0.99), percentile(through, 0.5), percentile(through, 0.99)];
    Object.assign(metrics, { bareP50, bareP99, p50, p99, overP50: p50 - bareP50, overP99: p99 - bareP99 });
    return { output: 'measured' };
  };
  await using team = createTeam({ store: file, env: {}, tools: [gated], members: [worker('caller', { tools: [gated.name], run })], policy: { review: 'none' } });
  const goal = await team.open('Call it');
  const [task] = await goal.add([{ title: 'Call it' }]);
  await task?.ended();
  await goal.ended();
  const recorded = (await team.events(goal.id)).filter(({ type, details }) => type === 'tool.ended' && details?.['outcome'] === 'ok').length;
  if (recorded !== calls + WARM_UP) faults.push(`${recorded} calls on record instead of ${calls + WARM_UP}`);
  return { metrics, faults };
}

const doubled = (number: Json | undefined): number => Number(number) * 2;

const plain = (file: string): Promise<Measured> => measure(file, {
  tool: tool('number.double', {
    description: 'Doubles a number.', input: { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'], additionalProperties: false },
    run: ({ args }) => doubled(args['number']),
  }),
  args: (number) => ({ number }), bare: doubled, calls: CALLS, isRight: (value, index) => value === index * 2,
});

// No order has an id below 1: each call differs, as honest calls do, and a breaker has nothing to stop.
const SQL = 'SELECT sum(amount) AS total, count(*) AS orders FROM orders WHERE region = ? AND id <> ? AND deleted_at IS NULL';

async function guarded(file: string): Promise<Measured> {
  const place = join(dirname(file), 'sales.db');
  if (!existsSync(place)) fill(place);
  const db = new DatabaseSync(place, { readOnly: true });
  const query = databaseQuery({ databases: { sales: place } });
  try {
    return await measure(file, {
      tool: query, args: (index) => ({ sql: SQL, params: [`region ${Math.abs(index) % 10}`, -Math.abs(index) - (index < 0 ? 1_000_000 : 0)] }), calls: QUERIES,
      bare: (index) => db.prepare(SQL).all(`region ${index % 10}`, -index),
      isRight: (value, index) => JSON.stringify(value).includes(`[[${(index % 10) * 10 + 450},10]]`),
    });
  } finally {
    db.close();
    await query.close();
  }
}

/** A hundred orders in ten regions. */
function fill(place: string): void {
  const db = new DatabaseSync(place);
  db.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, region TEXT NOT NULL, amount INTEGER NOT NULL, deleted_at TEXT)');
  const add = db.prepare('INSERT INTO orders (region, amount) VALUES (?, ?)');
  for (let index = 0; index < 100; index += 1) add.run(`region ${index % 10}`, index);
  db.close();
}

const WANTED = 1_000;
const FIT = 437;
const NEED = { inputTokens: 900, answerTokens: 100 };

/** Room for 437 of 1,000 calls that ask in one turn of the event loop. */
async function reservations(file: string): Promise<Measured> {
  const limit = FIT * (NEED.inputTokens + NEED.answerTokens) + 999;
  await using team = createTeam({ store: file, env: {}, members: [worker('idle', { run: () => ({ output: 'nothing' }) })], policy: { review: 'none', budget: { tokens: limit }, answerTokens: NEED.answerTokens } });
  const goal = await team.open('Spend');
  const { id } = goal;
  const store = await team.store();
  if (!isGoalId(id)) throw new Error(`${String(id)} is no goal.`);
  const from = performance.now();
  const asked = await Promise.all(Array.from({ length: WANTED }, () => commit({ store }, [id], (board) => reserveCall(board, id, { models: ['m'], inputTokens: NEED.inputTokens }))));
  const ms = performance.now() - from;
  const leave = asked.map((outcome) => (outcome.ok ? outcome.value.kind : outcome.code));
  const gone = leave.filter((kind) => kind === 'go').length;
  const reserved = gone * (NEED.inputTokens + NEED.answerTokens);
  const noted = (await team.events(id)).filter(({ type }) => type === 'budget.reserved').length;
  const faults = [
    ...(gone === FIT ? [] : [`${gone} calls were let through instead of ${FIT}`]),
    ...(noted === gone ? [] : [`${noted} reservations on record instead of ${gone}`]),
    ...(leave.every((kind) => kind === 'go' || kind === 'wait') ? [] : [`some were told ${[...new Set(leave)].join(', ')}`]),
  ];
  await goal.cancel();
  return { metrics: { ms, overspent: Math.max(0, reserved - limit), reserved: gone }, faults };
}

const PLAIN = 'gate.plain';
const GUARDED = 'gate.sql';
const RESERVED = 'budget.reserve';

const runs: readonly Run[] = [
  { id: PLAIN, isFloor: false, measure: plain },
  { id: GUARDED, isFloor: false, measure: guarded },
  { id: RESERVED, isFloor: false, measure: reservations },
];

const rowsOf = (run: string, says: string, atMost: number): readonly Row[] => [
  { name: `h.${run}.p50`, says: `${says}: what the gate adds to the bare function, p50`, unit: 'µs', bar: { atMost }, ...metric('overP50', run) },
  { name: `h.${run}.p99`, says: `${says}: what the gate adds, p99`, unit: 'µs', ...metric('overP99', run) },
  { name: `h.${run}.bare.p50`, says: `${says}: the bare function, p50`, unit: 'µs', ...metric('bareP50', run) },
  { name: `h.${run}.bare.p99`, says: `${says}: the bare function, p99`, unit: 'µs', ...metric('bareP99', run) },
];

export const gateBlock: Block = {
  name: 'gate',
  runs,
  rows: [
    ...rowsOf(PLAIN, 'a tool without a guard', 60),
    ...rowsOf(GUARDED, 'database.query on a SQLite file beside the same query without guard in the same process', 500),
    { name: 'i.budget.overspent', says: `${WANTED} reservations at once, room for ${FIT}: tokens reserved beyond the limit`, unit: 'tokens', bar: { atMost: 0 }, ...metric('overspent', RESERVED) },
    { name: 'i.budget.ms', says: `${WANTED} reservations at once, room for ${FIT}: until each has its answer`, unit: 'ms', ...metric('ms', RESERVED) },
  ],
};
