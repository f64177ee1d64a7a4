// The lives of members and of messages, explored to the last state: each is reached, has an owner that can move it, and comes to an
// end also when everybody outside is mute; a row that is taken out is noticed by one of these.
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { MEMBER_STATES, MEMBER_TABLE, MESSAGE_STATES, MESSAGE_TABLE, type StateRow } from '../lifecycles.ts';
import { machine, type Mover, type Row } from '../state-machine.ts';

interface Lifecycle {
  readonly table: readonly Row[];
  readonly states: Readonly<Record<string, StateRow<string>>>;
  /** What must be possible, from prose: a row that no promise needs is superfluous. */
  readonly promises: readonly (readonly [verb: string, from: string | null, to: string, by: Mover])[];
}

const everyOf = (verb: string, froms: readonly string[], to: string, bys: readonly Mover[]): Lifecycle['promises'] => froms.flatMap((from) => bys.map((by) => [verb, from, to, by] as const));

const MEMBERS: Lifecycle = {
  table: MEMBER_TABLE, states: MEMBER_STATES,
  promises: [
    ...(['manager', 'person', 'engine'] as const).map((by) => ['spawn', null, 'unstarted', by] as const),
    ...everyOf('start', ['unstarted'], 'starting', ['engine', 'manager', 'person', 'member']),
    ...everyOf('come_up', ['starting'], 'ready', ['member', 'engine']),
    ...everyOf('begin_turn', ['ready'], 'busy', ['member']),
    ...everyOf('end_turn', ['busy'], 'ready', ['member']),
    ...everyOf('end_turn', ['shutdown_requested'], 'shut_down', ['member']),
    ...everyOf('pause', ['ready', 'busy'], 'paused', ['manager', 'person']),
    ...everyOf('resume', ['paused'], 'ready', ['manager', 'person']),
    ...everyOf('stop', ['starting', 'ready', 'busy', 'paused'], 'stopped', ['engine']),
    ...everyOf('fail', ['starting', 'ready', 'busy'], 'error', ['engine']),
    ...everyOf('restart', ['stopped', 'error'], 'starting', ['engine', 'manager', 'person']),
    ...everyOf('restart', ['shut_down'], 'starting', ['manager', 'person']),
    ...everyOf('request_shutdown', ['busy'], 'shutdown_requested', ['manager', 'person']),
    ...everyOf('shut_down', ['unstarted', 'starting', 'ready', 'busy', 'paused', 'stopped', 'error', 'shutdown_requested'], 'shut_down', ['manager', 'person']),
    ...everyOf('shut_down', ['shutdown_requested', 'error', 'stopped'], 'shut_down', ['engine']),
  ],
};

const MESSAGES: Lifecycle = {
  table: MESSAGE_TABLE, states: MESSAGE_STATES,
  promises: [
    ...(['manager', 'member', 'person', 'engine'] as const).map((by) => ['send', null, 'sent', by] as const),
    ...everyOf('deliver', ['sent', 'delivered'], 'delivered', ['member']),
    ...everyOf('read', ['delivered'], 'read', ['member']),
    ...everyOf('read', ['sent'], 'read', ['person']),
    ...everyOf('bury', ['sent', 'delivered'], 'dead', ['engine']),
  ],
};

function complaints({ table, states, promises }: Lifecycle, rows: readonly Row[] = table): readonly string[] {
  const { allows, reachable, openVerbs } = machine(rows, states);
  const found: string[] = [];
  for (const [verb, from, to, by] of promises) if (!allows(verb, from, to, by)) found.push(`refused: ${by} cannot ${verb} from ${from} to ${to}`);
  for (const row of rows) for (const from of row.from ?? [null]) for (const by of row.by) if (!promises.some(([verb, at, to, who]) => verb === row.verb && at === from && to === row.to && who === by)) found.push(`superfluous: ${row.verb} from ${from} to ${row.to} by ${by}`);
  const reached = reachable();
  for (const [state, { owner, ifMute, final }] of Object.entries(states)) {
    if (!reached.has(state)) found.push(`unreached: ${state}`);
    if (final) continue;
    if (!owner.some((by) => by !== 'prerequisite' && openVerbs(state, by).length > 0)) found.push(`orphan: the owner of ${state} cannot move it`);
    if (!ifMute.every((verb) => openVerbs(state, 'engine').includes(verb))) found.push(`mute: the engine cannot do what ${state} says`);
    if (!endsWhenMute(rows, states, state)) found.push(`endless: ${state} comes to no end by the engine alone`);
  }
  return found;
}

/** By moves of the engine, and by what a state says of the mute case, a final state is reached. */
function endsWhenMute(rows: readonly Row[], states: Lifecycle['states'], from: string): boolean {
  const seen = new Set([from]);
  for (const at of seen) {
    if (states[at]?.final === true) return true;
    for (const row of rows) if (row.from?.includes(at) === true && row.by.includes('engine')) seen.add(row.to);
  }
  return false;
}

describe.each([['members', MEMBERS], ['messages', MESSAGES]] as const)('%s', (_name, lifecycle) => {
  test('every state is reached, owned, and ends when everybody outside is mute; every row is needed and every promise has one', () => {
    verifies('lifecycle.every_state_owned');
    expect(complaints(lifecycle)).toEqual([]);
  });

  test('each row that is taken out, or loses one of its movers, is noticed', () => {
    verifies('lifecycle.rows_noticed');
    for (const [at, row] of lifecycle.table.entries()) {
      expect(complaints(lifecycle, lifecycle.table.toSpliced(at, 1)), row.verb).not.toEqual([]);
      for (const by of row.by) expect(complaints(lifecycle, lifecycle.table.toSpliced(at, 1, { ...row, by: row.by.filter((each) => each !== by) })), `${row.verb} by ${by}`).not.toEqual([]);
    }
  });

  test('what has ended is left by nobody but a manager or a person', () => {
    for (const row of lifecycle.table) for (const from of row.from ?? []) if (lifecycle.states[from]?.final === true) expect(row.by.filter((by) => by !== 'manager' && by !== 'person')).toEqual([]);
  });
});
