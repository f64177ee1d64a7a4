// What holds for every list, every chain of calls and every argument: nothing that the gate decides widens what was given.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../json.ts';
import { decodeArguments, PURPOSE, shownParameters } from './arguments.ts';
import { CALM, judgeCall, judgeProgress, type BreakerLimits, type BreakerState, type CallOutcome } from './breakers.ts';
import { changesSomething, COMBINATIONS, combinationsOf, EFFECTS, isCombination, type CombinationChoices } from './effects.ts';
import { grantOf, narrowTools } from './grant.ts';
import { bytesOf, head } from './outcome.ts';

const names: fc.Arbitrary<readonly string[]> = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'constructor'), { maxLength: 6 });
const maybeNames = fc.option(names, { nil: undefined });

describe('grants', () => {
  test('what a task may call is on its member\'s list, on its own, and denied nowhere', () => {
    fc.assert(fc.property(names, names, maybeNames, (allowed, denied, narrowed) => {
      const grant = grantOf({ allowedTools: allowed.map((name) => ({ name })), deniedTools: denied }, narrowed);
      for (const name of grant.allowed.keys()) expect([allowed.includes(name), denied.includes(name), narrowed?.includes(name) ?? true]).toEqual([true, false, true]);
    }));
  });

  test('parts of parts only lose tools', () => {
    fc.assert(fc.property(names, maybeNames, maybeNames, (whole, part, partOfPart) => {
      const once = narrowTools(whole, part);
      const twice = narrowTools(once, partOfPart);
      expect([once, twice].every((list) => list?.every((name) => whole.includes(name)))).toBe(true);
      expect(twice?.every((name) => once?.includes(name))).toBe(true);
    }));
  });
});

describe('effects', () => {
  const effects = fc.subarray([...EFFECTS]);
  const choices: fc.Arbitrary<CombinationChoices> = fc.dictionary(fc.constantFrom(...Object.keys(COMBINATIONS).filter(isCombination)), fc.constantFrom('alert', 'ask', 'block', 'allow'));

  test('a call that takes part in a complete row of block or ask is always met by it, whatever came before', () => {
    fc.assert(fc.property(effects, effects, choices, (before, adds, chosen) => {
      const found = new Map(combinationsOf(new Set(before), adds, chosen).map(({ combination, action }) => [combination, action]));
      for (const combination of Object.keys(COMBINATIONS).filter(isCombination)) {
        const { needs, action: usual } = COMBINATIONS[combination];
        const action = chosen[combination] ?? usual;
        const isComplete = needs.every((effect) => before.includes(effect) || adds.includes(effect)) && needs.some((effect) => adds.includes(effect));
        if (isComplete && (action === 'block' || action === 'ask')) expect(found.get(combination)).toBe(action);
        if (!isComplete || action === 'allow') expect(found.has(combination)).toBe(false);
      }
    }));
  });

  test('more in the past never makes a call less dangerous', () => {
    fc.assert(fc.property(effects, effects, effects, (before, more, adds) => {
      const strict = (past: readonly (typeof EFFECTS)[number][]) => combinationsOf(new Set(past), adds).filter(({ action }) => action !== 'alert').map(({ combination }) => combination);
      expect(strict([...before, ...more])).toEqual(expect.arrayContaining(strict(before)));
    }));
  });

  test('reading alone is never a change', () => {
    fc.assert(fc.property(fc.subarray(['reads_db', 'reads_file', 'reads_secret'] as const), (reads) => {
      expect(changesSomething(reads)).toBe(false);
    }));
  });
});

