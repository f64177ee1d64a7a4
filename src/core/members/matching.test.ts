import { expect, test } from 'vitest';
import { chooseAmong, chooseMember, eligible, type Candidate } from './matching.ts';
import { skillSet } from './skills.ts';

const member = (agentId: string, skills: readonly string[], load = 0, capacity = 1): Candidate => ({ agentId, skills: skillSet(skills), load, capacity });

test('a member that covers all tags wins over an idle one that covers half of them', () => {
  expect(chooseMember([member('half', ['sql']), member('full', ['sql', 'charts'], 1)], ['SQL', 'charts']))
    .toEqual({ ok: true, agentId: 'full', covered: ['SQL', 'charts'], load: 1, capacity: 1, candidates: 1, because: 'only_one' });
});

test('load is a share of capacity: 3 of 10 is less than 1 of 2', () => {
  expect(chooseMember([member('small', ['文案'], 1, 2), member('large', ['文案'], 3, 10)], ['文案']))
    .toMatchObject({ agentId: 'large', because: 'lowest_load', candidates: 2, load: 3, capacity: 10 });
});

test('at equal load, 1 of 3 against 2 of 6, the member registered first wins', () => {
  expect(chooseMember([member('first', ['a'], 1, 3), member('second', ['a'], 2, 6)], ['a'])).toMatchObject({ agentId: 'first', because: 'registered_first' });
});

test('a tie among the busy ones does not hide that the winner was the least loaded', () => {
  expect(chooseMember([member('x', [], 1), member('y', [], 1), member('z', [], 0)], [])).toMatchObject({ agentId: 'z', because: 'lowest_load' });
});

test('when nobody covers all tags, the gaps of the nearest member are told', () => {
  expect(chooseMember([member('far', ['x']), member('near', ['翻译', '校对'])], ['翻译', '校对', '配音'])).toEqual({ ok: false, missing: ['配音'], nearest: 'near' });
});

test('an empty roster lacks every tag and has no nearest member', () => {
  expect(chooseMember([], ['sql', 'SQL'])).toEqual({ ok: false, missing: ['sql'] });
});

test('an eligible list of 1,000 members is read 10,000 times, and follows the loads', () => {
  const loads = new Map<string, number>();
  const from = eligible(Array.from({ length: 1_000 }, (_, index) => member(`m${index}`, ['sql'])), ['sql']);
  const begun = performance.now();
  for (let round = 0; round < 10_000; round += 1) {
    const choice = chooseAmong(from, (id) => loads.get(id) ?? 0);
    if (choice.ok) loads.set(choice.agentId, choice.load + 1);
  }
  expect(performance.now() - begun).toBeLessThan(20_000);
  expect(new Set(loads.values())).toEqual(new Set([10]));
});
