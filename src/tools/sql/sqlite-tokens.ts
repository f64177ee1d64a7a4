// What SQLite's grammar does not tell us by itself: the first word of a statement, what stands behind its end, and which
// parameters it asks for. Reads tokens only, by SQLite's rules for strings, names in quotes and comments.

export interface SqliteTokens {
  /** In lower case; empty when nothing but blanks and comments stands here. */
  readonly firstWord: string;
  /** How many `?` without a number. */
  readonly plainParameters: number;
  /** Numbers of `?1` and `$1`. */
  readonly numberedParameters: readonly number[];
  /** Names of other parameters, such as `:id`. */
  readonly namedParameters: readonly string[];
}

// Blanks and comments, strings and quoted names (a doubled quote is part of them), parameters, words, anything else.
const TOKEN =
  /(?<skip>[\s\uFEFF;]+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<quoted>'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`(?:[^`]|``)*`?|\[[^\]]*\]?)|(?<parameter>\?\d*|[:@$#][\w\u0080-\uFFFF]+)|(?<word>[\w$\u0080-\uFFFF]+)|(?<other>[\s\S])/gy;

export function readSqliteTokens(sql: string): SqliteTokens {
  let firstWord = '';
  let plainParameters = 0;
  const numberedParameters: number[] = [];
  const namedParameters: string[] = [];
  for (const { groups } of sql.matchAll(TOKEN)) {
    const { skip, parameter, word, quoted, other } = groups ?? {};
    if (skip !== undefined) continue;
    if (firstWord === '') firstWord = (word ?? quoted ?? parameter ?? other ?? '').toLowerCase();
    if (parameter === undefined) continue;
    const number = /^[?$](\d+)$/.exec(parameter)?.[1];
    if (parameter === '?') plainParameters += 1;
    else if (number !== undefined) numberedParameters.push(Number(number));
    else namedParameters.push(parameter);
  }
  return { firstWord, plainParameters, numberedParameters, namedParameters };
}
