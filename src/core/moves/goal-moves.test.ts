// What may be done to a goal as a whole: sealing, pausing, cancelling, taking over, closing.
import { describe, expect, test } from 'vitest';
import { bench, codeOf, manager, reviewer, worker, type Bench } from '../../../test/bench-board.ts';
import { verifies } from '../../../test/verifies.ts';
import type { Decision } from '../change.ts';
import { cancelGoal, closeGoal, letGo, pauseGoal, resumeGoal, sealGoal, takeOver } from './goal-moves.ts';

const running = (count = 2): Bench => {
  const b = bench({ members: [worker('a'), reviewer('r')] });
  b.add(Array.from({ length: count }, () => ({})));
  b.news();
  return b;
};
const on = <T>(b: Bench, decide: (board: Bench['board'], id: Bench['goalId']) => Decision<T>): Decision<T> => b.commit(() => decide(b.board, b.goalId), [b.goalId]);
const pause = (b: Bench) => on(b, (board, id) => pauseGoal(board, id, 'ann'));
const resume = (b: Bench) => on(b, (board, id) => resumeGoal(board, id, 'ann'));
const cancel = (b: Bench) => on(b, (board, id) => cancelGoal(board, id, 'ann'));
const dead = { isDead: () => true, openEnded: false };
const alive = { isDead: () => false, openEnded: false };
const onlyFirst = { isDead: (epoch: number) => epoch === 1, openEnded: false };

describe('sealing, draining, extending, closing', () => {
  test('an open-ended goal does not close when its tasks have ended; sealed it does', () => {
    const b = bench({ policy: { review: 'none' }, members: [worker('a')], openEnded: true });
    b.add([{}]);
    b.submit('task_1');
    expect(b.goal().state).toBe('running');
    on(b, (board, id) => sealGoal(board, id));
    expect(b.goal()).toMatchObject({ state: 'closing', openEnded: false });
    expect(codeOf(on(b, (board, id) => sealGoal(board, id)))).toBe('ok');
    expect(b.log.filter((line) => line.endsWith('sealed'))).toHaveLength(1);
  });

  test('sealed without a task it closes empty', () => {
    const b = bench({ openEnded: true });
    on(b, (board, id) => sealGoal(board, id));
    expect(b.log.slice(-3)).toEqual(['goal_1 plan_adopted', 'goal_1 sealed', 'goal_1 drained']);
  });

  test('a closing goal is opened again by new tasks, and a summary written before that is refused', () => {
    const b = running(1);
    b.submit('task_1');
    b.approve('task_1');
    const { version } = b.goal();
    expect(b.goal().state).toBe('closing');
    b.add([{}]);
    expect(b.goal().state).toBe('running');
    b.submit('task_2');
    b.approve('task_2');
    expect(b.goal().state).toBe('closing');
    expect(codeOf(on(b, (board, id) => closeGoal(board, id, { summary: 'old', by: 'm', done: true, version })))).toBe('store.conflict');
    b.close();
    expect(b.goal()).toMatchObject({ state: 'done', summary: 'the end', endedAt: b.now });
  });

  test('a running goal is not closed', () => {
    const b = running();
    expect(codeOf(b.close())).toBe('lifecycle.illegal_move');
  });

  test('a goal that has ended takes no more tasks, no pause and no cancel, and says so', () => {
    const b = running(1);
    b.submit('task_1');
    b.approve('task_1');
    b.close();
    for (const decision of [b.tryAdd([{}]), pause(b), resume(b), cancel(b), on(b, (board, id) => takeOver(board, id, dead))]) expect(codeOf(decision)).toBe('goal.ended');
  });

  test.each(['pause', 'resume', 'cancel', 'close', 'take over', 'seal'])('%s of a goal that is not there is refused', (what) => {
    const b = bench();
    const moves = { pause: pauseGoal, resume: resumeGoal, cancel: cancelGoal } as const;
    const decision = b.commit<unknown>((at) => {
      if (what === 'close') return closeGoal(at, 'goal_9', { summary: '', by: 'code', done: true, version: 1 });
      if (what === 'seal') return sealGoal(at, 'goal_9');
      if (what === 'take over') return takeOver(at, 'goal_9', dead);
      return moves[what as keyof typeof moves](at, 'goal_9', 'ann');
    });
    expect(codeOf(decision)).toBe('goal.not_found');
  });
});

