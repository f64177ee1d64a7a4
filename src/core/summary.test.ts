// The end of a goal: reached or not, and a list in which no task is missing, whoever wrote the rest.
import { describe, expect, test } from 'vitest';
import { bench, worker } from '../../test/bench-board.ts';
import { verifies } from '../../test/verifies.ts';
import { LOCALES } from './json.ts';
import { TASK_STATES, taskMachine } from './lifecycles.ts';
import { fateList, isReached, WITHOUT_MODEL } from './summary.ts';
import type { Task } from './task.ts';

const task = (state: Task['state'], more: Task['more'] = null): Task => {
  const b = bench({ members: [worker('a')] });
  b.add([{}]);
  return { ...b.task('task_1'), state, more };
};

describe('a goal is reached', () => {
  test.each([
    ['done and completed', [task('done'), task('completed')], true],
    ['no task at all', [], true],
    ['one accepted below standard', [task('done', { belowStandard: true })], true],
    ['one replaced, and its parts done', [task('cancelled', { replacedBy: ['task_2'] }), task('done')], true],
    ['one called off by a person', [task('cancelled', { calledOff: true }), task('done')], true],
    ['one cancelled for its prerequisite', [task('cancelled', { rootCause: 'task_2' }), task('done')], false],
    ['one failed', [task('failed'), task('done')], false],
  ] as const)('%s: %s', (_what, tasks, reached) => {
    expect(isReached(tasks)).toBe(reached);
  });

  test('by no task that is still open', () => {
    expect(taskMachine.states.filter((state) => taskMachine.isOpen(state) && isReached([task(state)]))).toEqual([]);
  });
});

describe('the list of fates', () => {
  test('names every task and what became of it, in both languages', () => {
    verifies('goal.summary_names_all');
    const fates = taskMachine.states.map((state) => ({ task: task(state), title: `the ${state} one` }));
    for (const locale of LOCALES) {
      const lines = fateList(fates, locale).split('\n').slice(1);
      expect(lines).toEqual(taskMachine.states.map((state) => `- the ${state} one (task_1): ${TASK_STATES[state].means[locale]} [a]`));
    }
  });

  test('says what a reader must know: below standard, replaced by what, because of which task', () => {
    verifies('goal.summary_names_all');
    const fates = [
      { task: task('done', { belowStandard: true }), title: 'ad' },
      { task: task('cancelled', { replacedBy: ['task_3', 'task_4'] }), title: 'plan' },
      { task: { ...task('cancelled', { rootCause: 'task_2' }), assigneeId: null }, title: 'print' },
    ];
    expect(fateList(fates, 'en')).toBe([
      'Tasks:', '- ad (task_1): accepted [a; accepted below standard]', '- plan (task_1): called off [a; replaced by task_3, task_4]', '- print (task_1): called off [because of task_2]',
    ].join('\n'));
    expect(fateList(fates, 'zh')).toContain('- print (task_1)');
    expect(fateList(fates, 'zh')).toContain('低于标准验收');
  });

  test('names a branch that was left unmerged, and where to read how it is merged', () => {
    verifies('worktrees.left_is_said');
    const fates = [{ task: task('done', { leftBranch: 'muster/goal_1--task_1--a' }), title: 'ad' }, { task: task('done'), title: 'plan' }];
    expect(fateList(fates, 'en').split('\n')).toEqual([
      'Tasks:', '- ad (task_1): accepted [a; branch muster/goal_1--task_1--a not merged]', '- plan (task_1): accepted [a]',
      'What is not merged was left as it is; `muster worktrees` says how to merge it.',
    ]);
    expect(fateList(fates, 'zh')).toMatch(/分支 muster\/goal_1--task_1--a 未合并[\s\S]*合并方法见 `muster worktrees`/);
  });

  test('of no tasks says so; so does a summary that no model wrote', () => {
    expect([fateList([], 'en'), fateList([], 'zh')]).toEqual(['The goal had no tasks.', '该目标没有任务。']);
    for (const locale of LOCALES) expect(WITHOUT_MODEL[locale]).not.toBe('');
  });
});
