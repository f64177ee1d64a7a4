// How long a provider that is away is waited for, what is waited for at all, and what stays of the failed tries.
import { expect, test } from 'vitest';
import { TeamError, type ErrorCode } from '../core/errors.ts';
import { sameInBoth } from '../core/json.ts';
import type { Model, ModelRequest } from '../ports/model.ts';
import { verifies } from '../../test/verifies.ts';
import { patientModel, WAITS_MS } from './patient.ts';

const MINUTE = 60_000;

/** A clock that stands still but for the waits; a provider that is away until a minute of it. */
function world({ awayMs, code = 'model.overloaded', details = {} }: { awayMs: number; code?: ErrorCode; details?: Record<string, unknown> }) {
  let now = 0;
  const waits: number[] = [];
  const clock = { now: () => now, sleep: async (ms: number, signal: AbortSignal) => (signal.throwIfAborted(), waits.push(ms), void (now += ms)) };
  const provider: Model = {
    name: 'a/1',
    others: ['b/2'],
    async generate({ onText }) {
      if (now < awayMs) {
        onText?.('half ');
        throw new TeamError(code, sameInBoth('away'), { details });
      }
      onText?.('whole');
      return { text: 'whole', model: 'a/1', usage: {} };
    },
  };
  return { model: patientModel(provider, clock), waits, clock };
}

const request: ModelRequest = { purpose: 'work', locale: 'en', system: '', prompt: '', facts: {}, signal: new AbortController().signal };

test('an overload of 3 minutes is waited out: 6 calls, and the answer arrives', async () => {
  verifies('models.outage_waited_out');
  const { model, waits } = world({ awayMs: 3 * MINUTE });
  expect(await model.generate(request)).toMatchObject({ text: 'whole' });
  expect(waits).toEqual([10_000, 20_000, 30_000, 60_000, 60_000]);
});

test('after 5 minutes it is given up, with the last fault of the provider', async () => {
  const { model, waits } = world({ awayMs: 60 * MINUTE });
  await expect(model.generate(request)).rejects.toMatchObject({ code: 'model.overloaded', message: 'away' });
  expect(waits).toEqual(WAITS_MS);
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(5 * MINUTE);
});

test.each([['model.no_key', {}], ['model.unknown', {}], ['model.refused', {}], ['model.empty', {}], ['model.unreadable', {}], ['engine.interrupted', {}], ['model.overloaded', { kind: 'quota' }]] as const)(
  '%s %j is told at once', async (code, details) => {
    const { model, waits } = world({ awayMs: 1, code, details });
    await expect(model.generate(request)).rejects.toMatchObject({ code });
    expect(waits).toEqual([]);
  });

test('a provider that asks for 2 minutes is given 2; one that asks for an hour is left at once', async () => {
  const two = world({ awayMs: MINUTE, details: { retryAfterMs: 2 * MINUTE } });
  await two.model.generate(request);
  expect(two.waits).toEqual([2 * MINUTE]);
  const hour = world({ awayMs: MINUTE, details: { retryAfterMs: 60 * MINUTE } });
  await expect(hour.model.generate(request)).rejects.toMatchObject({ code: 'model.overloaded' });
  expect(hour.waits).toEqual([]);
});

test('an abort ends the wait as interrupted', async () => {
  const stop = new AbortController();
  const { model } = world({ awayMs: MINUTE });
  const asking = model.generate({ ...request, signal: stop.signal, onText: () => stop.abort() });
  await expect(asking).rejects.toMatchObject({ code: 'engine.interrupted' });
});

test('the text of a failed try is dropped, once a try, and the names of the models stay', async () => {
  const { model } = world({ awayMs: 20_000 });
  let screen = '';
  let restarts = 0;
  await model.generate({ ...request, onText: (delta) => void (screen += delta), onRestart: () => ((screen = ''), void (restarts += 1)) });
  expect([screen, restarts, model.name, model.others]).toEqual(['whole', 2, 'a/1', ['b/2']]);
});
