// Claims: one winner, the others are told who it is; one task in progress a member; what nobody takes is offered, then the manager's.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bench, codeOf, manager, worker, type Bench, type BenchOptions } from '../../../test/bench-board.ts';
import type { TaskId } from '../ids.ts';
import { assignTask } from '../moves/intervene.ts';
import { claimNext, claimTask, offersFor } from './claim.ts';
import { verifies } from '../../../test/verifies.ts';

const MINUTE = 60_000;
const pull = (options: BenchOptions = {}): Bench => bench({ members: [manager(), worker('ann', ['copy']), worker('bo')], ...options, policy: { style: 'team', ...options.policy } });
const claim = (b: Bench, taskId: TaskId, memberId: string) => b.commit((board) => claimTask(board, { taskId, memberId }), [taskId]);

describe('a claim', () => {
  test('takes a free task and begins its attempt; the next one is told who holds it, and nothing is written for that', () => {
    verifies('team.claim_one_winner');
    const b = pull();
    const [one = 'task_0'] = b.add([{}]);
    expect(b.expectOk(claim(b, one, 'ann'))).toMatchObject({ token: 1, attemptId: 'attempt_1_1', already: false });
    const events = b.rows.events.length;
    const lost = claim(b, one, 'bo');
    expect(lost).toMatchObject({ ok: false, code: 'task.taken', details: { holder: 'ann' } });
    expect(lost.ok ? '' : lost.because).toContain('held by ann');
    expect(b.rows.events).toHaveLength(events);
    expect(b.task(one)).toMatchObject({ state: 'claimed', assigneeId: 'ann', starts: 1, epoch: 1 });
  });

  test('by who has it already gives the same attempt again and changes nothing', () => {
    const b = pull();
    const [one = 'task_0'] = b.add([{}]);
    claim(b, one, 'ann');
    const version = b.task(one).version;
    expect(b.expectOk(claim(b, one, 'ann'))).toMatchObject({ token: 1, already: true });
    expect(b.task(one).version).toBe(version);
  });

  test('of a second task is refused in 50 rounds of two claims at once, with the task that is held; a member of capacity 2 may', () => {
    for (let round = 0; round < 50; round += 1) {
      const b = pull();
      const [one = 'task_0', two = 'task_0'] = b.add([{}, {}]);
      expect([codeOf(claim(b, one, 'bo')), codeOf(claim(b, two, 'bo'))]).toEqual(['ok', 'member.busy']);
    }
    const b = pull({ members: [worker('bo', [], { capacity: 2 })] });
    const tasks = b.add([{}, {}, {}]);
    expect(tasks.map((id) => codeOf(claim(b, id, 'bo')))).toEqual(['ok', 'ok', 'member.busy']);
  });

  test.each([
    ['a blocked task', 'lifecycle.illegal_move', (b: Bench) => claim(b, b.add([{ name: 'a' }, { dependsOn: ['a'] }])[1] ?? 'task_0', 'ann')],
    ['a task meant for another', 'task.taken', (b: Bench) => claim(b, b.add([{ assigneeId: 'bo' }])[0] ?? 'task_0', 'ann')],
    ['no member', 'member.not_found', (b: Bench) => claim(b, b.add([{}])[0] ?? 'task_0', 'zoe')],
    ['the manager', 'member.not_found', (b: Bench) => claim(b, b.add([{}])[0] ?? 'task_0', 'boss')],
    ['no task', 'task.not_found', (b: Bench) => claim(b, 'task_9', 'ann')],
  ])('is refused: %s', (_what, code, act) => {
    expect(codeOf(act(pull()))).toBe(code);
  });

  test('where code gives tasks out there is nothing to claim', () => {
    const b = bench();
    const [one = 'task_0'] = b.add([{}]);
    b.register(worker('ann', ['x']));
    expect(codeOf(claim(b, one, 'ann'))).toBe('lifecycle.illegal_move');
  });

  test('of what was given to this member starts it; others are told whose it is', () => {
    const b = pull();
    const [one = 'task_0'] = b.add([{}]);
    b.expectOk(b.commit((board) => assignTask(board, { taskId: one, to: 'bo', by: 'boss', as: 'manager' })));
    expect(b.state(one)).toBe('assigned');
    expect(codeOf(claim(b, one, 'ann'))).toBe('task.taken');
    claim(b, one, 'bo');
    expect(b.task(one)).toMatchObject({ state: 'claimed', starts: 1 });
    expect(b.log).toContain('task_1 started bo');
  });
});