describe('pause', () => {
  test('starts nothing new; what arrives is recorded; all of it goes on after resume', () => {
    const b = running(3);
    pause(b);
    b.submit('task_1');
    b.add([{}]);
    b.register(worker('b'));
    expect(b.states()).toEqual({ task_1: 'pending_review', task_2: 'pending', task_3: 'pending', task_4: 'pending' });
    b.reject('task_1');
    expect(b.state('task_1')).toBe('rejected');
    b.news();
    resume(b);
    expect(b.news()).toEqual(['goal_1 resumed', 'task_1 rework_requested a', 'task_1 started a', 'task_2 assigned b', 'task_2 started b']);
  });

  test('twice is fine, and resume of what is not paused too', () => {
    const b = running();
    expect(pause(b)).toMatchObject({ value: 'paused' });
    expect(pause(b)).toMatchObject({ value: 'already' });
    expect(resume(b)).toMatchObject({ value: 'resumed' });
    expect(resume(b)).toMatchObject({ value: 'already' });
    expect(b.log.filter((line) => line.endsWith('paused') || line.endsWith('resumed'))).toHaveLength(2);
  });

  test('the members of a paused goal do the work of another', () => {
    const b = bench({ policy: { review: 'none' }, members: [worker('a')] });
    const other = b.open({ review: 'none' });
    b.add([{}, {}]);
    b.add([{}], other);
    pause(b);
    b.submit('task_1');
    expect(b.states()).toEqual({ task_1: 'completed', task_2: 'pending', task_3: 'executing' });
  });

  test('a goal that was paused when its last task ended closes after resume', () => {
    const b = running(1);
    b.submit('task_1');
    pause(b);
    b.approve('task_1');
    expect(b.goal().state).toBe('running');
    resume(b);
    expect(b.goal().state).toBe('closing');
  });
});

describe('cancel', () => {
  const everywhere = (): Bench => {
    const b = bench({ members: [worker('a', [], { capacity: 2 }), reviewer('r')] });
    b.add([{ name: 'n1' }, { dependsOn: ['n1'] }, { skills: ['z'] }, {}, {}]);
    b.submit('task_4');
    b.news();
    return b;
  };

  test('ends every open task, question and attempt in one change', () => {
    const b = everywhere();
    expect(b.states()).toEqual({ task_1: 'executing', task_2: 'blocked', task_3: 'escalated', task_4: 'pending_review', task_5: 'executing' });
    const before = b.rows.events.length;
    expect(cancel(b)).toMatchObject({ value: 'cancelled' });
    expect(new Set(Object.values(b.states()))).toEqual(new Set(['cancelled']));
    expect(b.goal()).toMatchObject({ state: 'cancelled', endedAt: b.now });
    expect(b.rows.questions.get('question_1')?.state).toBe('withdrawn');
    expect(b.rows.events.slice(before).map((event) => event.type)).toEqual([...Array.from({ length: 5 }, () => 'task.cancelled'), 'question.withdrawn', 'goal.cancelled']);
  });

  test('twice is one effect', () => {
    const b = everywhere();
    cancel(b);
    b.news();
    expect(cancel(b)).toMatchObject({ ok: true, value: 'already' });
    expect(b.news()).toEqual([]);
  });

  test('gives the members back: their room is free for another goal, and its waiting task starts in that commit', () => {
    const b = bench({ members: [worker('a'), reviewer('r')] });
    const other = b.open();
    b.add([{}]);
    b.add([{}], other);
    expect(b.states()).toEqual({ task_1: 'executing', task_2: 'pending' });
    cancel(b);
    expect(b.state('task_2')).toBe('executing');
    expect(b.load('a', other)).toBe(1);
  });

  test('a result that comes after it is set aside', () => {
    verifies('recovery.late_set_aside');
    const b = everywhere();
    cancel(b);
    expect(b.submit('task_1', { output: 'too late' })).toMatchObject({ value: 'set_aside' });
    expect(b.state('task_1')).toBe('cancelled');
  });

  test('of a goal that is being planned, or is paused, works too', () => {
    const planning = bench({ members: [manager()] });
    cancel(planning);
    expect(planning.goal().state).toBe('cancelled');
    const paused = running();
    pause(paused);
    cancel(paused);
    expect(paused.goal().state).toBe('cancelled');
  });
});

