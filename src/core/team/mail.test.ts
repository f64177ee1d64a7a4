// Who gets what, who is told why not, who is woken: and that two members who answer everything come to rest.
import { describe, expect, test } from 'vitest';
import { bench, codeOf, manager, member, worker, type Bench, type BenchOptions } from '../../../test/bench-board.ts';
import { refuse } from '../errors.ts';
import { sameInBoth } from '../json.ts';
import { comeUp, enrolTeam, failMember, restartMember, shutDownMember, startMembers } from './lives.ts';
import { isCourtesy, LONGEST_MAIL, readByPerson, sendMail, unreadDepths, type Sending } from './mail.ts';
import { isMessageId } from './message.ts';
import { beginTurn, endTurn, takeUrgent, type TurnBegun } from './turn.ts';
import { verifies } from '../../../test/verifies.ts';

const team = (options: BenchOptions = {}): Bench => {
  const b = bench({ members: [manager(), worker('ann', [], { name: 'Ann Lee' }), worker('bo')], ...options, policy: { style: 'team', ...options.policy } });
  b.commit((board) => enrolTeam(board, 'team'));
  return b;
};
const wake = (b: Bench): void => {
  b.commit((board) => startMembers(board, { team: 'team' }));
  for (const life of b.board.desk.lives('team')) b.expectOk(b.commit((board) => comeUp(board, life)));
};
const send = (b: Bench, from: string, to: Sending['to'], content = 'please look') => b.commit((board) => sendMail(board, { team: 'team', goalId: b.goalId, from, to, content }));
const boxOf = (b: Bench, of: string): readonly string[] => b.board.desk.mailOf('team', of).map((mail) => mail.content);
const begin = (b: Bench, memberId: string): TurnBegun => b.expectOk(b.commit((board) => beginTurn(board, { team: 'team', memberId })));
const end = (b: Bench, memberId: string, turn: number, more: { readonly void?: boolean } = {}) => b.commit((board) => endTurn(board, { team: 'team', memberId, turn, ...more }));

describe('receivers', () => {
  test('are found by id, by display name, by "leader" and as the goal’s owner; each has a result', () => {
    const b = team();
    const sent = b.expectOk(send(b, 'bo', ['Ann Lee', 'leader', 'user', 'zoe', ' ', 'ann']));
    expect(sent.results.map((result) => ('messageId' in result ? [result.to, result.messageId] : [result.to, result.refused.code]))).toEqual([['Ann Lee', 'message_1'], ['leader', 'message_2'], ['user', 'message_3'], ['zoe', 'member.not_found']]);
    expect([boxOf(b, 'ann'), boxOf(b, 'boss'), boxOf(b, 'user')]).toEqual([['please look'], ['please look'], ['please look']]);
  });

  test('alone are refused with the members there are: a stranger, two of one display name, oneself', () => {
    const b = team({ members: [worker('ann', [], { name: 'Kim' }), worker('bo', [], { name: 'Kim' }), worker('cy')] });
    expect(send(b, 'cy', 'zoe')).toMatchObject({ ok: false, code: 'member.not_found', because: expect.stringContaining('ann (Kim), bo (Kim), cy') });
    expect(send(b, 'cy', 'Kim')).toMatchObject({ ok: false, because: expect.stringContaining('Several members are called "Kim"') });
    expect([codeOf(send(b, 'cy', 'cy')), codeOf(send(b, 'cy', [])), codeOf(send(b, 'zoe', 'ann')), b.rows.messages.size]).toEqual(['input.invalid', 'input.invalid', 'member.not_found', 0]);
  });

  test('of "*" are all others, never the sender and never who has left', () => {
    const b = team();
    wake(b);
    b.expectOk(b.commit((board) => shutDownMember(board, { team: 'team', memberId: 'bo', by: 'boss' })));
    expect(b.expectOk(send(b, 'ann', '*')).results.map(({ to }) => to)).toEqual(['boss']);
    expect([boxOf(b, 'ann'), boxOf(b, 'bo')]).toEqual([[], []]);
    expect(b.rows.messages.get('message_1')).toMatchObject({ isBroadcast: true, from: 'ann' });
  });
});

test('an empty text and one of 8,001 characters store nothing; the answer to the long one says to write a file', () => {
  const b = team();
  expect(codeOf(send(b, 'ann', 'bo', ' \n'))).toBe('input.invalid');
  expect(send(b, 'ann', 'bo', 'x'.repeat(LONGEST_MAIL + 1))).toMatchObject({ ok: false, code: 'input.too_large', because: expect.stringContaining('.team/') });
  expect(codeOf(send(b, 'ann', 'bo', 'x'.repeat(LONGEST_MAIL)))).toBe('ok');
  expect(b.rows.messages.size).toBe(1);
});

