// Where a text stops being JSON, in both languages. The engine says it in English only; what it found is said again in Chinese.
import type { Bilingual } from '../json.ts';

export function jsonFault(error: unknown): Bilingual {
  const en = error instanceof Error ? error.message : String(error);
  const place = /at position (\d+)/u.exec(en)?.[1];
  const token = /^Unexpected token '(.+?)'/u.exec(en)?.[1];
  const zh = place !== undefined ? `第 ${Number(place) + 1} 个字符处有误` : token !== undefined ? `“${token}”不应出现` : /end of/u.test(en) ? '内容不完整' : '写法有误';
  return { en, zh };
}
