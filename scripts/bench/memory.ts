// (f) What waits costs nearly nothing: heap of a task in flight (its work never ends), heap of an idle member, and no
// timer for either. Heap is what a full collection leaves; timers are counted whether they keep the process alive or not.
import { createHook } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { loadMuster } from './engine.ts';
import type { BenchEngine, BenchTeam } from './engine.ts';
import { faultsOf, metric } from './scenario.ts';
import type { Block, Measured, Row, Run } from './scenario.ts';
import { nextTurn } from './timing.ts';
import { benchTasks } from './workload.ts';

const IN_FLIGHT = 5_000;
const FEW_MEMBERS = 50;
const MANY_MEMBERS = 20_050;
const TIMED = 2_000;
/** created, assigned, started. */
const EVENTS_IN_FLIGHT = 3;
/** One promise for all: a promise that nothing else holds would be collected together with the work that waits for it. */
const NEVER = new Promise<void>(() => {});

const runs: readonly Run[] = [
  { id: 'memory.in-flight', isFloor: false, flags: ['--expose-gc'], measure: measureInFlight },
  { id: 'memory.idle', isFloor: false, flags: ['--expose-gc'], measure: measureIdle },
  { id: 'memory.timers', isFloor: false, measure: measureTimers },
];

const rows: readonly Row[] = [
  { name: 'f.task-in-flight', says: `heap of one of ${IN_FLIGHT} tasks in flight`, unit: 'bytes', bar: { atMost: 4_096 }, ...metric('bytes', 'memory.in-flight') },
  { name: 'f.idle-member', says: `heap of one of ${MANY_MEMBERS - FEW_MEMBERS} idle members`, unit: 'bytes', bar: { atMost: 1_024 }, ...metric('bytes', 'memory.idle') },
  // The one sweep may be armed by the first task; a timer for each task would be 2,000.
  { name: 'f.timers.tasks', says: `timers that ${TIMED} tasks in flight add`, unit: 'timers', bar: { atMost: 1 }, ...metric('byTasks', 'memory.timers') },
  { name: 'f.timers.members', says: `timers that ${TIMED} idle members add`, unit: 'timers', bar: { atMost: 0 }, ...metric('byMembers', 'memory.timers') },
];

export const memoryBlock: Block = { name: 'memory', runs, rows };

async function measureInFlight(file: string): Promise<Measured> {
  const tasks = benchTasks('task', IN_FLIGHT);
  const flight = await openFlight(await loadMuster(), { file, members: IN_FLIGHT });
  const before = await heapAfterCollection();
  const promises = flight.team.add(tasks);
  await flight.until(IN_FLIGHT);
  const bytes = (await heapAfterCollection() - before) / IN_FLIGHT;
  // Both are held until here: the inputs were there before and must not seem to be freed, the promises belong to the tasks.
  return { metrics: { bytes, tasks: tasks.length, promises: promises.length }, faults: inFlightFaults(flight.team, IN_FLIGHT) };
}

async function measureIdle(file: string): Promise<Measured> {
  const engine = await loadMuster();
  const heapOf = async (name: string, members: number) => {
    const before = await heapAfterCollection();
    const team = await engine.open({ file: `${file}-${name}`, sync: 'NORMAL', members, review: 'member' });
    const held = await heapAfterCollection() - before;
    const faults = inFlightFaults(team, 0);
    await team.close();
    return { held, faults };
  };
  // The first team pays for code and caches; it is not counted.
  await heapOf('first', FEW_MEMBERS);
  const few = await heapOf('few', FEW_MEMBERS);
  const many = await heapOf('many', MANY_MEMBERS);
  return { metrics: { bytes: (many.held - few.held) / (MANY_MEMBERS - FEW_MEMBERS) }, faults: [...few.faults, ...many.faults] };
}

/** What a start puts off (the socket that other processes ask at) is done by then. */
const STARTED_MS = 200;

async function measureTimers(file: string): Promise<Measured> {
  const engine = await loadMuster();
  const timers = watchTimers();
  const few = await engine.open({ file: `${file}-few`, sync: 'NORMAL', members: FEW_MEMBERS, review: 'member' });
  await pause(STARTED_MS);
  const withFew = await timers.live();
  await few.close();
  const flight = await openFlight(engine, { file, members: FEW_MEMBERS + TIMED });
  await pause(STARTED_MS);
  const withMany = await timers.live();
  const promises = flight.team.add(benchTasks('task', TIMED));
  await flight.until(TIMED);
  const withTasks = await timers.live();
  // The promises are held until here, as a caller would hold them.
  return { metrics: { byMembers: withMany - withFew, byTasks: withTasks - withMany, promises: promises.length }, faults: inFlightFaults(flight.team, TIMED) };
}

const inFlightFaults = (team: BenchTeam, tasks: number) =>
  faultsOf(team.count(), { doneAtVersion: {}, openTasks: tasks, openEvents: tasks * EVENTS_IN_FLIGHT });

interface Flight {
  readonly team: BenchTeam;
  /** Resolves when so many work functions have been called. */
  until(started: number): Promise<void>;
}

async function openFlight(engine: BenchEngine, { file, members }: { file: string; members: number }): Promise<Flight> {
  let started = 0;
  const hold = () => {
    started += 1;
    return NEVER;
  };
  const team = await engine.open({ file, sync: 'NORMAL', members, review: 'member', hold });
  return {
    team,
    async until(count) {
      while (started < count) await nextTurn();
    },
  };
}

async function heapAfterCollection(): Promise<number> {
  if (globalThis.gc === undefined) throw new Error('The run needs --expose-gc.');
  for (let turn = 0; turn < 3; turn += 1) {
    await nextTurn();
    globalThis.gc();
  }
  return process.memoryUsage().heapUsed;
}

function watchTimers(): { live(): Promise<number> } {
  const live = new Set<number>();
  createHook({
    init: (id, type) => { if (type === 'Timeout') live.add(id); },
    destroy: (id) => { live.delete(id); },
  }).enable();
  return {
    async live() {
      await nextTurn();
      const keepAlive = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
      return Math.max(live.size, keepAlive);
    },
  };
}
