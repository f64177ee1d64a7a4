import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseMember, type Candidate } from './matching.ts';
import { normaliseSkill, skillKey, skillSet } from './skills.ts';

const tag = fc.constantFrom('sql', 'SQL', '文案', '文 案', 'a-b', 'a_b', 'テスト', 'c++');
const candidates = fc.array(fc.record({ skills: fc.array(tag), load: fc.nat(5), capacity: fc.integer({ min: 1, max: 5 }) }), { maxLength: 8 })
  .map((rows) => rows.map((row, index): Candidate => ({ agentId: `m${index}`, skills: skillSet(row.skills), load: row.load, capacity: row.capacity })));

test('the chosen member covers everything and no able member is less loaded; a refusal means that nobody is able', () => {
  fc.assert(fc.property(candidates, fc.array(tag, { maxLength: 4 }), (members, required) => {
    const able = members.filter((member) => required.every((skill) => member.skills.has(normaliseSkill(skill))));
    const choice = chooseMember(members, required);
    if (!choice.ok) {
      expect(able).toEqual([]);
      return;
    }
    expect(able.map((member) => member.agentId)).toContain(choice.agentId);
    expect(Math.min(...able.map((member) => member.load / member.capacity))).toBeCloseTo(choice.load / choice.capacity);
  }));
});

test('folding a tag twice changes nothing, in any script', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
    const once = normaliseSkill(text);
    expect(normaliseSkill(once)).toBe(once);
    expect(skillKey([text])).toBe(skillKey([once]));
  }), { numRuns: 2_000 });
});
