// What the manager may do with a task that stands still: say it anew, name somebody, split it, or give it up.
import { describe, expect, test } from 'vitest';
import { bench, codeOf, manager, reviewer, sketched, worker, type Bench, type Sketch } from '../../../test/bench-board.ts';
import { verifies } from '../../../test/verifies.ts';
import { applyReplan } from './replan.ts';

const stuck = (): Bench => {
  const b = bench({ members: [worker('a', ['x']), worker('b', ['y']), manager(), reviewer('r')] });
  b.add([{ name: 'ad', content: 'old', skills: ['z'] }, { dependsOn: ['ad'], skills: ['x'] }]);
  expect(b.task('task_1').more?.waiting?.for).toBe('manager');
  b.news();
  return b;
};
const replan = (b: Bench, parts: readonly Sketch[]) =>
  b.commit((at) => applyReplan(at, { taskId: 'task_1', brief: b.rows.briefs.get('task_1')!, needs: [...(b.rows.edges.get('task_1') ?? [])], failed: [], parts: parts.map(sketched) }), ['task_1', ...(b.rows.edges.get('task_1') ?? [])]);

describe('the manager places a task', () => {
  test('by saying it anew with skills that somebody has: it starts, and what it says now is on record', () => {
    verifies('plan.unassigned_replan');
    const b = stuck();
    replan(b, [{ title: 'ad', content: 'new', skills: ['x'] }]);
    expect(b.news()).toEqual(['task_1 placed (manager)', 'task_1 assigned a', 'task_1 started a']);
    expect(b.rows.briefs.get('task_1')).toMatchObject({ content: 'new', skills: ['x'], name: 'ad' });
    expect(b.task('task_1').briefSeq).toBe(b.rows.events.find((event) => event.type === 'task.placed')?.seq);
    expect(b.state('task_2')).toBe('blocked');
  });

  test('for a member it names, and for no other, though one is free', () => {
    const b = stuck();
    replan(b, [{ content: 'new', assigneeId: 'b' }]);
    expect(b.task('task_1')).toMatchObject({ state: 'executing', assigneeId: 'b', lane: '@b' });
  });

  test('for somebody who is not there: a person is asked, it is not given to just anybody', () => {
    const b = stuck();
    replan(b, [{ content: 'new', assigneeId: 'ghost' }]);
    expect(b.task('task_1')).toMatchObject({ state: 'escalated', more: { waiting: { reason: 'member_not_there' } } });
  });

  test('with skills that nobody has again: a person is asked, the manager is not asked twice', () => {
    verifies('plan.unassigned_replan');
    const b = stuck();
    replan(b, [{ skills: ['w'] }]);
    expect(b.state('task_1')).toBe('escalated');
    expect(b.log.filter((line) => line.includes('replan_asked'))).toHaveLength(1);
    expect(b.openQuestions()[0]?.material).toMatchObject({ missing_skills: ['w'] });
  });

  test('that was declined may go to the decliner again when it is said anew', () => {
    const b = bench({ members: [worker('a'), manager()] });
    b.add([{}]);
    b.decline('task_1');
    replan(b, [{ content: 'only the harmless part' }]);
    expect(b.task('task_1')).toMatchObject({ state: 'executing', assigneeId: 'a' });
  });
});

describe('the manager splits it', () => {
  test('into 2: the dependant waits for both, and the goal can be reached', () => {
    const b = stuck();
    replan(b, [{ name: 'p', skills: ['x'] }, { name: 'q', skills: ['y'] }]);
    expect(b.states()).toEqual({ task_1: 'cancelled', task_2: 'blocked', task_3: 'executing', task_4: 'executing' });
    for (const id of ['task_3', 'task_4', 'task_2'] as const) {
      b.submit(id);
      b.approve(id);
    }
    b.close();
    expect(b.goal().state).toBe('done');
  });

  test('into a ring is refused, and the manager may answer again', () => {
    const b = stuck();
    expect(codeOf(replan(b, [{ name: 'p', dependsOn: ['q'] }, { name: 'q', dependsOn: ['p'] }]))).toBe('plan.has_cycle');
    expect(b.news()).toEqual([]);
    replan(b, [{ skills: ['x'] }]);
    expect(b.state('task_1')).toBe('executing');
  });
});

describe('the manager gives up', () => {
  test('a person is asked, with the reason', () => {
    const b = stuck();
    replan(b, []);
    expect(b.news()).toEqual(['task_1 escalated (no_member_has_the_skills)', 'question_1 asked']);
  });

  test('or answers when nothing waits for it any more: nothing changes', () => {
    const b = stuck();
    replan(b, []);
    b.news();
    expect(codeOf(replan(b, [{ skills: ['x'] }]))).toBe('ok');
    expect(b.news()).toEqual([]);
  });
});
