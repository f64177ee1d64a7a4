// Members that are functions work in trees of their own on a real repository: what is approved is merged first, so whoever builds
// on it sees it; a conflict goes back to its author with both sides; and nothing of it touches the user's checkout.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTeam, manager, reviewer, worker, type MusterEvent, type Team, type TeamOptions, type Work, type Workspaces } from '../../src/index.ts';
import { mergeByHand } from '../../src/core/worktrees/merge-by-hand.ts';
import { refuseTree, type WorktreeRefusal } from '../../src/core/worktrees/refusals.ts';
import { calling, eventLog, fixedClock, scriptedModel, type FixedClock, type Script } from '../../src/testing/index.ts';
import { fileTools } from '../../src/tools/files/file-tools.ts';
import { checkoutOf, gitWorld, type GitWorld } from '../git-world.ts';
import { verifies } from '../verifies.ts';

// Each call of git takes a moment of a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const DONE = { output: 'done' };

const edit = (folder: string, name: string, change: (text: string) => string): void => {
  const file = join(folder, name);
  writeFileSync(file, change(existsSync(file) ? readFileSync(file, 'utf8') : ''));
};

interface TreeWorld {
  readonly team: Team;
  readonly clock: FixedClock;
  events(): Promise<readonly MusterEvent[]>;
  /** The log of the goal, for when it fails. */
  log(): Promise<string>;
}

/** Functions only: no model is there to plan or to sum up. */
function treeWorld(git: GitWorld, { policy = {}, ...options }: Pick<TeamOptions, 'members' | 'policy' | 'tools'>): TreeWorld {
  const clock = fixedClock();
  const team = createTeam({ store: 'memory', env: {}, clock, workspace: git.repo, worktrees: git.workspaces, ...options, policy: { style: 'team', ...policy } });
  onTestFinished(() => team.close());
  return { team, clock, events: () => team.events('goal_1'), log: async () => (await eventLog(await team.store(), 'goal_1')).join('\n') };
}

test('what a task changed is merged before its dependant starts: it finds the file, and the user\'s checkout is as it was', async () => {
  verifies('worktrees.dependants_see_merged', 'team.functions_claim');
  const git = gitWorld();
  const before = checkoutOf(git);
  const seen: string[] = [];
  const run = ({ folder, task, attempt }: Work) => {
    seen.push(`${task.title} ${attempt} ${existsSync(join(folder, 'base.txt'))}`);
    edit(folder, `${task.title}.txt`, () => task.title);
    return DONE;
  };
  const of = treeWorld(git, { members: [worker('a', { run }), worker('b', { run })] });
  const goal = await of.team.open('Build it');
  await goal.add([{ name: 'base', title: 'base' }, { title: 'upper', dependsOn: ['base'], criteria: [{ rule: 'command', command: ['test', '-f', 'base.txt'] }] }]);
  const result = await goal.ended();
  expect(result.status, await of.log()).toBe('done');
  expect(seen).toEqual(['base 1 false', 'upper 1 true']);
  expect(git.git('show', 'muster/goal_1:upper.txt')).toBe('upper');
  expect(git.git('log', '--format=%s', '--merges', 'muster/goal_1').split('\n')).toEqual(['Merge task_2: upper', 'Merge task_1: base']);
  expect(checkoutOf(git)).toEqual(before);
});

/** Everybody writes line 5 of the same file; who is sent back resolves by the marks that it finds. */
function rewrites(resolve: (text: string, work: Work) => string) {
  const rounds: string[] = [];
  const run = (work: Work) => {
    const { folder, task, rework } = work;
    rounds.push(rework === null ? task.title : `${task.title}: ${rework.fixes.length} fixes`);
    edit(folder, 'shared.txt', (text) => (rework === null ? text.replace(/^5$/mu, task.title) : resolve(text, work)));
    return { output: `${task.title} wrote`, executionSummary: rework?.fixes.join('\n') ?? '' };
  };
  return { rounds, run };
}

/** Both sides, one after the other, without the marks. */
const keepBoth = (text: string): string => text.split('\n').filter((line) => !/^(?:<{7}|={7}|>{7}|\|{7})/u.test(line)).join('\n');

