// The first word and the parameters are read by SQLite's rules, also between strings, quoted names and comments.
import { expect, test } from 'vitest';
import { readSqliteTokens } from './sqlite-tokens.ts';

test.each([
  ['SELECT 1', 'select'], ['  ;; -- DELETE\n/* x */WITH a', 'with'], ['', ''], [' ; -- x', ''], ['/* never closed', ''], ['"select" 1', '"select"'], ['(SELECT 1)', '('], ['\uFEFFSELECT 1', 'select'], ['SELECT1', 'select1'],
])('%j begins with %j', (sql, firstWord) => {
  expect(readSqliteTokens(sql).firstWord).toBe(firstWord);
});
test.each([
  ['a = ? AND b = ?', 2, [], []], ["'?' || \"?\" || [?] || `?` -- ?\n/* ? */", 0, [], []], ["'it''s ?' = ?", 1, [], []], ['?1 + $2 + ?1', 0, [1, 2, 1], []], [':a + @b + $c + #d', 0, [], [':a', '@b', '$c', '#d']], ['a$1 = ?', 1, [], []],
])('%j asks for %d plain parameters, the numbers %j and the names %j', (sql, plainParameters, numberedParameters, namedParameters) => {
  expect(readSqliteTokens(sql)).toMatchObject({ plainParameters, numberedParameters, namedParameters });
});
test('a text of a megabyte that never closes its quote is read in a moment', () => {
  expect(readSqliteTokens(`SELECT '${"''".repeat(500_000)}`).firstWord).toBe('select');
});
