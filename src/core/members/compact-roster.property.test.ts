import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { compactRoster } from './compact-roster.ts';
import { ROLES, type Registration } from './registration.ts';

const word = fc.constantFrom('sql', 'copywriting', '数据分析', '翻译', 'テスト', '测试', 'design', 'review', '🎨', 'legal advice');
const team = fc.array(fc.record({ skills: fc.array(word, { maxLength: 4 }), role: fc.constantFrom(...ROLES), description: fc.option(fc.string({ unit: 'binary', maxLength: 300 }), { nil: undefined }) }), { maxLength: 40 })
  .map((rows) => rows.map(({ skills, role, description }, index): Registration => ({
    agentId: `m${index}`, name: `Member ${index}`, kind: 'model', roles: [role], skills, allowedTools: [], deniedTools: [], capacity: 1, ...(description === undefined ? {} : { description }),
  })));
const goal = fc.array(fc.oneof(word, fc.string({ unit: 'binary', maxLength: 20 })), { maxLength: 6 }).map((words) => words.join(' '));
const rowOf = ({ agentId, name, roles, skills, description = '' }: Registration): JsonObject => ({ agent_id: agentId, name, role: roles, skills, description });

test('the limit is never exceeded, the same input gives the same rows, and every row is a member of the team', () => {
  fc.assert(fc.property(team, goal, fc.integer({ min: 0, max: 3_000 }), (roster, text, tokens) => {
    const options = { goal: text, tokens, rowOf };
    const shown = compactRoster(roster, options);
    if (shown.rows.length > 0) expect(estimateTokens(JSON.stringify(shown.rows))).toBeLessThanOrEqual(tokens);
    expect(compactRoster([...roster], options)).toEqual(shown);
    expect(shown.members.length).toBe(shown.rows.length);
    expect(shown.members.length + shown.leftOut).toBe(roster.length);
    expect(roster).toEqual(expect.arrayContaining([...shown.members]));
  }));
});

test('a larger limit never shows fewer roles, and shows the whole team at last', () => {
  fc.assert(fc.property(team, goal, (roster, text) => {
    const roles = new Set(roster.flatMap((member) => member.roles));
    const shown = compactRoster(roster, { goal: text, tokens: 200, rowOf });
    expect(new Set(shown.members.flatMap((member) => member.roles))).toEqual(roles);
    expect(compactRoster(roster, { goal: text, tokens: 1_000_000, rowOf }).rows).toEqual(roster.map(rowOf));
  }));
});
