// The desk of a store: what teams keep beside their tasks, that is unread mail, members' lives and locks. A cache of the rows
// like the rest of the board, and empty where nobody claims: an agency pays nothing for it.
import type { GoalId } from '../ids.ts';
import type { FileLock } from './file-lock.ts';
import { lockId } from './file-lock.ts';
import { lifeId, type Life } from './life.ts';
import { isUnread, type Message, type MessageId } from './message.ts';

export interface Desk {
  /** Key of the next message. */
  readonly nextMessage: number;
  /** Unread ones only. */
  message(id: MessageId): Message | undefined;
  /** What a member, or `user`, has not read, oldest first. */
  mailOf(team: string, to: string): readonly Message[];
  unread(): Iterable<Message>;
  life(team: string, memberId: string): Life | undefined;
  lives(team: string): readonly Life[];
  lock(goalId: GoalId, path: string): FileLock | undefined;
  locks(goalId: GoalId): readonly FileLock[];
}

/** What a change writes of it; each row once, later ones replace earlier ones. */
export interface DeskRows {
  readonly messages: readonly Message[];
  readonly lives: readonly Life[];
  readonly locks: readonly FileLock[];
}

export interface OpenDesk extends DeskRows {
  readonly nextMessage: number;
}

export const EMPTY_DESK: OpenDesk = { messages: [], lives: [], locks: [], nextMessage: 1 };

export class LiveDesk implements Desk {
  nextMessage = 1;
  private readonly mail = new Map<MessageId, Message>();
  /** By box, in the order they were sent. */
  private readonly boxes = new Map<string, Map<MessageId, Message>>();
  private readonly allLives = new Map<string, Map<string, Life>>();
  private readonly allLocks = new Map<GoalId, Map<string, FileLock>>();

  message(id: MessageId): Message | undefined {
    return this.mail.get(id);
  }
  mailOf(team: string, to: string): readonly Message[] {
    return [...(this.boxes.get(lifeId(team, to))?.values() ?? [])];
  }
  unread(): Iterable<Message> {
    return this.mail.values();
  }
  life(team: string, memberId: string): Life | undefined {
    return this.allLives.get(team)?.get(memberId);
  }
  lives(team: string): readonly Life[] {
    return [...(this.allLives.get(team)?.values() ?? [])];
  }
  lock(goalId: GoalId, path: string): FileLock | undefined {
    return this.allLocks.get(goalId)?.get(lockId(goalId, path));
  }
  locks(goalId: GoalId): readonly FileLock[] {
    return [...(this.allLocks.get(goalId)?.values() ?? [])];
  }

  take({ messages, lives, locks }: DeskRows): void {
    for (const message of messages) this.putMessage(message);
    for (const life of lives) entry(this.allLives, life.team).set(life.memberId, life);
    for (const lock of locks) entry(this.allLocks, lock.goalId).set(lock.id, lock);
  }

  restore(rows: OpenDesk): void {
    for (const kept of [this.mail, this.boxes, this.allLives, this.allLocks]) kept.clear();
    this.nextMessage = 1;
    this.take(rows);
    this.nextMessage = Math.max(this.nextMessage, rows.nextMessage);
  }

  private putMessage(message: Message): void {
    if (message.key >= this.nextMessage) this.nextMessage = message.key + 1;
    const box = entry(this.boxes, lifeId(message.team, message.to));
    if (isUnread(message)) {
      this.mail.set(message.id, message);
      box.set(message.id, message);
      return;
    }
    this.mail.delete(message.id);
    box.delete(message.id);
  }
}

function entry<K, I, V>(map: Map<K, Map<I, V>>, key: K): Map<I, V> {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = new Map<I, V>();
  map.set(key, made);
  return made;
}
