// Who waits for whom: unblocking, shared dependants, long chains, and what a prerequisite that ends badly brings about.
import { describe, expect, test } from 'vitest';
import { bench, codeOf, manager, reviewer, worker, type Bench, type Sketch } from '../../test/bench-board.ts';
import { verifies } from '../../test/verifies.ts';
import { failedPrerequisites } from './next-moves.ts';
import { applyReplan } from './planning/replan.ts';
import type { TaskId } from './ids.ts';
import { sketched } from '../../test/bench-board.ts';

const free = (capacity = 50) => ({ policy: { review: 'none' }, members: [worker('a', [], { capacity })] }) as const;
const chain = (length: number): Sketch[] => Array.from({ length }, (_, at) => ({ name: `n${at}`, dependsOn: at === 0 ? [] : [`n${at - 1}`] }));
const replan = (b: Bench, id: TaskId, parts: readonly Sketch[], failed?: readonly TaskId[]) =>
  b.commit((at) => applyReplan(at, { taskId: id, brief: b.rows.briefs.get(id)!, needs: [...(b.rows.edges.get(id) ?? [])], failed: failed ?? failedPrerequisites(at, id), parts: parts.map(sketched) }), [id, ...(b.rows.edges.get(id) ?? [])]);

describe('unblocking', () => {
  test('a task waits for its prerequisite, and starts in the commit in which that succeeds', () => {
    const b = bench(free());
    b.add([{ name: 'first' }, { name: 'second', dependsOn: ['first'] }]);
    expect(b.states()).toEqual({ task_1: 'executing', task_2: 'blocked' });
    b.news();
    b.submit('task_1');
    expect(b.news()).toEqual(['task_1 completed', 'task_2 unblocked', 'task_2 assigned a', 'task_2 started a']);
  });

  test('a prerequisite may stand later in the same graph', () => {
    const b = bench(free());
    b.add([{ name: 'roof', dependsOn: ['wall'] }, { name: 'wall' }]);
    expect(b.states()).toEqual({ task_1: 'blocked', task_2: 'executing' });
  });

  test('a result that waits for review unblocks nobody; its acceptance does', () => {
    const b = bench({ members: [worker('a'), reviewer('r')] });
    b.add([{ name: 'first' }, { dependsOn: ['first'] }]);
    b.submit('task_1');
    expect(b.state('task_2')).toBe('blocked');
    b.approve('task_1');
    expect(b.states()).toEqual({ task_1: 'done', task_2: 'executing' });
  });

  test('a task added later to a prerequisite that is done already starts at once', () => {
    const b = bench({ ...free(), openEnded: true });
    b.add([{}]);
    b.submit('task_1');
    b.add([{ dependsOn: ['task_1'] }]);
    expect(b.state('task_2')).toBe('executing');
  });

  test('of 4 sides of a diamond the join starts after both middle ones, in either order', () => {
    for (const [one, two] of [['task_2', 'task_3'], ['task_3', 'task_2']] as const) {
      const b = bench(free());
      b.add([{ name: 'top' }, { name: 'left', dependsOn: ['top'] }, { name: 'right', dependsOn: ['top'] }, { dependsOn: ['left', 'right'] }]);
      b.submit('task_1');
      b.submit(one);
      expect(b.state('task_4')).toBe('blocked');
      b.submit(two);
      expect(b.state('task_4')).toBe('executing');
    }
  });

  test('20 prerequisites of one shared dependant: it waits for exactly the last of them', () => {
    verifies('store.shared_dependant');
    const b = bench(free());
    const names = Array.from({ length: 20 }, (_, at) => `n${at}`);
    b.add([...names.map((name) => ({ name })), { dependsOn: names }]);
    for (let at = 1; at <= 19; at += 1) b.submit(`task_${at}`);
    expect(b.state('task_21')).toBe('blocked');
    b.submit('task_20');
    expect(b.state('task_21')).toBe('executing');
  });

  test('a prerequisite that is named twice counts once', () => {
    const b = bench(free());
    b.add([{ name: 'first' }, { dependsOn: ['first', 'first'] }]);
    expect(b.rows.events.find((event) => event.taskId === 'task_2')?.details).toMatchObject({ depends_on: ['task_1'] });
    b.submit('task_1');
    expect(b.state('task_2')).toBe('executing');
  });

  test('a chain of 1,000 goes through one after the other', () => {
    const b = bench(free());
    b.add(chain(1_000));
    for (let at = 1; at <= 1_000; at += 1) b.submit(`task_${at}`);
    expect(new Set(Object.values(b.states()))).toEqual(new Set(['completed']));
    expect(b.goal().state).toBe('closing');
  });
});