test('the first message starts everybody who is not there yet, and the second nobody', () => {
  const b = team();
  expect(b.expectOk(send(b, 'user', 'ann')).started).toEqual(['boss', 'ann', 'bo']);
  expect(b.expectOk(send(b, 'user', 'ann')).started).toEqual([]);
  expect(b.board.desk.lives('team').map(({ state }) => state)).toEqual(['starting', 'starting', 'starting']);
});

describe('delivery', () => {
  test('is oldest first, 100 messages of two senders keep their order, and all are read with the turn that had them', () => {
    const b = team();
    wake(b);
    for (let index = 0; index < 50; index += 1) for (const from of ['ann', 'bo']) send(b, from, 'boss', `${from} ${index}`);
    const { turn, mail } = begin(b, 'boss');
    expect(mail.filter(({ from }) => from === 'ann').map(({ content }) => content)).toEqual(Array.from({ length: 50 }, (_, index) => `ann ${index}`));
    expect(mail).toHaveLength(100);
    b.expectOk(end(b, 'boss', turn));
    expect([boxOf(b, 'boss'), [...b.rows.messages.values()].filter(({ state, turn: of }) => state === 'read' && of === turn).length]).toEqual([[], 100]);
    expect(begin(b, 'boss').mail).toEqual([]);
  });

  test('of a box of 250 is 100 a turn: three turns have all of it in its order, and what is left wakes again', () => {
    verifies('team.mail_once');
    const b = team();
    wake(b);
    for (let index = 0; index < 250; index += 1) send(b, 'ann', 'boss', `word ${index}`);
    const seen: string[][] = [];
    for (const left of [150, 50, 0]) {
      const { turn, mail } = begin(b, 'boss');
      seen.push(mail.map(({ content }) => content));
      b.expectOk(end(b, 'boss', turn));
      expect(boxOf(b, 'boss')).toHaveLength(left);
      expect(b.board.desk.mailOf('team', 'boss').some(({ wakes }) => wakes)).toBe(left > 0);
    }
    expect(seen.map((mail) => mail.length)).toEqual([100, 100, 50]);
    expect(seen.flat()).toEqual(Array.from({ length: 250 }, (_, index) => `word ${index}`));
  });

  test('of urgent mail to a turn that runs is 100 a step and 200 in all; the rest comes with the next turn', () => {
    const b = team();
    wake(b);
    const { turn } = begin(b, 'bo');
    for (let index = 0; index < 230; index += 1) b.expectOk(b.commit((board) => sendMail(board, { team: 'team', goalId: b.goalId, from: 'boss', to: 'bo', content: `stop ${index}`, urgent: true })));
    const urgent = () => b.expectOk(b.commit((board) => takeUrgent(board, { team: 'team', memberId: 'bo', turn }))).length;
    expect([urgent(), urgent(), urgent()]).toEqual([100, 100, 0]);
    b.expectOk(end(b, 'bo', turn));
    expect(begin(b, 'bo').mail).toHaveLength(30);
  });

  test('a turn that died takes nothing along: its mail comes again with the next one, once, and its own end is refused', () => {
    verifies('team.mail_once');
    const b = team();
    wake(b);
    send(b, 'ann', 'bo', 'one');
    const dead = begin(b, 'bo');
    expect(codeOf(b.commit((board) => beginTurn(board, { team: 'team', memberId: 'bo' })))).toBe('lifecycle.illegal_move');
    b.expectOk(b.commit((board) => failMember(board, { team: 'team', memberId: 'bo' }, 'hangs')));
    send(b, 'ann', 'bo', 'two');
    b.restart(2);
    b.expectOk(b.commit((board) => restartMember(board, { team: 'team', memberId: 'bo' }, 'engine')));
    b.expectOk(b.commit((board) => comeUp(board, { team: 'team', memberId: 'bo' })));
    const next = begin(b, 'bo');
    expect(next.mail.map(({ content }) => content)).toEqual(['one', 'two']);
    const before = b.rows.events.length;
    expect(codeOf(end(b, 'bo', dead.turn))).toBe('attempt.stale');
    expect(b.rows.events).toHaveLength(before);
    b.expectOk(end(b, 'bo', next.turn));
    const reads = b.rows.events.filter(({ type }) => type === 'message.read').map(({ details }) => details?.['message_id']);
    expect(reads).toEqual(['message_1', 'message_2']);
  });

  test('a void turn reads nothing', () => {
    const b = team();
    wake(b);
    send(b, 'ann', 'bo', 'one');
    end(b, 'bo', begin(b, 'bo').turn, { void: true });
    expect(begin(b, 'bo').mail.map(({ content }) => content)).toEqual(['one']);
  });

  test('only urgent mail reaches a turn that runs, and it is read with that turn', () => {
    const b = team();
    wake(b);
    const { turn } = begin(b, 'bo');
    send(b, 'boss', 'bo', 'later');
    b.expectOk(b.commit((board) => sendMail(board, { team: 'team', goalId: b.goalId, from: 'boss', to: 'bo', content: 'stop', urgent: true })));
    const urgent = () => b.expectOk(b.commit((board) => takeUrgent(board, { team: 'team', memberId: 'bo', turn }))).map(({ content }) => content);
    expect([urgent(), urgent()]).toEqual([['stop'], []]);
    end(b, 'bo', turn);
    expect(boxOf(b, 'bo')).toEqual(['later']);
  });

  test('the outcome of a turn and the reading of its mail are one change: a refused outcome reads nothing', () => {
    const b = team();
    wake(b);
    send(b, 'ann', 'bo', 'one');
    const { turn } = begin(b, 'bo');
    expect(codeOf(b.commit((board) => endTurn(board, { team: 'team', memberId: 'bo', turn }, () => refuse('input.invalid', sameInBoth('no')))))).toBe('input.invalid');
    expect(b.board.desk.mailOf('team', 'bo')).toMatchObject([{ state: 'delivered' }]);
  });
});

