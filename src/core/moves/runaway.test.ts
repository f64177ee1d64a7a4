// Three starts of one task within ten minutes are told once; slow ones, and other tasks' starts, are not.
import { describe, expect, test } from 'vitest';
import { bench, reviewer, worker, type Bench } from '../../../test/bench-board.ts';
import { policyOf } from '../policy.ts';
import { putBack } from './budget.ts';
import { isRunaway, watchStarts } from './runaway.ts';

const watch = (b: Bench) => b.commit((at) => watchStarts(at, 'task_1', b.rows.events.filter((event) => event.taskId === 'task_1')), ['task_1']);
const started = (members = [worker('a'), reviewer('r')]) => {
  const b = bench({ policy: { limits: { losses: 9, maxAttempts: 9 } }, members });
  b.add([{}]);
  return b;
};

describe('the alert', () => {
  test('comes with the 3rd start within 10 minutes, lost ones counted too, and holds the row and every summary', () => {
    const b = started();
    b.submit('task_1', { summary: 'guessed' });
    b.reject('task_1', ['no guessing']);
    expect(watch(b)).toMatchObject({ value: 'calm' });
    b.lose('task_1', 'the line broke');
    expect(watch(b)).toMatchObject({ value: 'raised' });
    expect(b.rows.events.at(-1)).toMatchObject({
      type: 'alert.raised', taskId: 'task_1', goalId: 'goal_1', version: 0,
      details: {
        kind: 'runaway',
        state: { task_id: 'task_1', status: 'executing', starts: 3, attempts: 1, losses: 1, assignee_id: 'a', fixes: ['no guessing'] },
        history: [
          { attempt_id: 'attempt_1_1', agent_id: 'a', outcome: 'submitted', execution_summary: 'guessed', at: b.now },
          { attempt_id: 'attempt_1_2', agent_id: 'a', outcome: 'lost', execution_summary: 'the line broke', at: b.now },
        ],
      },
    });
    expect(b.task('task_1').more?.runaway).toBe(true);
  });

  test('is raised once a window: 3 more starts, and the task is held with a question', () => {
    const b = started();
    const raised: number[] = [];
    for (let starts = 1; starts <= 6; starts += 1) {
      if (b.expectOk(watch(b)) === 'raised') raised.push(starts);
      if (starts < 6) b.lose('task_1');
    }
    expect(raised).toEqual([3, 6]);
    expect(b.task('task_1').state).toBe('escalated');
    expect(b.rows.events.filter(({ type }) => type === 'alert.raised').map(({ details }) => details?.['step'])).toEqual(['warn', 'stop']);
  });

  test('3 starts in 10 minutes are one, 3 starts in 10 minutes and 1 ms are none', () => {
    for (const [ms, value] of [[600_000, 'raised'], [600_001, 'calm']] as const) {
      const b = started();
      b.lose('task_1');
      b.advance(ms);
      b.lose('task_1');
      expect(watch(b)).toMatchObject({ value });
    }
  });

  test('does not count starts that found no room in the budget: of 4, two are none, and the 5th is the third', () => {
    const b = started();
    for (const round of [1, 2]) {
      b.commit((at) => putBack(at, { taskId: 'task_1', token: b.task('task_1').starts }), ['task_1']);
      expect([round, watch(b)]).toMatchObject([round, { value: 'calm' }]);
    }
    b.lose('task_1');
    expect([b.task('task_1').starts, watch(b)]).toMatchObject([4, { value: 'calm' }]);
    b.lose('task_1');
    expect([b.task('task_1').starts, watch(b)]).toMatchObject([5, { value: 'raised' }]);
  });

  test('moves nothing: the attempt goes on', () => {
    const b = started();
    b.lose('task_1');
    b.lose('task_1');
    const { version, state } = b.task('task_1');
    watch(b);
    expect(b.task('task_1')).toMatchObject({ version, state });
    b.submit('task_1');
    b.approve('task_1');
    expect(b.state('task_1')).toBe('done');
  });

  test('is kept also when the task has ended meanwhile', () => {
    const b = started();
    b.lose('task_1');
    b.lose('task_1');
    b.submit('task_1');
    b.approve('task_1');
    expect(watch(b)).toMatchObject({ value: 'raised' });
    expect(b.task('task_1')).toMatchObject({ state: 'done' });
  });

  test('no events, no alert; the number of starts is the policy’s', () => {
    const b = started();
    b.lose('task_1');
    const { events } = b.rows;
    expect(isRunaway(policyOf(), [])).toBe(false);
    expect(isRunaway(policyOf(), events)).toBe(false);
    expect(isRunaway(policyOf({ limits: { runawayStarts: 2 } }), events)).toBe(true);
  });
});
