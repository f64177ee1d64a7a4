// Which effects a member has heard of, told from the log: only what was done before the message was sent, and only by who sent it.
import { expect, test } from 'vitest';
import type { MusterEvent } from '../change.ts';
import type { EventType } from '../events.ts';
import type { JsonObject } from '../json.ts';
import { heardBy } from './heard-effects.ts';

const event = (type: EventType, memberId: string, details: JsonObject): MusterEvent => ({ seq: 0, at: 0, type, goalId: 'goal_1', taskId: null, version: 0, memberId, details });
const did = (member: string, effect: string, outcome = 'ok') => event('tool.ended', member, { call_key: 'c', outcome, effects: [effect] });
const sent = (id: number, from: string, more: JsonObject = {}) => event('message.sent', from, { message_id: `message_${id}`, from, ...more });
const shown = (id: number, to: string) => event('message.delivered', to, { message_id: `message_${id}` });

test('a message carries what its sender had done when it was sent, and nothing of later or of refused calls', () => {
  const log = [did('ada', 'reads_db'), did('ada', 'network', 'refused'), sent(1, 'ada'), did('ada', 'reads_secret'), shown(1, 'bo')];
  expect(heardBy(log, 'bo')).toEqual([{ messageId: 'message_1', from: 'ada', effects: ['reads_db'] }]);
  expect(heardBy(log, 'ada')).toEqual([]);
});

test('what was sent and not shown yet is not heard; shown again it is heard once', () => {
  const log = [did('ada', 'reads_db'), sent(1, 'ada')];
  expect(heardBy(log, 'bo')).toEqual([]);
  expect(heardBy([...log, shown(1, 'bo'), shown(1, 'bo')], 'bo')).toHaveLength(1);
});

test('it goes on with the mail of who heard it, and with mail that is sent on for who has left', () => {
  const log = [event('tool.started', 'ada', { call_key: 'c', effects: ['reads_secret'] }), sent(1, 'ada'), shown(1, 'cy'), sent(2, 'cy'), shown(2, 'bo'), sent(3, 'ada'), sent(4, 'ada', { forwarded_from: 'message_3' }), shown(4, 'lead')];
  expect(heardBy(log, 'bo')).toEqual([{ messageId: 'message_2', from: 'cy', effects: ['reads_secret'] }]);
  expect(heardBy(log, 'lead')).toEqual([{ messageId: 'message_4', from: 'ada', effects: ['reads_secret'] }]);
});
