// Where a store lies, as whoever looks for it from another place says it.
import { mkdtempSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { locationOf } from './open-store.ts';

test('a store has one whole path, by whichever link it is named and whether it is there yet or not', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-store-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'real'));
  symlinkSync(join(folder, 'real'), join(folder, 'link'));
  const at = (store: string) => locationOf({ store });
  expect(at(join(folder, 'link', '.muster', 'muster.db'))).toBe(join(folder, 'real', '.muster', 'muster.db'));
  mkdirSync(join(folder, 'real', '.muster'));
  expect([at(join(folder, 'link', '.muster', 'muster.db')), at(`file:${join(folder, 'link', '.muster', 'muster.db')}`), at('memory')])
    .toEqual([join(folder, 'real', '.muster', 'muster.db'), join(folder, 'real', '.muster', 'muster.db'), 'memory only']);
});