test('a conflict goes back to its author with both sides in its tree, is resolved in the second attempt, and both lines stand in the end', async () => {
  verifies('worktrees.conflict_to_author');
  const git = gitWorld();
  const { rounds, run } = rewrites(keepBoth);
  // Both begin at the same commit: neither hands in before both have started.
  const started = Promise.withResolvers<undefined>();
  let begun = 0;
  const together = async (work: Work) => {
    if ((begun += 1) === 2) started.resolve(undefined);
    await started.promise;
    return run(work);
  };
  const of = treeWorld(git, { members: [worker('a', { run: together }), worker('b', { run: together })] });
  const goal = await of.team.open('Write the same line');
  const [one, two] = await goal.add([{ title: 'left' }, { title: 'right' }]);
  expect((await goal.ended()).status, await of.log()).toBe('done');
  expect(rounds).toHaveLength(3);
  const text = git.git('show', 'muster/goal_1:shared.txt');
  expect([text.includes('left'), text.includes('right'), /[<>=]{7}/u.test(text)]).toEqual([true, true, false]);
  const events = await of.events();
  const rejected = events.filter(({ type }) => type === 'task.rejected');
  expect(rejected.map(({ details }) => details?.['conflicts'])).toEqual([['shared.txt']]);
  const fixes = JSON.stringify(rejected[0]?.details?.['fixes']);
  expect([fixes.includes('left'), fixes.includes('right')]).toEqual([true, true]);
  const again = events.filter(({ type, taskId }) => type === 'task.claimed' || (type === 'task.started' && taskId !== null)).map(({ taskId, memberId }) => `${taskId} ${memberId}`);
  const sentBack = rejected[0]?.taskId === one?.id ? one : two;
  expect(new Set(again.filter((line) => line.startsWith(`${sentBack?.id} `))).size).toBe(1);
});

test('the third conflict of one task goes to a person: its attempts are not used up, and what it did stands in its branch', async () => {
  verifies('worktrees.conflict_to_author');
  const git = gitWorld();
  const { run } = rewrites((text) => text);
  const of = treeWorld(git, { policy: { limits: { maxAttempts: 1 } }, members: [worker('a', { run, skills: ['left'] }), worker('b', { run, skills: ['right'] })] });
  const goal = await of.team.open('Write the same line');
  // The second was begun before the first was merged, and its author never takes the marks out.
  const stale = await git.workspaces.enter({ goalId: goal.id, openedAt: of.clock.now(), taskId: 'task_2', memberId: 'b' });
  expect(stale.ok).toBe(true);
  await goal.add([{ name: 'left', title: 'left', skills: ['left'] }, { title: 'right', skills: ['right'], dependsOn: ['left'] }]);
  const result = await goal.ended();
  expect([result.status, result.waiting.map(({ kind, material }) => [kind, material])]).toMatchObject(['waiting', [['escalation', { reason: 'merge_conflicts_used_up', conflicts: ['shared.txt'], attempts: 3 }]]]);
  expect((await of.team.tasks(goal.id)).map(({ title, state }) => `${title}: ${state}`)).toEqual(['left: done', 'right: escalated']);
  expect(git.git('show', 'muster/goal_1:shared.txt')).toBe('1\n2\n3\n4\nleft\n6\n7\n8\n9');
  expect(git.git('show', 'muster/goal_1--task_2--b:shared.txt')).toContain('right');
});

