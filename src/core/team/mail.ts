// Sending: who is meant, what each receiver is told, and whether anybody is woken for it. That last is decided here by rule and
// not by the writer: mail that only answers politely wakes nobody, and a chain of answers wakes nobody beyond a depth, so talk ends.
import type { Board } from '../board/board.ts';
import { Draft, type Decision } from '../change.ts';
import { refuse, type Refusal } from '../errors.ts';
import type { GoalId } from '../ids.ts';
import { hasDeparted, LIMITS } from '../lifecycles.ts';
import { findMember, type Registration } from '../members/registration.ts';
import { REFUSED_MAIL } from '../refusals/refused-mail.ts';
import { USER, type Message, type MessageId } from './message.ts';

export interface Sending {
  readonly team: string;
  /** The goal it is about, where it is about one. */
  readonly goalId: GoalId | null;
  /** A member's id, or `user`. */
  readonly from: string;
  /** A member's id or display name, several of them, `*` for everybody else, or `user`. */
  readonly to: string | readonly string[];
  readonly content: string;
  readonly summary?: string;
  readonly urgent?: boolean;
}

/** One for each receiver: what was sent, or why not. */
export type Sent = { readonly to: string; readonly messageId: MessageId } | { readonly to: string; readonly refused: Refusal };

export interface SentMail {
  readonly results: readonly Sent[];
  /** Members that were started because somebody writes. */
  readonly started: readonly string[];
}

/** Longer texts belong into a file, of which the path is sent. */
export const LONGEST_MAIL = 8_000;
const LONGEST_SUMMARY = 120;

/** To one receiver a fault is a refusal; to several each has its own result. */
export function sendMail(board: Board, sending: Sending): Decision<SentMail> {
  const wrong = refuseText(board, sending);
  if (wrong !== undefined) return wrong;
  const receivers = receiversOf(board, sending);
  if (!Array.isArray(receivers)) return receivers;
  const draft = new Draft(board);
  const started = startAll(draft, sending.team);
  const results = receivers.map(({ to, member }): Sent => (typeof member === 'string' ? { to, messageId: post(draft, sending, member).id } : { to, refused: member }));
  return draft.decision({ results, started });
}

function refuseText(board: Board, { team, from, content }: Sending): Refusal | undefined {
  if (from !== USER && !board.members(team).some(({ agentId }) => agentId === from)) return refuse('member.not_found', REFUSED_MAIL.strangeSender(from, team), { member: from });
  if (content.trim() === '') return refuse('input.invalid', REFUSED_MAIL.empty, { field: 'content' });
  if (content.length <= LONGEST_MAIL) return undefined;
  return refuse('input.too_large', REFUSED_MAIL.tooLong(content.length, LONGEST_MAIL), { characters: content.length, limit: LONGEST_MAIL });
}

interface Receiver {
  readonly to: string;
  readonly member: string | Refusal;
}

function receiversOf(board: Board, { team, from, to }: Sending): Receiver[] | Refusal {
  if (typeof to === 'string') {
    if (to.trim() === '*') return everybody(board, team, from);
    const member = receiver(board, { team, from, name: to });
    return typeof member === 'string' ? [{ to, member }] : member;
  }
  const names = [...new Set(to.map((name) => name.trim()).filter((name) => name !== ''))];
  if (names.length === 0) return refuse('input.invalid', REFUSED_MAIL.nobodyNamed, { field: 'to' });
  const seen = new Set<string>();
  return names.flatMap((name): readonly Receiver[] => {
    const member = name === '*' ? refuse('input.invalid', REFUSED_MAIL.starAlone) : receiver(board, { team, from, name });
    // Two names of one member are one receiver.
    if (typeof member === 'string' && seen.has(member)) return [];
    if (typeof member === 'string') seen.add(member);
    return [{ to: name, member }];
  });
}

function everybody(board: Board, team: string, from: string): Receiver[] | Refusal {
  const others = board.members(team).filter(({ agentId }) => agentId !== from && !isGone(board, team, agentId));
  if (others.length === 0) return refuse('member.not_found', REFUSED_MAIL.nobodyElse);
  return others.map(({ agentId }) => ({ to: agentId, member: agentId }));
}

/** How models call the manager when they do not know its name. */
const LEADER_NAMES: ReadonlySet<string> = new Set(['leader', 'team_leader', 'manager']);

function receiver(board: Board, { team, from, name }: { readonly team: string; readonly from: string; readonly name: string }): string | Refusal {
  const members = board.members(team);
  const found = findMember(members, name);
  const managers = members.filter(({ roles }) => roles.includes('manager'));
  const alias = found.kind === 'unknown' && LEADER_NAMES.has(name.trim().toLowerCase()) && managers.length === 1 ? managers[0] : undefined;
  const member = name.trim().toLowerCase() === USER ? USER : found.kind === 'found' ? found.member.agentId : alias?.agentId;
  if (member === undefined) {
    return refuse(
      'member.not_found',
      found.kind === 'ambiguous' ? REFUSED_MAIL.ambiguous(name, listed(found.members)) : REFUSED_MAIL.unknown(name, listed(members)),
      { to: name, members: members.map(({ agentId }) => agentId) },
    );
  }
  if (member === from) return refuse('input.invalid', REFUSED_MAIL.toItself, { to: name });
  if (isGone(board, team, member)) return refuse('member.gone', REFUSED_MAIL.gone(member, listed(members.filter(({ agentId }) => agentId !== from && !isGone(board, team, agentId)))), { to: name });
  return member;
}

