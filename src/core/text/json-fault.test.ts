// What the JSON reader of the engine says is said in Chinese too, with the same place or sign.
import { expect, test } from 'vitest';
import { jsonFault } from './json-fault.ts';

test.each([
  ['[{', '第 3 个字符处有误'],
  ['{"a": 1,}', '第 9 个字符处有误'],
  ['[1, 2', '第 6 个字符处有误'],
  ['abc', '“a”不应出现'],
  ['', '内容不完整'],
])('%s', (text, zh) => {
  const read = () => JSON.parse(text) as unknown;
  expect(read).toThrow();
  try {
    read();
  } catch (error) {
    expect(jsonFault(error)).toEqual({ en: (error as Error).message, zh });
  }
});