describe('work that a person takes as it is', () => {
  const unmet = { rule: 'must_contain', value: 'perfect' } as const;
  /** The first hand-in leaves a criterion unmet, so a person decides; what builds on it says what it finds. */
  function belowStandard(git: GitWorld) {
    const found: string[] = [];
    const run = ({ folder, task }: Work) => {
      if (task.title === 'make') edit(folder, 'shared.txt', (text) => text.replace('5', 'made'));
      else found.push(readFileSync(join(folder, 'shared.txt'), 'utf8').split('\n')[4] ?? '');
      return DONE;
    };
    return { found, of: treeWorld(git, { policy: { limits: { maxAttempts: 1 } }, members: [worker('a', { run })] }) };
  }

  test('is merged before it is done, without its criteria, and what builds on it finds it', async () => {
    verifies('worktrees.dependants_see_merged');
    const git = gitWorld();
    const { found, of } = belowStandard(git);
    const goal = await of.team.open('Make it');
    // Its command fails on the merged state: the person has taken it all the same.
    await goal.add([{ name: 'make', title: 'make', criteria: [unmet, { rule: 'command', command: ['false'] }] }, { title: 'look', dependsOn: ['make'] }]);
    const [question] = (await goal.ended()).waiting;
    await of.team.answer(question?.id ?? '', { choice: 'accept', by: 'kim' });
    expect((await goal.ended()).status, await of.log()).toBe('done');
    expect([found, git.git('show', 'muster/goal_1:shared.txt').split('\n')[4], git.git('log', '--merges', '--format=%s', 'muster/goal_1').split('\n').at(-1)]).toEqual([['made'], 'made', 'Merge task_1: make']);
    expect((await of.events()).filter(({ type }) => type === 'task.accepted').map(({ taskId, details }) => [taskId, details?.['by'], details?.['below_standard'] ?? false])).toEqual([['task_1', 'kim', true], ['task_2', 'manager', false]]);
    expect(git.git('worktree', 'list', '--porcelain').match(/^worktree /gmu)).toHaveLength(1);
  });

  test('is merged by the next process where the first ends in the middle of it; nobody is asked twice', async () => {
    const git = gitWorld();
    const file = git.beside('muster.db');
    const clock = fixedClock();
    const lives = (worktrees: Workspaces) => {
      const team = createTeam({ store: file, env: {}, clock, workspace: git.repo, worktrees, policy: { style: 'team', limits: { maxAttempts: 1 } }, members: [worker('a', { run: ({ folder }) => (edit(folder, 'new.txt', () => 'new'), DONE) })] });
      onTestFinished(() => team.close());
      return team;
    };
    const reached = Promise.withResolvers<undefined>();
    const first = lives({ ...git.workspaces, mergeBack: async (order) => {
      // Merged, and the process ends before that is on record.
      await git.workspaces.mergeBack(order);
      reached.resolve(undefined);
      return new Promise(() => undefined);
    } });
    const opened = await first.open('Write it');
    await opened.add([{ title: 'write', criteria: [unmet] }]);
    const [question] = (await opened.ended()).waiting;
    await first.answer(question?.id ?? '', { choice: 'accept', by: 'kim' });
    await reached.promise;
    expect((await first.tasks('goal_1')).map(({ state }) => state)).toEqual(['escalated']);
    await first.close();
    const second = lives(git.workspaces);
    const goal = await second.resume('goal_1');
    expect((await goal.ended()).status, (await eventLog(await second.store(), 'goal_1')).join('\n')).toBe('done');
    expect(git.git('log', '--merges', '--format=%s', 'muster/goal_1')).toBe('Merge task_1: write');
    const told = (await second.events('goal_1')).filter(({ type }) => /^question|task\.(merge_asked|accepted)/.test(type)).map(({ type }) => type);
    expect(told).toEqual(['question.asked', 'question.answered', 'task.merge_asked', 'task.accepted']);
  });

  test('and that conflicts is a question again which shows the files; tried again by its author it is merged with both sides', async () => {
    verifies('worktrees.conflict_to_author');
    const git = gitWorld();
    const run = ({ folder, task, rework }: Work) => {
      edit(folder, 'shared.txt', (text) => (rework === null && !text.includes('<<<<<<<') ? text.replace(/^5$/mu, task.title) : keepBoth(text)));
      return { output: task.title === 'right' && rework === null ? 'so so' : 'perfect' };
    };
    const of = treeWorld(git, { policy: { limits: { maxAttempts: 1 } }, members: [worker('a', { run, skills: ['left'] }), worker('b', { run, skills: ['right'] })] });
    const goal = await of.team.open('Write the same line');
    // The second was begun before the first was merged.
    expect((await git.workspaces.enter({ goalId: goal.id, openedAt: of.clock.now(), taskId: 'task_2', memberId: 'b' })).ok).toBe(true);
    await goal.add([{ name: 'left', title: 'left', skills: ['left'] }, { title: 'right', skills: ['right'], dependsOn: ['left'], criteria: [unmet] }]);
    const [first] = (await goal.ended()).waiting;
    await of.team.answer(first?.id ?? '', { choice: 'accept', by: 'kim' });
    const [second] = (await goal.ended()).waiting;
    expect(second, await of.log()).toMatchObject({ kind: 'escalation', taskId: 'task_2', material: { reason: 'not_merged', conflicts: ['shared.txt'] } });
    expect(git.git('show', 'muster/goal_1:shared.txt').split('\n')[4]).toBe('left');
    await of.team.answer(second?.id ?? '', { choice: 'retry', by: 'kim' });
    expect((await goal.ended()).status, await of.log()).toBe('done');
    const text = git.git('show', 'muster/goal_1:shared.txt');
    expect([text.includes('left'), text.includes('right'), /[<>=]{7}/u.test(text)]).toEqual([true, true, false]);
  });
});

