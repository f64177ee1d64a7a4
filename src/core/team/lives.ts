// Members come, live and leave. Every verb is one move of the life's row with what follows from it: whoever leaves or breaks
// frees its tasks and hands on its mail in the same commit, so no task is held by a ghost and no message waits for one.
import type { Board } from '../board/board.ts';
import { Draft, type Decision } from '../change.ts';
import { refuse, type Refusal } from '../errors.ts';
import { elapsed } from '../goal.ts';
import type { GoalId } from '../ids.ts';
import type { Bilingual, Locale } from '../json.ts';
import { hasDeparted, hasHolder, LIMITS, TIMES, type MemberState, type TimeName } from '../lifecycles.ts';
import { findMember, type Registration } from '../members/registration.ts';
import { freeOn, loseOn } from '../moves/attempt.ts';
import { isParked } from '../moves/parked.ts';
import type { Policy } from '../policy.ts';
import type { Task } from '../task.ts';
import { REFUSED_MEMBERS } from '../refusals/refused-members.ts';
import { lifeId, type Life } from './life.ts';
import { forwardMail, notify } from './mail.ts';
import type { Message, MessageId } from './message.ts';

export interface MemberRef {
  readonly team: string;
  readonly memberId: string;
}

/** Gives everybody on the roster a life that has none; a person has none, for nobody starts a person. Members that the team names are unstarted until somebody writes or works. */
export function enrolTeam(board: Board, team: string): Decision<readonly string[]> {
  const draft = new Draft(board);
  const born = board.members(team).filter(({ agentId, kind }) => kind !== 'human' && board.desk.life(team, agentId) === undefined);
  for (const { agentId } of born) draft.moveLife(newLife(board, team, agentId), 'spawn', 'unstarted', { details: { by: 'engine' } });
  return draft.decision(born.map(({ agentId }) => agentId));
}

const newLife = (board: Board, team: string, memberId: string): Life => ({
  id: lifeId(team, memberId),
  team,
  memberId,
  state: 'unstarted',
  version: 0,
  epoch: 0,
  turn: 0,
  restarts: 0,
  createdAt: board.now,
  updatedAt: board.now,
});

/** Words that are addresses or speak for the machinery; no member may take one as its id or display name. */
const RESERVED: ReadonlySet<string> = new Set(['user', 'leader', 'team_leader', 'everyone', 'everybody', 'all', 'engine', 'code', 'system']);

export interface Spawning {
  readonly team: string;
  readonly registration: Registration;
  readonly by: string;
  readonly policy: Pick<Policy, 'roster'>;
}

/** A new member, unstarted. Names must tell members apart, or mail by display name would be refused from now on. */
export function spawnMember(board: Board, { team, registration, by, policy }: Spawning): Decision<Life | null> {
  const { agentId, name } = registration;
  if (policy.roster !== 'open') return refuse('team.invalid', REFUSED_MEMBERS.fixedRoster(team, board.members(team).map((member) => member.agentId)));
  const reserved = [agentId, name].find((word) => RESERVED.has(word.trim().toLowerCase()));
  if (reserved !== undefined) return refuse('member.invalid', REFUSED_MEMBERS.reservedName(reserved), { name: reserved });
  const taken = [agentId, name].map((word) => findMember(board.members(team), word)).find(({ kind }) => kind !== 'unknown');
  const known = board.desk.life(team, agentId);
  if (taken !== undefined || (known !== undefined && known.state !== 'shut_down')) return refuse('member.invalid', REFUSED_MEMBERS.takenName(agentId, name, team), { name: agentId });
  const draft = new Draft(board);
  draft.putMember({ team, registration });
  draft.note('member.registered', { memberId: agentId }, { team, agent_id: agentId, role: registration.roles, skills: registration.skills });
  if (registration.kind === 'human') return draft.decision(null);
  const life = known === undefined
    ? draft.moveLife(newLife(board, team, agentId), 'spawn', 'unstarted', { details: { by } })
    : draft.moveLife(known, 'restart', 'starting', { fields: { epoch: board.epoch }, details: { epoch: board.epoch, by } });
  return draft.decision(life);
}

