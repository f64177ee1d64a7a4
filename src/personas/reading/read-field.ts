// Reads the value of one front-matter field. People write YAML from memory: text with colons, quotes or brackets that YAML
// would refuse is taken as the text it plainly is, and that is noted. Nothing is guessed about data (schemas, numbers):
// there a fault is a complaint. Anchors cannot multiply anything, because aliases are not followed.
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit, type Node } from 'yaml';
import type { Bilingual } from '../../core/json.ts';
import type { Remarks } from '../remarks.ts';
import type { WrittenField } from './split-front-matter.ts';
import { yamlFault } from './yaml-faults.ts';

export interface FieldPlace {
  readonly field: WrittenField;
  /** The line of a part of the value, such as `[2].name`; the line of the field when the part has none. */
  readonly lineOf: (path: string) => number;
}

/** The text of a field; undefined when it is empty or was complained about. */
export function readText(field: WrittenField, remarks: Remarks): string | undefined {
  const parsed = parse(field);
  const node = parsed.node;
  if (parsed.fault === undefined && node === undefined) return undefined;
  if (parsed.fault === undefined && isScalar(node) && node.tag === undefined && node.anchor === undefined) {
    const text = textOf(node);
    if (text !== undefined && node.type === 'PLAIN') notePlain(field, node, remarks);
    return text;
  }
  if (parsed.fault === undefined && field.rest === '') return void remarks.complain(field.line, field.name, SAYS.notText);
  return plainText(field, remarks);
}

/** A list of texts: YAML, JSON, or words with commas between them. */
export function readList(field: WrittenField, remarks: Remarks): { readonly items: readonly string[]; readonly lineOf: FieldPlace['lineOf'] } | undefined {
  const parsed = parse(field);
  const lineOf = placeOf(field, parsed);
  const node = parsed.node;
  if (parsed.fault === undefined && node === undefined) return { items: [], lineOf };
  if (parsed.fault === undefined && isSeq(node)) {
    const items = node.items.map((item) => (isScalar(item) ? textOf(item) : undefined));
    for (const [at, item] of items.entries()) if (item === undefined && !isEmpty(node.items[at])) remarks.complain(lineOf(`[${at}]`), field.name, SAYS.notTextItem);
    return { items: items.flatMap((item) => item ?? []), lineOf };
  }
  if (parsed.fault === undefined && isScalar(node) && node.tag === undefined && node.anchor === undefined) return { items: commaText(textOf(node) ?? ''), lineOf };
  if (parsed.fault === undefined && field.rest === '') return void remarks.complain(field.line, field.name, SAYS.notList);
  const text = plainText(field, remarks);
  return text === undefined ? undefined : { items: commaText(text.replace(/^\[|\]$/gu, '')), lineOf: () => field.line };
}

/** Data as YAML gives it. */
export function readData(field: WrittenField, remarks: Remarks): { readonly value: unknown; readonly lineOf: FieldPlace['lineOf'] } | undefined {
  const parsed = parse(field);
  const lineOf = placeOf(field, parsed);
  if (parsed.fault !== undefined) return void remarks.complain(parsed.fault.line, field.name, parsed.fault.says);
  if (parsed.node === undefined) return { value: undefined, lineOf };
  const alias = parsed.document === undefined ? undefined : firstAlias(parsed.document);
  if (alias !== undefined) return void remarks.complain(lineAt(field, parsed, alias), field.name, SAYS.alias);
  try {
    const value: unknown = parsed.document === undefined ? undefined : parsed.node.toJS(parsed.document, { maxAliasCount: 0 });
    return { value, lineOf };
  } catch {
    return void remarks.complain(field.line, field.name, yamlFault('DEFAULT'));
  }
}

