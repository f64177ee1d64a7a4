// What happens when somebody stays mute: each clock, to the millisecond, and that a paused or foreign goal has none.
import { describe, expect, test } from 'vitest';
import { bench, manager, reviewer, worker, type Bench } from '../../../test/bench-board.ts';
import { TASK_STATES, TIMES, taskMachine } from '../lifecycles.ts';
import { AGENCY, type PolicyChoices } from '../policy.ts';
import { pauseGoal, resumeGoal, sealGoal, takeOver } from './goal-moves.ts';
import { planUnusable } from './goal-plan.ts';
import { endLateGoal, endLateness, isLate, isSummaryLate, LATENESS } from './overdue.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const http = worker('far', [], { kind: 'http' });

describe('the table of clocks', () => {
  test('each late move is one that the engine may make from that state, and each clock is one of that state', () => {
    for (const state of taskMachine.states) {
      const late = LATENESS[state];
      if (late === undefined) continue;
      expect([...TASK_STATES[state].deadline, ...(state === 'rejected' ? ['startMs'] : [])], state).toContain(late.limit);
    }
  });

  test('only what cannot be mute has no clock: a passing state, and where tasks are given out what waits for a free member', () => {
    const without = taskMachine.states.filter((state) => taskMachine.isOpen(state) && LATENESS[state] === undefined);
    expect(without).toEqual(['approved']);
    const b = bench({ members: [worker('a')] });
    const [, waits = 'task_0'] = b.add([{}, {}]);
    expect([b.state(waits), isLate(b.board, b.goal(), b.task(waits), b.now + 1e9)]).toEqual(['pending', false]);
  });
});

/** At the limit nothing happens; one millisecond later it does. */
function lateAfter(b: Bench, ms: number): void {
  const before = b.rows.events.length;
  b.advance(ms);
  expect(b.rows.events.slice(before)).toEqual([]);
  b.news();
  b.advance(1);
}