/** Starts those that are unstarted: all of the team, or the ones named. */
export function startMembers(board: Board, { team, only }: { readonly team: string; readonly only?: readonly string[] }): Decision<readonly string[]> {
  const draft = new Draft(board);
  const waiting = board.desk.lives(team).filter(({ memberId, state }) => state === 'unstarted' && (only === undefined || only.includes(memberId)));
  for (const life of waiting) draft.moveLife(life, 'start', 'starting', here(board));
  return draft.decision(waiting.map(({ memberId }) => memberId));
}

const here = (board: Board) => ({ fields: { epoch: board.epoch }, details: { epoch: board.epoch } });

/** It is there, in this process. */
export const comeUp = (board: Board, ref: MemberRef): Decision<Life> => one(board, ref, (draft, life) =>
  (life.state === 'starting' && life.epoch !== board.epoch ? stale(life) : draft.moveLife(life, 'come_up', 'ready', here(board))));

const stale = (life: Life): Refusal => refuse('attempt.stale', REFUSED_MEMBERS.startedElsewhere(life.memberId, life.epoch), { epoch: life.epoch });

/** A turn that runs is void: what it comes to is refused, and its mail is delivered again. */
export const pauseMember = (board: Board, ref: MemberRef, by: string): Decision<Life> => one(board, ref, (draft, life) =>
  (life.state === 'paused' ? life : draft.moveLife(life, 'pause', 'paused', { details: { by } })));
export const resumeMember = (board: Board, ref: MemberRef, by: string): Decision<Life> => one(board, ref, (draft, life) =>
  (life.state === 'ready' || life.state === 'busy' ? life : draft.moveLife(life, 'resume', 'ready', { details: { by } })));

/** Back after it stopped, broke or left; its conversation is kept. The engine does so a few times by itself. */
export function restartMember(board: Board, ref: MemberRef, by: string): Decision<Life> {
  return one(board, ref, (draft, life) => {
    if (life.state === 'starting' && life.epoch === board.epoch) return life;
    const counted = by === 'engine' && isWorrying(life) ? 1 : 0;
    if (counted > 0 && life.restarts >= LIMITS.memberRestarts) return refuse('lifecycle.illegal_move', REFUSED_MEMBERS.restartsUsedUp(ref.memberId, life.restarts), { restarts: life.restarts });
    return restartOn(draft, life, { by, restarts: by === 'engine' ? life.restarts + counted : 0 });
  });
}

const restartOn = (draft: Draft, life: Life, { by, restarts }: { readonly by: string; readonly restarts: number }): Life =>
  draft.moveLife(life, 'restart', 'starting', { fields: { epoch: draft.board.epoch, restarts, wasCutOff: false }, details: { epoch: draft.board.epoch, by } });

/** With a new goal a person has everybody back whom the team names: who left, was let go, or broke for another goal. */
export function callBack(board: Board, { team, named, by }: { readonly team: string; readonly named: readonly string[]; readonly by: string }): Decision<readonly string[]> {
  const draft = new Draft(board);
  const away = board.desk.lives(team).filter((life) => (life.state === 'shut_down' || isDown(life)) && named.includes(life.memberId));
  for (const life of away) restartOn(draft, life, { by, restarts: 0 });
  return draft.decision(away.map(({ memberId }) => memberId));
}

/** A person's word gives those who broke, or were cut off too often, another chance; who was let go stays away. */
export function startAnew(draft: Draft, team: string, by: string): void {
  for (const life of draft.board.desk.lives(team)) if (isDown(life)) restartOn(draft, life, { by, restarts: 0 });
}

const isDown = (life: Life): boolean => (life.state === 'error' || life.state === 'stopped') && isWorrying(life);