describe('a result that a person supplies instead', () => {
  const unmet = { rule: 'must_contain', value: 'perfect' } as const;

  test('counts at once; the branch of the member is not merged, which is on record and in the summary, and can be merged by the commands that are named', async () => {
    verifies('worktrees.left_is_said');
    const git = gitWorld();
    const found: boolean[] = [];
    const run = ({ folder, task }: Work) => {
      if (task.title === 'make') edit(folder, 'made.txt', () => 'by a');
      else found.push(existsSync(join(folder, 'made.txt')));
      return DONE;
    };
    const of = treeWorld(git, { policy: { limits: { maxAttempts: 1 } }, members: [worker('a', { run })] });
    const goal = await of.team.open('Make it');
    await goal.add([{ name: 'make', title: 'make', criteria: [unmet] }, { title: 'look', dependsOn: ['make'] }]);
    const [question] = (await goal.ended()).waiting;
    await of.team.answer(question?.id ?? '', { choice: 'edit_result', output: 'by hand', by: 'kim' });
    const result = await goal.ended();
    expect([result.status, (await of.team.tasks(goal.id)).map(({ output }) => output), found], await of.log()).toEqual(['done', ['by hand', 'done'], [false]]);
    const branch = 'muster/goal_1--task_1--a';
    expect((await of.events()).filter(({ type }) => type === 'task.result_edited').map(({ details }) => details?.['left_branch'])).toEqual([branch]);
    expect(result.summary).toContain(`make (task_1): accepted [a; branch ${branch} not merged]`);
    expect(result.summary).toContain('`muster worktrees` says how');
    expect(() => git.git('show', 'muster/goal_1:made.txt')).toThrow('made.txt');

    const trees = await git.workspaces.list();
    const [left] = 'length' in trees ? trees.filter((tree) => tree.branch === branch) : [];
    const steps = left === undefined ? [] : mergeByHand({ isThere: true, path: left.path, branch, taskId: 'task_1', findings: left.findings });
    expect(steps).toHaveLength(2);
    for (const { en } of steps) git.sh(en.slice(en.indexOf('git ')));
    expect(readFileSync(join(git.repo, 'made.txt'), 'utf8')).toBe('by a');
  });

  test('where the member had changed nothing no branch is left: the tree goes, and the summary says nothing of it', async () => {
    const git = gitWorld();
    const of = treeWorld(git, { policy: { limits: { maxAttempts: 1 } }, members: [worker('a', { run: () => DONE })] });
    const goal = await of.team.open('Make it');
    await goal.add([{ title: 'make', criteria: [unmet] }]);
    const [question] = (await goal.ended()).waiting;
    await of.team.answer(question?.id ?? '', { choice: 'edit_result', output: 'by hand', by: 'kim' });
    const { status, summary } = await goal.ended();
    expect([status, summary], await of.log()).toEqual(['done', expect.not.stringContaining('not merged')]);
    expect(git.git('branch', '--list', 'muster/goal_1--*')).toBe('');
  });

  test('a task that is opened again goes on in the same tree, and what is approved then is merged like everything', async () => {
    const git = gitWorld();
    const run = ({ folder, attempt }: Work) => {
      edit(folder, 'made.txt', (text) => `${text}${attempt}`);
      return { output: attempt === 1 ? 'so so' : 'perfect' };
    };
    const of = treeWorld(git, { policy: { limits: { maxAttempts: 1 } }, members: [worker('a', { run })] });
    const goal = await of.team.open('Make it');
    await goal.add([{ title: 'make', criteria: [unmet] }]);
    const [question] = (await goal.ended()).waiting;
    await of.team.answer(question?.id ?? '', { choice: 'edit_result', output: 'by hand', by: 'kim' });
    expect((await goal.ended()).status).toBe('done');
    await of.team.change('task_1', { do: 'reopen', by: 'kim' });
    const { status, summary } = await (await of.team.resume('goal_1')).ended();
    expect([status, summary], await of.log()).toEqual(['done', expect.not.stringContaining('not merged')]);
    expect(git.git('show', 'muster/goal_1:made.txt')).toBe('12');
  });
});

