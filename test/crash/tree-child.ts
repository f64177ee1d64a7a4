// A program whose member works in a tree of a real repository, and which is killed where it is told to: after a call about trees, or
// from outside while the checks of a merge run. Started again it takes the goal up.
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { isMain } from '../../scripts/source/is-main.ts';
import { createTeam, worker, type Workspaces } from '../../src/index.ts';
import { systemClock } from '../../src/system-clock.ts';
import { gitWorktrees } from '../../src/workspaces/git-worktrees.ts';
import { PLAIN_GIT } from '../plain-git.ts';

export type TreeCall = 'enter' | 'save' | 'mergeBack' | 'exit';

export interface TreeOrders {
  readonly repository: string;
  readonly store: string;
  /** Each run of the member leaves a line here. */
  readonly runs: string;
  /** After which call the process is killed; `never` is the life that finishes. */
  readonly diesAfter: TreeCall | 'never';
  /** The check of the task writes this file and then waits, unless the file is there. */
  readonly checking: string;
}

export type TreeSaid = { readonly ended: string };

/** Nothing is tidied up: this is how a process ends that the system kills. */
function deadly(workspaces: Workspaces, call: TreeOrders['diesAfter']): Workspaces {
  const dies = async <T>(name: TreeCall, outcome: Promise<T>): Promise<T> => {
    const value = await outcome;
    if (name === call) process.kill(process.pid, 'SIGKILL');
    return value;
  };
  return {
    ...workspaces,
    enter: (tree) => dies('enter', workspaces.enter(tree)),
    save: (tree, about) => dies('save', workspaces.save(tree, about)),
    mergeBack: (order) => dies('mergeBack', workspaces.mergeBack(order)),
    exit: (order) => dies('exit', workspaces.exit(order)),
  };
}

async function work({ repository, store, runs, diesAfter, checking }: TreeOrders): Promise<string> {
  const trees = gitWorktrees({ workspace: repository, store, clock: systemClock, environment: PLAIN_GIT });
  await using team = createTeam({
    store, env: {}, workspace: repository, worktrees: deadly(trees, diesAfter), policy: { style: 'team', unattended: true },
    members: [worker('ada', {
      run({ folder, attemptId }) {
        writeFileSync(runs, `${attemptId}\n`, { flag: 'a' });
        writeFileSync(join(folder, 'made.txt'), 'by ada\n');
        return { output: 'made' };
      },
    })],
  });
  const { read } = await team.store();
  const [known] = await read.goals();
  // Its tree was all that was left to tidy up, which the start of the team has done.
  if (known !== undefined && known.endedAt !== null) return known.state;
  const goal = known === undefined ? await team.open('Make it') : await team.resume(known.id);
  const wait = `const fs = require('fs'); if (fs.existsSync(${JSON.stringify(checking)})) process.exit(0); fs.writeFileSync(${JSON.stringify(checking)}, ''); setTimeout(() => {}, 20000);`;
  if (known === undefined) await goal.add([{ title: 'make', criteria: [{ rule: 'command', command: ['node', '-e', wait] }] }]);
  return (await goal.ended()).status;
}

if (isMain(import.meta.url)) {
  // It will be killed, and what it has compiled is kept for the next only if that is said now.
  flushCompileCache();
  const orders: TreeOrders = JSON.parse(process.argv[2] ?? '{}');
  if (orders.diesAfter !== 'never' && !existsSync(orders.checking)) writeFileSync(orders.checking, '');
  await once(process, 'message');
  const ended = await work(orders).catch((error: unknown) => String(error));
  process.send?.({ ended } satisfies TreeSaid);
  process.disconnect();
}
