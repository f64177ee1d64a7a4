// What one member is shown of board, roster and mail: in which order, within which limit, and that no message disappears for it.
import { describe, expect, test } from 'vitest';
import { bench, manager, member, worker, type Bench, type BenchOptions } from '../../../test/bench-board.ts';
import { lookOf, mailFor, objectsIn } from '../../../test/team-look.ts';
import { verifies } from '../../../test/verifies.ts';
import { LOCALES, type JsonObject } from '../json.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { claimTask } from './claim.ts';
import { boardForLeader, boardForMember, mailDigest, rosterDigest } from './digest.ts';
import { comeUp, enrolTeam, startMembers } from './lives.ts';
import { sendMail } from './mail.ts';
import { submitPlan } from './member-plan.ts';

const MINUTE = 60_000;
const team = (options: BenchOptions = {}): Bench => {
  const b = bench({ members: [manager(), worker('ann', ['copy'], { name: 'Ann Lee', description: 'writes' }), worker('bo', ['data'])], ...options, policy: { style: 'team', ...options.policy } });
  b.commit((board) => enrolTeam(board, 'team'));
  b.commit((board) => startMembers(board, { team: 'team' }));
  for (const life of b.board.desk.lives('team')) b.commit((board) => comeUp(board, life));
  return b;
};
const idsIn = (digest: JsonObject, list: string): readonly unknown[] => objectsIn(digest[list]).map(({ task_id: id }) => id);
const tokensOf = (value: unknown): number => estimateTokens(JSON.stringify(value));

describe('the board of a teammate', () => {
  test('shows its own task, what it may claim with fit and age, then the rest, and counts by state', () => {
    const b = team();
    const [one = 'task_0', two = 'task_0', three = 'task_0'] = b.add([{ name: 'a', title: 'Write', skills: ['copy'] }, { title: 'Count', skills: ['data'] }, { title: 'Join', dependsOn: ['a'] }, { title: 'For bo', assigneeId: 'bo' }]);
    b.commit((board) => claimTask(board, { taskId: one, memberId: 'ann' }));
    b.advance(90_000);
    const digest = boardForMember(lookOf(b, 'ann'));
    expect(digest['counts']).toEqual({ claimed: 1, pending: 2, blocked: 1 });
    expect(objectsIn(digest['yours'])).toEqual([{ task_id: one, title: 'Write', status: 'claimed', assignee: 'ann', skills: ['copy'], dependencies: [], age_seconds: 90 }]);
    expect(objectsIn(digest['claimable'])).toEqual([{ task_id: two, title: 'Count', status: 'pending', assignee: null, skills: ['data'], dependencies: [], age_seconds: 90, given_to_you: false, skill_fit: { covered: [], missing: ['data'] } }]);
    expect(idsIn(digest, 'others')).toEqual([three, 'task_4']);
    expect(objectsIn(digest['others']).map(({ dependencies, assignee }) => [dependencies, assignee])).toEqual([[[one], null], [[], 'bo']]);
  });

  test('puts what was given to it before what fits it before what does not', () => {
    const b = team();
    b.add([{ title: 'odd', skills: ['data'] }, { title: 'fit', skills: ['copy'] }, { title: 'own', assigneeId: 'ann' }]);
    expect(objectsIn(boardForMember(lookOf(b, 'ann'))['claimable']).map(({ title }) => title)).toEqual(['own', 'fit', 'odd']);
  });

  test('of 2,000 tasks as many are shown as 4,000 tokens hold, the rest is counted', () => {
    const b = team();
    b.add(Array.from({ length: 2_000 }, (_, at) => ({ title: `把第 ${at} 部分写出来，不要遗漏任何一处`, skills: ['copy'] })));
    const digest = boardForMember(lookOf(b, 'ann'));
    expect(tokensOf(digest)).toBeLessThan(4_100);
    const shown = objectsIn(digest['claimable']).length;
    expect(shown).toBeGreaterThan(20);
    expect([digest['not_shown'], digest['counts']]).toEqual([2_000 - shown, { pending: 2_000 }]);
  });
});

describe('the board of a leader', () => {
  test('begins with what only the leader can move: work nobody took, and plans that wait; ended tasks come last, the newest first', () => {
    const b = team({ policy: { planGate: true, review: 'none' } });
    const [plan = 'task_0', free = 'task_0'] = b.add([{ title: 'planned' }, { title: 'free' }]);
    b.commit((board) => submitPlan(board, { taskId: plan, memberId: 'bo', plan: 'first, then' }), [plan]);
    b.advance(MINUTE);
    const digest = boardForLeader(lookOf(b, 'boss'));
    expect([idsIn(digest, 'needs_you'), idsIn(digest, 'open')]).toEqual([[plan], [free]]);
    expect(objectsIn(digest['needs_you'])[0]).toMatchObject({ plan: { revision: 1, status: 'submitted' }, assignee: 'bo' });
  });

  test('shows ended tasks with who did them', () => {
    const b = team();
    const [one = 'task_0', two = 'task_0'] = b.add([{ title: 'first' }, { title: 'second' }, { title: 'third' }]);
    for (const id of [one, two]) {
      b.commit((board) => claimTask(board, { taskId: id, memberId: 'bo' }));
      b.advance(1_000);
      b.submit(id);
    }
    const digest = boardForLeader(lookOf(b, 'boss'));
    expect(objectsIn(digest['ended']).map(({ task_id: id, status, assignee }) => [id, status, assignee])).toEqual([[two, 'completed', 'bo'], [one, 'completed', 'bo']]);
    expect(digest['counts']).toEqual({ pending: 1, completed: 2 });
  });
});

