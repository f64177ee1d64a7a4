// Edit, give to another, free, call off: what ends the attempt, who is told, how often a manager may, and that a person is asked first.
import { describe, expect, test } from 'vitest';
import { bench, codeOf, manager, reviewer, worker, type Bench, type BenchOptions } from '../../../test/bench-board.ts';
import type { TaskId } from '../ids.ts';
import { claimTask } from '../team/claim.ts';
import { addDependency } from './add-dependency.ts';
import { assignTask, cancelAllTasks, cancelTask, editTask, reassignTask, releaseTask, type Intervening } from './intervene.ts';

const BOSS = { by: 'boss', as: 'manager' } as const;
const PAT = { by: 'pat', as: 'person' } as const;
type Who = Omit<Intervening, 'taskId'>;

const pull = (options: BenchOptions = {}): Bench => bench({ members: [manager(), worker('ann'), worker('bo')], ...options, policy: { style: 'team', ...options.policy } });
const claim = (b: Bench, taskId: TaskId, memberId = 'ann') => b.expectOk(b.commit((board) => claimTask(board, { taskId, memberId })));
const edit = (b: Bench, taskId: TaskId, who: Who, edits = { title: 'other' }) => {
  const brief = b.rows.briefs.get(taskId);
  if (brief === undefined) throw new Error('no brief');
  return b.commit((board) => editTask(board, { taskId, ...who, edits, brief, briefSeq: b.task(taskId).briefSeq }), [taskId]);
};
const reassign = (b: Bench, taskId: TaskId, to: string, who: Who) => b.commit((board) => reassignTask(board, { taskId, to, ...who }), [taskId]);
const release = (b: Bench, taskId: TaskId, who: Who) => b.commit((board) => releaseTask(board, { taskId, ...who }), [taskId]);
const cancel = (b: Bench, taskId: TaskId, who: Who) => b.commit((board) => cancelTask(board, { taskId, ...who }), [taskId]);
const told = (b: Bench, to: string) => b.board.desk.mailOf('team', to).map(({ content, urgent }) => [content.split('\n')[0], urgent]);

describe('where members claim, the holder is told at once, and what it still hands in is set aside', () => {
  test.each([
    ['edit', (b: Bench) => edit(b, 'task_1', PAT), 'pending', 'task_1 was changed by pat. Your claim has ended: read it again, and claim it anew if it still fits you.'],
    ['reassign', (b: Bench) => reassign(b, 'task_1', 'bo', PAT), 'assigned', 'task_1 was given to another member by pat. Stop working on it.'],
    ['release', (b: Bench) => release(b, 'task_1', PAT), 'pending', 'task_1 was taken back by pat. Stop working on it.'],
    ['cancel', (b: Bench) => cancel(b, 'task_1', PAT), 'cancelled', 'task_1 was called off by pat. Stop working on it.'],
  ])('%s', (_verb, act, state, says) => {
    const b = pull({ openEnded: true });
    b.add([{}]);
    claim(b, 'task_1');
    expect(codeOf(act(b))).toBe('ok');
    expect([b.state('task_1'), told(b, 'ann')]).toEqual([state, [[says, true]]]);
    expect(b.expectOk(b.submit('task_1', { token: 1 }))).toBe('set_aside');
    expect(b.state('task_1')).toBe(state);
  });
});

test('in the agency a person takes a running task back and gives it to another, whose attempt begins in the same commit', () => {
  const b = bench({ members: [worker('ann'), worker('bo')], policy: { review: 'none' } });
  b.add([{}]);
  expect(b.task('task_1')).toMatchObject({ state: 'executing', assigneeId: 'ann' });
  b.expectOk(reassign(b, 'task_1', 'bo', PAT));
  expect(b.task('task_1')).toMatchObject({ state: 'executing', assigneeId: 'bo', starts: 2, more: { earlierAuthors: ['ann'] } });
  expect([b.load('ann'), b.load('bo'), b.rows.messages.size]).toEqual([0, 1, 0]);
  b.expectOk(release(b, 'task_1', { ...PAT, note: 'slower' }));
  expect(b.task('task_1')).toMatchObject({ state: 'executing', starts: 3, more: { note: 'slower' } });
  b.expectOk(cancel(b, 'task_1', PAT));
  expect([b.state('task_1'), b.goal().state, b.expectOk(cancel(b, 'task_1', PAT))]).toEqual(['cancelled', 'closing', 'already']);
  b.close();
  expect(b.goal().state).toBe('done');
});

