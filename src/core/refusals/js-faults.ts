// What the JavaScript engine says of a text in English only, said again in Chinese: where it stops being JSON, and why it is no regular
// expression. The English words stay the engine's own.
import type { Bilingual } from '../json.ts';

export function jsonFault(error: unknown): Bilingual {
  const en = error instanceof Error ? error.message : String(error);
  const place = /at position (\d+)/u.exec(en)?.[1];
  const token = /^Unexpected token '(.+?)'/u.exec(en)?.[1];
  const zh = place !== undefined ? `第 ${Number(place) + 1} 个字符处有误` : token !== undefined ? `“${token}”不应出现` : /end of/u.test(en) ? '内容不完整' : '写法有误';
  return { en, zh };
}

export function patternFault(error: unknown): Bilingual {
  const en = error instanceof Error ? error.message : String(error);
  return { en, zh: SLIPS.find(([said]) => said.test(en))?.[1] ?? '写法有误' };
}

const SLIPS: readonly (readonly [said: RegExp, zh: string])[] = [
  [/Unterminated group/, '圆括号没有闭合'],
  [/Unmatched '\)'/, '多出一个右圆括号'],
  [/Unterminated character class/, '方括号没有闭合'],
  [/Lone quantifier brackets|Incomplete quantifier/, '花括号不成对'],
  [/Nothing to repeat/, '重复符号前没有可重复的内容'],
  [/Range out of order|numbers out of order/, '范围的起止次序颠倒'],
  [/\\ at end of pattern/, '以反斜杠结尾'],
  [/Invalid flags/, '标志有误'],
  [/Invalid (?:capture group name|named)|Duplicate capture group name/, '分组名有误'],
  [/Invalid group/, '分组写法有误'],
  [/[Ii]nvalid (?:.*)escape|Invalid property name/, '转义写法有误'],
];
