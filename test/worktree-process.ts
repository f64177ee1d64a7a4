// A process of its own that works with working trees when it is told to: for tests that need real processes and real kills.
// Started by `startWorktreeProcess`; run as a script it is that process.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMain } from '../scripts/source/is-main.ts';
import { systemClock } from '../src/system-clock.ts';
import { gitWorktrees } from '../src/workspaces/git-worktrees.ts';
import type { TreeRef } from '../src/ports/workspaces.ts';

export interface WorktreeOrders {
  readonly workspace: string;
  readonly program: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Each tree is entered, gets a file, is saved and merged; one after another. */
  readonly trees: readonly TreeRef[];
  readonly file: string;
  readonly text: string;
  /** Only enters. */
  readonly enterOnly?: boolean;
}

export interface WorktreeProcess {
  readonly child: ChildProcess;
  /** Resolves with what came of each tree; undefined when the process was killed. */
  readonly ended: Promise<readonly string[] | undefined>;
  begin(): void;
}

/** A process that has loaded the program and waits to begin. */
export async function startWorktreeProcess(orders: WorktreeOrders): Promise<WorktreeProcess> {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(orders)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  let said: readonly string[] | undefined;
  const gone = once(child, 'exit');
  const up = new Promise<void>((resolve) => {
    child.on('message', (message: 'up' | readonly string[]) => {
      if (message === 'up') resolve();
      else said = message;
    });
  });
  await Promise.race([up, gone]);
  return { child, ended: gone.then(() => said), begin: () => void child.send('begin') };
}

async function work({ workspace, program, environment, trees, file, text, enterOnly }: WorktreeOrders): Promise<readonly string[]> {
  const workspaces = gitWorktrees({ workspace, program, environment, store: 'store A', clock: systemClock });
  const outcomes: string[] = [];
  for (const tree of trees) {
    const entered = await workspaces.enter(tree);
    if (!entered.ok) outcomes.push(entered.because.en);
    if (!entered.ok || enterOnly) {
      if (entered.ok) outcomes.push(entered.path);
      continue;
    }
    writeFileSync(join(entered.path, `${tree.taskId}-${file}`), text);
    const saved = await workspaces.save(tree);
    const merged = saved.ok ? await workspaces.mergeBack({ ...tree, recheck: async () => ({ passed: true, fixes: [] }) }) : saved;
    outcomes.push(merged.ok ? merged.outcome : merged.because.en);
  }
  return outcomes;
}

if (isMain(import.meta.url)) {
  // It will be killed, and what it has compiled is kept for the next only if that is said now.
  flushCompileCache();
  process.once('message', () => void work(JSON.parse(process.argv[2] ?? '') as WorktreeOrders).then((outcomes) => process.send?.(outcomes, () => process.disconnect())));
  process.send?.('up');
}
