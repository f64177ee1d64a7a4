// The board, the roster and the mail as one member is shown them at the beginning of a turn. They are read anew each time, so that
// a conversation may be shortened as it likes and nothing of the team is lost; each is kept to a limit of tokens and says what it leaves out.
import type { Board } from '../board/board.ts';
import type { Goal } from '../goal.ts';
import type { JsonObject, Locale } from '../json.ts';
import type { Registration } from '../members/registration.ts';
import { attemptsOf } from '../next-moves.ts';
import { fitRows, memberRowOut, offerRowOut, taskRowOut, teamRolesOf, type Papers } from '../outside/team-out.ts';
import { timeOut } from '../outside/time-out.ts';
import type { Task } from '../task.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { shorten } from '../text/fold-text.ts';
import { CUT_MARK, shortenParts } from '../text/shorten-parts.ts';
import { offersFor } from './claim.ts';
import { unreadDepths } from './mail.ts';
import { waitsForPlan } from './plan-waits.ts';
import type { Message } from './message.ts';

/** What is looked at. The board is the one of this moment; papers and ended tasks were read just before. */
export interface TeamLook {
  readonly board: Board;
  readonly goal: Goal;
  /** Whose turn it is. */
  readonly memberId: string;
  readonly papers: Papers;
  readonly ended: readonly Task[];
}

/** Most tokens of each part of a turn's facts. */
export const DIGEST_TOKENS = { board: 4_000, roster: 3_000, mail: 8_000, mailBefore: 3_000, context: 12_000, plans: 12_000, call: 1_000 } as const;

type Rows = readonly JsonObject[];

/** Lists of rows under their names, each with what the ones before it left over; what finds no room is counted. */
function within(lists: Readonly<Record<string, Rows>>, tokens: number): JsonObject {
  let room = tokens;
  let left = 0;
  const shown = Object.entries(lists).map(([name, all]) => {
    const { rows, notShown } = fitRows(all, room);
    room -= rows.reduce((sum, row) => sum + estimateTokens(JSON.stringify(row)) + 1, 0);
    left += notShown;
    return [name, rows] as const;
  });
  return { ...Object.fromEntries(shown.filter(([, rows]) => rows.length > 0)), ...(left === 0 ? {} : { not_shown: left }) };
}

const countsOf = (tasks: readonly Task[]): JsonObject => {
  const byState = Map.groupBy(tasks, ({ state }) => state);
  return Object.fromEntries([...byState].map(([state, found]) => [state, found.length]));
};

/** For a teammate: its own tasks, what it may claim with how well it fits, then the rest. */
export function boardForMember({ board, goal, memberId, papers, ended }: TeamLook, tokens: number = DIGEST_TOKENS.board): JsonObject {
  const open = [...board.openTasks(goal.id)];
  const row = (task: Task): JsonObject => taskRowOut(task, papers, board.now);
  const offers = offersFor(board, goal, memberId);
  const offered = new Set(offers.map(({ task }) => task.id));
  const yours = open.filter((task) => task.assigneeId === memberId && !offered.has(task.id) && row(task)['assignee'] === memberId);
  const others = open.filter((task) => !offered.has(task.id) && !yours.includes(task));
  return { counts: countsOf([...open, ...ended]), ...within({ yours: yours.map(row), claimable: offers.map((offer) => offerRowOut(offer, papers, board.now)), others: others.map(row) }, tokens) };
}

/** For the leader: what only it can move, then what is open, then what has ended, the newest first. */
export function boardForLeader({ board, goal, papers, ended }: TeamLook, tokens: number = DIGEST_TOKENS.board): JsonObject {
  const open = [...board.openTasks(goal.id)];
  const row = (task: Task): JsonObject => taskRowOut(task, papers, board.now);
  const needs = open.filter((task) => task.state === 'unassigned' || (waitsForPlan(task) && task.more?.waiting?.for === 'manager'));
  const rest = open.filter((task) => !needs.includes(task));
  return {
    counts: countsOf([...open, ...ended]),
    ...within(
      { needs_you: needs.map(row), open: rest.map(row), ended: ended.toSorted((a, b) => b.updatedAt - a.updatedAt || b.key - a.key).map(row) },
      tokens,
    ),
  };
}