/** Words with commas between them; a comma in brackets belongs to its word, as in `Bash(git log, git diff)`. */
export function commaText(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let begin = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const sign = text[at] ?? ',';
    if (sign === '(' || sign === '（') depth += 1;
    else if (sign === ')' || sign === '）') depth = Math.max(0, depth - 1);
    else if (at === text.length || (depth === 0 && COMMAS.has(sign))) {
      parts.push(text.slice(begin, at).trim().replace(/^(["'`])(.*)\1$/us, '$2').trim());
      begin = at + 1;
    }
  }
  return parts.filter((part) => part !== '');
}

const COMMAS = new Set([',', '，', '、', ';', '；', '\n']);

interface Parsed {
  /** The value; undefined when it is empty (nothing, `~`, `null`). */
  readonly node: Node | undefined;
  readonly document?: Document.Parsed;
  readonly lines?: LineCounter;
  readonly fault?: { readonly line: number; readonly says: Bilingual };
}

const KEY = 'x:';

function parse(field: WrittenField): Parsed {
  const lines = new LineCounter();
  try {
    // The key stands for the field's own, whose spelling is read elsewhere and must not be able to break the value.
    const document = parseDocument([`${KEY} ${field.rest}`, ...field.more].join('\n'), { lineCounter: lines, prettyErrors: false, logLevel: 'silent', schema: 'core' });
    const [error] = document.errors;
    if (error !== undefined) return { node: undefined, fault: { line: field.line + lines.linePos(error.pos[0]).line - 1, says: yamlFault(error.code) } };
    const value: unknown = isMap(document.contents) && document.contents.items.length === 1 ? document.contents.items[0]?.value : undefined;
    return { node: isNode(value) && !isEmpty(value) ? value : undefined, document, lines };
  } catch {
    // Brackets nested by the thousand end the stack of any reader.
    return { node: undefined, fault: { line: field.line, says: yamlFault('DEFAULT') } };
  }
}

const isEmpty = (node: unknown): boolean => isScalar(node) && node.value === null && node.anchor === undefined && node.tag === undefined;

/** As it was written: 007 and 1.0 are names here, not numbers. */
function textOf(node: { readonly value: unknown; readonly source?: string; readonly type?: string }): string | undefined {
  if (node.value === null) return undefined;
  const text = node.type === 'PLAIN' ? (node.source ?? String(node.value)) : String(node.value);
  return text.trim() === '' ? undefined : text;
}

function notePlain(field: WrittenField, node: { readonly value: unknown; readonly source?: string }, remarks: Remarks): void {
  if (typeof node.value !== 'string') remarks.note(field.line, field.name, SAYS.otherType(node.source ?? String(node.value)));
  else if (/\s#/u.test(field.rest)) remarks.note(field.line, field.name, SAYS.comment);
}

/** The text after the colon as it stands, with the lines below it. A block or quote that is broken over lines stays a fault. */
function plainText(field: WrittenField, remarks: Remarks): string | undefined {
  const { rest, more } = field;
  const fault = parse(field).fault;
  const isBlock = /^[|>][+-]?\d?$/u.test(rest) || rest === '';
  if (isBlock || more.some((line) => line.trim().startsWith('- '))) return void remarks.complain(fault?.line ?? field.line, field.name, fault?.says ?? SAYS.notText);
  const text = [rest, ...more.map((line) => line.trim())].filter((line) => line !== '').join(' ').replace(/^(["'])(.*)\1$/us, '$2').trim();
  if (text === '') return undefined;
  remarks.note(field.line, field.name, SAYS.plain);
  return text;
}

function firstAlias(document: Document.Parsed): Node | undefined {
  let found: Node | undefined;
  visit(document, { Alias: (_, node) => ((found = node), visit.BREAK) });
  return found;
}

const lineAt = (field: WrittenField, { lines }: Parsed, node: unknown): number => {
  const start = isNode(node) ? node.range?.[0] : undefined;
  return start === undefined || lines === undefined ? field.line : field.line + lines.linePos(start).line - 1;
};

function placeOf(field: WrittenField, parsed: Parsed): FieldPlace['lineOf'] {
  return (path) => {
    let node: unknown = parsed.node;
    let line = field.line;
    for (const [, index, key = ''] of path.matchAll(/\[(\d+)\]|([^.[\]]+)/gu)) {
      if (index !== undefined && isSeq(node)) node = node.items[Number(index)];
      else if (isMap(node)) {
        const pair = node.items.find((item) => String(isScalar(item.key) ? item.key.value : item.key) === key);
        if (pair === undefined) break;
        line = lineAt(field, parsed, pair.key);
        node = pair.value;
        continue;
      } else break;
      line = isNode(node) ? lineAt(field, parsed, node) : line;
    }
    return line;
  };
}

const SAYS = {
  notText: { en: 'write a text here, in quotes if it holds special signs', zh: '这里请写一段文字；含特殊符号时请加引号' },
  notTextItem: { en: 'write a text for each item of the list', zh: '列表的每一项都请写文字' },
  notList: { en: 'write a list, such as [one, two]', zh: '请写成列表，例如 [一, 二]' },
  alias: { en: 'refers to a YAML anchor with "*"; write the value out', zh: '用“*”引用了 YAML 锚点；请把内容直接写出来' },
  plain: { en: 'is not valid YAML and is read as plain text; put the value in quotes', zh: '不是合法的 YAML，已按普通文字读取；请给这个值加上引号' },
  comment: { en: 'ends at " #", where YAML begins a comment; put the value in quotes to keep the rest', zh: '在“ #”处被截断（YAML 从这里开始注释）；如需保留其后内容，请给这个值加上引号' },
  otherType: (source: string): Bilingual => ({ en: `is read as the text "${source}"; put it in quotes to say so`, zh: `已按文字“${source}”读取；请加上引号以明确` }),
} as const;
