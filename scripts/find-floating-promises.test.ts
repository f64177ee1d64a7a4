import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findFloatingPromises } from './find-floating-promises.ts';

const SOURCE = `
declare const send: () => Promise<number>;
declare const maybe: { close(): Promise<void> } | undefined;
declare const either: () => Promise<void> | undefined;
declare let kept: Promise<number>;
export async function waits(ready: boolean): Promise<number> {
  await send();
  kept = send();
  void send();
  send().catch(() => 0);
  send().then(() => 1, () => 2);
  ready && await send();
  console.log(await kept);
  await Promise.all([1, 2].map(() => send()));
  return send();
}
export function floats(ready: boolean): void {
  send();
  ready && send();
  ready ? send() : undefined;
  maybe?.close();
  either();
  send().then(() => 1);
  send().finally(() => undefined);
  [1, 2].map(() => send());
  new Promise(() => undefined);
  kept;
  queueMicrotask(() => { send(); });
}
`;

test('a promise that nobody waits for is found by its type, in 11 of 19 statements', async () => {
  const root = mkdtempSync(join(tmpdir(), 'muster-floating-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'tsconfig.json'), '{ "compilerOptions": { "strict": true, "target": "es2024", "lib": ["es2024", "dom"], "types": [] }, "files": ["a.ts"] }');
  writeFileSync(join(root, 'a.ts'), SOURCE);

  const first = SOURCE.split('\n').findIndex((line) => line.startsWith('export function floats')) + 2;
  const expected = Array.from({ length: 11 }, (_, at) => `a.ts:${first + at}`);
  expect(await findFloatingPromises(join(root, 'tsconfig.json'), { cwd: root })).toEqual(expected);
});