describe('a prerequisite that fails or is called off', () => {
  const failing = (tasks: readonly Sketch[]) => {
    const b = bench({ policy: { afterCap: 'fail', limits: { maxAttempts: 1 } }, members: [worker('a', [], { capacity: 9 }), reviewer('r')] });
    b.add(tasks);
    b.submit('task_1');
    b.reject('task_1');
    return b;
  };

  test('ends all 3 that wait, directly or through others, with the first one as root cause, and the goal can end', () => {
    verifies('task.failure_cascades');
    const b = failing(chain(4));
    expect(b.states()).toEqual({ task_1: 'failed', task_2: 'cancelled', task_3: 'cancelled', task_4: 'cancelled' });
    expect(['task_2', 'task_3', 'task_4'].map((id) => b.task(id as TaskId).more?.rootCause)).toEqual(['task_1', 'task_1', 'task_1']);
    expect(b.goal().state).toBe('closing');
    b.close();
    expect(b.goal().state).toBe('failed');
  });

  test('ends a chain of 1,000 in one commit', () => {
    const b = failing(chain(1_000));
    expect(b.task('task_1000')).toMatchObject({ state: 'cancelled', more: { rootCause: 'task_1' } });
  });

  test('leaves what does not wait for it alone', () => {
    const b = failing([{ name: 'bad' }, { name: 'good' }, { dependsOn: ['bad', 'good'] }, { dependsOn: ['good'] }]);
    expect(b.states()).toEqual({ task_1: 'failed', task_2: 'executing', task_3: 'cancelled', task_4: 'blocked' });
  });

  test('ends a task that is added to it afterwards, and names it', () => {
    const b = failing([{ name: 'bad' }, {}]);
    b.add([{ dependsOn: ['task_1'] }]);
    expect(b.task('task_3')).toMatchObject({ state: 'cancelled', more: { rootCause: 'task_1' } });
  });

  test('called off by a person it ends those that wait; the goal fails for them, not for what the person called off', () => {
    const b = bench({ members: [worker('a', ['x'])] });
    b.add([{ name: 'first', skills: ['z'] }, { dependsOn: ['first'], skills: ['x'] }]);
    b.answer('cancel');
    expect(b.task('task_1').more).toMatchObject({ calledOff: true });
    expect(b.task('task_2')).toMatchObject({ state: 'cancelled', more: { rootCause: 'task_1' } });
    b.close();
    expect(b.goal().state).toBe('failed');
  });

  test('while the goal is paused nothing follows; all of it follows when it goes on', async () => {
    const { pauseGoal, resumeGoal } = await import('./moves/goal-moves.ts');
    const b = bench({ policy: { afterCap: 'fail', limits: { maxAttempts: 1 } }, members: [worker('a'), reviewer('r')] });
    b.add(chain(3));
    b.submit('task_1');
    b.commit((at) => pauseGoal(at, b.goalId, 'ann'));
    b.reject('task_1');
    expect(b.states()).toEqual({ task_1: 'rejected', task_2: 'blocked', task_3: 'blocked' });
    b.commit((at) => resumeGoal(at, b.goalId, 'ann'));
    expect(b.states()).toEqual({ task_1: 'failed', task_2: 'cancelled', task_3: 'cancelled' });
  });
});

