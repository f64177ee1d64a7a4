// A split moves the edges on both sides in one change: nothing cascades, and the parts are told what the whole was told.
import { describe, expect, test } from 'vitest';
import { bench, manager, reviewer, sketched, worker, type Bench, type Sketch } from '../../../test/bench-board.ts';
import { applyReplan } from './replan.ts';

const ANN = { source: 'person', text: 'keep it short' };

/** task_1 is done; task_2 needs it and skills that nobody has; task_3 and task_4 wait for task_2. */
const stuck = (needsContext?: readonly string[]): Bench => {
  const b = bench({ members: [worker('a', ['x'], { capacity: 9 }), manager(), reviewer('r')] });
  b.add([
    { name: 'research', skills: ['x'] },
    { name: 'ad', skills: ['z'], dependsOn: ['research'], context: [ANN], ...(needsContext === undefined ? {} : { needsContext }) },
    { dependsOn: ['ad'], skills: ['x'] },
    { dependsOn: ['ad', 'research'], skills: ['x'] },
  ]);
  b.submit('task_1');
  b.approve('task_1');
  expect(b.task('task_2').more?.waiting?.for).toBe('manager');
  b.news();
  return b;
};
const split = (b: Bench, parts: readonly Sketch[]) =>
  b.commit((at) => applyReplan(at, { taskId: 'task_2', brief: b.rows.briefs.get('task_2')!, needs: ['task_1'], failed: [], parts: parts.map((part) => sketched({ skills: ['x'], ...part })) }), ['task_1', 'task_2']);

describe('splitting task_2 into 2', () => {
  test('ends it as replaced, moves both dependants to both parts, and is one change', () => {
    const b = stuck();
    split(b, [{ name: 'p' }, { name: 'q', dependsOn: ['p'] }]);
    expect(b.news().slice(0, 5)).toEqual(['task_5 created', 'task_6 created', 'task_3 dependency_moved', 'task_4 dependency_moved', 'task_2 split']);
    expect(b.states()).toEqual({ task_1: 'done', task_2: 'cancelled', task_3: 'blocked', task_4: 'blocked', task_5: 'executing', task_6: 'blocked' });
    expect(b.task('task_2').more).toMatchObject({ replacedBy: ['task_5', 'task_6'] });
    for (const id of ['task_3', 'task_4'] as const) expect([...b.board.openPrerequisites(id)].toSorted()).toEqual(['task_5', 'task_6']);
  });

  test('the parts wait for, and are told, what the whole waited for and was told', () => {
    const b = stuck();
    split(b, [{ name: 'p' }, { name: 'q', dependsOn: ['p'], needsContext: ['p'] }]);
    expect(b.rows.briefs.get('task_5')).toMatchObject({ contextFrom: ['task_1'], context: [ANN] });
    expect(b.rows.briefs.get('task_6')).toMatchObject({ contextFrom: ['task_5', 'task_1'], context: [ANN] });
    expect([...(b.rows.edges.get('task_6') ?? [])]).toEqual(['task_5', 'task_1']);
  });

  test('a prerequisite whose output the whole was not told is not told to its parts', () => {
    const b = stuck([]);
    split(b, [{ name: 'p' }, { name: 'q' }]);
    expect(b.rows.briefs.get('task_5')?.contextFrom).toEqual([]);
  });

  test('the dependants start after the last part, and the goal is reached', () => {
    const b = stuck();
    split(b, [{ name: 'p' }, { name: 'q' }]);
    b.submit('task_5');
    b.approve('task_5');
    expect(b.state('task_3')).toBe('blocked');
    b.submit('task_6');
    b.approve('task_6');
    expect(b.states()).toMatchObject({ task_3: 'executing', task_4: 'executing' });
    for (const id of ['task_3', 'task_4'] as const) {
      b.submit(id);
      b.approve(id);
    }
    b.close();
    expect(b.goal()).toMatchObject({ state: 'done' });
  });

  test('a part that fails ends the dependants with the part as root cause', () => {
    const b = stuck();
    split(b, [{ name: 'p' }, { name: 'q' }]);
    for (let round = 1; round <= 3; round += 1) b.lose('task_5');
    b.answer('fail');
    expect(b.task('task_3')).toMatchObject({ state: 'cancelled', more: { rootCause: 'task_5' } });
  });

  test('a board that is built again from the rows says the same', () => {
    const b = stuck();
    split(b, [{ name: 'p' }, { name: 'q' }]);
    const again = b.restored();
    for (const id of ['task_3', 'task_4', 'task_5'] as const) expect([...again.openPrerequisites(id)].toSorted()).toEqual([...b.board.openPrerequisites(id)].toSorted());
  });
});
