import { expect, test } from 'vitest';
import { covers, normaliseSkill, skillKey, skillSet } from './skills.ts';

test.each([
  ['Data Analysis', 'data_analysis'],
  ['data-analysis', '  DATA   analysis '],
  ['ｄａｔａ　ａｎａｌｙｓｉｓ', 'data–analysis'],
  ['文案创作', '文案 创作'],
  ['SQL 查询', 'sql查询'],
  ['テスト', 'ﾃｽﾄ'],
  ['데이터 분석', '데이터분석'],
  ['𠮷野 家', '𠮷野家'],
  ['Straße', 'STRASSE'],
  ['STRAẞE', 'Straße'],
  ['re\u0301daction', 'Rédaction'],
  ['c++', 'C++'],
])('"%s" and "%s" are one tag', (one, other) => {
  expect(normaliseSkill(one)).toBe(normaliseSkill(other));
});

test.each([['c', 'c++'], ['文案', '文案创作'], ['code', 'no-code'], ['テスト', 'テスト2']])('"%s" and "%s" are two tags', (one, other) => {
  expect(normaliseSkill(one)).not.toBe(normaliseSkill(other));
});

test('the key of a set of tags is the same in any order and spelling, and tells sets apart', () => {
  expect(skillKey(['SQL', 'Data Analysis'])).toBe(skillKey(['data_analysis', 'sql', 'SQL']));
  expect(skillKey([])).toBe('');
  expect(skillKey(['a b'])).not.toBe(skillKey(['a', 'b']));
});

test('of 3 required tags 2 are covered and the third is missing, named as it was written', () => {
  expect(covers(skillSet(['copywriting', '数据 分析']), ['数据分析', 'Copywriting', 'Video Editing', 'video_editing']))
    .toEqual({ covered: ['数据分析', 'Copywriting'], missing: ['Video Editing'] });
});