test('what fails its command after the merge goes back to its author, and the branch of the goal is as before', async () => {
  const git = gitWorld();
  const run = ({ folder, rework }: Work) => {
    edit(folder, 'a.txt', () => (rework === null ? 'broken' : 'good'));
    return DONE;
  };
  const of = treeWorld(git, { members: [worker('a', { run })] });
  const goal = await of.team.open('Mend it');
  await goal.add([{ title: 'mend', criteria: [{ rule: 'command', command: ['grep', '-q', 'good', 'a.txt'] }] }]);
  expect((await goal.ended()).status, await of.log()).toBe('done');
  const log = (await of.events()).filter(({ type }) => type === 'task.rejected' || type === 'task.approved').map(({ type, details }) => `${type} ${JSON.stringify(details?.['criteria'])}`);
  expect(log).toEqual(['task.rejected [{"id":"merge","passed":false}]', 'task.approved [{"id":"merge","passed":true}]']);
  expect(git.git('show', 'muster/goal_1:a.txt')).toBe('good');
  expect(git.git('log', '--format=%s', '--merges', 'muster/goal_1')).toBe('Merge task_1: mend');
});

test('a model enters its tree by a tool: before that it may read and not write, then its files stand in its tree and are merged', async () => {
  verifies('worktrees.merge_back');
  const git = gitWorld();
  const before = checkoutOf(git);
  const write = { name: 'file__write', args: { path: 'new.txt', content: 'by ada' } };
  const script: Script = {
    plan: { lead: [calling({ name: 'create_task', args: { tasks: [{ title: 'Write it', content: 'A new file' }] } }), 'On the board.', 'All is there.'] },
    work: { ada: [
      calling({ name: 'claim_task', args: { task_id: 'task_1', status: 'claimed' } }),
      calling({ name: 'file__read', args: { path: 'a.txt' } }, write, { name: 'enter_worktree', args: {} }, write, { name: 'enter_worktree', args: { task_id: 'task_1' } }, { name: 'exit_worktree', args: { action: 'remove' } }),
      calling({ name: 'claim_task', args: { task_id: 'task_1', status: 'completed', output: 'new.txt' } }, { name: 'exit_worktree', args: { action: 'keep' } }, { name: 'exit_worktree', args: { action: 'remove', discard_changes: true } }),
      'Done.',
    ] },
    summarise: { '*': 'Written.' },
  };
  const model = scriptedModel(script);
  const clock = fixedClock();
  const team = createTeam({ store: 'memory', env: {}, clock, model, style: 'team', members: [manager('lead'), worker('ada', { tools: ['file.read', 'file.write'] })], tools: fileTools(), workspace: git.repo, worktrees: git.workspaces });
  onTestFinished(() => team.close());
  const result = await team.run('Write a file');
  const events = await team.events('goal_1');
  expect(result.status, (await eventLog(await team.store(), 'goal_1')).join('\n')).toBe('done');
  const ended = events.filter(({ type, memberId }) => type === 'tool.ended' && memberId === 'ada').map(({ details }) => `${String(details?.['name'])} ${String(details?.['rule'] ?? details?.['outcome'])}`);
  expect(ended).toEqual([
    'claim_task ok', 'file.read ok', 'file.write worktree.not_entered', 'enter_worktree ok', 'file.write ok', 'enter_worktree ok', 'exit_worktree worktree.not_empty',
    'claim_task ok', 'exit_worktree ok', 'exit_worktree worktree.handed_in',
  ]);
  expect(git.git('show', 'muster/goal_1:new.txt')).toBe('by ada');
  expect(events.filter(({ type }) => type === 'task.tree_entered')).toHaveLength(2);
  expect(checkoutOf(git)).toEqual(before);
});

