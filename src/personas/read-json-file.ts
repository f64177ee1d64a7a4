// Reads JSON registrations, in exactly the form that other programs send them: one object, or a list of them. JSON is a subset of
// YAML, so the YAML reader finds the lines; the values come from JSON.parse alone.
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';
import type { Registration } from '../core/members/registration.ts';
import { checkRegistration } from './reading/check-registration.ts';
import { inOrder, remarksOn, type Remark, type Remarks } from './remarks.ts';

export interface ReadJson {
  readonly registrations: readonly { readonly registration: Registration; readonly line: number }[];
  readonly complaints: readonly Remark[];
}

/** One bad entry of a list does not hide the others. */
export function readJsonFile(text: string, path: string): ReadJson {
  const remarks = remarksOn(path);
  const plain = text.replace(/^\uFEFF/u, '');
  const parsed = parse(plain, remarks);
  if (parsed === undefined) return { registrations: [], complaints: remarks.complaints };
  const { value, places } = parsed;
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (entries.length === 0) remarks.complain(1, undefined, { en: 'the list is empty; write at least one registration, or remove the file', zh: '列表是空的；请至少写一份成员登记，或删除这个文件' });
  const registrations = entries.flatMap((input, at) => {
    const root = Array.isArray(value) ? `[${at}]` : '';
    const fields = { lineOf: (inside: string) => places.lineOf(`${root}${inside === '' || inside.startsWith('[') ? inside : `.${inside}`}`), spelling: (key: string) => key };
    const registration = checkRegistration({ input, fields, remarks });
    return registration === undefined ? [] : [{ registration, line: fields.lineOf('agent_id') }];
  });
  return { registrations, complaints: inOrder(remarks.complaints) };
}

interface Parsed {
  readonly value: unknown;
  readonly places: Places;
}

interface Places {
  lineOf(path: string): number;
}

function parse(text: string, remarks: Remarks): Parsed | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const found = placesIn(text);
    // JSON.parse silently takes the last of two equal keys; a denial could get lost that way.
    if (found.twice !== undefined) return void remarks.complain(found.twice, undefined, { en: 'the same key stands twice in one object; keep one', zh: '同一个对象里有重复的键；请只保留一个' });
    return { value, places: found };
  } catch (error) {
    const line = lineOfError(text, error);
    remarks.complain(line, undefined, { en: 'is not valid JSON; check quotes, commas and brackets here', zh: '不是合法的 JSON；请检查这里的引号、逗号和括号' });
    return undefined;
  }
}

function lineOfError(text: string, error: unknown): number {
  const end = text.trimEnd().length;
  const at = error instanceof SyntaxError ? Number(/position (\d+)/u.exec(error.message)?.[1] ?? end) : 0;
  return text.slice(0, Math.min(at, end)).split('\n').length;
}

function placesIn(text: string): Places & { readonly twice?: number } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'silent', schema: 'json' });
  const lineAt = (offset: number | undefined): number => (offset === undefined ? 1 : Math.max(1, lines.linePos(offset).line));
  const twice = document.errors.find((error) => error.code === 'DUPLICATE_KEY');
  const lineOf = (path: string): number => {
    let node: unknown = document.contents;
    let line = lineAt(document.contents?.range[0]);
    for (const [, index, key = ''] of path.matchAll(/\[(\d+)\]|([^.[\]]+)/gu)) {
      const next: Node | undefined = index === undefined ? undefined : itemOf(node, Number(index));
      const pair = index === undefined ? pairOf(node, key) : undefined;
      const start = next?.range?.[0] ?? pair?.start;
      if (start === undefined) break;
      line = lineAt(start);
      node = next ?? pair?.value;
    }
    return line;
  };
  return twice === undefined ? { lineOf } : { lineOf, twice: lineAt(twice.pos[0]) };
}

function itemOf(node: unknown, index: number): Node | undefined {
  const item: unknown = isSeq(node) ? node.items[index] : undefined;
  return isScalar(item) || isMap(item) || isSeq(item) ? item : undefined;
}

function pairOf(node: unknown, key: string): { readonly start: number | undefined; readonly value: unknown } | undefined {
  const pair = isMap(node) ? node.items.find((item) => isScalar(item.key) && item.key.value === key) : undefined;
  return pair === undefined ? undefined : { start: isScalar(pair.key) ? pair.key.range?.[0] : undefined, value: pair.value };
}
