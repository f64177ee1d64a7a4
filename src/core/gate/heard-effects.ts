// Mail carries along what its sender had done to the world when it was sent: what a member was shown may be a secret that another
// read. Told from the log of a goal alone, in its order; what a member heard counts for the mail that it sends in turn.
import type { MusterEvent } from '../change.ts';
import type { JsonObject } from '../json.ts';
import { EFFECTS, type Effect } from './effects.ts';

/** One message that brought effects with it. */
export interface Heard {
  readonly messageId: string;
  readonly from: string;
  readonly effects: readonly Effect[];
}

/** The messages of this kind that the member was shown, oldest first. */
export function heardBy(events: Iterable<MusterEvent>, memberId: string): readonly Heard[] {
  const behind = new Map<string, Set<Effect>>();
  const carried = new Map<string, Omit<Heard, 'messageId'>>();
  const heard = new Map<string, Heard>();
  const effectsOf = (member: string): Set<Effect> => {
    const known = behind.get(member) ?? new Set();
    behind.set(member, known);
    return known;
  };
  for (const { type, memberId: member, details } of events) {
    if (member === null || details === null) continue;
    if (type === 'tool.started' || (type === 'tool.ended' && details['outcome'] !== 'refused')) for (const effect of effectsIn(details)) effectsOf(member).add(effect);
    const messageId = String(details['message_id'] ?? '');
    // What was sent on brings what its first sender had done.
    if (type === 'message.sent') carried.set(messageId, carried.get(String(details['forwarded_from'] ?? '')) ?? { from: member, effects: [...effectsOf(member)] });
    const message = type === 'message.delivered' ? carried.get(messageId) : undefined;
    if (message === undefined || message.effects.length === 0) continue;
    for (const effect of message.effects) effectsOf(member).add(effect);
    if (member === memberId) heard.set(messageId, { messageId, ...message });
  }
  return [...heard.values()];
}

export const heardOut = ({ messageId, from, effects }: Heard): JsonObject => ({ message_id: messageId, from, effects });

function effectsIn({ effects }: JsonObject): readonly Effect[] {
  return Array.isArray(effects) ? EFFECTS.filter((effect) => effects.includes(effect)) : [];
}