test('what two reviewers approved is merged after the second word; the process ends in between, and neither is asked again', async () => {
  verifies('worktrees.dependants_see_merged');
  const git = gitWorld();
  const file = git.beside('muster.db');
  const asked: string[] = [];
  const judge = (name: string) => () => {
    asked.push(name);
    return { approved: true, comment: `fine, says ${name}` };
  };
  const clock = fixedClock();
  const lives = (worktrees: Workspaces) => {
    const team = createTeam({
      store: file, env: {}, clock, workspace: git.repo, worktrees, policy: { style: 'team', review: 'members', reviewers: 2 },
      members: [worker('a', { run: ({ folder }) => (edit(folder, 'new.txt', () => 'new'), DONE) }), reviewer('r', { review: judge('r') }), reviewer('s', { review: judge('s') })],
    });
    onTestFinished(() => team.close());
    return team;
  };
  const reached = Promise.withResolvers<undefined>();
  // The first life never gets past the door of the merge.
  const first = lives({ ...git.workspaces, mergeBack: () => (reached.resolve(undefined), new Promise(() => undefined)) });
  const opened = await first.open('Write it');
  await opened.add([{ title: 'write' }]);
  await reached.promise;
  await first.close();
  const second = lives(git.workspaces);
  const goal = await second.resume('goal_1');
  expect((await goal.ended()).status, (await eventLog(await second.store(), 'goal_1')).join('\n')).toBe('done');
  expect(asked).toEqual(['r', 's']);
  const words = (await second.events('goal_1')).filter(({ type }) => type === 'task.verdict_given' || type === 'task.approved').map(({ type, details }) => `${type} ${String(details?.['reviewer'])}: ${String(details?.['comment'])}`);
  expect(words).toEqual(['task.verdict_given r: fine, says r', 'task.verdict_given s: fine, says s', 'task.approved s: fine, says r\nfine, says s']);
  expect(git.git('show', 'muster/goal_1:new.txt')).toBe('new');
});

test('a tree that no second try can give goes to a person at once, with the reason; a lock of git is tried again', async () => {
  verifies('worktrees.listed');
  const git = gitWorld();
  const run = (refusals: readonly WorktreeRefusal[]) => {
    const left = [...refusals];
    const worktrees: Workspaces = { ...git.workspaces, enter: async (tree) => left.shift() ?? git.workspaces.enter(tree) };
    return treeWorld({ ...git, workspaces: worktrees }, { members: [worker('ada', { run: () => DONE })] });
  };
  const inUse = refuseTree('branch_in_use', { name: 'muster/goal_1', path: '/elsewhere' });
  const stuck = run([inUse, inUse, inUse]);
  const goal = await stuck.team.open('Write');
  const [task] = await goal.add([{ title: 'write' }]);
  const { waiting } = await goal.ended();
  expect(waiting.map(({ text }) => text.en).join(), await stuck.log()).not.toContain('lost too often');
  expect(JSON.stringify(await stuck.team.inbox())).toContain('is checked out in /elsewhere');
  expect((await stuck.events()).filter(({ type, taskId }) => taskId === task?.id && type === 'task.lost')).toEqual([]);
  const locked = run([refuseTree('locked', { said: 'index.lock' })]);
  const again = await locked.team.open('Write');
  await again.add([{ title: 'write' }]);
  expect((await again.ended()).status, await locked.log()).toBe('done');
});