describe('arguments', () => {
  const value = fc.jsonValue().map((json) => json as Json);
  const own = fc.dictionary(fc.constantFrom('x', 'y', '__proto__', 'constructor'), value);

  test('every argument but the purpose comes through as it was written', () => {
    fc.assert(fc.property(own, fc.option(fc.string(), { nil: undefined }), (args, purpose) => {
      const given = purpose === undefined ? args : { ...args, [PURPOSE]: purpose };
      const decoded = decodeArguments({ type: 'object' }, null, given as Json);
      expect(decoded).toMatchObject({ ok: true, purpose: purpose === undefined || purpose.trim() === '' ? null : purpose });
      if (decoded.ok) expect(JSON.stringify(decoded.args)).toBe(JSON.stringify({ ...args }));
    }));
  });

  test('whatever a model writes is decoded or refused with a reason in both languages, never thrown', () => {
    const parameters = { type: 'object', properties: { x: { type: 'integer' } }, required: ['x'], additionalProperties: false };
    fc.assert(fc.property(value, (given) => {
      const decoded = decodeArguments(parameters, null, given);
      if (decoded.ok) expect(Number.isInteger(decoded.args['x'])).toBe(true);
      else expect([decoded.code, decoded.because.length > 0]).toEqual(['tool.bad_arguments', true]);
    }));
  });

  test('a schema with the purpose added is the same object the second time', () => {
    const parameters = { type: 'object', properties: { x: { type: 'integer' } } };
    expect(shownParameters(parameters, 'zh')).toBe(shownParameters(parameters, 'zh'));
  });
});

describe('breakers', () => {
  const LIMITS: BreakerLimits = { sameOutcomes: 5, sameErrors: 4, forbiddenCalls: 3, idleKiloTokens: 400, idleMinutes: 15 };
  const calls: fc.Arbitrary<readonly CallOutcome[]> = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), errorClass: fc.constantFrom(null, null, 'x failed', 'y failed'), isForbidden: fc.boolean(), isWait: fc.boolean() }), { maxLength: 60, size: 'max' });

  test('a step is taken once and never back to a weaker one while the trouble lasts', () => {
    fc.assert(fc.property(calls, (made) => {
      let state: BreakerState = CALM;
      const taken = new Set<string>();
      for (const call of made) {
        const judged = judgeCall(state, call, LIMITS);
        if (judged.state.reached.same_outcome === 'go') for (const step of ['warn', 'pause', 'stop']) taken.delete(`same_outcome ${step}`);
        if (judged.state.reached.same_error === 'go') for (const step of ['warn', 'pause', 'stop']) taken.delete(`same_error ${step}`);
        if (judged.step !== 'go') {
          expect(taken.has(`${judged.trip} ${judged.step}`)).toBe(false);
          taken.add(`${judged.trip} ${judged.step}`);
        }
        state = judged.state;
      }
    }));
  });

  test('calls that each tell something new and go well trip nothing, however many', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 600 }), (count) => {
      let state: BreakerState = CALM;
      for (let at = 0; at < count; at += 1) {
        const judged = judgeCall(state, { key: `key ${at}`, errorClass: null, isForbidden: false, isWait: false }, LIMITS);
        expect(judged.step).toBe('go');
        state = judged.state;
      }
      expect(state.seen.size).toBeLessThanOrEqual(256);
    }), { numRuns: 20 });
  });

  test('no attempt spends more than twice its tokens without a stop, in steps of any size up to a whole limit', () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 400_000 }), { minLength: 200, maxLength: 200 }), (spent) => {
      let [state, tokens, step]: [BreakerState, number, string] = [CALM, 0, 'go'];
      for (const more of spent) {
        if (step === 'stop') break;
        tokens += more;
        const judged = judgeProgress(state, { tokens, minutes: 0 }, LIMITS);
        [state, step] = [judged.state, judged.step];
      }
      if (tokens >= 800_000) expect(step).toBe('stop');
    }), { numRuns: 50 });
  });
});

describe('outcomes', () => {
  test('the head of a text is well formed, no longer than asked, and begins the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.integer({ min: 1, max: 50 }), (text, chars) => {
      const cut = head(text, chars);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(chars);
      expect(cut.isWellFormed()).toBe(text.isWellFormed());
    }));
  });

  test('bytes are those of UTF-8', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(bytesOf(text)).toBe(Buffer.byteLength(text));
    }));
  });
});