test('a result ends the claim at once where nobody reviews and nothing is checked, and its dependant is free in the same change', () => {
  const b = pull();
  const [one = 'task_0', two = 'task_0'] = b.add([{ name: 'a' }, { dependsOn: ['a'] }]);
  claim(b, one, 'ann');
  b.submit(one);
  expect(b.states()).toEqual({ [one]: 'completed', [two]: 'pending' });
});

test('what was sent back waits for its author, who takes it up by a claim with the fixes', () => {
  const b = pull({ members: [worker('ann'), worker('r', [], { roles: ['reviewer'] })], policy: { review: 'members' } });
  const [one = 'task_0'] = b.add([{}]);
  claim(b, one, 'ann');
  b.submit(one);
  b.reject(one, ['shorter']);
  expect(b.task(one)).toMatchObject({ state: 'assigned', assigneeId: 'ann', more: { fixes: ['shorter'] } });
  expect(b.expectOk(claim(b, one, 'ann')).token).toBe(2);
  expect(codeOf(b.submit(one, { token: 1 }))).toBe('ok');
  expect(b.log.at(-1)).toBe('task_1 result_set_aside');
});

describe('work that nobody takes', () => {
  test('is offered again after 2 minutes, lies with the manager after 10, and is a person’s question after 10 more', () => {
    verifies('team.unclaimed_never_lost');
    const b = pull({ members: [manager(), worker('ann')] });
    b.add([{}]);
    b.news();
    b.advance(2 * MINUTE + 1);
    expect(b.news()).toEqual(['task_1 offered']);
    b.advance(8 * MINUTE - 1);
    expect(b.news()).toEqual([]);
    b.advance(2);
    expect(b.news()).toEqual(['task_1 shelved (nobody_took_it)', 'task_1 replan_asked (nobody_took_it)']);
    expect(b.task('task_1').more?.waiting).toMatchObject({ for: 'manager', reason: 'nobody_took_it' });
    b.advance(10 * MINUTE + 1);
    expect(b.state('task_1')).toBe('escalated');
    expect(b.openQuestions()).toMatchObject([{ kind: 'escalation' }]);
  });

  test('goes to a person at once where there is no manager, and a claim on the way ends all of it', () => {
    const b = pull({ members: [worker('ann')] });
    const [one = 'task_0'] = b.add([{}]);
    b.advance(2 * MINUTE + 1);
    claim(b, one, 'ann');
    b.lose(one);
    expect(b.task(one).more?.offered).toBeUndefined();
    b.advance(2 * MINUTE + 1);
    b.advance(8 * MINUTE + 1);
    expect(b.state(one)).toBe('escalated');
  });
});

test('a member sees what it may claim: its own first, then the best fit, then the oldest, each with its age', () => {
  const b = pull();
  b.add([{ skills: ['art'] }, {}, { skills: ['copy'] }, { assigneeId: 'bo' }, { assigneeId: 'ann' }]);
  const offers = offersFor(b.board, b.goal(), 'ann', b.now + 5);
  expect(offers.map(({ task, missing, own, ageMs }) => [task.id, missing, own, ageMs])).toEqual([
    ['task_5', [], true, 5], ['task_2', [], false, 5], ['task_3', [], false, 5], ['task_1', ['art'], false, 5],
  ]);
  claim(b, 'task_2', 'bo');
  expect(offersFor(b.board, b.goal(), 'ann').map(({ task }) => task.id)).not.toContain('task_2');
});

test('the next task for a member is the first of its offers, in any mixture of skills, names and hands', () => {
  fc.assert(fc.property(fc.array(fc.tuple(fc.constantFrom('', 'copy', 'art'), fc.constantFrom(undefined, undefined, 'ann', 'bo')), { minLength: 1, maxLength: 8 }), fc.constantFrom('ann', 'bo'), (sketches, memberId) => {
    const b = pull({ openEnded: true });
    b.add(sketches.map(([skill, assigneeId]) => ({ skills: skill === '' ? [] : [skill], ...(assigneeId === undefined ? {} : { assigneeId }) })));
    claim(b, 'task_1', memberId === 'ann' ? 'bo' : 'ann');
    const best = offersFor(b.board, b.goal(), memberId)[0]?.task.id;
    expect(b.expectOk(b.commit((board) => claimNext(board, { goalId: b.goalId, memberId })))?.taskId).toBe(best);
  }), { numRuns: 100 });
});
