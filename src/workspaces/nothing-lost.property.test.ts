// Any walk of edits, entries, exits, merges and cleanings: whatever a member wrote last into a file is afterwards on disk or in
// a commit that a ref holds. Content is counted by its id, so a byte that is missing anywhere is seen.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { blobOf, checkoutOf, filesIn, GOAL, gitWorld, treeOf, type GitWorld } from '../../test/git-world.ts';
import { verifies } from '../../test/verifies.ts';

vi.setConfig({ testTimeout: 240_000 });

const STEPS = ['write', 'write', 'write', 'commit', 'save', 'merge', 'merge', 'bring in', 'leave', 'remove', 'discard', 'clean', 'delete folder'] as const;
const step = fc.record({ do: fc.constantFrom(...STEPS), who: fc.nat(1), file: fc.constantFrom('a.txt', 'shared.txt', 'new.txt', '新/deep.txt'), salt: fc.nat(9) });

const MEMBERS = [treeOf('coder', 1), treeOf('研究员', 2)] as const;

/** Ids of all contents that some ref holds. */
const held = (world: GitWorld): ReadonlySet<string> => new Set(world.git('rev-list', '--objects', '--all', '--no-object-names').split('\n'));

test('any walk of 10 steps by 2 members loses 0 bytes of what was written, and leaves the user\'s checkout as it was', async () => {
  verifies('worktrees.nothing_lost');
  let written = 0;
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 10 }), async (steps) => {
    const world = gitWorld();
    const before = checkoutOf(world);
    // What stands in each tree, as its member left it.
    const last = MEMBERS.map(() => new Map<string, string>());
    const committed = new Set<string>();
    let lost = 0;
    for (const [number, { do: what, who, file, salt }] of steps.entries()) {
      const me = MEMBERS[who] ?? MEMBERS[0];
      const mine = last[who] ?? new Map<string, string>();
      const tree = await world.workspaces.enter(me);
      if (!tree.ok) throw new Error(tree.because.en);
      if (what === 'write') {
        const text = `${salt}\n${who} wrote ${file} at ${number}\n`;
        world.write(join(tree.path, file), text);
        mine.set(file, text);
        written += text.length;
      }
      if (what === 'commit') {
        world.gitIn(tree.path, 'add', '--all');
        if (world.gitIn(tree.path, 'status', '--porcelain') !== '' && !existsSync(join(world.gitIn(tree.path, 'rev-parse', '--absolute-git-dir'), 'MERGE_HEAD'))) world.gitIn(tree.path, 'commit', '-qm', 'By hand');
      }
      if (what === 'save' && (await world.workspaces.save(me)).ok) for (const text of Object.values(filesIn(tree.path)).filter((each) => world.gitIn(tree.path, 'status', '--porcelain') === '' && each.includes(' wrote '))) committed.add(text);
      if (what === 'merge') {
        await world.workspaces.save(me);
        await world.workspaces.mergeBack(me);
      }
      if (what === 'bring in') {
        const brought = await world.workspaces.bringIn(me);
        // The author takes its own side: what it had is in its branch.
        if (brought.ok && brought.outcome === 'conflict') for (const { path } of brought.files) writeFileSync(join(tree.path, path), mine.get(path) ?? 'resolved\n');
      }
      if (what === 'leave') await world.workspaces.exit({ ...me, action: 'keep' });
      if (what === 'remove') await world.workspaces.exit({ ...me, action: 'remove' });
      if (what === 'discard') await world.workspaces.exit({ ...me, action: 'remove', discardChanges: true });
      if (what === 'clean') await world.workspaces.clean(GOAL);
      // Somebody deletes a folder whose work is committed: nothing but git has it then.
      if (what === 'delete folder' && world.gitIn(tree.path, 'status', '--porcelain') === '') rmSync(tree.path, { recursive: true });
    }
    const known = held(world);
    for (const text of committed) if (!known.has(blobOf(text))) lost += text.length;
    const onDisk = new Set(Object.values(filesInTrees(world)).map(blobOf));
    for (const texts of last) for (const text of texts.values()) if (!known.has(blobOf(text)) && !onDisk.has(blobOf(text))) lost += text.length;
    expect(lost).toBe(0);
    expect(checkoutOf(world)).toEqual(before);
  }), { numRuns: 4, endOnFailure: true });
  expect(written).toBeGreaterThan(0);
});

const filesInTrees = (world: GitWorld): Readonly<Record<string, string>> => {
  const root = join(world.repo, '.muster/worktrees/goal_1');
  return existsSync(root) ? filesIn(root) : {};
};
