// The ledger under any order of calls: never beyond the limit by what was reserved, and always the sum of what has ended.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifies } from '../../test/verifies.ts';
import { add, addTurn, inFlightOf, NOTHING_SETTLED, NOTHING_SPENT, raised, readBudget, releaseReserved, reserve, roomFor, settleTurn, usedOf, type Amounts, type Budget, type Spend, type Standing } from './budget.ts';
import type { JsonObject } from './json.ts';

const amounts = fc.record({ tokens: fc.integer({ min: 1, max: 5_000 }), micros: fc.integer({ min: 0, max: 90_000 }), turns: fc.constant(1) });
const limits = fc.record({ tokens: fc.integer({ min: 1, max: 200_000 }), cents: fc.integer({ min: 1, max: 500 }), turns: fc.integer({ min: 1, max: 300 }) }, { requiredKeys: [] });
const standing = (spend: Spend, of: Budget): Standing => ({ limits: of, spend, minutes: 0 });
const within = (spend: Spend, of: Budget): boolean => {
  const all = add(spend.settled, inFlightOf(spend));
  return all.tokens <= (of.tokens ?? Infinity) && all.micros <= (of.cents ?? Infinity) * 10_000 && all.turns <= (of.turns ?? Infinity);
};

test('1,000 calls that all want room at once, ended in any order with any part of what was reserved, never exceed the limits', () => {
  verifies('budget.never_overspent');
  fc.assert(fc.property(limits, fc.array(amounts, { minLength: 1_000, maxLength: 1_000 }), fc.array(fc.nat(), { minLength: 1_000, maxLength: 1_000 }), (of, needs, dice) => {
    let spend = NOTHING_SPENT;
    let inFlight: Amounts[] = [];
    for (const [index, need] of needs.entries()) {
      const die = dice[index] ?? 0;
      if (roomFor(standing(spend, of), need).kind === 'room') {
        spend = reserve(spend, 1, need);
        inFlight.push(need);
      } else if (inFlight.length > 0) {
        const ended = inFlight[die % inFlight.length];
        inFlight = inFlight.filter((call) => call !== ended);
        const share = (die % 101) / 100;
        if (ended !== undefined) spend = settleTurn(spend, { input_tokens: Math.floor(ended.tokens * share), output_tokens: 0, cost_micros: Math.floor(ended.micros * share) }, { epoch: 1, reserved: ended });
      }
      expect(within(spend, of)).toBe(true);
    }
    expect(inFlightOf(spend)).toEqual(inFlight.reduce(add, { tokens: 0, micros: 0, turns: 0 }));
  }), { numRuns: 20 });
});

test('a call that takes more than was reserved for it exceeds the limit once, and no further call is let through', () => {
  const of = { tokens: 100 };
  const spend = settleTurn(reserve(NOTHING_SPENT, 1, { tokens: 60, micros: 0, turns: 1 }), { input_tokens: 150, output_tokens: 0 }, { epoch: 1, reserved: { tokens: 60, micros: 0, turns: 1 } });
  expect(usedOf(standing(spend, of)).tokens).toBe(150);
  expect(roomFor(standing(spend, of), { tokens: 1, micros: 0, turns: 1 })).toEqual({ kind: 'used_up', unit: 'tokens' });
});

test('what calls in flight hold is waited for, what has been spent is not', () => {
  const held = reserve(NOTHING_SPENT, 1, { tokens: 60, micros: 0, turns: 1 });
  const need = { tokens: 60, micros: 0, turns: 1 };
  expect(roomFor(standing(held, { tokens: 100 }), need)).toEqual({ kind: 'wait' });
  expect(roomFor(standing(held, { tokens: 59 }), need)).toEqual({ kind: 'used_up', unit: 'tokens' });
  expect(roomFor(standing(held, { tokens: 120 }), need)).toEqual({ kind: 'room' });
  expect(roomFor({ ...standing(held, { minutes: 10 }), minutes: 10 }, need)).toEqual({ kind: 'used_up', unit: 'minutes' });
});

const turn = fc.record({ input_tokens: fc.nat(9_999), cached_input_tokens: fc.nat(99), output_tokens: fc.nat(9_999), cost_micros: fc.nat(9_999), charged_tokens: fc.nat(99), charged_micros: fc.nat(99) }, { requiredKeys: [] });

test('any 300 histories of reserving, ending and lost processes: settled is the sum of the ended calls, and a lost process holds nothing', () => {
  verifies('budget.ledger_is_the_events');
  fc.assert(fc.property(fc.array(fc.record({ act: fc.constantFrom('reserve', 'end', 'lose'), turn }), { maxLength: 80 }), (history) => {
    let spend: Spend = NOTHING_SPENT;
    let epoch = 1;
    const need = { tokens: 100, micros: 10, turns: 1 };
    const events: JsonObject[] = [];
    for (const { act, turn: details } of history) {
      if (act === 'reserve') spend = reserve(spend, epoch, need);
      if (act === 'end') {
        spend = settleTurn(spend, details, { epoch, reserved: need });
        events.push(details);
      }
      if (act === 'lose') {
        epoch += 1;
        spend = releaseReserved(spend, epoch).spend ?? spend;
        expect(spend.reserved).toEqual([]);
        // A late word of the process that is gone is charged and gives nothing back twice.
        spend = settleTurn(spend, details, { epoch: epoch - 1, reserved: need });
        events.push(details);
        expect(spend.reserved).toEqual([]);
      }
      expect(spend.settled).toEqual(events.reduce(addTurn, NOTHING_SETTLED));
    }
  }), { numRuns: 300 });
});

test('unknown tokens and unknown money are counted as unknown; what was reserved for them is charged', () => {
  verifies('budget.unknown_is_unknown');
  expect(addTurn(NOTHING_SETTLED, { charged_tokens: 500, charged_micros: 70 })).toEqual({ ...NOTHING_SETTLED, turns: 1, tokens: 500, micros: 70, unknownTokens: 1, unknownMoney: 1 });
  expect(addTurn(NOTHING_SETTLED, { input_tokens: 3, output_tokens: 4 })).toMatchObject({ tokens: 7, unknownTokens: 0, unknownMoney: 1 });
});

test('a raise by 50 leaves 50 from now on, also where 130 of 100 are used', () => {
  const spend = settleTurn(NOTHING_SPENT, { input_tokens: 130, output_tokens: 0 }, { epoch: 1 });
  expect(raised(standing(spend, { tokens: 100, turns: 9 }), { tokens: 50 })).toEqual({ tokens: 180, turns: 9 });
});

test.each([[{ tokens: 0 }], [{ tokens: -1 }], [{ cents: '5' }], [{ dollars: 5 }], [{ minutes: Infinity }], [null], [[]]])('%j is no budget, and what is wrong is said', (raw) => {
  expect(readBudget(raw)).toMatchObject({ ok: false, code: 'input.invalid' });
});