/** It broke, or its turn may be what ended its process. That a process ended while it was idle says nothing about it. */
const isWorrying = ({ state, wasCutOff }: Life): boolean => state === 'error' || wasCutOff === true;

/** It hangs, broke or did not come up. Needs nothing of the member: its tasks are lost at once, and what it still says is late. */
export function failMember(board: Board, ref: MemberRef, reason: string): Decision<Life> {
  return one(board, ref, (draft, life) => failOn(draft, life, reason));
}

function failOn(draft: Draft, life: Life, reason: string): Life {
  for (const task of heldBy(draft.board, life)) loseOn(draft, task, reason);
  return draft.moveLife(life, 'fail', 'error', { fields: { epoch: 0, comment: reason }, details: { reason } });
}

/** Its process has ended or lets it go. That says nothing about its work: its tasks are free and nothing is counted. */
export function stopMembers(board: Board, { team, gone, reason }: { readonly team: string; readonly gone: (epoch: number) => boolean; readonly reason: string }): Decision<readonly string[]> {
  const draft = new Draft(board);
  const lost = board.desk.lives(team).filter((life) => life.epoch !== 0 && STOPPABLE.has(life.state) && gone(life.epoch));
  for (const life of lost) stopOn(draft, life, reason);
  return draft.decision(lost.map(({ memberId }) => memberId));
}

const STOPPABLE: ReadonlySet<MemberState> = new Set(['starting', 'ready', 'busy', 'paused', 'shutdown_requested']);

function stopOn(draft: Draft, life: Life, reason: string): void {
  for (const task of heldBy(draft.board, life)) if (task.state !== 'assigned') freeOn(draft, task, { reason });
  if (life.state === 'shutdown_requested') leaveOn(draft, life, { by: 'engine', reason });
  else draft.moveLife(life, 'stop', 'stopped', { fields: { epoch: 0, comment: reason, wasCutOff: life.state === 'busy' && life.epoch !== draft.board.epoch }, details: { reason } });
}

export interface Leaving extends MemberRef {
  readonly by: string;
  /** At once, whatever it does; else an idle member leaves at once and a busy one after its turn. */
  readonly force?: boolean;
  /** In which the member is told. */
  readonly locale?: Locale;
}

const ASKED_TO_LEAVE: Bilingual = { en: 'You were asked to leave the team. End this turn: write down what is unfinished, and start nothing new.', zh: '团队请你结束工作。请完成当前回合，写明未完成的内容，不要再开始新的事情。' };

/** Soft, with a deadline (the sweep's), or hard. Asking again is fine. */
export function shutDownMember(board: Board, { by, force = false, locale = 'en', ...ref }: Leaving): Decision<Life> {
  const registration = board.members(ref.team).find(({ agentId }) => agentId === ref.memberId);
  if (registration?.roles.includes('manager') === true && by !== 'user') return refuse('lifecycle.illegal_move', REFUSED_MEMBERS.leads(ref.memberId));
  return one(board, ref, (draft, life) => {
    if (life.state === 'shut_down' || (life.state === 'shutdown_requested' && !force)) return life;
    const held = heldBy(board, life);
    if (registration?.kind === 'human' && held.length > 0 && !force) {
      return refuse('lifecycle.illegal_move', REFUSED_MEMBERS.personHolds(ref.memberId, held.map(({ id }) => id)), { holds: held.map(({ id }) => id) });
    }
    if (life.state !== 'busy' || force) return leaveOn(draft, life, { by, reason: force ? 'by_force' : 'idle' });
    notify(draft, { team: ref.team, goalId: null, from: by, to: ref.memberId, content: ASKED_TO_LEAVE[locale], urgent: true });
    return draft.moveLife(life, 'request_shutdown', 'shutdown_requested', { details: { by } });
  });
}

function leaveOn(draft: Draft, life: Life, { by, reason }: { readonly by: string; readonly reason: string }): Life {
  const left = draft.moveLife(life, 'shut_down', 'shut_down', { fields: { comment: reason }, details: { by, reason } });
  departOn(draft, left, { reason: 'shut_down', read: new Set() });
  return left;
}

