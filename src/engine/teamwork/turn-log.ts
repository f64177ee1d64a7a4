// What a member called and said in a goal, from the goal's log: its conversation. It is read on from where this process stopped
// reading, so a member that comes up in another process remembers the same.
import type { MusterEvent } from '../../core/change.ts';
import { callsIn, type CallRecord } from '../../core/gate/tool-history.ts';
import type { Goal } from '../../core/goal.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { Engine } from '../engine.ts';
import type { TurnsHere } from './turns-here.ts';

export interface LoggedRound {
  readonly turn: number;
  readonly round: number;
  readonly text: string;
  readonly calls: readonly (CallRecord & { readonly meta: JsonObject | undefined })[];
}

export interface TurnLog {
  /** Rounds of turns that have ended. */
  readonly before: readonly LoggedRound[];
  /** Rounds of a turn that was cut off, which the next one goes on from. */
  readonly cutOff: readonly LoggedRound[];
  /** What the leader said about the team, newest last. */
  readonly team: { readonly name: string; readonly description: string } | undefined;
}

/** Rounds of ended turns that are shown again. */
const MOST_BEFORE = 40;
const PAGE = 1_000;

const KEPT: ReadonlySet<string> = new Set(['tool.requested', 'tool.started', 'tool.ended', 'message.sent', 'message.delivered', 'member.said', 'team.built']);

export async function turnLogOf({ store, team }: Pick<Engine, 'store' | 'team'>, { turns, goal, memberId }: Reading): Promise<TurnLog> {
  const read = readTurnLog(await readOn({ store }, { turns, goal }), memberId);
  const stopped = store.look((board) => board.desk.life(team, memberId)?.comment);
  // Its process ended, or its model failed: it goes on. A turn that hung lost its task and is over.
  return stopped === undefined || stopped === 'process_ended' ? read : { ...read, before: [...read.before, ...read.cutOff].slice(-MOST_BEFORE), cutOff: [] };
}

/** What is kept of the goal's log, as it is now. */
export async function readOn({ store }: Pick<Engine, 'store'>, { turns, goal }: Omit<Reading, 'memberId'>): Promise<readonly MusterEvent[]> {
  const log = turns.logs.get(goal.id) ?? { seq: goal.firstSeq - 1, events: [] };
  turns.logs.set(goal.id, log);
  for (;;) {
    const page = await store.read.events({ afterSeq: log.seq, goalId: goal.id, limit: PAGE });
    // Two turns may read at once.
    for (const event of page) if (event.seq > log.seq && KEPT.has(event.type)) log.events.push(event);
    log.seq = Math.max(log.seq, page.at(-1)?.seq ?? log.seq);
    if (page.length < PAGE) break;
  }
  return log.events;
}

interface Reading {
  readonly turns: TurnsHere;
  readonly goal: Goal;
  readonly memberId: string;
}

function readTurnLog(events: readonly MusterEvent[], memberId: string): TurnLog {
  const own = events.filter((event) => event.memberId === memberId);
  const known = new Map(callsIn(own).map((call) => [call.callKey, call]));
  const rounds = own.flatMap((event) => roundIn(event, known));
  const lastEnded = own.reduce((last, { type, details }) => (type === 'member.said' ? Math.max(last, numberIn(details, 'turn')) : last), 0);
  const built = events.findLast(({ type }) => type === 'team.built')?.details ?? null;
  return {
    before: rounds.filter(({ turn }) => turn <= lastEnded).slice(-MOST_BEFORE),
    cutOff: rounds.filter(({ turn }) => turn > lastEnded),
    team: built === null ? undefined : { name: textIn(built, 'display_name'), description: textIn(built, 'desc') },
  };
}

function roundIn({ type, details, at, seq }: MusterEvent, known: ReadonlyMap<string, CallRecord>): readonly LoggedRound[] {
  const asked = details?.['calls'];
  const turn = numberIn(details, 'turn');
  if (type !== 'tool.requested' || turn === 0 || !Array.isArray(asked)) return [];
  const calls = asked.filter(isJsonObject).map((call) => {
    const callKey = textIn(call, 'call_key');
    const meta = call['meta'];
    return {
      ...(known.get(callKey) ?? { ...UNKNOWN, callKey, name: textIn(call, 'name'), at, seq, seqAt: at }),
      args: call['args'] ?? {},
      callId: textIn(call, 'call_id'),
      meta: isJsonObject(meta) ? meta : undefined,
    };
  });
  return [{ turn, round: numberIn(details, 'round'), text: textIn(details, 'text'), calls }];
}

const UNKNOWN = { attemptId: '', purpose: null, isStarted: false, end: null, rule: null, text: '', isJson: false, isCut: false, bytes: 0, ms: 0, effects: [], by: null } as const;

const textIn = (details: JsonObject | null, field: string): string => {
  const value = details?.[field];
  return typeof value === 'string' ? value : '';
};
const numberIn = (details: JsonObject | null, field: string): number => {
  const value = details?.[field];
  return typeof value === 'number' ? value : 0;
};