describe('mute for too long', () => {
  test('an assigned member outside this process: lost after 60 s, and after the 3rd time a person is asked', () => {
    const b = bench({ members: [http] });
    b.add([{}]);
    lateAfter(b, MINUTE);
    expect(b.news()).toEqual(['task_1 lost far (start_late)', 'task_1 assigned far']);
    b.advance(MINUTE + 1);
    expect(b.task('task_1')).toMatchObject({ state: 'assigned', losses: 2 });
    b.advance(MINUTE + 1);
    expect(b.task('task_1')).toMatchObject({ state: 'escalated', losses: 3, attempts: 0 });
  });

  test('an attempt: lost after 30 minutes, under a new token', () => {
    const b = bench({ members: [worker('a')] });
    b.add([{}]);
    lateAfter(b, 30 * MINUTE);
    expect(b.news()).toEqual(['task_1 lost a (attempt_late)', 'task_1 assigned a', 'task_1 started a']);
    expect(b.task('task_1')).toMatchObject({ starts: 2, losses: 1 });
  });

  test('a reviewer: inconclusive after 10 minutes, and after the 3rd time a person is asked', () => {
    const b = bench({ members: [worker('a'), reviewer('r')] });
    b.add([{}]);
    b.submit('task_1');
    lateAfter(b, 10 * MINUTE);
    expect(b.task('task_1')).toMatchObject({ state: 'pending_review', reviewFaults: 1 });
    b.advance(10 * MINUTE + 1);
    b.advance(10 * MINUTE + 1);
    expect(b.task('task_1')).toMatchObject({ state: 'escalated', reviewFaults: 3, attempts: 1 });
  });

  test('a manager asked to place a task: a person is asked after 10 minutes', () => {
    const b = bench({ members: [manager()] });
    b.add([{ skills: ['z'] }]);
    lateAfter(b, 10 * MINUTE);
    expect(b.news()).toEqual(['task_1 escalated (replan_late)', 'question_1 asked']);
  });

  test('the two waits for a manager have a clock each', () => {
    const b = bench({ policy: { times: { unassignedMs: 5, replanMs: 50 } }, members: [manager()] });
    b.add([{ skills: ['z'] }]);
    expect(b.task('task_1').more?.waiting?.until).toBe(b.now + 5);
    lateAfter(b, 5);
    expect(b.state('task_1')).toBe('escalated');
  });

  test('a person: the default is taken after 72 hours', () => {
    const b = bench({ members: [] });
    b.add([{}]);
    lateAfter(b, 72 * HOUR);
    expect(b.news()).toEqual(['question_1 expired', 'task_1 expired (unanswered)', 'goal_1 drained']);
    expect(b.state('task_1')).toBe('failed');
  });

  test('the manager that was to plan: each 30 minutes count as a try, the 3rd asks a person, and that ends after 72 hours', () => {
    const b = bench({ members: [manager()] });
    lateAfter(b, 30 * MINUTE);
    expect(b.goal()).toMatchObject({ state: 'planning', planTries: 1, planProblems: ['The manager gave no plan in time.'] });
    b.advance(30 * MINUTE + 1);
    b.advance(30 * MINUTE + 1);
    expect(b.openQuestions()[0]).toMatchObject({ kind: 'plan_failed', material: { problems: ['The manager gave no plan in time.'] } });
    lateAfter(b, 72 * HOUR);
    expect(b.news()).toEqual(['question_1 expired', 'goal_1 failed']);
    expect(b.goal()).toMatchObject({ state: 'failed', comment: 'The manager gave no plan in time.' });
  });

  test('the manager that was to write the summary: 30 minutes, of the goals of this process only', () => {
    const b = bench({ openEnded: true });
    b.commit((at) => sealGoal(at, b.goalId));
    expect([30 * MINUTE, 30 * MINUTE + 1].map((ms) => isSummaryLate(b.board, b.goal(), b.now + ms))).toEqual([false, true]);
    b.restart(2);
    expect(isSummaryLate(b.board, b.goal(), b.now + HOUR)).toBe(false);
  });

  test('a program that adds the tasks itself is not held to the time of a plan', () => {
    const b = bench({ openEnded: true });
    b.advance(1_000 * HOUR);
    expect(b.goal()).toMatchObject({ state: 'planning', planTries: 0 });
  });

  test('twenty late tasks are all moved by one sweep, with a question of its own for each', () => {
    const b = bench({ members: [manager()] });
    b.add(Array.from({ length: 20 }, () => ({ skills: ['z'] })));
    b.advance(10 * MINUTE + 1);
    expect(new Set(Object.values(b.states()))).toEqual(new Set(['escalated']));
    expect(new Set(b.openQuestions().map((question) => question.id)).size).toBe(20);
    expect(b.openQuestions().every((question) => b.task(question.taskId!).more?.waiting?.questionId === question.id)).toBe(true);
  });

  test('asking for what is no longer late changes nothing', () => {
    const b = bench({ members: [worker('a')] });
    b.add([{}]);
    b.news();
    expect(b.commit((at) => endLateness(at, ['task_1', 'task_9']))).toMatchObject({ ok: true, value: 0 });
    b.commit((at) => endLateGoal(at, b.goalId));
    expect(b.news()).toEqual([]);
  });
});

