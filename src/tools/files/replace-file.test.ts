// The one step in which a file changes: who comes first keeps the name, and a swapped folder gets nothing.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { holdFolder, RefusedOnDisk, type Holding } from '../paths/held-folder.ts';
import { replaceFile, statsAt } from './replace-file.ts';

const holdings: readonly Holding[] = process.platform === 'linux' ? ['pinned', 'checked'] : ['checked'];

describe.each(holdings)('in a folder that is %s', (holding) => {
  async function setup() {
    const around = realpathSync(mkdtempSync(join(tmpdir(), 'muster-replace-')));
    const root = join(around, 'w');
    mkdirSync(join(root, 'a'), { recursive: true });
    mkdirSync(join(around, 'n'));
    const folder = await holdFolder({ root, parts: ['a'], holding });
    onTestFinished(async () => {
      await folder.close();
      rmSync(around, { recursive: true, force: true });
    });
    const file = join(root, 'a/f');
    const put = (before: Awaited<ReturnType<typeof statsAt>>, permit: () => Promise<void> = async () => undefined) => replaceFile({ folder, name: 'f', bytes: Buffer.from('new'), before, permit });
    return { around, root, file, put };
  }

  test('a free name is taken, and a file is replaced', async () => {
    const { file, put } = await setup();
    expect(await put(undefined)).toBe(true);
    writeFileSync(file, 'old');
    expect(await put(statSync(file))).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(readdirSync(join(file, '..'))).toEqual(['f']);
  });

  test.each([
    ['a free name that somebody took meanwhile', undefined, (file: string) => writeFileSync(file, 'theirs')],
    ['a file that somebody wrote meanwhile', 'old', (file: string) => writeFileSync(file, 'theirs')],
    ['a file that somebody replaced meanwhile', 'old', (file: string) => (writeFileSync(`${file}2`, 'theirs'), renameSync(`${file}2`, file))],
  ])('%s stays theirs', async (_, old, change) => {
    verifies('gate.files_not_lost');
    const { file, put } = await setup();
    if (old !== undefined) writeFileSync(file, old);
    expect(await put(await statsAt(file), async () => change(file))).toBe(false);
    expect(readFileSync(file, 'utf8')).toBe('theirs');
    expect(readdirSync(join(file, '..'))).toEqual(['f']);
  });

  test('a file that somebody took away meanwhile is not made again', async () => {
    const { file, put } = await setup();
    writeFileSync(file, 'old');
    expect(await put(statSync(file), async () => rmSync(file))).toBe(false);
    expect(existsSync(file)).toBe(false);
  });

  test('a name that became a link meanwhile is not written through', async () => {
    const { around, file, put } = await setup();
    writeFileSync(join(around, 'n/secret'), 'theirs');
    expect(await put(undefined, async () => symlinkSync('../../n/secret', file))).toBe(false);
    expect(readFileSync(join(around, 'n/secret'), 'utf8')).toBe('theirs');
  });

  test('a folder that was swapped for a link outside gets no file', async () => {
    verifies('gate.paths');
    const { around, root, put } = await setup();
    renameSync(join(root, 'a'), join(root, 'was-a'));
    symlinkSync('../n', join(root, 'a'));
    const outcome = await put(undefined).catch((error: unknown) => error);
    // A pinned folder is the old one still; a checked one notices that its path leads elsewhere.
    if (holding === 'pinned') expect(outcome).toBe(true);
    else expect(outcome).toBeInstanceOf(RefusedOnDisk);
    expect(readdirSync(join(around, 'n'))).toEqual([]);
  });
});
