// Keeps what is about to be discarded: everything that is in no commit, and what the tree and its branch point at, as one commit
// under a ref of our own. Only what git ignores is not in it. What cannot be kept is a refusal, and then nothing is discarded.
import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { refuseGit, refuseTree, type WorktreeRefusal } from '../core/worktrees/refusals.ts';
import { OUR_NAME } from './goal-branch.ts';
import { adminOf } from './repository/folders.ts';
import type { TreeRecord } from './repository/records.ts';
import type { Site } from './site.ts';

const PARKED = 'refs/muster/discarded';

export async function parkChanges(site: Site, record: TreeRecord, tip: string | undefined): Promise<string | WorktreeRefusal> {
  const admin = adminOf(record.path);
  try {
    const { tree, parents } = admin === undefined ? await whatIsLeft(site, record, tip) : await whatIsThere(site, record, { admin, tip });
    const ask = asking(site, site.repo.workspace);
    const commit = tree === undefined ? parents[0] : await ask(['commit-tree', tree, ...asParents(parents), '-m', `Discarded from ${record.branch}`], OUR_NAME);
    if (commit === undefined) return refuseTree('git_failed', { said: { en: 'nothing was found that could be kept.', zh: '没有找到可以保留的内容。' } });
    const ref = `${PARKED}/${record.goal}/${record.name}/${site.now().toString(36)}-${randomUUID().slice(0, 4)}`;
    await ask(['update-ref', ref, commit, '']);
    return ref;
  } catch (error) {
    return refuseGit(error instanceof Error ? error.message : String(error), record.path);
  }
}

interface Kept {
  /** The files; absent where only commits are left. */
  readonly tree: string | undefined;
  readonly parents: readonly string[];
}

async function whatIsThere(site: Site, record: TreeRecord, { admin, tip }: { readonly admin: string; readonly tip: string | undefined }): Promise<Kept> {
  const ask = asking(site, record.path);
  const head = await ask(['rev-parse', 'HEAD']);
  // The index may hold a third version of a file. Where it holds a conflict it is no tree, and the files have all of it.
  const index = await ask(['write-tree']).catch(() => undefined);
  const staged = index === undefined ? [] : [await ask(['commit-tree', index, '-p', head, '-m', `Index of ${record.branch}`], OUR_NAME)];
  const file = join(admin, 'muster-park');
  const ours = { GIT_INDEX_FILE: file };
  try {
    await ask(['read-tree', 'HEAD'], ours);
    await ask(['add', '--all', '--', '.'], ours);
    return { tree: await ask(['write-tree'], ours), parents: [...new Set([head, ...(tip === undefined ? [] : [tip]), ...staged])] };
  } finally {
    rmSync(file, { force: true });
  }
}

/** Of a folder that somebody deleted: the index, where git still has it, and the branch. */
async function whatIsLeft(site: Site, record: TreeRecord, tip: string | undefined): Promise<Kept> {
  const hasIndex = record.admin !== '' && existsSync(join(record.admin, 'HEAD'));
  const tree = hasIndex ? await asking(site, site.repo.common)(['write-tree'], { GIT_DIR: record.admin }) : undefined;
  return { tree, parents: tip === undefined ? [] : [tip] };
}

const asParents = (commits: readonly string[]): readonly string[] => commits.flatMap((commit) => ['-p', commit]);

/** Contract: gives what git answers, or throws with what it says. */
const asking = ({ repo }: Site, cwd: string) => async (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> => {
  const said = await repo.git(cwd, args, { env });
  if (said.code !== 0) throw new Error(said.error);
  return said.out.trim();
};
