// What the tools of a team answer, as the outside sees it: rows of the board, members, mail, locks. Prompts show the same rows, so a
// model finds in a view what it was told. Lists are kept to a limit and say how much of them is not shown.
import type { Board } from '../board/board.ts';
import type { Goal } from '../goal.ts';
import type { GoalId, TaskId } from '../ids.ts';
import type { Json, JsonObject } from '../json.ts';
import { hasHolder, TASK_STATES, type TaskState } from '../lifecycles.ts';
import type { MusterEvent } from '../change.ts';
import type { Registration } from '../members/registration.ts';
import { attemptsOf } from '../next-moves.ts';
import type { Brief, Task } from '../task.ts';
import { offersFor, type Offer } from '../team/claim.ts';
import { fileHistory, heldLocks } from '../team/locks.ts';
import { unreadDepths } from '../team/mail.ts';
import type { Message } from '../team/message.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { taskOut, type TaskParts } from './task-out.ts';
import { timeOut } from './time-out.ts';

/** What a task says and waits for; read before, for the board holds only its row. */
export interface Paper {
  readonly brief: Pick<Brief, 'title' | 'skills'>;
  readonly needs: readonly TaskId[];
}

export type Papers = ReadonlyMap<TaskId, Paper>;

const NO_PAPER: Paper = { brief: { title: '', skills: [] }, needs: [] };
const secondsSince = (at: number, now: number): number => Math.max(0, Math.floor((now - at) / 1000));

/** One line of a list. `assignee` is who holds it or alone may take it, and nobody else. */
export function taskRowOut(task: Task, papers: Papers, now: number): JsonObject {
  const { brief, needs } = papers.get(task.id) ?? NO_PAPER;
  const plan = task.more?.plan;
  return {
    task_id: task.id, title: brief.title, status: task.state, assignee: assigneeOf(task), skills: brief.skills, dependencies: needs, age_seconds: secondsSince(task.updatedAt, now),
    ...(plan === undefined ? {} : { plan: { revision: plan.revision, status: plan.state } }),
    ...(task.more?.missingSkills === undefined ? {} : { missing_skills: task.more.missingSkills }),
    ...(task.more?.comment === undefined ? {} : { comment: task.more.comment }),
    ...(task.more?.waiting?.for === 'person' ? { waits_for: 'person' } : {}),
  };
}

function assigneeOf(task: Task): string | null {
  if (hasHolder(task.state) || task.endedAt !== null || REVIEWED.has(task.state)) return task.assigneeId;
  return task.lane.startsWith('@') ? task.lane.slice(1) : null;
}

/** Its author has handed it in and still stands for it. */
const REVIEWED: ReadonlySet<TaskState> = new Set(['pending_review', 'rejected', 'approved']);

/** A free task with what the one who looks would bring to it. */
export const offerRowOut = ({ task, covered, missing, own, ageMs }: Offer, papers: Papers, now: number): JsonObject => ({
  ...taskRowOut(task, papers, now), given_to_you: own, skill_fit: { covered, missing }, age_seconds: Math.floor(ageMs / 1000),
});

/** The whole task; team tools name its holder and prerequisites as the seed does, too. */
export const taskViewOut = (parts: TaskParts): JsonObject => ({ ...taskOut(parts), assignee: assigneeOf(parts.task), dependencies: parts.dependsOn });

/** Most tokens of one list. */
export const LIST_TOKENS = 4_000;

/** As many rows as have room, in their order. */
export function fitRows(rows: readonly JsonObject[], tokens: number): { readonly rows: readonly JsonObject[]; readonly notShown: number } {
  let room = tokens;
  const end = rows.findIndex((row) => (room -= estimateTokens(JSON.stringify(row)) + 1) < 0);
  return end === -1 ? { rows, notShown: 0 } : { rows: rows.slice(0, end), notShown: rows.length - end };
}

const listOut = (name: string, all: readonly JsonObject[]): JsonObject => {
  const { rows, notShown } = fitRows(all, LIST_TOKENS);
  return { [name]: rows, count: all.length, ...(notShown === 0 ? {} : { not_shown: notShown }) };
};

/** `claimable` is what a model may write for `pending`. Undefined for a word that is no state. */
export const statusAsked = (status: string): TaskState | undefined => {
  const meant = status === 'claimable' ? 'pending' : status;
  return Object.keys(TASK_STATES).find((state): state is TaskState => state === meant);
};

/** view_task(list). `tasks`: open ones and, where they were asked for, ended ones. */
export const taskListOut = (tasks: readonly Task[], papers: Papers, now: number, status?: TaskState): JsonObject =>
  listOut('tasks', tasks.filter((task) => status === undefined || task.state === status).map((task) => taskRowOut(task, papers, now)));

/** view_task(claimable): what this very member may take, the best first. */
export const claimableOut = (board: Board, { goal, memberId }: { readonly goal: Goal; readonly memberId: string }, papers: Papers): JsonObject =>
  listOut('tasks', offersFor(board, goal, memberId).map((offer) => offerRowOut(offer, papers, board.now)));

/** A leader is a manager, a teammate does tasks; both words are what prompts say. */
export const teamRolesOf = ({ roles }: Pick<Registration, 'roles'>): readonly string[] => roles.map((role) => (role === 'manager' ? 'leader' : role === 'worker' ? 'teammate' : role));

/** A person has no life that could be started or stopped: it is there. */
export function memberRowOut(board: Board, goal: Goal, member: Registration): JsonObject {
  const life = board.desk.life(goal.team, member.agentId);
  const seat = board.crew(goal).seats.get(member.agentId);
  return {
    member_name: member.agentId, display_name: member.name, role: teamRolesOf(member), skills: member.skills, state: life?.state ?? (member.kind === 'human' ? 'ready' : 'unstarted'),
    load: seat === undefined ? 0 : attemptsOf(board, seat),
    capacity: member.capacity,
    ...(member.kind === 'model' ? {} : { kind: member.kind }),
    ...(member.description === undefined ? {} : { desc: member.description }),
  };
}

/** list_members. */
export function membersOut(board: Board, goal: Goal): JsonObject {
  const unread = new Map(unreadDepths(board, goal.team).map((depth) => [depth.member, depth.unread]));
  return listOut('members', board.members(goal.team).map((member) => ({ ...memberRowOut(board, goal, member), unread: unread.get(member.agentId) ?? 0 })));
}

export const messageOut = (message: Message): JsonObject => ({
  message_id: message.id, team_name: message.team, from_member_name: message.from, to_member_name: message.to, content: message.content, summary: message.summary,
  timestamp: timeOut(message.sentAt), is_broadcast: message.isBroadcast, is_read: message.state === 'read',
});

/** workspace_meta(locks). */
export const locksOut = (board: Board, goalId: GoalId): JsonObject =>
  listOut(
    'locks',
    heldLocks(board, goalId).map(({ path, holder, fencing, takenAt, expiresAt }) => ({
      path,
      holder: holder.memberId,
      task_id: holder.attempt?.taskId ?? null,
      fencing,
      taken_at: timeOut(takenAt),
      expires_at: timeOut(expiresAt),
    })),
  );

/** workspace_meta(history), the newest first. */
export const historyOut = (events: readonly MusterEvent[], path: string): JsonObject =>
  listOut(
    'history',
    fileHistory(events, path).toReversed().map((entry): JsonObject => Object.fromEntries(Object.entries(entry).map(([field, value]): [string, Json] => [
      field,
      (field === 'at' || field === 'until') && typeof value === 'number' ? timeOut(value) : value,
    ]))),
  );
