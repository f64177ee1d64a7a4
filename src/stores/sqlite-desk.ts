// Mail, members' lives and locks as SQLite keeps them: one document a row, with the columns that are looked for beside it.
import type { MusterEvent } from '../core/change.ts';
import { isGoalId, keyOf, type GoalId } from '../core/ids.ts';
import { memberMachine, messageMachine } from '../core/lifecycles.ts';
import { EMPTY_DESK, type DeskRows, type OpenDesk } from '../core/team/desk.ts';
import type { FileLock } from '../core/team/file-lock.ts';
import { lifeId, type Life } from '../core/team/life.ts';
import { isMessageId, isUnread, type Message, type MessageId } from '../core/team/message.ts';
import { unreadable, type Row, type Statements } from './sqlite-rows.ts';

export function writeDesk(statements: Statements, { messages, lives, locks }: DeskRows): void {
  for (const row of messages) statements.putMessage.run(row.key, row.team, row.to, isUnread(row) ? 1 : 0, JSON.stringify(row));
  for (const row of lives) statements.putLife.run(row.id, row.team, JSON.stringify(row));
  for (const row of locks) statements.putLock.run(keyOf(row.goalId), row.path, JSON.stringify(row));
}

/** What is open: unread mail, every life, the locks of open goals. A lock that is not here is nobody's, and its number grows by itself. */
export function openDesk(statements: Statements): OpenDesk {
  // An agency has none of it: one look is all that it costs there.
  if (statements.hasDesk.get()?.['any'] !== 1) return EMPTY_DESK;
  return {
    messages: statements.unreadMessages.all().map(messageIn), lives: statements.lives.all().map(lifeIn), locks: statements.openLocks.all().map(lockIn),
    nextMessage: Number(statements.lastMessage.get()?.['key'] ?? 0) + 1,
  };
}

/** The rows that these events of other processes tell of, as they are now; undefined when they tell of none. */
export function deskAfter(statements: Statements, events: readonly MusterEvent[]): DeskRows | undefined {
  const messages = new Set<MessageId>();
  const lives = new Set<string>();
  const locks = new Map<string, readonly [goal: GoalId, path: string]>();
  for (const { type, memberId, goalId, details } of events) {
    const { message_id: message, team, path } = details ?? {};
    if (type.startsWith('message.') && typeof message === 'string' && isMessageId(message)) messages.add(message);
    else if (type.startsWith('member.') && typeof team === 'string' && memberId !== null) lives.add(lifeId(team, memberId));
    else if (type.startsWith('file.') && typeof path === 'string' && goalId !== null) locks.set(`${goalId}|${path}`, [goalId, path]);
  }
  if (messages.size + lives.size + locks.size === 0) return undefined;
  const some = <T>(row: Row | undefined, as: (row: Row) => T): readonly T[] => (row === undefined ? [] : [as(row)]);
  return {
    messages: [...messages].flatMap((id) => some(statements.message.get(Number(id.slice(id.indexOf('_') + 1))), messageIn)),
    lives: [...lives].flatMap((id) => some(statements.life.get(id), lifeIn)),
    locks: [...locks.values()].flatMap(([goal, path]) => some(statements.lock.get(keyOf(goal), path), lockIn)),
  };
}

export function messageIn(row: Row): Message {
  const message = documentIn<Message>('message', row, 'key');
  if (!messageMachine.isState(message.state) || message.key !== Number(row['key'])) throw unreadable('message', row['key']);
  return message;
}

function lifeIn(row: Row): Life {
  const life = documentIn<Life>('life', row, 'id');
  if (!memberMachine.isState(life.state) || life.id !== row['id']) throw unreadable('life', row['id']);
  return life;
}

function lockIn(row: Row): FileLock {
  const lock = documentIn<FileLock>('file_lock', row, 'path');
  if (!isGoalId(lock.goalId) || lock.path !== row['path']) throw unreadable('file_lock', row['path']);
  return lock;
}

/** What we wrote ourselves comes back as it went in; anything else is a damaged file, never a default. */
function documentIn<T extends object>(table: string, row: Row, key: string): T {
  try {
    const document: T | null = JSON.parse(String(row['doc']));
    if (typeof document === 'object' && document !== null) return document;
  } catch (error) {
    throw unreadable(table, row[key], error);
  }
  throw unreadable(table, row[key]);
}
