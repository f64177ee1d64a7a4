// Refusals end in what to do next, and git's words are told apart by what it really says.
import { expect, test } from 'vitest';
import { notice } from './notices.ts';
import { isLockFault, isNewEnough, isPassingFault, refuseGit, refuseTree, WORKTREE_REASONS } from './refusals.ts';

test.each([
  ["fatal: Unable to create '/r/.git/index.lock': File exists.\n\nAnother git process seems to be running", 'locked'],
  ["error: Unable to create '/r/.git/packed-refs.lock': File exists.", 'locked'],
  ["fatal: update_ref failed for ref 'refs/heads/x': cannot lock ref 'refs/heads/x': Unable to create '/r/.git/refs/heads/x.lock': File exists.", 'locked'],
  ["fatal: update_ref failed for ref 'refs/heads/muster/x': cannot lock ref 'refs/heads/muster/x': 'refs/heads/muster' exists; cannot create 'refs/heads/muster/x'", 'git_failed'],
  ["fatal: update_ref failed for ref 'refs/heads/x': cannot lock ref 'refs/heads/x': reference already exists", 'git_failed'],
  ["fatal: update_ref failed for ref 'refs/heads/x': cannot lock ref 'refs/heads/x': is at a but expected b", 'git_failed'],
  ["fatal: 'x' is already checked out at '/r/t'", 'branch_in_use'], ["fatal: 'x' is already used by worktree at '/r/t'", 'branch_in_use'],
  ['fatal: not a git repository (or any of the parent directories): .git', 'not_a_repository'], ["fatal: detected dubious ownership in repository at '/r'", 'unsafe_directory'], ['fatal: bad object HEAD', 'git_failed'], ['', 'git_failed'],
])('%j is %s', (said, reason) => {
  expect(refuseGit(said, '/r').reason).toBe(reason);
  expect([isLockFault(said), isPassingFault(said)]).toEqual([reason === 'locked', reason === 'locked']);
});

test('a record that another git is writing is over in a moment and no lock; a missing object is neither', () => {
  for (const file of ['commondir', 'gitdir', 'HEAD']) expect(isPassingFault(`fatal: failed to read .git/worktrees/a--task_1/${file}: Success`)).toBe(true);
  expect(isLockFault('fatal: failed to read .git/worktrees/a--task_1/commondir: Success')).toBe(false);
  expect(isPassingFault('fatal: failed to read object 1234: Success')).toBe(false);
});

test('hints are left out and the faults are kept', () => {
  expect(refuseGit('Preparing\nhint: try this\nfatal: bad thing\nerror: worse', '/r').because.en).toBe('git said: fatal: bad thing error: worse See to that, and try again.');
});

test.each([['git version 2.39.5', true], ['git version 2.30.0.windows.1', true], ['git version 2.29.9', false], ['git version 3.0.0', true], ['git version 1.8.3.1', false], ['hello', undefined]])('%s is new enough: %s', (said, answer) => {
  expect(isNewEnough(said)).toBe(answer);
});

test(`all ${WORKTREE_REASONS.length} reasons are said in both languages and end in a sentence that asks for something`, () => {
  for (const reason of WORKTREE_REASONS) {
    const { because } = refuseTree(reason, { path: '/r', name: 'n', said: { en: 'said', zh: '说' } });
    expect(because.zh).toMatch(/\p{Script=Han}.*。$/u);
    expect(because.en).toMatch(/(?:Install|Run|run|Name|Rename|Try|try|Switch|Enter|enters|Use|Hand|has to|Save|Finish|See to|delete)[^.]*/u);
    expect(because.en + because.zh).not.toContain('undefined');
  }
  expect(notice('restored', '/r').text.zh).toMatch(/\p{Script=Han}/u);
});