describe('courtesy', () => {
  test.each([
    ['Thanks, got it!', 'All tests pass now.', true],
    ['谢谢，收到。', '测试已全部通过。', true],
    ['Yes.', 'Shall I use tabs?', false],
    ['好的。', '需要现在合并吗', false],
    ['Which branch?', 'All tests pass now.', false],
    ['See task_4', 'All tests pass now.', false],
    ['It is in docs/plan.md', 'All tests pass now.', false],
    [`The parser is done. ${'It reads all forms. '.repeat(5)}`, 'Go ahead.', false],
  ])('"%s" as an answer to "%s": %s', (content, parent, is) => {
    expect(isCourtesy(content, { content: parent })).toBe(is);
  });

  test('wakes nobody and is delivered with the next turn that something else begins', () => {
    const b = team();
    wake(b);
    send(b, 'ann', 'bo', 'The parser is merged.');
    const { turn } = begin(b, 'bo');
    send(b, 'bo', 'ann', 'Thanks!');
    end(b, 'bo', turn);
    expect(b.board.desk.mailOf('team', 'ann')).toMatchObject([{ content: 'Thanks!', wakes: false, replyTo: 'message_1', depth: 1 }]);
    expect(unreadDepths(b.board, 'team')).toMatchObject([{ member: 'ann', unread: 1, waking: 0 }]);
    send(b, 'boss', 'ann', 'Next task is ready.');
    expect(begin(b, 'ann').mail.map(({ content }) => content)).toEqual(['Thanks!', 'Next task is ready.']);
  });

  test.each([
    ['two that ask each other for ever', ['ann', 'bo']],
    ['a ring of three', ['ann', 'bo', 'boss']],
  ])('%s come to rest: after 6 answers nobody is woken any more', (_what, ring) => {
    verifies('team.talk_ends');
    const b = team();
    wake(b);
    send(b, 'user', ring[0] ?? '', 'Do you hear me?');
    let turns = 0;
    for (; turns < 50; turns += 1) {
      const at = ring.findIndex((name) => b.board.desk.mailOf('team', name).some(({ wakes }) => wakes));
      const [name, next] = [ring[at], ring[(at + 1) % ring.length]];
      if (name === undefined || next === undefined) break;
      const { turn } = begin(b, name);
      send(b, name, next, 'And what do you think?');
      end(b, name, turn);
    }
    expect(turns).toBe(6);
    expect([...b.rows.messages.values()].at(-1)).toMatchObject({ depth: 6, wakes: false, state: 'sent' });
  });
});

describe('mail of who has left', () => {
  test('is refused, and what was in the box goes on to the manager with its origin', () => {
    const b = team();
    wake(b);
    send(b, 'ann', 'bo', 'the key is under the mat');
    send(b, 'boss', 'bo', 'how far are you?');
    b.expectOk(b.commit((board) => shutDownMember(board, { team: 'team', memberId: 'bo', by: 'boss' })));
    expect(send(b, 'ann', 'bo')).toMatchObject({ ok: false, code: 'member.gone', because: expect.stringContaining('boss') });
    expect(b.board.desk.mailOf('team', 'boss')).toMatchObject([{ from: 'ann', content: 'the key is under the mat', forwardedFrom: 'message_1' }]);
    expect([b.rows.messages.get('message_1')?.state, b.rows.messages.get('message_2')?.state]).toEqual(['dead', 'dead']);
  });
});

test('a person reads its own mail, once', () => {
  const b = team();
  send(b, 'ann', 'user', 'done');
  const ids = [...b.rows.messages.keys()].filter(isMessageId);
  const read = (reader: string) => b.expectOk(b.commit((board) => readByPerson(board, { team: 'team', reader, ids })));
  expect([read('bo'), read('user'), read('user')]).toEqual([0, 1, 0]);
});

test('a person is a member without a life: mail waits for it, and nobody starts it', () => {
  const b = team({ members: [worker('ann'), member('pat', { kind: 'human' })] });
  send(b, 'ann', 'pat');
  expect([boxOf(b, 'pat').length, b.board.desk.lives('team').map(({ memberId }) => memberId)]).toEqual([1, ['ann']]);
});
