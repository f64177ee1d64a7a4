// A process that is killed around the merge of a member's work: when it goes on, the work is merged once, and what was handed in is
// not done again.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../src/system-clock.ts';
import { sqliteStore } from '../../src/stores/sqlite.ts';
import { allEvents, NOTHING_FOLLOWS } from '../../src/testing/store-contract/world.ts';
import { checkoutOf, gitWorld } from '../git-world.ts';
import { verifies } from '../verifies.ts';
import type { TreeOrders, TreeSaid } from './tree-child.ts';

// Two lives of a program with git, on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

/** One life; resolves with how it ended, undefined when it was killed. `at`: the file whose coming kills it. */
async function live(orders: TreeOrders, at?: string): Promise<string | undefined> {
  const child = fork(fileURLToPath(new URL('tree-child.ts', import.meta.url)), [JSON.stringify(orders)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said: string | undefined;
  child.on('message', (message: TreeSaid) => void (said = message.ended));
  const gone = once(child, 'exit');
  const watcher = at === undefined ? undefined : watch(dirname(at), () => void (existsSync(at) && child.kill('SIGKILL')));
  child.send('begin');
  await gone;
  watcher?.close();
  return said;
}

const MATRIX = [
  { killed: 'after its tree is made, before that is on record', diesAfter: 'enter', runs: 1 },
  { killed: 'after its work is saved, before the merge', diesAfter: 'save', runs: 1 },
  { killed: 'while the checks of the merge run', diesAfter: 'never', runs: 1 },
  { killed: 'after the merge, before the approval', diesAfter: 'mergeBack', runs: 1 },
  { killed: 'after its tree is removed, before that is on record', diesAfter: 'exit', runs: 1 },
] as const;

for (const { killed, diesAfter, runs } of MATRIX) {
  test(`killed ${killed}: the work is merged once, done ${runs} time, and the user's checkout is as it was`, async () => {
    verifies('worktrees.survives_kills');
    const git = gitWorld();
    const before = checkoutOf(git);
    mkdirSync(git.beside('marks'));
    const orders: TreeOrders = { repository: git.repo, store: git.beside('muster.db'), runs: git.beside('runs.txt'), checking: join(git.beside('marks'), 'checking'), diesAfter };
    expect(await live(orders, diesAfter === 'never' ? orders.checking : undefined)).toBeUndefined();
    const second = await live({ ...orders, diesAfter: 'never' });
    const store = sqliteStore({ file: orders.store, clock: systemClock, settle: NOTHING_FOLLOWS, visitor: true });
    onTestFinished(() => store.close());
    const events = await allEvents(store);
    expect(second, events.map(({ type, details }) => `${type} ${JSON.stringify(details)}`).join('\n')).toBe('done');
    expect(git.git('log', '--merges', '--format=%s', 'muster/goal_1').split('\n')).toEqual(['Merge task_1: make']);
    expect(git.git('show', 'muster/goal_1:made.txt')).toBe('by ada');
    expect(readFileSync(orders.runs, 'utf8').trim().split('\n')).toHaveLength(runs);
    expect(events.filter(({ type }) => type === 'task.approved')).toHaveLength(1);
    expect(checkoutOf(git)).toEqual(before);
    expect(git.git('worktree', 'list', '--porcelain').match(/^worktree /gmu)).toHaveLength(1);
  });
}