/** Everybody with state, load and unread mail; the leader also sees what each one takes and gives. Descriptions give way first. */
export function rosterDigest({ board, goal, memberId }: TeamLook, tokens: number = DIGEST_TOKENS.roster): JsonObject {
  const unread = new Map(unreadDepths(board, goal.team).map((depth) => [depth.member, depth.unread]));
  const members = board.members(goal.team).toSorted((a, b) => leads(b) - leads(a));
  const isLeader = members.some((member) => member.agentId === memberId && leads(member) === 1);
  const marked = (member: Registration, row: JsonObject): JsonObject => ({ ...row, unread: unread.get(member.agentId) ?? 0, ...(member.agentId === memberId ? { you: true } : {}) });
  const full = members.map((member) => marked(member, { ...memberRowOut(board, goal, member), ...(isLeader ? formsOf(member) : {}) }));
  if (fitRows(full, tokens).notShown === 0) return { members: full };
  const brief = members.map((member) => {
    const { desc: _, ...row } = memberRowOut(board, goal, member);
    return marked(member, { ...row, display_name: shorten(member.name, BRIEF_CHARS), skills: member.skills.slice(0, BRIEF_SKILLS) });
  });
  const { rows, notShown } = fitRows(brief, tokens);
  return { members: rows, ...(notShown === 0 ? {} : { not_shown: notShown }) };
}

/** A leader gives each task the input that its member takes. */
const formsOf = ({ inputSchema, outputSchema }: Registration): JsonObject => ({
  ...(inputSchema === undefined ? {} : { input_schema: inputSchema }),
  ...(outputSchema === undefined ? {} : { output_schema: outputSchema }),
});

const BRIEF_CHARS = 40;
const BRIEF_SKILLS = 8;
const leads = (member: Registration): number => Number(teamRolesOf(member).includes('leader'));

/** Whether this member may begin something; who leads does not. */
export function mayClaim({ board, goal, memberId }: TeamLook): boolean {
  const seat = board.crew(goal).seats.get(memberId);
  return seat !== undefined && leads(seat.registration) === 0 && attemptsOf(board, seat) < seat.registration.capacity;
}

/**
 * The mail of a turn, oldest first. A turn reads its mail, so none of it may be missing: where there is too much, the longest
 * contents are cut and say so, and of each at least sender, time and summary stay.
 */
export function mailDigest(mail: readonly Message[], { locale, tokens = DIGEST_TOKENS.mail }: { readonly locale: Locale; readonly tokens?: number }): Rows {
  let rows: Rows = mail.map((message) => ({ ...envelopeOf(message), content: message.content }));
  if (sizeOf(rows) <= tokens) return rows;
  // In JSON a text takes more than by itself (quotes, line breaks), one more than another: so one step may not be enough.
  const envelopes = sizeOf(mail.map((message) => cutRow(message, '')));
  const inJson = mail.reduce((sum, { content }) => sum + estimateTokens(JSON.stringify(content)), 0);
  const plain = mail.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  let room = Math.floor(((tokens - envelopes) * plain) / inJson);
  for (let step = 1; sizeOf(rows) > tokens && step <= STEPS; step += 1) {
    // Steps come closer and closer; the last one keeps nothing but envelopes, which is what the limit may cost.
    rows = shortened(mail, step === STEPS ? 0 : Math.max(0, room), locale);
    room -= Math.max(0, sizeOf(rows) - tokens);
  }
  return rows;
}

const STEPS = 20;
const sizeOf = (rows: Rows): number => rows.reduce((sum, row) => sum + estimateTokens(JSON.stringify(row)), 0);

function shortened(mail: readonly Message[], tokens: number, locale: Locale): Rows {
  // An empty part stands for the newest, which would be kept before all others: no message comes before another.
  const parts = [...mail.map(({ id, content }) => ({ id, text: content })), { id: null, text: '' }];
  const shown = new Map(shortenParts(parts, { tokens, locale }).map(({ id, text }) => [id, text]));
  return mail.map((message) => {
    const text = shown.get(message.id) ?? CUT_MARK[locale];
    return text === message.content ? { ...envelopeOf(message), content: text } : cutRow(message, text);
  });
}

const cutRow = (message: Message, content: string): JsonObject => ({ ...envelopeOf(message), summary: message.summary, content, whole_characters: message.content.length });

const envelopeOf = ({ id, from, sentAt, summary, content, isBroadcast, replyTo, urgent, forwardedFrom }: Message): JsonObject => ({
  message_id: id, from_member_name: from, timestamp: timeOut(sentAt),
  // Of a short message the summary is its first line, which stands in the content.
  ...(content.startsWith(summary) ? {} : { summary }),
  ...(isBroadcast ? { is_broadcast: true } : {}),
  ...(urgent ? { urgent: true } : {}),
  ...(replyTo === null ? {} : { reply_to: replyTo }),
  ...(forwardedFrom === null ? {} : { forwarded_from: forwardedFrom }),
});
