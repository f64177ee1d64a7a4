// Mail between members, one row a receiver. It is stored first; a turn of the receiver has it delivered, and only the commit of
// that turn's outcome makes it read. So of all turns that ever saw it, exactly one has an outcome: a turn that died takes nothing along.
import type { GoalId } from '../ids.ts';
import type { MessageState } from '../lifecycles.ts';

export type MessageId = `message_${number}`;
export const messageId = (key: number): MessageId => `message_${key}`;
export const isMessageId = (text: string): text is MessageId => /^message_[1-9]\d*$/.test(text);

/** The address of the person who owns the goal; no member may have it. */
export const USER = 'user';

export interface Message {
  readonly id: MessageId;
  readonly key: number;
  readonly team: string;
  readonly goalId: GoalId | null;
  readonly from: string;
  /** A member's id, or `user`. */
  readonly to: string;
  readonly content: string;
  /** One line: what lists, wake-ups and digests show. */
  readonly summary: string;
  readonly isBroadcast: boolean;
  /** May reach a turn that is running, at its next step. */
  readonly urgent: boolean;
  /** The receiver is woken for it; else it waits for the next turn that something else begins. */
  readonly wakes: boolean;
  /** How many messages led to this one, each sent in a turn that had read the one before. */
  readonly depth: number;
  /** What it answers: the newest mail of the receiver that the sender's turn had before it. */
  readonly replyTo: MessageId | null;
  readonly forwardedFrom: MessageId | null;
  readonly state: MessageState;
  /** The turn that has it, once it is delivered; 0 before. */
  readonly turn: number;
  readonly sentAt: number;
  readonly closedAt: number | null;
}

/** Not read yet: in the box, or with a turn that has not ended. */
export const isUnread = (message: Message): boolean => message.state === 'sent' || message.state === 'delivered';