const listed = (members: readonly Registration[]): readonly string[] => (members.length === 0 ? [USER] : members.map(({ agentId, name }) => (agentId === name ? agentId : `${agentId} (${name})`)));

function isGone(board: Board, team: string, memberId: string): boolean {
  const life = board.desk.life(team, memberId);
  return life !== undefined && hasDeparted(life.state);
}

/** A first message brings everybody in who is not there yet; that costs no turn of a model. */
function startAll(draft: Draft, team: string): readonly string[] {
  const waiting = draft.board.desk.lives(team).filter(({ state }) => state === 'unstarted');
  for (const life of waiting) draft.moveLife(life, 'start', 'starting', { fields: { epoch: draft.board.epoch }, details: { epoch: draft.board.epoch } });
  return waiting.map(({ memberId }) => memberId);
}

function post(draft: Draft, { team, goalId, from, to, content, summary, urgent = false }: Sending, receiverId: string): Message {
  const { board } = draft;
  const seen = seenInTurn(board, team, from);
  const depth = seen.reduce((deepest, mail) => Math.max(deepest, mail.depth + 1), 0);
  const parent = seen.findLast((mail) => mail.from === receiverId);
  const limit = (goalId === null ? undefined : board.goal(goalId)?.policy.limits.mailDepth) ?? LIMITS.mailDepth;
  return draft.send({
    team, goalId, from, to: receiverId, content, summary: lineOf(summary ?? content), isBroadcast: to === '*', urgent,
    wakes: depth < limit && !(parent !== undefined && isCourtesy(content, parent)), depth, replyTo: parent?.id ?? null, forwardedFrom: null,
  });
}

/** What the sender was shown in the turn it is in: what it now writes follows from that. */
function seenInTurn(board: Board, team: string, from: string): readonly Message[] {
  const life = board.desk.life(team, from);
  return life === undefined ? [] : board.desk.mailOf(team, from).filter((mail) => mail.state === 'delivered' && mail.turn === life.turn);
}

/**
 * An answer that asks nothing, to mail that asked nothing, and that says no more than a few words: thanks, OK, got it. It is
 * delivered like all mail, with the next turn that something else begins. What names a task or a file is news.
 */
export function isCourtesy(content: string, parent: Pick<Message, 'content'>): boolean {
  return content.length <= LONGEST_COURTESY && !asks(content) && !asks(parent.content) && !/task_\d|[\w-]\/[\w-]|[\w-]\.[a-z]{1,5}\b/i.test(content);
}

const LONGEST_COURTESY = 80;
const asks = (text: string): boolean => /[?？]|(吗|呢|么)[。！!]?\s*$|请(确认|回复|告知|答复)/u.test(text);

function lineOf(text: string): string {
  const line = text.trim().split(/\s*\n/, 1)[0] ?? '';
  const chars = [...line];
  return chars.length <= LONGEST_SUMMARY ? line : `${chars.slice(0, LONGEST_SUMMARY - 1).join('')}…`;
}

/** A word that goes with a move and in its commit, so that whoever is concerned cannot miss it. It answers nothing and starts no thread. */
export function notify(draft: Draft, { team, goalId, from, to, content, urgent = false }: Omit<Sending, 'to' | 'summary'> & { readonly to: string }): void {
  if (to === from || isGone(draft.board, team, to)) return;
  draft.send({ team, goalId, from, to, content, summary: lineOf(content), isBroadcast: false, urgent, wakes: true, depth: 0, replyTo: null, forwardedFrom: null });
}

interface Forwarding {
  readonly team: string;
  readonly memberId: string;
  readonly heir: string | null;
  readonly reason: string;
  /** What this very change reads. */
  readonly except: ReadonlySet<MessageId>;
}

/** The box of a member that leaves: everything goes on to the heir, or is dead where there is none. */
export function forwardMail(draft: Draft, { team, memberId, heir, reason, except }: Forwarding): void {
  for (const mail of draft.board.desk.mailOf(team, memberId)) {
    if (except.has(mail.id)) continue;
    const to = heir === mail.from ? null : heir;
    const next = to === null ? undefined : draft.send({ ...mail, to, isBroadcast: false, replyTo: null, forwardedFrom: mail.id });
    draft.moveMessage(mail, 'bury', 'dead', { details: { reason, ...(next === undefined ? {} : { forwarded_to: next.to }) } });
  }
}

/** A person has seen mail that was for it. Twice is fine. */
export function readByPerson(board: Board, { team, reader, ids }: { readonly team: string; readonly reader: string; readonly ids: readonly MessageId[] }): Decision<number> {
  const draft = new Draft(board);
  const unread = ids.flatMap((id) => board.desk.message(id) ?? []).filter((mail) => mail.team === team && mail.to === reader && mail.state === 'sent');
  for (const mail of unread) draft.moveMessage(mail, 'read', 'read');
  return draft.decision(unread.length);
}

export interface MailDepth {
  readonly member: string;
  readonly unread: number;
  /** Of them, those it is to be woken for. */
  readonly waking: number;
  readonly urgent: number;
  readonly oldestAt: number;
}

/** Who has how much unread mail, for screens and for the sender. */
export function unreadDepths(board: Board, team: string): readonly MailDepth[] {
  const boxes = Map.groupBy([...board.desk.unread()].filter((mail) => mail.team === team), (mail) => mail.to);
  return [...boxes].map(([member, mails]) => ({
    member, unread: mails.length, waking: mails.filter(({ wakes }) => wakes).length, urgent: mails.filter(({ urgent }) => urgent).length, oldestAt: mails[0]?.sentAt ?? 0,
  }));
}
