// What a person sees of working trees and locks from the command line.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { lockFile } from '../../src/core/team/locks.ts';
import { openGoal } from '../../src/core/moves/goal-moves.ts';
import { policyOf } from '../../src/core/policy.ts';
import { sqliteStore } from '../../src/stores/sqlite.ts';
import { systemClock } from '../../src/system-clock.ts';
import { openingOf } from '../../src/testing/builders.ts';
import { must, NOTHING_FOLLOWS } from '../../src/testing/store-contract/world.ts';
import { gitWorktrees } from '../../src/workspaces/git-worktrees.ts';
import { PLAIN_GIT } from '../plain-git.ts';
import { verifies } from '../verifies.ts';
import { setUp, SLOW } from './muster.ts';

const REVIEWED = `name: shop
style: team
worktrees: true
review: members
tools: {workspace: .}
members:
  - {id: lead, role: manager}
  - {id: ada, skills: [copywriting], allowed_tools: [file.read, file.write]}
  - {id: ana, kind: human, role: reviewer}
`;
const TEAM = 'name: team\nstyle: team\nworktrees: true\nmembers:\n  - id: ada\n';

describe.concurrent('trees and locks from the command line', SLOW, () => {
  test('muster worktrees lists a tree with its owner, age, state and what is in it, as text in both languages and as JSON', async (context) => {
    const { expect } = context;
    verifies('worktrees.listed');
    const place = setUp(context, { files: { 'team.yaml': TEAM } });
    const git = (...args: readonly string[]) => execFileSync('git', [...args], { cwd: place.folder, env: PLAIN_GIT, stdio: 'ignore' });
    const without = await place.muster('worktrees');
    expect([without.code, without.err]).toEqual([5, expect.stringContaining('is not in a git repository')]);
    git('init', '--initial-branch=main');
    git('add', '--all');
    git('-c', 'user.name=User', '-c', 'user.email=user@example.org', 'commit', '-m', 'First');
    expect((await place.muster('worktrees')).out).toMatch(/^No working trees on the repository of .+\. Members get them where team\.yaml says worktrees: true\.\n$/);
    const trees = gitWorktrees({ workspace: place.folder, store: join(place.folder, '.muster/muster.db'), clock: systemClock, environment: PLAIN_GIT });
    const entered = await trees.enter({ goalId: 'goal_1', openedAt: 1, taskId: 'task_2', memberId: 'ada' });
    writeFileSync(join(entered.ok ? entered.path : '', 'new.txt'), 'new');
    const { code, out } = await place.muster('worktrees');
    expect(code).toBe(0);
    expect(out).toMatch(/^goal_1 · task_2 · ada {2}holds changes {2}[\d.]+ s\n {2}\S+ada--task_2 {2}muster\/goal_1--task_2--ada\n {2}1 untracked: new\.txt\n$/);
    expect((await place.muster('worktrees', '--locale', 'zh')).out).toMatch(/有未保存的改动[\s\S]+未纳入版本管理：new\.txt/);
    const json = JSON.parse((await place.muster('worktrees', '--json')).out);
    expect(json.worktrees).toMatchObject([{ state: 'changed', is_ours: true, owner: { goal_id: 'goal_1', task_id: 'task_2', member_id: 'ada' }, findings: [{ kind: 'untracked', what: ['new.txt'] }] }]);
    // Looking at what is left is wanted most where the store is gone.
    writeFileSync(join(place.folder, '.muster/muster.db'), 'no store at all');
    const damaged = await place.muster('worktrees');
    expect([damaged.code, damaged.out.split('  ')[0], damaged.err]).toEqual([0, 'goal_1 · task_2 · ada', expect.stringMatching(/\.muster\/muster\.db .*\nWhat the store knows of these trees is left out\.\n$/)]);
    const quiet = JSON.parse((await place.muster('worktrees', '--json')).out);
    expect(quiet.worktrees).toMatchObject([{ is_ours: true, findings: [{ kind: 'untracked' }] }]);
  });

  test('a result that a person supplies instead leaves the branch: the answer, the summary and muster worktrees say so, and the lines that it names merge it', async (context) => {
    const { expect } = context;
    verifies('worktrees.left_is_said', 'worktrees.listed');
    const place = setUp(context, { files: { 'team.yaml': REVIEWED } });
    const sh = (line: string) => execFileSync('bash', ['-c', line], { cwd: place.folder, env: PLAIN_GIT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    sh('git init --quiet --initial-branch=main && git config user.name User && git config user.email user@example.org && git add --all && git commit --quiet -m First');
    expect((await place.muster('run', 'Write a slogan')).code).toBe(4);
    const before = (await place.muster('worktrees')).out;
    expect(before).toMatch(/^goal_1 · task_1 · ada {2}holds changes {2}[\d.]+ s\n/);
    expect(before).not.toContain('git ');
    expect((await place.muster('inbox')).out).toContain('# supply the mended result oneself; it is taken as it is, and a branch of the task is not merged');
    const branch = 'muster/goal_1--task_1--ada';
    const answered = await place.muster('answer', 'question_1', 'edit_result', '--output', 'By hand.', '--by', 'ana');
    expect(answered.out).toMatch(new RegExp(`^question_1 is answered: edit_result\\.\\nThe branch ${branch} stays as it is and is not merged\\. What it holds, and how to merge it: .+ worktrees\\n`));
    expect((await place.muster('show', 'goal_1')).out).toContain('accepted, branch not merged');
    expect((await place.muster('show', 'task_1')).out).toContain(`A person supplied the result · ana · branch ${branch} not merged`);

    const { out } = await place.muster('worktrees');
    expect(out).toContain('  A person supplied the result of task_1 instead, so nobody merges this:\n    Commit what stands in it: git -C ');
    expect((await place.muster('worktrees', '--locale', 'zh')).out).toContain('task_1 的成果已由人直接提供，因此不会再自动合并：\n    提交其中的内容：git -C ');
    const [{ merge_by_hand: steps }] = JSON.parse((await place.muster('worktrees', '--json')).out).worktrees;
    expect(steps.map((step: string) => out.includes(`    ${step}\n`))).toEqual([true, true]);
    for (let question = 2; (await place.muster('resume', 'goal_1')).code === 4; question += 1) await place.muster('answer', `question_${question}`, 'approve', '--by', 'ana');
    expect((await place.muster('show', 'goal_1')).out).toMatch(new RegExp(`\\(task_1\\): accepted \\[ada; branch ${branch} not merged\\]\\n[\\s\\S]*\`muster worktrees\` says how to merge it`));
    for (const step of steps) sh(step.slice(step.indexOf('git ')));
    expect(sh('git log --format=%s -1 HEAD && ls notes').split('\n')).toEqual(['task_1', 'task_1.md', '']);
  });

  test('muster unlock takes a lock away and says so; where nobody holds one nothing is changed', async (context) => {
    const { expect } = context;
    verifies('team.shared_files');
    const place = setUp(context, { files: { 'team.yaml': TEAM } });
    mkdirSync(join(place.folder, '.muster'), { recursive: true });
    const store = sqliteStore({ file: join(place.folder, '.muster/muster.db'), clock: systemClock, settle: NOTHING_FOLLOWS });
    const goalId = await must(store.commit([], (board) => openGoal(board, openingOf('Share', { policy: policyOf({ style: 'team' }) }))));
    await must(store.commit([], (board) => lockFile(board, { goalId, path: 'plan.md', holder: { memberId: 'ada', attempt: null }, ttlMs: 600_000 })));
    await store.close();
    expect((await place.muster('unlock', 'goal_1', '.team/plan.md', '--by', 'ana')).out).toBe('The lock of .team/plan.md was taken away. Its holder is refused at the next write.\n');
    expect((await place.muster('unlock', 'goal_1', 'plan.md')).out).toBe('Nobody holds a lock of plan.md; nothing was changed.\n');
    expect((await place.muster('unlock', 'goal_1', '../plan.md')).code).toBe(2);
    expect((await place.muster('events', 'goal_1')).out).toMatch(/A person broke a lock/);
  });
});