describe('clocks that stand still', () => {
  const waiting = () => {
    const b = bench({ members: [worker('a'), reviewer('r')] });
    b.add([{}]);
    b.submit('task_1');
    return b;
  };
  const pause = (b: Bench) => b.commit((at) => pauseGoal(at, b.goalId, 'ann'));
  const resume = (b: Bench) => b.commit((at) => resumeGoal(at, b.goalId, 'ann'));

  test('two pauses do not count: 6 + 4 minutes of review make 10, with 5 hours of pause between', () => {
    const b = waiting();
    b.advance(6 * MINUTE);
    for (const hours of [2, 3]) {
      pause(b);
      b.advance(hours * HOUR);
      resume(b);
    }
    lateAfter(b, 4 * MINUTE);
    expect(b.task('task_1').reviewFaults).toBe(1);
  });

  test('nothing is late while the goal is paused, not even a question', () => {
    const b = bench({ members: [] });
    b.add([{}]);
    pause(b);
    b.advance(1_000 * HOUR);
    expect(b.state('task_1')).toBe('escalated');
  });

  test('what was handed in during a pause has its whole time after it', () => {
    const b = bench({ members: [worker('a'), reviewer('r')] });
    b.add([{}]);
    pause(b);
    b.advance(HOUR);
    b.submit('task_1');
    b.advance(HOUR);
    resume(b);
    lateAfter(b, 10 * MINUTE);
    expect(b.task('task_1').reviewFaults).toBe(1);
  });

  test('a planning goal that is paused is not late', () => {
    const b = bench({ members: [manager()] });
    pause(b);
    b.advance(HOUR);
    expect(b.goal().planTries).toBe(0);
    resume(b);
    lateAfter(b, 30 * MINUTE);
    expect(b.goal().planTries).toBe(1);
  });

  test('the goal of another process is not swept here', () => {
    const b = waiting();
    b.restart(2);
    b.advance(HOUR);
    expect(b.task('task_1').reviewFaults).toBe(0);
  });

  test('the days in which no process drove the goal do not count, so that nobody is blamed who was not asked', () => {
    const b = waiting();
    b.advance(6 * MINUTE);
    b.restart(2);
    b.advance(48 * HOUR);
    b.commit((at) => takeOver(at, b.goalId, { isDead: () => true, openEnded: false }));
    b.advance(0);
    expect(b.task('task_1').reviewFaults).toBe(0);
    lateAfter(b, 10 * MINUTE);
    expect(b.task('task_1').reviewFaults).toBe(1);
  });
});

describe('unattended', () => {
  const alone = (policy: PolicyChoices) => bench({ policy: { unattended: true, ...policy }, members: [worker('a'), reviewer('r')] });
  const rejectAll = (b: Bench) => {
    b.add([{}]);
    for (let round = 1; round <= 3; round += 1) {
      b.submit('task_1', { output: `try ${round}` });
      b.reject('task_1');
    }
  };

  test('the default is taken in the commit that would have asked: no question is ever open', () => {
    const b = alone({});
    rejectAll(b);
    expect(b.log.slice(-4)).toEqual(['task_1 rejected', 'task_1 escalated (attempts_used_up)', 'task_1 expired (unattended)', 'goal_1 drained']);
    expect(b.state('task_1')).toBe('failed');
    expect(b.rows.questions.size).toBe(0);
  });

  test('accept_best takes the result there is, below standard; without one the task fails', () => {
    const b = alone({ unanswered: 'accept_best' });
    rejectAll(b);
    expect(b.task('task_1')).toMatchObject({ state: 'done', more: { belowStandard: true } });
    b.add([{ skills: ['z'] }]);
    expect(b.state('task_2')).toBe('failed');
  });

  test('a plan that cannot be used fails the goal at the 3rd try, with the problems', () => {
    const b = alone({});
    for (let tries = 0; tries < 3; tries += 1) b.commit((at) => planUnusable(at, b.goalId, { tries, problems: ['empty'] }));
    expect(b.goal()).toMatchObject({ state: 'failed', comment: 'empty' });
  });
});

describe('unanswered: accept_best', () => {
  test('after 72 hours the best result is taken, not the last', () => {
    const b = bench({ policy: { unanswered: 'accept_best' }, members: [worker('a'), reviewer('r')] });
    b.add([{}]);
    const results: number[] = [];
    for (const met of [true, false, false]) {
      b.submit('task_1');
      results.push(b.task('task_1').resultSeq);
      b.reject('task_1', ['more'], 'r', [{ id: 'c1', passed: met }]);
    }
    b.advance(72 * HOUR + 1);
    expect(b.task('task_1')).toMatchObject({ state: 'done', resultSeq: results[0], more: { belowStandard: true } });
  });
});

test('the agency’s own times are the table’s', () => {
  expect(AGENCY.times).toBe(TIMES);
});
