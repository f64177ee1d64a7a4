// A graph becomes tasks in one change, or nothing of it does; who can take each of them stands in its lane.
import { describe, expect, test } from 'vitest';
import { bench, codeOf, worker } from '../../../test/bench-board.ts';
import { verifies } from '../../../test/verifies.ts';

describe('createTasks', () => {
  test('writes each row at version 1 with what it says, and the event that holds both', () => {
    const b = bench({ openEnded: true });
    b.add([{ name: 'ad', title: 'Write an ad', content: 'for tea', skills: ['Copy Writing'], input: { product: 'tea' } }]);
    const created = b.rows.events.find((event) => event.type === 'task.created');
    expect(created).toMatchObject({ version: 1, taskId: 'task_1', details: { title: 'Write an ad', content: 'for tea', skills: ['Copy Writing'], input: { product: 'tea' }, name: 'ad' } });
    expect(b.task('task_1')).toMatchObject({ lane: 'copy-writing', firstSeq: created?.seq, briefSeq: created?.seq, attempts: 0, starts: 0 });
    expect(b.rows.briefs.get('task_1')).toEqual({ title: 'Write an ad', content: 'for tea', skills: ['Copy Writing'], input: { product: 'tea' }, criteria: [], context: [], contextFrom: null, name: 'ad' });
  });

  test('what a task is told is the part of its prerequisites that it names; none named is all', () => {
    const b = bench();
    b.add([{ name: 'p' }, { name: 'q' }, { dependsOn: ['p', 'q'] }, { dependsOn: ['p', 'q'], needsContext: ['q'] }, { dependsOn: ['p'], needsContext: [] }]);
    expect([3, 4, 5].map((key) => b.rows.briefs.get(`task_${key}`)?.contextFrom)).toEqual([null, ['task_2'], []]);
  });

  test('a parent only groups: its child waits for nothing', () => {
    const b = bench({ members: [worker('a', [], { capacity: 2 })] });
    b.add([{}, { parentTaskId: 'task_1' }]);
    expect(b.task('task_2')).toMatchObject({ state: 'executing', more: { parentTaskId: 'task_1' } });
    expect(b.board.openPrerequisites('task_2').size).toBe(0);
  });

  test.each([
    ['a ring of 2', [{ name: 'p', dependsOn: ['q'] }, { name: 'q', dependsOn: ['p'] }], 'plan.has_cycle'],
    ['a task that waits on itself', [{ name: 'p', dependsOn: ['p'] }], 'plan.self_reference'],
    ['a name that nobody has', [{ name: 'p', dependsOn: ['x'] }], 'plan.unknown_dependency'],
    ['an id that is not on the board', [{ name: 'p', dependsOn: ['task_77'] }], 'plan.unknown_dependency'],
    ['two tasks of one name', [{ name: 'p' }, { name: 'p' }], 'plan.duplicate_title'],
    ['good tasks with one bad one', [{ name: 'p' }, { name: 'q' }, { name: 'r', dependsOn: ['gone'] }], 'plan.unknown_dependency'],
  ])('%s is refused whole: no task, no event', (_what, sketches, code) => {
    verifies('plan.one_commit');
    const b = bench({ members: [worker('a')], openEnded: true });
    const events = b.rows.events.length;
    expect(codeOf(b.tryAdd(sketches))).toBe(code);
    expect([b.rows.tasks.size, b.rows.events.length]).toEqual([0, events]);
    b.add([{}]);
    expect(b.state('task_1')).toBe('executing');
  });

  test('a ring is named with its path', () => {
    verifies('plan.cycle_named');
    const b = bench();
    const refused = b.tryAdd([{ name: 'A', dependsOn: ['C'] }, { name: 'B', dependsOn: ['A'] }, { name: 'C', dependsOn: ['B'] }]);
    expect(refused).toMatchObject({ code: 'plan.has_cycle', because: 'These tasks wait on each other in a ring: A → C → B → A. Remove one of these dependencies.' });
  });

  test('a task of another goal is no prerequisite', () => {
    const b = bench({ members: [worker('a')] });
    const other = b.open();
    b.add([{}], other);
    expect(b.tryAdd([{ dependsOn: ['task_1'] }])).toMatchObject({ code: 'plan.unknown_dependency', details: { id: 'task_1' } });
  });

  test('1,000 tasks, each waiting for the one after it, are made in one commit', () => {
    const b = bench({ members: [worker('a')] });
    b.add(Array.from({ length: 1_000 }, (_, at) => ({ name: `n${at}`, dependsOn: at === 999 ? [] : [`n${at + 1}`] })));
    expect(b.state('task_1000')).toBe('executing');
    expect(b.log.filter((line) => line.endsWith('created'))).toHaveLength(1_000);
  });
});
