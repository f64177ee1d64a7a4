// Cuts an agent file into front matter and prompt, and the front matter into its fields, each with its line. One broken field
// then cannot spoil the others, and every problem has a line. Pure: a text goes in, pieces come out.
import { FIELD_NAMES, fieldKey } from './field-names.ts';
import type { Remarks } from '../remarks.ts';

/** One field of the front matter as it was written, with the lines that belong to it. */
export interface WrittenField {
  /** The key as written. */
  readonly name: string;
  /** Counted from 1 in the file. */
  readonly line: number;
  /** What follows the colon on the first line, trimmed. */
  readonly rest: string;
  /** The lines below it that belong to it. */
  readonly more: readonly string[];
}

export interface SplitFile {
  readonly hasFrontMatter: boolean;
  readonly fields: readonly WrittenField[];
  /** The lines after the front matter. */
  readonly body: string;
  /** Line of the file where the body begins. */
  readonly bodyLine: number;
}

/** Nothing of a file that opens its front matter and never closes it can be trusted: it might all be prompt. */
export function splitFrontMatter(text: string, remarks: Remarks): SplitFile | undefined {
  const lines = text.replace(/^\uFEFF/u, '').split(/\r\n|\n|\r/u);
  const open = lines.findIndex((line) => line.trim() !== '');
  const bare: SplitFile = { hasFrontMatter: false, fields: [], body: lines.join('\n'), bodyLine: 1 };
  if (open < 0 || !OPENS.test(lines[open] ?? '')) return bare;
  const close = lines.findIndex((line, at) => at > open && CLOSES.test(line));
  const inside = lines.slice(open + 1, close < 0 ? undefined : close);
  if (close < 0) {
    const first = inside.find((line) => line.trim() !== '');
    // A rule above a heading is Markdown, not front matter.
    if (first === undefined || startOf(first) === undefined) return bare;
    remarks.complain(open + 1, undefined, {
      en: 'the front matter is opened here and never closed; write a line --- after its last field',
      zh: '头部信息从这里开始，却没有结束；请在最后一个字段之后单独写一行 ---',
    });
    return undefined;
  }
  if (inside.join('\n').length > MAX_FRONT_MATTER) {
    remarks.complain(open + 1, undefined, {
      en: `the front matter is longer than ${MAX_FRONT_MATTER} characters; move long text below the closing ---`,
      zh: `头部信息超过 ${MAX_FRONT_MATTER} 个字符；请把长文字移到结尾的 --- 之后`,
    });
    return undefined;
  }
  return { hasFrontMatter: true, fields: fieldsOf(inside, open + 2, remarks), body: lines.slice(close + 1).join('\n'), bodyLine: close + 2 };
}

const OPENS = /^---[ \t]*$/u;
const CLOSES = /^(?:---|\.\.\.)[ \t]*$/u;
const MAX_FRONT_MATTER = 32_768;

function fieldsOf(lines: readonly string[], firstLine: number, remarks: Remarks): readonly WrittenField[] {
  const fields: { name: string; line: number; rest: string; more: string[] }[] = [];
  for (const [at, line] of lines.entries()) {
    const start = startOf(line);
    const last = fields.at(-1);
    if (start !== undefined) {
      fields.push({ name: start.name, line: firstLine + at, rest: start.rest, more: [] });
      if (start.loose) remarks.note(firstLine + at, start.name, { en: 'is read although its colon is not ": "; write a plain colon and a space after it', zh: '冒号写法不标准，已按字段读取；请写半角冒号加一个空格' });
    } else if (/^\s*(?:#.*)?$/us.test(line) || (last !== undefined && /^(?:\s|-(?:\s|$))/u.test(line))) {
      // Blank lines and comments at the margin, indented lines, and list items at the margin.
      last?.more.push(line);
    } else {
      remarks.complain(firstLine + at, undefined, {
        en: 'is not a field of the front matter ("name: value"); indent it if it belongs to the line above, or end the front matter with a line --- before it',
        zh: '这一行不是头部信息的字段（“name: 值”）；若属于上一行请缩进，否则请在它之前单独写一行 --- 结束头部信息',
      });
    }
  }
  return fields.map(({ more, ...field }) => ({ ...field, more: withoutEnd(more) }));
}

interface FieldStart {
  readonly name: string;
  readonly rest: string;
  /** Written "name:value" or with a full-width colon; only for names that are known, as it might be a sentence. */
  readonly loose: boolean;
}

function startOf(line: string): FieldStart | undefined {
  const [, quote = '', name = '', colon = '', rest = ''] = FIELD.exec(line) ?? [];
  if (name === '') return undefined;
  const loose = colon === '：' || !/^(?:\s|$)/u.test(rest);
  if (loose && (quote !== '' || !FIELD_NAMES.has(fieldKey(name)))) return undefined;
  return { name: name.trim(), rest: rest.trim(), loose };
}

const FIELD = /^(["']?)([\p{L}_][\p{L}\p{M}\p{N}_. -]{0,63}?)\1[ \t]*([:：])(.*)$/us;

function withoutEnd(lines: readonly string[]): readonly string[] {
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1);
}