/** What leaving means for others. `read`: mail that is read in this very change. */
export function departOn(draft: Draft, life: Life, { reason, read }: { readonly reason: string; readonly read: ReadonlySet<MessageId> }): void {
  const { board } = draft;
  for (const task of heldBy(board, life)) freeOn(draft, task, { reason: 'member_left' });
  const heir = board.members(life.team).find(({ agentId, roles }) => roles.includes('manager') && agentId !== life.memberId && !hasDeparted(board.desk.life(life.team, agentId)?.state ?? 'ready'));
  forwardMail(draft, { team: life.team, memberId: life.memberId, heir: heir?.agentId ?? null, reason, except: read });
}

/** Tasks it was given or has begun, in all goals of the team. */
export function heldBy(board: Board, { team, memberId }: MemberRef): readonly Task[] {
  return [...board.openGoals()].filter((goal) => goal.team === team).flatMap((goal) => [...board.openTasks(goal.id)].filter((task) => task.assigneeId === memberId && hasHolder(task.state)));
}

/** Who was mute too long, and what follows. */
const LATE: Partial<Record<MemberState, { readonly limit: TimeName; readonly move: (draft: Draft, life: Life) => unknown }>> = {
  stopped: { limit: 'unassignedMs', move: (draft, life) => leaveOn(draft, life, { by: 'engine', reason: 'not_restarted' }) },
  starting: { limit: 'startMs', move: (draft, life) => failOn(draft, life, 'did_not_come_up') },
  busy: { limit: 'attemptMs', move: (draft, life) => failOn(draft, life, 'hangs') },
  shutdown_requested: { limit: 'shutdownMs', move: (draft, life) => leaveOn(draft, life, { by: 'engine', reason: 'late' }) },
  error: { limit: 'unassignedMs', move: (draft, life) => leaveOn(draft, life, { by: 'engine', reason: 'restarts_used_up' }) },
};

/** A member belongs to a team and not to a goal: it has as long as the most patient of its open goals says. */
export function teamTime(board: Board, team: string, name: TimeName): number {
  const said = [...board.openGoals()].flatMap((goal) => (goal.team === team ? [goal.policy.times[name]] : []));
  return said.length === 0 ? TIMES[name] : Math.max(...said);
}

interface Span {
  readonly team: string;
  /** What it is about; none where it is the team's. */
  readonly goalId: GoalId | null | undefined;
  readonly since: number;
}

/** Milliseconds since then in which the clocks of its goal ran; where that is not open, the most that those of a goal of its team ran. */
function ranMs(board: Board, { team, goalId, since }: Span, now: number): number {
  const own = typeof goalId === 'string' ? board.goal(goalId) : undefined;
  const goals = own === undefined ? [...board.openGoals()].filter((goal) => goal.team === team) : [own];
  return goals.length === 0 ? now - since : Math.max(...goals.map((goal) => elapsed(goal, since, now)));
}

/** A turn that waits for a person's word has no clock, and a new one from the answer on. While its goal is paused a clock stands still, then it goes on. */
export function lateLives(board: Board, team: string, now: number = board.now): readonly Life[] {
  return board.desk.lives(team).filter((life) => {
    const limit = LATE[life.state]?.limit;
    const limitMs = limit === undefined ? Infinity : teamTime(board, team, limit);
    if (now - life.updatedAt <= limitMs) return false;
    const isInTurn = life.state === 'busy' || life.state === 'shutdown_requested';
    if (ranMs(board, { team, goalId: isInTurn ? life.goalId : null, since: life.updatedAt }, now) <= limitMs) return false;
    const held = life.state === 'busy' ? heldBy(board, life) : [];
    return !held.some((task) => isParked(task) || ranMs(board, { team, goalId: task.goalId, since: task.updatedAt }, now) <= limitMs);
  });
}