describe('taking over', () => {
  test('from a dead process: its attempts are lost without being counted, and start again here under a new token', () => {
    const b = running(2);
    b.submit('task_1');
    b.restart(2);
    b.news();
    on(b, (board, id) => takeOver(board, id, dead));
    expect(b.news()).toEqual(['goal_1 taken_over', 'task_2 lost a', 'task_2 assigned a', 'task_2 started a'].map((line) => (line === 'task_2 lost a' ? 'task_2 lost a (process_ended)' : line)));
    expect(b.task('task_2')).toMatchObject({ losses: 0, starts: 2, epoch: 2 });
    expect(b.state('task_1')).toBe('pending_review');
    expect(b.goal().owner).toBe(2);
  });

  test('nothing moves before: the goal of another process is looked at, not driven', () => {
    const b = running(3);
    b.restart(2);
    expect(b.news()).toEqual([]);
    expect(b.task('task_1').epoch).toBe(1);
  });

  test('from a living process is refused; the goal stays its own', () => {
    const b = running();
    b.restart(2);
    expect(on(b, (board, id) => takeOver(board, id, alive))).toMatchObject({ ok: false, code: 'goal.owned', details: { owner: 1 } });
    expect(b.goal().owner).toBe(1);
  });

  test('by the process that has it already changes nothing: attempts go on, and an open-ended goal stays open', () => {
    const b = bench({ members: [worker('a')], openEnded: true });
    b.add([{}]);
    b.news();
    expect(codeOf(on(b, (board, id) => takeOver(board, id, alive)))).toBe('ok');
    expect(b.news()).toEqual([]);
    expect(b.goal().openEnded).toBe(true);
  });

  test('by a program that goes on adding tasks leaves it open-ended, and being planned is no end of it', () => {
    const b = bench({ members: [worker('a')], openEnded: true });
    b.restart(2);
    on(b, (board, id) => takeOver(board, id, { ...dead, openEnded: true }));
    expect(b.goal()).toMatchObject({ state: 'planning', openEnded: true, owner: 2 });
    const mine = running(1);
    on(mine, (board, id) => takeOver(board, id, { ...alive, openEnded: true }));
    expect(mine.goal()).toMatchObject({ openEnded: true, pauses: [] });
    expect(mine.task('task_1')).toMatchObject({ state: 'executing', starts: 1 });
  });

  test('of a goal that was let go needs nobody to be dead, and seals it: the program that would add tasks is gone', () => {
    const b = bench({ members: [worker('a')], openEnded: true });
    b.add([{}]);
    on(b, (board, id) => letGo(board, id));
    expect(b.goal().owner).toBe(0);
    b.restart(2);
    on(b, (board, id) => takeOver(board, id, alive));
    expect(b.goal()).toMatchObject({ owner: 2, openEnded: false });
    expect(b.task('task_1')).toMatchObject({ state: 'executing', starts: 2, losses: 0 });
  });

  test('a result of the dead process that arrives after that is set aside', () => {
    verifies('recovery.late_set_aside');
    const b = running(1);
    b.restart(2);
    on(b, (board, id) => takeOver(board, id, dead));
    expect(b.submit('task_1', { token: 1 })).toMatchObject({ value: 'set_aside' });
    expect(b.task('task_1')).toMatchObject({ state: 'executing', starts: 2 });
  });

  test('of two that try at once the second is refused', () => {
    const b = running();
    b.restart(2);
    on(b, (board, id) => takeOver(board, id, onlyFirst));
    b.restart(3);
    expect(codeOf(on(b, (board, id) => takeOver(board, id, onlyFirst)))).toBe('goal.owned');
  });

  test('letting go of what is another’s changes nothing', () => {
    const b = running();
    b.restart(2);
    on(b, (board, id) => letGo(board, id));
    expect(b.goal().owner).toBe(1);
  });
});
