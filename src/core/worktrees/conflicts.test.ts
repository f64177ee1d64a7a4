// Merge conflicts read into a fix list: both sides of each place, also where marks are odd or half gone.
import { expect, test } from 'vitest';
import { conflictKind, fixList, hasMarks, readHunks } from './conflicts.ts';

const marked = ['top', '<<<<<<< HEAD', 'goal 1', 'goal 2', '=======', 'task 1', '>>>>>>> abc', 'middle', '<<<<<<< HEAD', '||||||| base', 'old', '=======', 'task 2', '>>>>>>> abc', ''];

test('two places of a file are read with line and both sides, also with the common ancestor between them and with CRLF', () => {
  const both = [{ line: 2, goal: 'goal 1\ngoal 2', task: 'task 1' }, { line: 9, goal: '', task: 'task 2' }];
  expect(readHunks(marked.join('\n'), 'task_into_goal')).toEqual({ hunks: both, hunksLeft: 0 });
  expect(readHunks(marked.join('\r\n'), 'task_into_goal').hunks).toEqual(both);
  expect(readHunks(marked.join('\n'), 'goal_into_task').hunks[0]).toEqual({ line: 2, goal: 'task 1', task: 'goal 1\ngoal 2' });
});

test.each([
  ['a heading underlined with =======', 'Title\n=======\ntext', false], ['one mark that was forgotten', 'a\n>>>>>>> b', false], ['an opening without an end', '<<<<<<< HEAD\na\n=======\n', false],
  ['a whole conflict', '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> c', true], ['marks inside a line', 'x <<<<<<< y\n=======\n>>>>>>> z', false],
])('%s: a conflict stands there is %s', (_, text, stands) => {
  expect(hasMarks(text)).toBe(stands);
});

test('who deleted and who changed depends on the way of the merge', () => {
  expect(['DU', 'UD', 'AA', 'UU', 'AU'].map((code) => [conflictKind(code, 'task_into_goal'), conflictKind(code, 'goal_into_task')])).toEqual([
    ['goal_deleted', 'task_deleted'], ['task_deleted', 'goal_deleted'], ['both_added', 'both_added'], ['both_changed', 'both_changed'], ['renamed', 'renamed'],
  ]);
});

test('12 places in one file make 10 fixes and one that counts the other 2, in both languages; a file without marks makes one', () => {
  const text = Array.from({ length: 12 }, (_, index) => `<<<<<<< HEAD\ng${index}\n=======\nt${index}\n>>>>>>> x`).join('\n');
  const fixes = fixList([{ path: 'a.ts', kind: 'both_changed', ...readHunks(text, 'task_into_goal') }, { path: 'b.png', kind: 'goal_deleted', hunks: [], hunksLeft: 0 }]);
  expect(fixes).toHaveLength(12);
  expect(fixes[0]?.en).toContain('a.ts, line 1: both sides changed it. The branch of the goal has:\ng0\nThe task has:\nt0');
  expect(fixes[10]?.zh).toContain('另有 2 处冲突');
  expect(fixes[11]?.en).toContain('b.png: the branch of the goal deleted it');
});