describe('on_prerequisite_failure: replan', () => {
  const stuck = (members = [worker('a', [], { capacity: 9 }), reviewer('r'), manager()]) => {
    const b = bench({ policy: { afterCap: 'fail', limits: { maxAttempts: 1 }, onPrerequisiteFailure: 'replan' }, members });
    b.add([{ name: 'bad' }, { name: 'good' }, { name: 'join', dependsOn: ['bad', 'good'] }, { dependsOn: ['join'] }]);
    b.submit('task_1');
    b.reject('task_1');
    return b;
  };

  test('the manager is asked once and the task stays blocked until it answers', () => {
    verifies('task.failure_cascades');
    const b = stuck();
    expect(b.task('task_3')).toMatchObject({ state: 'blocked', more: { replans: 1, waiting: { for: 'manager', reason: 'prerequisite_failed' } } });
    expect(b.log.filter((line) => line.includes('replan_asked'))).toEqual(['task_3 replan_asked (prerequisite_failed)']);
    b.submit('task_2');
    b.approve('task_2');
    expect(b.state('task_3')).toBe('blocked');
  });

  test('its replacement takes the place of the failed one; what has not failed is still waited for', () => {
    const b = stuck();
    expect(codeOf(replan(b, 'task_3', [{ name: 'other way' }]))).toBe('ok');
    expect([...b.board.openPrerequisites('task_3')]).toEqual(['task_2', 'task_5']);
    expect(b.task('task_3').more).toEqual({ replans: 1 });
    for (const id of ['task_2', 'task_5'] as const) {
      expect(b.state('task_3')).toBe('blocked');
      b.submit(id);
      b.approve(id);
    }
    expect(b.state('task_3')).toBe('executing');
  });

  test('what fails while the manager thinks about another one is not dropped with it: the task does not start without it, and no replacement is made for nothing', () => {
    const b = stuck();
    b.submit('task_2');
    b.reject('task_2');
    expect(codeOf(replan(b, 'task_3', [{ name: 'other way' }], ['task_1']))).toBe('ok');
    expect(b.task('task_3')).toMatchObject({ state: 'cancelled', more: { rootCause: 'task_1' } });
    expect(Object.keys(b.states())).toEqual(['task_1', 'task_2', 'task_3', 'task_4']);
  });

  test('a second failure is not asked about again: 1 re-plan, then the cancel with the new root cause', () => {
    const b = stuck();
    replan(b, 'task_3', [{ name: 'other way' }]);
    b.submit('task_5');
    b.reject('task_5');
    expect(b.task('task_3')).toMatchObject({ state: 'cancelled', more: { rootCause: 'task_5' } });
  });

  test('given up, the task is cancelled with the failed one as root cause, not with the one still running; what waits for it goes to the manager in turn', () => {
    const b = stuck();
    replan(b, 'task_3', []);
    expect(b.task('task_3')).toMatchObject({ state: 'cancelled', more: { rootCause: 'task_1' } });
    expect(b.task('task_4')).toMatchObject({ state: 'blocked', more: { waiting: { for: 'manager' }, rootCause: 'task_1' } });
    replan(b, 'task_4', []);
    expect(b.task('task_4')).toMatchObject({ state: 'cancelled', more: { rootCause: 'task_1' } });
  });

  test('not answered within 10 minutes it is cancelled; the root cause is the first failure through two re-plans', () => {
    const b = stuck();
    b.advance(600_000);
    expect(b.state('task_3')).toBe('blocked');
    b.advance(1);
    expect(b.task('task_3')).toMatchObject({ state: 'cancelled', more: { rootCause: 'task_1' } });
    b.advance(600_001);
    expect(b.task('task_4')).toMatchObject({ state: 'cancelled', more: { rootCause: 'task_1' } });
  });

  test('an answer that comes after that changes nothing', () => {
    const b = stuck();
    b.advance(600_001);
    b.news();
    expect(codeOf(replan(b, 'task_3', [{ name: 'late' }]))).toBe('ok');
    expect(b.news()).toEqual([]);
  });

  test('without a manager it is as with cancel', () => {
    const b = stuck([worker('a', [], { capacity: 9 }), reviewer('r')]);
    expect(b.states()).toEqual({ task_1: 'failed', task_2: 'executing', task_3: 'cancelled', task_4: 'cancelled' });
  });

  test('a replacement that waits on itself through others is refused and nothing changes', () => {
    const b = stuck();
    const refused = replan(b, 'task_3', [{ name: 'p', dependsOn: ['q'] }, { name: 'q', dependsOn: ['p'] }]);
    expect(codeOf(refused)).toBe('plan.has_cycle');
    expect(b.task('task_3').more?.waiting?.for).toBe('manager');
  });
});
