// Names of branches and folders: readable, never like one that is there, whatever the ids hold.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { namePart, pickGoalName, pickTreeName } from './names.ts';

test.each([
  ['task_12', 'task_12'], ['Coder', 'coder'], ['研究员', '研究员'], ['Zoë', 'zoë'], ['e\u0301', 'é'], ['ＡＢ', 'ab'], ['a b/c\\d', 'a-b-c-d'], ['..', 'member'], ['-rf', 'rf'],
  ['x.lock', 'x-lock'], ['🦊', 'member'], ['☕️', 'member'], ['', 'member'], ['x'.repeat(99), 'x'.repeat(40)], ['a\u200Bb', 'a-b'], ['\u0301x', 'x'],
])('%j becomes the part %j of a name', (text, part) => {
  expect(namePart(text, 'member')).toBe(part);
});

const none = { branches: [], folders: [] };

test.each([
  { branches: [], branch: 'muster/goal_1' },
  { branches: ['muster/goal_1', 'MUSTER/GOAL_1-2'], branch: 'muster/goal_1-3' },
  { branches: ['muster'], branch: 'muster-goal_1' },
  { branches: ['Muster', 'muster-goal_1/x'], branch: 'muster-goal_1-2' },
  { branches: ['muster/goal_1/x'], branch: 'muster/goal_1-2' },
  { branches: ['muster/goal_10', 'muster/goal_1x'], branch: 'muster/goal_1' },
])('beside $branches the branch of goal_1 is $branch', ({ branches, branch }) => {
  expect(pickGoalName('goal_1', { branches, folders: [] })?.branch).toBe(branch);
});

test('a folder that is taken moves the branch along, so that the two always have one number', () => {
  expect(pickGoalName('goal_1', { branches: [], folders: ['Goal_1'] })).toEqual({ branch: 'muster/goal_1-2', folder: 'goal_1-2' });
  expect(pickTreeName({ goalBranch: 'muster/goal_1', taskId: 'task_1', memberId: 'a' }, { branches: ['muster/goal_1--task_1--a-2'], names: ['a--task_1'] })).toEqual({ name: 'a--task_1-3', branch: 'muster/goal_1--task_1--a-3' });
});

test('any 1,000 ids beside any branches: the name is one that git takes, and it clashes with none', () => {
  const branch = fc.array(fc.constantFrom('muster', 'goal_1', 'goal_1-2', 'Muster', 'x', 'muster-goal_1', 'goal_1--task_1--a'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), fc.oneof(fc.constant('goal_1'), fc.string({ unit: 'binary' })), fc.array(branch, { maxLength: 8 }), (memberId, goalId, branches) => {
    const goal = pickGoalName(goalId, { branches, folders: [] });
    const goalBranch = goal?.branch ?? '';
    const all = [...branches, goalBranch];
    const tree = pickTreeName({ goalBranch, taskId: 'task_1', memberId }, { branches: all, names: [] });
    for (const [name, others] of [[goalBranch, branches], [tree?.branch ?? '', all]] as const) {
      // The rules of `git check-ref-format`.
      expect(name).toMatch(/^[^\s~^:?*[\\\p{Cc}]+$/u);
      expect(name).not.toMatch(/^[-/]|\/\/|\.\.|@\{|[/.]$|\.lock(?:\/|$)|\/[.-]/u);
      const [lower, theirs] = [name.toLowerCase(), others.map((each) => each.toLowerCase())];
      expect(theirs.filter((each) => each === lower || each.startsWith(`${lower}/`) || lower.startsWith(`${each}/`))).toEqual([]);
    }
    expect(tree?.name).not.toMatch(/[/\\]|^\./u);
  }), { numRuns: 1_000 });
});

test('where all 500 numbers of all roots are taken there is no name', () => {
  expect(pickGoalName('goal_1', { ...none, folders: ['goal_1', ...Array.from({ length: 500 }, (_, index) => `goal_1-${index + 1}`)] })).toBeUndefined();
});