test('an edit in the middle of a review voids the result, needs the brief that was read, and moves the task to the members it now fits', () => {
  const b = bench({ members: [worker('ann', ['copy']), worker('bo', ['art']), reviewer('r')] });
  b.add([{ skills: ['copy'] }]);
  b.submit('task_1');
  expect(b.state('task_1')).toBe('pending_review');
  const brief = b.rows.briefs.get('task_1');
  if (brief === undefined) throw new Error('no brief');
  expect(codeOf(b.commit((board) => editTask(board, { taskId: 'task_1', ...PAT, brief, briefSeq: 1, edits: { title: 'x' } })))).toBe('store.conflict');
  expect(codeOf(b.commit((board) => editTask(board, { taskId: 'task_1', ...PAT, brief, briefSeq: b.task('task_1').briefSeq, edits: {} })))).toBe('input.invalid');
  b.expectOk(b.commit((board) => editTask(board, { taskId: 'task_1', ...PAT, brief, briefSeq: b.task('task_1').briefSeq, edits: { skills: ['art'] } })));
  expect(b.task('task_1')).toMatchObject({ state: 'executing', assigneeId: 'bo' });
  expect(codeOf(b.approve('task_1', 'r'))).toBe('attempt.stale');
});

describe('a manager', () => {
  test('edits, moves and frees one task 5 times together, then only a person may, which grants it anew', () => {
    const b = pull();
    b.add([{}]);
    const acts = [() => edit(b, 'task_1', BOSS, { title: 'a' }), () => (claim(b, 'task_1'), release(b, 'task_1', BOSS)), () => (claim(b, 'task_1'), reassign(b, 'task_1', 'bo', BOSS)), () => release(b, 'task_1', BOSS), () => edit(b, 'task_1', BOSS, { title: 'b' }), () => edit(b, 'task_1', BOSS, { title: 'c' })];
    expect(acts.map((act) => codeOf(act()))).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'task.capped']);
    expect(codeOf(edit(b, 'task_1', PAT, { title: 'd' }))).toBe('ok');
    expect(codeOf(edit(b, 'task_1', BOSS, { title: 'e' }))).toBe('ok');
  });

  test('asks a person before it calls that person’s task off; "keep" leaves it, "agree" ends it', () => {
    const b = pull({ members: [manager(), worker('pia', [], { kind: 'human' })], openEnded: true });
    b.add([{}]);
    b.expectOk(b.commit((board) => assignTask(board, { taskId: 'task_1', to: 'pia', ...BOSS })));
    expect([b.expectOk(cancel(b, 'task_1', BOSS)), b.expectOk(cancel(b, 'task_1', BOSS))]).toEqual(['asked', 'asked']);
    const asked = () => b.openQuestions().filter(({ kind }) => kind === 'cancel_task');
    expect(asked()).toMatchObject([{ askedOf: 'pia', askedBy: 'boss' }]);
    b.expectOk(b.answer('keep', { questionId: asked()[0]?.id ?? 'question_0', note: 'nearly there' }));
    expect([b.state('task_1'), told(b, 'boss').length]).toEqual(['assigned', 1]);
    cancel(b, 'task_1', BOSS);
    b.expectOk(b.answer('agree', { questionId: asked()[0]?.id ?? 'question_0' }));
    expect([b.state('task_1'), b.openQuestions()]).toEqual(['cancelled', []]);
  });

  test('calls all off in one change: what people hold is asked for, all else ends, their dependants too', () => {
    const b = pull({ members: [manager(), worker('ann'), worker('pia', [], { kind: 'human', capacity: 2 })], openEnded: true });
    b.add([{ name: 'a' }, { dependsOn: ['a'] }, {}, {}]);
    claim(b, 'task_1');
    for (const taskId of ['task_3', 'task_4'] as const) b.expectOk(b.commit((board) => assignTask(board, { taskId, to: 'pia', ...BOSS })));
    expect(b.expectOk(b.commit((board) => cancelAllTasks(board, b.goalId, BOSS)))).toEqual({ cancelled: ['task_1', 'task_2'], asked: ['task_3', 'task_4'], left: [] });
    expect(b.openQuestions().filter(({ kind }) => kind === 'cancel_task').map(({ taskId }) => taskId)).toEqual(['task_3', 'task_4']);
    expect(new Set(b.openQuestions().map(({ id }) => id)).size).toBe(4);
  });

  test('may not touch what a person decides about, nor what has ended', () => {
    const b = pull({ members: [worker('ann')], openEnded: true });
    b.add([{}]);
    claim(b, 'task_1');
    b.commit((board) => releaseTask(board, { taskId: 'task_1', ...PAT }));
    b.expectOk(cancel(b, 'task_1', PAT));
    expect([codeOf(edit(b, 'task_1', BOSS)), codeOf(release(b, 'task_1', BOSS)), codeOf(reassign(b, 'task_1', 'ann', PAT))]).toEqual(Array(3).fill('lifecycle.illegal_move'));
  });
});

