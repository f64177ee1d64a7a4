import { expect, test } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import type { JsonObject } from '../json.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { compactRoster } from './compact-roster.ts';
import type { Registration, Role } from './registration.ts';
import { relevance, termsOf } from './relevance.ts';

const member = (agentId: string, skills: readonly string[], more: { role?: Role; description?: string } = {}): Registration => ({
  agentId, name: agentId, kind: 'model', roles: [more.role ?? 'worker'], skills, allowedTools: [], deniedTools: [], capacity: 1,
  ...(more.description === undefined ? {} : { description: more.description }),
});
const rowOf = (of: Registration): JsonObject => ({ agent_id: of.agentId, name: of.name, role: of.roles, skills: of.skills, ...(of.description === undefined ? {} : { description: of.description }) });
const LONG = 'Knows the trade from the ground up and gives exact answers. '.repeat(10);

/** 200 personas: fields of work times seniority, a manager and two reviewers among them, none of the first 100 of use. */
const TEAM: readonly Registration[] = [
  ...Array.from({ length: 100 }, (_, index) => member(`filler-${index}`, [`trade-${index}`, 'office'], { description: LONG })),
  member('boss', [], { role: 'manager', description: LONG }),
  ...Array.from({ length: 95 }, (_, index) => member(`clerk-${index}`, ['office'], { description: LONG })),
  member('translator', ['translation', 'office'], { description: LONG }),
  member('数据员', ['数据分析', '报表'], { description: '擅长清洗数据并画图。' }),
  member('editor', [], { role: 'reviewer', description: LONG }),
  member('second-editor', [], { role: 'reviewer', description: LONG }),
];
const shownFor = (goal: string, tokens: number) => compactRoster(TEAM, { goal, tokens, rowOf });
const costOf = (rows: readonly JsonObject[]): number => estimateTokens(JSON.stringify(rows));

test('a team of 2 within the limit is shown exactly as it is', () => {
  const two = [member('a', ['x'], { description: LONG }), member('b', ['y'])];
  expect(compactRoster(two, { goal: 'z', tokens: 6_000, rowOf })).toEqual({ rows: two.map(rowOf), members: two, leftOut: 0 });
});

test('of 200 members within 6,000 tokens the one that translates is shown in full for a goal that says "translate"', () => {
  verifies('agents.large_team_planned');
  const { rows, members, leftOut } = shownFor('Translate the manual', 6_000);
  expect(costOf(rows)).toBeLessThanOrEqual(6_000);
  expect(rows.find((row) => row['agent_id'] === 'translator')).toMatchObject({ name: 'translator', skills: ['translation', 'office'] });
  expect(members.length + leftOut).toBe(200);
  expect(members.map(({ agentId }) => agentId)).toEqual(expect.arrayContaining(['boss', 'editor']));
});

test('a goal in Chinese finds the member with 数据分析 by pairs of letters, at 120 tokens too', () => {
  const { rows } = shownFor('把上季度的销售数据做成分析报告', 120);
  expect(rows.map((row) => row['agent_id'])).toContain('数据员');
  expect(costOf(rows)).toBeLessThanOrEqual(120);
});

test('all 103 tags that one member alone has are shown before 94 members that bring nothing new', () => {
  const { members } = shownFor('Nothing of this', 3_600);
  const tags = new Set(members.flatMap(({ skills }) => skills));
  expect(Array.from({ length: 100 }, (_, index) => `trade-${index}`).filter((tag) => !tags.has(tag))).toEqual([]);
  expect([...tags]).toEqual(expect.arrayContaining(['translation', '数据分析', '报表']));
  expect(members.length).toBeLessThan(200);
});

test('the most relevant stand first, equally relevant ones in the order of registration', () => {
  const ids = shownFor('Translate, then 数据分析', 3_000).members.map(({ agentId }) => agentId);
  expect(ids.slice(0, 2)).toEqual(['数据员', 'translator']);
  expect(ids.slice(2, 4)).toEqual(['filler-0', 'filler-1']);
});

test('a limit of 0 tokens, and one that is no number, show nobody', () => {
  expect(shownFor('x', 0)).toEqual({ rows: [], members: [], leftOut: 200 });
  expect(shownFor('x', Number.NaN).rows).toEqual([]);
});

test('a rare tag of the goal outweighs a common one', () => {
  const [common, rare] = relevance([member('a', ['office']), member('b', ['tax']), member('c', ['office']), member('d', ['office'])], 'office tax');
  expect(rare).toBeGreaterThan(common ?? 0);
});

test('"art" does not stand in "start", but 文案 stands in 写一份文案吧', () => {
  expect(relevance([member('a', ['art'])], 'We start')).toEqual([0]);
  expect(relevance([member('b', ['文案'])], '写一份文案吧')[0]).toBeGreaterThan(8);
});

test.each([
  ['Translating SQL查询', ['transl', 'sql', '查询']],
  ['テスト', ['テス', 'スト']],
  ['테스트', ['테스', '스트']],
  ['𠮷野家', ['𠮷野', '野家']],
  ['C++ and c#', ['c++', 'c#']],
])('the terms of "%s" are %j', (text, terms) => {
  expect([...termsOf(text)]).toEqual(terms);
});
