// What the engine says in English is said in Chinese too: the same place or sign of a JSON text, the same slip in a regular expression.
import { expect, test } from 'vitest';
import { jsonFault, patternFault } from './js-faults.ts';

function thrownBy(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('Nothing was thrown.');
}

test.each([
  ['[{', '第 3 个字符处有误'],
  ['{"a": 1,}', '第 9 个字符处有误'],
  ['[1, 2', '第 6 个字符处有误'],
  ['abc', '“a”不应出现'],
  ['', '内容不完整'],
])('JSON %j', (text, zh) => {
  const fault = thrownBy(() => JSON.parse(text));
  expect(jsonFault(fault)).toEqual({ en: fault.message, zh });
});

test.each([
  ['(', '', '圆括号没有闭合'],
  [')', '', '多出一个右圆括号'],
  ['[a', '', '方括号没有闭合'],
  ['{1', 'u', '花括号不成对'],
  ['*a', '', '重复符号前没有可重复的内容'],
  ['[z-a]', '', '范围的起止次序颠倒'],
  ['a{2,1}', '', '范围的起止次序颠倒'],
  ['a\\', '', '以反斜杠结尾'],
  ['a', 'xx', '标志有误'],
  ['(?<1>a)', '', '分组名有误'],
  ['(?x)', '', '分组写法有误'],
  ['\\p{Nix}', 'u', '转义写法有误'],
  ['\\q', 'u', '转义写法有误'],
])('/%s/%s', (source, flags, zh) => {
  const fault = thrownBy(() => new RegExp(source, flags));
  expect(patternFault(fault)).toEqual({ en: fault.message, zh });
});

test('a fault without a row of its own is at least not told in English', () => {
  expect(patternFault(new Error('Regular expression too large')).zh).toBe('写法有误');
});
