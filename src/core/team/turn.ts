// A member's turn: one run of its model or function with the mail that was waiting. To begin it delivers that mail and to end it
// reads it, in the commit that holds what the turn came to. A turn of which the end is not on record never was: its mail is
// delivered again to the next one, and its own end, when it comes after all, is refused. So no mail is lost, and each has an effect once.
import type { Board } from '../board/board.ts';
import { Draft, type Decision } from '../change.ts';
import { refuse, type Refusal } from '../errors.ts';
import type { GoalId } from '../ids.ts';
import { REFUSED_CLAIMS } from '../refusals/refused-claims.ts';
import { departOn } from './lives.ts';
import type { Life } from './life.ts';
import type { Message } from './message.ts';

export interface TurnRef {
  readonly team: string;
  readonly memberId: string;
  /** Its number; any other than the member's own is late. */
  readonly turn: number;
}

export interface TurnBeginning extends Omit<TurnRef, 'turn'> {
  readonly goalId?: GoalId;
}

export interface TurnBegun {
  readonly turn: number;
  /** Oldest first, so order per sender is kept. What an earlier turn had and never ended with is among it. */
  readonly mail: readonly Message[];
}

/** Most messages that one turn is given: sender, time and summary of each are shown whatever else is cut, and a model has only so much room. */
const MOST_MAIL = 100;

/** Takes the mail that waits, the oldest first; what is left wakes the next turn. Refused while the member is in a turn, or lives in another process. */
export function beginTurn(board: Board, { team, memberId, goalId }: TurnBeginning): Decision<TurnBegun> {
  const life = board.desk.life(team, memberId);
  if (life === undefined) return refuse('member.not_found', REFUSED_CLAIMS.noLife(memberId, team), { member: memberId });
  if (life.state !== 'ready') return refuse('lifecycle.illegal_move', REFUSED_CLAIMS.noTurnNow(memberId, life.state), { state: life.state });
  if (life.epoch !== board.epoch) return refuse('attempt.stale', REFUSED_CLAIMS.livesElsewhere(memberId, life.epoch), { epoch: life.epoch });
  const draft = new Draft(board);
  const turn = life.turn + 1;
  const waiting = board.desk.mailOf(team, memberId).slice(0, MOST_MAIL);
  const mail = waiting.map((message) => deliver(draft, message, turn));
  draft.moveLife(life, 'begin_turn', 'busy', { fields: { turn, ...(goalId === undefined ? {} : { goalId }) }, details: { turn, mail: mail.length } });
  return draft.decision({ turn, mail });
}

function deliver(draft: Draft, message: Message, turn: number): Message {
  return draft.moveMessage(message, 'deliver', 'delivered', { turn, ...(message.state === 'delivered' ? { details: { again: true } } : {}) });
}

/** Urgent mail reaches a turn that is running, at its next step: as much again as it began with at most, the rest with the next turn. */
export function takeUrgent(board: Board, ref: TurnRef): Decision<readonly Message[]> {
  const life = currentTurn(board, ref);
  if ('ok' in life) return life;
  const draft = new Draft(board);
  const box = board.desk.mailOf(ref.team, ref.memberId);
  const room = 2 * MOST_MAIL - box.filter((mail) => mail.state === 'delivered' && mail.turn === ref.turn).length;
  const urgent = box.filter((mail) => mail.urgent && mail.state === 'sent').slice(0, Math.max(0, Math.min(MOST_MAIL, room)));
  return draft.decision(urgent.map((message) => deliver(draft, message, ref.turn)));
}

export interface TurnEnd extends TurnRef {
  /** The turn came to nothing, such as a fault of the model: its mail is not read and comes again with the next one. */
  readonly void?: boolean;
}

/** `outcome`: whatever the turn came to, written in this commit or not at all. */
export function endTurn(board: Board, end: TurnEnd, outcome?: (draft: Draft) => Refusal | undefined): Decision<Life> {
  const life = currentTurn(board, end);
  if ('ok' in life) return life;
  const draft = new Draft(board);
  const refused = outcome?.(draft);
  if (refused !== undefined) return refused;
  const had = board.desk.mailOf(end.team, end.memberId).filter((mail) => mail.state === 'delivered' && mail.turn === end.turn);
  if (end.void !== true) for (const mail of had) draft.moveMessage(mail, 'read', 'read', { turn: end.turn });
  const details = { turn: end.turn, mail: end.void === true ? 0 : had.length };
  const leaves = life.state === 'shutdown_requested';
  const ended = draft.moveLife(life, 'end_turn', leaves ? 'shut_down' : 'ready', { fields: end.void === true ? {} : { restarts: 0 }, details });
  if (leaves) departOn(draft, ended, { reason: 'shut_down', read: new Set(had.map(({ id }) => id)) });
  return draft.decision(ended);
}

export function currentTurn(board: Board, { team, memberId, turn }: TurnRef): Life | Refusal {
  const life = board.desk.life(team, memberId);
  const runs = life !== undefined && (life.state === 'busy' || life.state === 'shutdown_requested') && life.turn === turn && life.epoch === board.epoch;
  return runs ? life : refuse('attempt.stale', REFUSED_CLAIMS.staleTurn(memberId, turn), { turn, current: life?.turn ?? 0 });
}
