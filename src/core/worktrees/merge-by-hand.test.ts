// The lines that merge by hand what nobody will merge: as many as are needed, and none where there is nothing.
import { expect, test } from 'vitest';
import { finding, type FindingKind } from './findings.ts';
import { mergeByHand } from './merge-by-hand.ts';

const BRANCH = 'muster/goal_1--task_1--ada';
const stepsFor = (kinds: readonly FindingKind[], path = '/trees/one', isThere = true): readonly string[] =>
  mergeByHand({ path, isThere, branch: BRANCH, taskId: 'task_1', findings: kinds.map((kind) => finding(kind, ['a.txt'])) }).map(({ en }) => en);

const COMMIT = 'Commit what stands in it: git -C /trees/one add --all && git -C /trees/one commit -m task_1';
const MERGE = `Merge it into the branch you stand on: git merge ${BRANCH}`;

test.each([
  ['nothing at all', [], []],
  ['what git ignores, and nothing else', ['ignored'], []],
  ['commits', ['unmerged'], [MERGE]],
  ['files that were not committed', ['untracked'], [COMMIT, MERGE]],
  ['both', ['changed', 'unmerged'], [COMMIT, MERGE]],
  ['both sides of a conflict', ['conflicted', 'operation'], ['Both sides of a conflict stand in /trees/one: edit the files first', COMMIT, MERGE]],
] as const)('a tree that holds %s: %j', (_what, kinds, steps) => {
  expect(stepsFor(kinds)).toEqual(steps);
});

test('a path is written as a shell takes it whole, also with a space or a quote in it; in Chinese the lines are the same', () => {
  expect(stepsFor(['untracked'], "/my work/it's")[0]).toBe(String.raw`Commit what stands in it: git -C '/my work/it'\''s' add --all && git -C '/my work/it'\''s' commit -m task_1`);
  const commands = mergeByHand({ path: '/工作/树', isThere: true, branch: BRANCH, taskId: 'task_1', findings: [finding('changed', ['a.txt'])] }).map(({ en, zh }) => [en, zh].map((text) => text.slice(text.indexOf('git '))));
  for (const [en, zh] of commands) expect(zh).toBe(en);
  expect(commands[0]?.[0]).toContain('git -C /工作/树 add --all');
});

test('of a tree whose folder is gone only what was committed can be merged', () => {
  expect([stepsFor(['staged', 'conflicted', 'unmerged'], '/trees/one', false), stepsFor(['staged'], '/trees/one', false)]).toEqual([[MERGE], []]);
});
