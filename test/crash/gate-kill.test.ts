// Killed before, during and after the effect of a tool call, with a tool that may be called again and with one that may not: the
// effects are as many as declared, and the provider takes the conversation that goes on.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { verifies } from '../verifies.ts';
import { wireFake, type Script, type WireFake } from '../wire-fake.ts';
import type { GateOrders, GateSaid } from './gate-child.ts';

let server: WireFake;
beforeAll(async () => void (server = await wireFake()));
afterAll(async () => server[Symbol.asyncDispose]());

/** One life; resolves with how it ended, undefined when it was killed. */
async function live(orders: GateOrders, toKill?: (kill: () => void) => void): Promise<string | undefined> {
  const child = fork(fileURLToPath(new URL('gate-child.ts', import.meta.url)), [JSON.stringify(orders)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said: string | undefined;
  child.on('message', (message: GateSaid) => void (said = message.ended));
  toKill?.(() => void child.kill('SIGKILL'));
  child.send('begin');
  await once(child, 'exit');
  return said;
}

const CALL: Script = { say: '', calls: [{ name: 'ledger__add', args: '{"line":"tea 3.50"}' }] };
const DONE: Script = { say: JSON.stringify({ output: 'done', execution_summary: 'added a line' }) };

const MATRIX = [
  { dies: 'before', isIdempotent: true, effects: 1 }, { dies: 'before', isIdempotent: false, effects: 0 },
  { dies: 'during', isIdempotent: true, effects: 1 }, { dies: 'during', isIdempotent: false, effects: 1 },
  { dies: 'after', isIdempotent: true, effects: 1 }, { dies: 'after', isIdempotent: false, effects: 1 },
] as const;

// The formats differ in how a conversation is written, not in when a process dies: the others show both kinds of tool once.
const DURING = MATRIX.filter(({ dies }) => dies === 'during');
const FORMATS = [{ model: 'anthropic/claude-sonnet-4-5', rows: MATRIX }, { model: 'openai/gpt-5-mini', rows: DURING }, { model: 'openai-chat/gpt-4o-mini', rows: DURING }];

for (const { model, rows } of FORMATS) {
  test(`killed around the effect, over ${model}: as many effects as declared, and no conversation that is refused`, async () => {
    verifies('gate.kill_matrix');
    const folder = mkdtempSync(join(tmpdir(), 'muster-gate-kill-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (const [index, { dies, isIdempotent, effects }] of rows.entries()) {
      const orders = { store: join(folder, `${index}.db`), effects: join(folder, `${index}.txt`), model, endpoint: server.endpoint, key: server.key, isIdempotent };
      // After the effect is after its record: the process dies while the model thinks about the outcome.
      const answered = Promise.withResolvers<void>();
      server.script(CALL, () => {
        answered.resolve();
        return { hang: true };
      });
      const first = await live({ ...orders, dies: dies === 'after' ? 'never' : dies }, (kill) => void answered.promise.then(kill));
      expect(first).toBeUndefined();
      server.seen.splice(0);
      server.script(DONE);
      expect([dies, isIdempotent, await live({ ...orders, dies: 'never' })]).toEqual([dies, isIdempotent, 'done']);
      const lines = existsSync(orders.effects) ? readFileSync(orders.effects, 'utf8').split('\n').filter((line) => line !== '') : [];
      expect([dies, isIdempotent, lines.length]).toEqual([dies, isIdempotent, effects]);
      // The call and its one answer went back to the provider, which found nothing wrong.
      const asked = server.seen.map(({ body }) => JSON.stringify(body)).filter((body) => body.includes('tea 3.50'));
      expect(asked).toHaveLength(1);
      const [sent = ''] = asked;
      if (dies !== 'after' && !isIdempotent) expect(sent).toContain('not known whether this call');
      expect(server.faults).toEqual([]);
    }
  }, 180_000);
}
