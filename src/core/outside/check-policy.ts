// Whether what a program says of the rules can hold: the compiler knows, a program without types does not, and a slip must not quietly
// hold nothing. Each refusal names the option, what it cannot be and what to give instead.
import { refuse, type Refusal } from '../errors.ts';
import type { Bilingual } from '../json.ts';
import { LIMITS, TIMES } from '../lifecycles.ts';
import { COMBINATIONS } from '../gate/effects.ts';
import type { Price } from '../models/prices.ts';
import { CHOICES, type PolicyChoices } from '../policy.ts';
import { checkNamesBelow, checkObject, namesIn } from './check-names.ts';
import { REFUSED_INPUT } from '../refusals/refused-input.ts';
import { shownValue } from './shown-value.ts';

const COUNTS = ['reviewers', 'planBatch', 'maxTasks', 'contextChars', 'rosterTokens', 'answerTokens'] as const satisfies readonly (keyof PolicyChoices)[];

export const POLICY_NAMES = namesIn<PolicyChoices>({
  style: 1, dispatch: 1, review: 1, reviewers: 1, planGate: 1, roster: 1, afterCap: 1, onPrerequisiteFailure: 1, unanswered: 1, unattended: 1, approveGoalPlan: 1,
  planBatch: 1, maxTasks: 1, contextChars: 1, rosterTokens: 1, budget: 1, prices: 1, answerTokens: 1, programs: 1, combinations: 1, limits: 1, times: 1,
});
const PRICE_NAMES = namesIn<Price>({ input: 1, cachedInput: 1, output: 1, long: 1 });
const LONG_PRICE_NAMES = namesIn<NonNullable<Price['long']>>({ over: 1, input: 1, cachedInput: 1, output: 1 });

/** The first choice that cannot hold, with what can. */
export function checkChoices(choices: PolicyChoices): Refusal | undefined {
  const misnamed = checkNamesIn(choices);
  if (misnamed !== undefined) return misnamed;
  for (const [name, words] of Object.entries(CHOICES)) {
    const said = new Map<string, unknown>(Object.entries(choices)).get(name);
    const refused = said === undefined ? undefined : checkWord(name, said, words);
    if (refused !== undefined) return refused;
  }
  const miscounted = COUNTS.find((name) => choices[name] !== undefined && !(Number.isInteger(choices[name]) && Number(choices[name]) > 0));
  if (miscounted !== undefined) return cannotBe(miscounted, choices[miscounted], { en: 'a whole number above 0', zh: '大于 0 的整数' });
  return checkNumbers('limits', choices.limits, NUMBERS.limits) ?? checkNumbers('times', choices.times, NUMBERS.times);
}

function checkNamesIn(choices: PolicyChoices): Refusal | undefined {
  const { combinations = {}, prices = {} } = choices;
  const misnamed = checkNamesBelow('policy', choices, POLICY_NAMES)
    ?? checkNamesBelow('policy.combinations', combinations, Object.keys(COMBINATIONS))
    ?? checkObject(prices, { of: 'policy.prices', path: 'policy.prices', code: 'team.invalid' });
  if (misnamed !== undefined) return misnamed;
  for (const [model, price] of Object.entries(prices)) {
    const path = `policy.prices[${JSON.stringify(model)}]`;
    const refused = checkNamesBelow(path, price, PRICE_NAMES) ?? (price.long === undefined ? undefined : checkNamesBelow(`${path}.long`, price.long, LONG_PRICE_NAMES));
    if (refused !== undefined) return refused;
  }
  return undefined;
}

/** Of an option that is one of several words. */
export function checkWord(name: string, said: unknown, words: readonly string[]): Refusal | undefined {
  if (typeof said === 'string' && words.includes(said)) return undefined;
  return cannotBe(name, said, REFUSED_INPUT.oneOf(words));
}

interface Numbers {
  readonly known: readonly string[];
  readonly fits: (value: unknown) => boolean;
  readonly wants: Bilingual;
}

const NUMBERS: Readonly<Record<'limits' | 'times', Numbers>> = {
  limits: {
    known: Object.keys(LIMITS),
    fits: (value) => Number.isInteger(value) && Number(value) >= 0,
    wants: { en: 'a whole number, 0 or more', zh: '不小于 0 的整数' },
  },
  times: {
    known: Object.keys(TIMES),
    fits: (value) => Number.isFinite(value) && Number(value) > 0,
    wants: { en: 'milliseconds, more than 0', zh: '大于 0 的毫秒数' },
  },
};

function checkNumbers(group: 'limits' | 'times', said: Readonly<Record<string, number>> | undefined, { known, fits, wants }: Numbers): Refusal | undefined {
  const misnamed = checkNamesBelow(group, said ?? {}, known);
  if (misnamed !== undefined) return misnamed;
  for (const [name, value] of Object.entries(said ?? {})) {
    if (value !== undefined && !fits(value)) return cannotBe(`${group}.${name}`, value, wants);
  }
  return undefined;
}

/** Of an option that has a value which it cannot have. */
export const cannotBe = (name: string, said: unknown, wants: Bilingual): Refusal =>
  refuse('team.invalid', REFUSED_INPUT.cannotBe({ en: name, zh: name }, shownValue(said), wants), { fields: [name] });
