// What happens when a folder or a file is swapped for a link between check and use, in both ways of holding folders.
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { holdFolder, openPlainFile, RefusedOnDisk, type Holding } from './held-folder.ts';

function setup() {
  const around = realpathSync(mkdtempSync(join(tmpdir(), 'muster-held-')));
  onTestFinished(() => rmSync(around, { recursive: true, force: true }));
  const root = join(around, 'w');
  mkdirSync(join(root, 'a/b'), { recursive: true });
  mkdirSync(join(around, 'n/b'), { recursive: true });
  writeFileSync(join(root, 'a/b/f'), 'inside');
  writeFileSync(join(around, 'n/b/f'), 'outside');
  const swap = () => {
    renameSync(join(root, 'a'), join(root, 'was-a'));
    symlinkSync('../n', join(root, 'a'));
  };
  const swapBack = () => {
    unlinkSync(join(root, 'a'));
    renameSync(join(root, 'was-a'), join(root, 'a'));
  };
  return { around, root, swap, swapBack };
}

const ruleOf = (work: Promise<unknown>): Promise<string> =>
  work.then(() => 'let through', (error: unknown) => (error instanceof RefusedOnDisk ? error.refusal.rule : String(error)));

const holdings: readonly Holding[] = process.platform === 'linux' ? ['pinned', 'checked'] : ['checked'];

describe.each(holdings)('folders that are %s', { timeout: 30_000 }, (holding) => {
  test('a folder that became a link is refused', async () => {
    const { root, swap } = setup();
    swap();
    expect(await ruleOf(holdFolder({ root, parts: ['a', 'b'], holding }))).toBe('path.swapped');
  });

  test('a file that became a link is refused, and so is a file whose folder became one', async () => {
    const { root, swap } = setup();
    const folder = await holdFolder({ root, parts: ['a', 'b'], holding });
    unlinkSync(join(root, 'a/b/f'));
    symlinkSync('../../../n/b/f', join(root, 'a/b/f'));
    expect(await ruleOf(openPlainFile(folder, 'f'))).toBe('path.special_file');
    unlinkSync(join(root, 'a/b/f'));
    writeFileSync(join(root, 'a/b/f'), 'inside');
    swap();
    const opened = openPlainFile(folder, 'f').then(async ({ handle }) => {
      const text = await handle.readFile('utf8');
      await handle.close();
      return text;
    });
    // A pinned folder is the old folder still; a checked one notices that its path leads elsewhere.
    if (holding === 'pinned') expect(await opened).toBe('inside');
    else expect(await ruleOf(opened)).toBe('path.swapped');
    await folder.close();
  });

  test('while somebody swaps a folder for a link and back, 300 reads see the inside or a refusal, never the outside', async () => {
    verifies('gate.paths');
    const { root, swap, swapBack } = setup();
    const seen = new Set<string>();
    let isSwapped = false;
    let isCalm = false;
    const flip = setInterval(() => {
      if (isCalm && !isSwapped) return;
      if (isSwapped) swapBack();
      else swap();
      isSwapped = !isSwapped;
    }, 0);
    try {
      for (let round = 0; round < 300; round++) {
        // A machine that is slow to read sees a swap in the middle of each; now and then there is none for two reads.
        isCalm = round % 10 >= 8;
        seen.add(await readOnce(root, holding));
      }
    } finally {
      clearInterval(flip);
    }
    expect(seen.has('outside')).toBe(false);
    expect(seen.has('inside')).toBe(true);
  });

  test('every folder is closed again, refused or not', async () => {
    const { root, swap } = setup();
    const before = await openCount();
    for (let round = 0; round < 5; round++) await readOnce(root, holding);
    swap();
    for (let round = 0; round < 5; round++) await readOnce(root, holding);
    expect(await openCount()).toBeLessThanOrEqual(before);
  });
});

async function readOnce(root: string, holding: Holding): Promise<string> {
  try {
    const folder = await holdFolder({ root, parts: ['a', 'b'], holding });
    try {
      const { handle } = await openPlainFile(folder, 'f');
      try {
        return await handle.readFile('utf8');
      } finally {
        await handle.close();
      }
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (error instanceof RefusedOnDisk) return error.refusal.rule;
    return error instanceof Error && 'code' in error ? String(error.code) : 'another fault';
  }
}

/** Where the system shows them. */
const openCount = async (): Promise<number> => (process.platform === 'linux' ? (await readdir('/proc/self/fd')).length : 0);
