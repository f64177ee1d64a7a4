// Opening an ended task again: what used its result is marked, what has not begun waits, what fell with it stands up, and the goal goes on.
import { describe, expect, test } from 'vitest';
import { bench, codeOf, worker, type Bench, type BenchOptions } from '../../../test/bench-board.ts';
import type { TaskId } from '../ids.ts';
import { cancelGoal } from './goal-moves.ts';
import { cancelTask } from './intervene.ts';
import { reopenTask } from './reopen.ts';

const one = (options: BenchOptions = {}): Bench => bench({ members: [worker('ann')], ...options, policy: { review: 'none', ...options.policy } });

const reopen = (b: Bench, taskId: TaskId, note: string | null = null) => {
  const all = b.tasksOf(b.goalId);
  const edges = new Map(all.map(({ id }) => [id, [...(b.rows.edges.get(id) ?? [])]]));
  return b.commit((board) => reopenTask(board, { taskId, by: 'pat', note, edges, nextTask: board.next.task }), [b.goalId, ...edges.keys()]);
};
const fail = (b: Bench, id: TaskId): void => {
  for (let losses = 0; losses < 3; losses += 1) b.lose(id);
  b.answer('fail');
};

test('a done task of a done goal is opened again: the goal runs, the task begins, and its second result closes the goal', () => {
  const b = one();
  b.add([{}]);
  b.submit('task_1', { output: 'first' });
  b.close();
  expect([b.state('task_1'), b.goal().state]).toEqual(['completed', 'done']);
  b.expectOk(reopen(b, 'task_1', 'shorter'));
  expect([b.task('task_1'), b.goal()]).toMatchObject([{ state: 'executing', starts: 2, endedAt: null, more: { note: 'shorter' } }, { state: 'running', endedAt: null, summary: null }]);
  b.submit('task_1', { output: 'second' });
  b.close();
  expect(b.goal().state).toBe('done');
});

test('what used the old result stays and is marked, what has begun goes on, what has not begun waits for the new one', () => {
  const b = one({ members: [worker('ann'), worker('bo')] });
  b.add([{ name: 'a' }, { name: 'b', dependsOn: ['a'] }, { name: 'c', dependsOn: ['a'] }, { dependsOn: ['a'], skills: ['none has it'] }, { dependsOn: ['c', 'a'] }]);
  b.submit('task_1');
  b.submit('task_2');
  expect(b.states()).toEqual({ task_1: 'completed', task_2: 'completed', task_3: 'executing', task_4: 'escalated', task_5: 'blocked' });
  const { stale, waiting } = b.expectOk(reopen(b, 'task_1'));
  expect([stale, waiting]).toEqual([['task_2', 'task_3', 'task_4'], ['task_5']]);
  expect([b.task('task_2').more, b.task('task_3').more?.inputStale, b.states()]).toMatchObject([{ inputStale: true }, true, { task_1: 'executing', task_2: 'completed', task_3: 'executing', task_5: 'blocked' }]);
  b.submit('task_3');
  expect(b.state('task_5')).toBe('blocked');
  b.submit('task_1');
  expect(b.state('task_5')).toBe('executing');
});

test('a board that is built anew waits for the same', () => {
  const b = one({ members: [worker('ann', ['x'], { capacity: 1 })] });
  b.add([{ name: 'a' }, { name: 'b', dependsOn: ['a'] }, { dependsOn: ['a'] }, { dependsOn: ['a', 'b'] }]);
  b.submit('task_1');
  b.expectOk(reopen(b, 'task_1'));
  const waits = (board: Bench['board']) => ['task_1', 'task_2', 'task_3', 'task_4'].map((id) => [...board.openPrerequisites(`task_${Number(id.slice(5))}`)].sort());
  expect(waits(b.restored())).toEqual(waits(b.board));
  expect(b.states()).toMatchObject({ task_2: 'executing', task_3: 'blocked', task_4: 'blocked' });
});

test('those that were called off because it had failed wait again, all down the line, and run to the end', () => {
  const b = one({ openEnded: true });
  b.add([{ name: 'a' }, { name: 'b', dependsOn: ['a'] }, { dependsOn: ['b'] }, {}]);
  fail(b, 'task_1');
  b.submit('task_4');
  expect(b.states()).toEqual({ task_1: 'failed', task_2: 'cancelled', task_3: 'cancelled', task_4: 'completed' });
  expect(reopen(b, 'task_2')).toMatchObject({ ok: false, because: expect.stringContaining('Open task_1 again first') });
  const { waiting } = b.expectOk(reopen(b, 'task_1'));
  expect([waiting, b.states()]).toEqual([['task_2', 'task_3'], { task_1: 'executing', task_2: 'blocked', task_3: 'blocked', task_4: 'completed' }]);
  for (const id of ['task_1', 'task_2', 'task_3'] as const) b.submit(id);
  expect(b.states()).toEqual({ task_1: 'completed', task_2: 'completed', task_3: 'completed', task_4: 'completed' });
});

test('a failed task whose attempts are used up has one more, and its counters begin anew', () => {
  const b = one({ members: [worker('ann'), worker('r', [], { roles: ['reviewer'] })], policy: { review: 'members', afterCap: 'fail', limits: { maxAttempts: 1 } } });
  b.add([{}]);
  b.submit('task_1');
  b.reject('task_1');
  expect(b.state('task_1')).toBe('failed');
  b.expectOk(reopen(b, 'task_1'));
  expect(b.task('task_1')).toMatchObject({ state: 'executing', more: { extraAttempts: 1 } });
  b.submit('task_1');
  b.approve('task_1');
  expect(b.state('task_1')).toBe('done');
});

describe('it is refused', () => {
  test('for what is open, for what was replaced, in a goal that was called off, and when tasks came meanwhile', () => {
    const b = one({ openEnded: true });
    b.add([{}, {}]);
    expect(codeOf(reopen(b, 'task_1'))).toBe('lifecycle.illegal_move');
    fail(b, 'task_1');
    const edges = new Map([['task_1', []], ['task_2', []]] as const);
    expect(codeOf(b.commit((board) => reopenTask(board, { taskId: 'task_1', by: 'pat', edges, nextTask: 2 }), ['task_1']))).toBe('store.conflict');
    b.commit((board) => cancelTask(board, { taskId: 'task_2', by: 'pat', as: 'person' }));
    b.commit((board) => cancelGoal(board, b.goalId, 'pat'));
    expect(codeOf(reopen(b, 'task_2'))).toBe('goal.ended');
    const split = one({ openEnded: true });
    split.add([{}]);
    for (let losses = 0; losses < 3; losses += 1) split.lose('task_1');
    const brief = split.rows.briefs.get('task_1');
    split.expectOk(split.answer('split', { ...(brief === undefined ? {} : { brief }), parts: [{ title: 'part', content: '', skills: [], input: {}, criteria: [], dependsOn: [] }] }));
    expect(reopen(split, 'task_1')).toMatchObject({ ok: false, code: 'lifecycle.illegal_move', details: { replaced_by: ['task_2'] } });
  });
});