describe('giving to a member by name', () => {
  test('needs one that does tasks, and one that does not have it already', () => {
    const b = pull();
    b.add([{}]);
    claim(b, 'task_1');
    expect([codeOf(reassign(b, 'task_1', 'zoe', BOSS)), codeOf(reassign(b, 'task_1', 'boss', BOSS)), codeOf(reassign(b, 'task_1', 'ann', BOSS))]).toEqual(['member.not_found', 'member.not_found', 'lifecycle.illegal_move']);
    expect(b.task('task_1')).toMatchObject({ state: 'claimed', assigneeId: 'ann' });
  });

  test('of a free task is for members that claim only', () => {
    const b = bench({ members: [worker('ann', ['x'])] });
    b.add([{}, {}]);
    expect(codeOf(b.commit((board) => assignTask(board, { taskId: 'task_2', to: 'ann', ...PAT })))).toBe('lifecycle.illegal_move');
  });
});

describe('a prerequisite that is added', () => {
  const add = (b: Bench, taskId: TaskId, ...needs: readonly TaskId[]) => b.commit((board) => addDependency(board, { taskId, needs, by: 'boss', as: 'manager' }), needs);

  test('blocks what has not begun until it succeeds, and is refused for what has', () => {
    const b = pull();
    b.add([{}, {}]);
    b.expectOk(add(b, 'task_2', 'task_1'));
    expect(b.state('task_2')).toBe('blocked');
    claim(b, 'task_1');
    expect(codeOf(add(b, 'task_1', 'task_2'))).toBe('lifecycle.illegal_move');
    b.submit('task_1');
    expect(b.state('task_2')).toBe('pending');
    b.expectOk(add(b, 'task_2', 'task_1'));
    expect(b.state('task_2')).toBe('pending');
  });

  test('that closes a ring is refused with the ring; itself, a stranger and a task that failed too', () => {
    const b = pull({ openEnded: true });
    const other = b.open({ style: 'team' }, { openEnded: true });
    b.add([{}, {}, {}]);
    b.add([{}], other);
    add(b, 'task_2', 'task_1');
    add(b, 'task_3', 'task_2');
    expect(add(b, 'task_1', 'task_3')).toMatchObject({ ok: false, code: 'plan.has_cycle', details: { path: ['task_1', 'task_3', 'task_2', 'task_1'] } });
    expect([codeOf(add(b, 'task_1', 'task_1')), codeOf(add(b, 'task_1', 'task_4')), codeOf(add(b, 'task_1', 'task_9'))]).toEqual(['plan.has_cycle', 'plan.unknown_dependency', 'plan.unknown_dependency']);
    cancel(b, 'task_1', PAT);
    b.add([{}]);
    expect(codeOf(add(b, 'task_5', 'task_1'))).toBe('plan.unknown_dependency');
  });

  test('to a task that waits already is an edge more, and it waits for both', () => {
    const b = pull();
    b.add([{ name: 'a' }, {}, { dependsOn: ['a'] }]);
    b.expectOk(add(b, 'task_3', 'task_2'));
    expect([...b.board.openPrerequisites('task_3')]).toEqual(['task_1', 'task_2']);
    claim(b, 'task_1');
    b.submit('task_1');
    expect(b.state('task_3')).toBe('blocked');
  });
});