/** For the sweep: moves every life of the team that is late. */
export function endLateLives(board: Board, team: string): Decision<readonly string[]> {
  const draft = new Draft(board);
  const late = lateLives(board, team);
  for (const life of late) LATE[life.state]?.move(draft, life);
  return draft.decision(late.map(({ memberId }) => memberId));
}

/** Unread for longer than its own goal allows, its pauses not counted; where it is about none, longer than the team does. */
export function oldMail(board: Board, team: string, now: number = board.now): readonly Message[] {
  const teamMs = teamTime(board, team, 'mailMs');
  const limitMs = ({ goalId }: Message): number => (goalId === null ? undefined : board.goal(goalId))?.policy.times.mailMs ?? teamMs;
  return [...board.desk.unread()].filter((mail) => mail.team === team && now - mail.sentAt > limitMs(mail) && ranMs(board, { ...mail, since: mail.sentAt }, now) > limitMs(mail));
}

/** For the sweep: mail that nobody read for days is dead. */
export function buryOldMail(board: Board, team: string): Decision<number> {
  const draft = new Draft(board);
  const old = oldMail(board, team);
  for (const mail of old) draft.moveMessage(mail, 'bury', 'dead', { details: { reason: 'unread_too_long' } });
  return draft.decision(old.length);
}

export interface Cleaning {
  readonly team: string;
  readonly by: string;
  /** Working trees and branches that hold work which is merged nowhere, as words for the refusal. */
  readonly unmerged: readonly string[];
}

/** The team's explicit end. It never throws work away: whatever is open, at work or unmerged is named, and nothing happens. */
export function cleanTeam(board: Board, { team, by, unmerged }: Cleaning): Decision<readonly string[]> {
  const managers = new Set(board.members(team).filter(({ roles }) => roles.includes('manager')).map(({ agentId }) => agentId));
  const lives = board.desk.lives(team).filter(({ state }) => state !== 'shut_down');
  const present = lives.filter(({ memberId, state }) => !managers.has(memberId) && state !== 'unstarted').map(({ memberId }) => memberId);
  const open = [...board.openGoals()].filter((goal) => goal.team === team).flatMap((goal) => [...board.openTasks(goal.id)]).map(({ id }) => id);
  const remains = { unmerged, open, members: present };
  if (Object.values(remains).some((names) => names.length > 0)) return refuse('team.not_empty', REFUSED_MEMBERS.notEmpty(remains), remains);
  const draft = new Draft(board);
  for (const life of lives) leaveOn(draft, life, { by, reason: 'team_ended' });
  draft.note('team.cleaned', {}, { team, by, members: lives.length });
  return draft.decision(lives.map(({ memberId }) => memberId));
}

/** Everybody leaves: at once, or after the turn it is in. For the explicit end of a team, also of one that never had a task. */
export function shutDownTeam(board: Board, { team, by, force = false }: { readonly team: string; readonly by: string; readonly force?: boolean }): Decision<readonly string[]> {
  const draft = new Draft(board);
  const present = board.desk.lives(team).filter(({ state }) => state !== 'shut_down' && (force || state !== 'shutdown_requested'));
  for (const life of present) {
    if (life.state === 'busy' && !force) draft.moveLife(life, 'request_shutdown', 'shutdown_requested', { details: { by } });
    else leaveOn(draft, life, { by, reason: force ? 'by_force' : 'team_ended' });
  }
  return draft.decision(present.map(({ memberId }) => memberId));
}

function one(board: Board, { team, memberId }: MemberRef, act: (draft: Draft, life: Life) => Life | Refusal): Decision<Life> {
  const life = board.desk.life(team, memberId);
  if (life === undefined) return refuse('member.not_found', REFUSED_MEMBERS.noMember(memberId, team), { member: memberId });
  const draft = new Draft(board);
  const moved = act(draft, life);
  return 'ok' in moved ? moved : draft.decision(moved);
}
