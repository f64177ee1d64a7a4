import { describe, expect, test } from 'vitest';
import { findFunctions } from './find-functions.ts';
import { readImports } from './read-imports.ts';
import { listSources } from './list-files.ts';
import { readTokens } from './read-tokens.ts';

const words = (source: string): string[] => readTokens(source).flatMap(({ kind, text }) => (kind === 'word' ? [text] : []));

describe('tokens', () => {
  test.each([
    ['comments hold no words', 'a // b\n/* c\n d */ e', ['a', 'e']],
    ['texts hold no words', `a 'b \\' c' "d" e`, ['a', 'e']],
    ['a template holds no words, the code inside it does', 'a `b ${c({ d: `${e} f` })} g` h', ['a', 'c', 'd', 'e', 'h']],
    ['a pattern holds no words', "a = /b'[/']c/u.test(d)", ['a', 'test', 'd']],
    ['after a name or a bracket a slash divides', 'a = b / c / d; (e) / f / g', ['a', 'b', 'c', 'd', 'e', 'f', 'g']],
    ['after return a slash opens a pattern', 'return /a b/.test(c)', ['return', 'test', 'c']],
    ['Chinese names are words', 'const 目标 = 1', ['const', '目标']],
    ['a cut source ends without a fault', 'a `b ${c', ['a', 'c']],
  ])('%s', (_, source, expected) => {
    expect(words(source)).toEqual(expected);
  });

  test('lines are counted through texts and comments that span lines', () => {
    const source = 'a\n/*\n*/ b `\n\n` c';
    expect(readTokens(source).filter(({ kind }) => kind === 'word').map(({ text, line }) => [text, line])).toEqual([['a', 1], ['b', 3], ['c', 5]]);
  });

  test('in every source of this checkout the brackets match', () => {
    const unbalanced = listSources('src', 'scripts', 'test').filter(({ text }) => {
      const marks = readTokens(text).filter(({ kind }) => kind === 'mark').map((token) => token.text);
      return ['()', '[]', '{}'].some((pair) => marks.filter((mark) => mark === pair[0]).length !== marks.filter((mark) => mark === pair[1]).length);
    });
    expect(unbalanced.map(({ file }) => file)).toEqual([]);
  });
});

test('imports are found in each form, and only in code', () => {
  const source = `import a, { type B } from 'one';
import * as c from "two"; import 'three';
export { d } from 'four'; export * from 'five'; export type { E } from 'six'; export * as f from 'seven';
const g = await import('eight'); type H = import('nine').H;
export const from = 'not'; export type T = { from: 'not' }; const i = { import: from }; import.meta.url;`;
  expect(readImports(source).map(({ module, line }) => `${line} ${module}`)).toEqual([
    '1 one', '2 two', '2 three', '3 four', '3 five', '3 six', '3 seven', '4 eight', '4 nine',
  ]);
});

test('functions are measured from their first line to their closing brace', () => {
  const source = `export function plain(a: { b: number }): { c: string } {
  if (a) { return { c: '' }; }
}
export const arrow = async (
  a: number,
): Promise<void> => {
  for (const b of []) { call(b); }
};
class Lives {
  close(): Promise<void> {
    return call();
  }
}
function generic<T>(a: T): a is T {
  return true;
}`;
  expect(findFunctions(source)).toEqual([
    { name: 'plain', line: 1, lines: 3 },
    { name: 'arrow', line: 4, lines: 5 },
    { name: 'close', line: 10, lines: 3 },
    { name: '(generic)', line: 14, lines: 3 },
  ]);
});