describe('the roster', () => {
  test('names everybody with role, skills, state, load and unread mail, the leader first, and says who the reader is', () => {
    const b = team({ members: [worker('ann', ['copy'], { name: 'Ann Lee', description: 'writes' }), manager(), member('eva', { kind: 'human' })] });
    const [one = 'task_0'] = b.add([{}]);
    b.commit((board) => claimTask(board, { taskId: one, memberId: 'ann' }));
    b.commit((board) => sendMail(board, { team: 'team', goalId: b.goalId, from: 'boss', to: 'ann', content: 'look' }));
    expect(objectsIn(rosterDigest(lookOf(b, 'ann'))['members'])).toEqual([
      { member_name: 'boss', display_name: 'boss', role: ['leader'], skills: [], state: 'ready', load: 0, capacity: 1, kind: 'function', unread: 0 },
      { member_name: 'ann', display_name: 'Ann Lee', role: ['teammate'], skills: ['copy'], state: 'ready', load: 1, capacity: 1, kind: 'function', desc: 'writes', unread: 1, you: true },
      { member_name: 'eva', display_name: 'eva', role: ['teammate'], skills: [], state: 'ready', load: 0, capacity: 1, kind: 'human', unread: 0 },
    ]);
  });

  test('only the leader sees what a member takes and gives', () => {
    const b = team({ members: [manager(), worker('ann', ['copy'], { inputSchema: { type: 'object' }, outputSchema: { type: 'string' } })] });
    expect(JSON.stringify(rosterDigest(lookOf(b, 'boss')))).toMatch(/input_schema.*output_schema/);
    expect(JSON.stringify(rosterDigest(lookOf(b, 'ann')))).not.toMatch(/input_schema.*output_schema/);
  });

  test('of 300 members descriptions give way first, then members; 3,000 tokens are kept', () => {
    const many = (count: number): Bench => team({ members: [manager(), ...Array.from({ length: count }, (_, at) => worker(`member-${at}`, ['copy'], { description: '专门负责撰写各种文案，也会校对。'.repeat(20) }))] });
    const some = rosterDigest(lookOf(many(15), 'boss'));
    expect([objectsIn(some['members']).length, JSON.stringify(some).includes('校对'), some['not_shown']]).toEqual([16, false, undefined]);
    const all = rosterDigest(lookOf(many(300), 'boss'));
    expect(tokensOf(all)).toBeLessThan(3_100);
    expect(objectsIn(all['members']).length + Number(all['not_shown'])).toBe(301);
    expect(objectsIn(all['members'])[0]).toMatchObject({ member_name: 'boss' });
  });
});

describe('the mail', () => {
  const send = (b: Bench, from: string, content: string, summary?: string) => b.commit((board) => sendMail(board, { team: 'team', goalId: b.goalId, from, to: 'ann', content, ...(summary === undefined ? {} : { summary }) }));

  test('shows each message with sender, time and content, in the order it was sent', () => {
    const b = team();
    send(b, 'bo', 'The figures are in data/a.csv.', 'figures are there');
    send(b, 'boss', 'Which tone do you want?');
    expect(mailDigest(mailFor(b, 'ann'), { locale: 'en' })).toEqual([
      { message_id: 'message_1', from_member_name: 'bo', timestamp: '1970-01-01T00:16:40.000Z', summary: 'figures are there', content: 'The figures are in data/a.csv.' },
      { message_id: 'message_2', from_member_name: 'boss', timestamp: '1970-01-01T00:16:40.000Z', content: 'Which tone do you want?' },
    ]);
  });

  test.each(LOCALES)('40 messages of 7,000 characters stay 40 messages with sender and summary, in at most 8,000 tokens (%s)', (locale) => {
    verifies('team.turn_facts');
    const b = team();
    for (let at = 0; at < 40; at += 1) send(b, at % 2 === 0 ? 'bo' : 'boss', `${at}：${locale === 'zh' ? '进展如下。'.repeat(1_399) : 'This "is" so.\n'.repeat(499)}`, `news ${at}`);
    const letters = mailDigest(mailFor(b, 'ann'), { locale });
    expect(letters.map(({ summary }) => summary)).toEqual(Array.from({ length: 40 }, (_, at) => `news ${at}`));
    expect(letters.filter(({ whole_characters: whole }) => typeof whole === 'number' && whole > 6_000)).toHaveLength(40);
    expect(tokensOf(letters)).toBeLessThanOrEqual(8_000);
  });

  test('a long message gives way before short ones, which stay whole', () => {
    const b = team();
    send(b, 'bo', '长'.repeat(7_000));
    for (const text of ['one', 'two', 'three']) send(b, 'boss', text);
    const [long, ...short] = mailDigest(mailFor(b, 'ann'), { locale: 'zh', tokens: 1_000 });
    expect(short.map(({ content }) => content)).toEqual(['one', 'two', 'three']);
    expect(long).toMatchObject({ whole_characters: 7_000, content: expect.stringMatching(/^长{100,}\n［已截短/) });
  });
});
