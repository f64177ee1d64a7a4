// The fields of one front matter, read by their names. A field is looked up in one spelling and found in any of them; a field
// that nobody reads is said, so that a slip of the pen does not pass for a choice.
import { areModelNames } from '../../core/models/model-names.ts';
import { isLongerThan, shorten, tidyText } from '../../core/text/fold-text.ts';
import type { Bilingual } from '../../core/json.ts';
import { FIELD_NAMES, fieldKey, nearName } from './field-names.ts';
import { readData, readList, readText, type FieldPlace } from './read-field.ts';
import type { Remarks } from '../remarks.ts';
import type { SplitFile, WrittenField } from './split-front-matter.ts';

export interface AgentFields {
  /** Present and not empty, so far as it was read. */
  has(key: string): boolean;
  text(key: string): string | undefined;
  /** A text on one line, cut to what a name may have. */
  line(key: string): string | undefined;
  /** Undefined when the field is absent; empty when it says so. */
  list(key: string): readonly string[] | undefined;
  data(key: string): unknown;
  /** The spelling in the file. */
  spelling(key: string): string;
  /** The line of a field or of a part of it: `skills[2]`. */
  lineOf(path: string): number;
  /** The fields that go into the registration as they are. */
  plain(): Readonly<Record<string, unknown>>;
}

export const MAX_NAME = 100;

export function agentFields(split: SplitFile, remarks: Remarks): AgentFields {
  const written = byKey(split.fields, remarks);
  const texts = new Map<string, string>();
  const lists = new Map<string, readonly string[]>();
  const data = new Map<string, unknown>();
  const places = new Map<string, FieldPlace['lineOf']>();
  for (const [key, field] of written) {
    const { reading } = FIELD_NAMES.get(key) ?? { reading: 'none' };
    if (reading === 'text') keep(texts, key, readText(field, remarks));
    if (reading === 'list' || isForeignAllowed(field, key)) {
      const read = readList(field, isForeign(key) ? { ...remarks, complain: remarks.note } : remarks);
      keep(lists, key, read?.items);
      keep(places, key, read?.lineOf);
    } else if (reading === 'data') {
      const read = readData(field, remarks);
      keep(data, key, read?.value ?? undefined);
      keep(places, key, read?.lineOf);
    }
  }
  const lineOf = (path: string): number => {
    const [, key = '', rest = ''] = /^([^.[]*)(.*)$/u.exec(path) ?? [];
    return places.get(key)?.(rest) ?? written.get(key)?.line ?? 1;
  };
  return {
    has: (key) => texts.has(key) || lists.has(key) || data.has(key),
    text: (key) => texts.get(key),
    line: (key) => oneLine(texts.get(key), { key, line: lineOf(key), remarks }),
    list: (key) => lists.get(key),
    data: (key) => data.get(key),
    spelling: (key) => written.get(key)?.name ?? key,
    lineOf,
    plain: () => ({
      ...Object.fromEntries(['input_schema', 'output_schema'].map((key) => [key, data.get(key)])),
      ...plainTexts(texts, { remarks, lineOf }),
      capacity: wholeNumber(data.get('capacity')),
    }),
  };
}

/** Other tools spell it with a hyphen or in camel case and mean their own tools by it. */
const isForeignAllowed = (field: WrittenField, key: string): boolean => key === 'allowed_tools' && field.name !== 'allowed_tools';
const isForeign = (key: string): boolean => key === 'tools' || key === 'capabilities' || key === 'tags' || key === 'allowed_tools';

function keep<T>(map: Map<string, T>, key: string, value: T | undefined): void {
  if (value !== undefined) map.set(key, value);
}

function byKey(fields: readonly WrittenField[], remarks: Remarks): ReadonlyMap<string, WrittenField> {
  const written = new Map<string, WrittenField>();
  for (const field of fields) {
    const key = fieldKey(field.name);
    const row = FIELD_NAMES.get(key);
    const before = written.get(key);
    if (row === undefined) remarkUnknown(field, key, remarks);
    else if (row.refused) remarks.note(field.line, field.name, SAYS.refused);
    else if (before !== undefined && row.reading !== 'none') remarks.complain(field.line, field.name, SAYS.twice(before.line));
    else written.set(key, field);
  }
  return written;
}

/** A denial that is not heard would open a door; any other unknown field costs nothing. */
function remarkUnknown(field: WrittenField, key: string, remarks: Remarks): void {
  const near = nearName(key);
  const denies = near === 'denied_tools' || near === 'disallowed_tools' || /(?:den|disal|forbid|block|exclu|ban)\w*tool|tool\w*(?:den|disal|forbid|block|exclu|ban)/u.test(key);
  if (denies) remarks.complain(field.line, field.name, SAYS.denies);
  else remarks.note(field.line, field.name, near === undefined ? SAYS.unknown : SAYS.near(near));
}

function oneLine(text: string | undefined, { key, line, remarks }: { key: string; line: number; remarks: Remarks }): string | undefined {
  const tidy = text === undefined ? '' : tidyText(text);
  if (tidy === '') return undefined;
  if (!isLongerThan(tidy, MAX_NAME)) return tidy;
  remarks.note(line, key, SAYS.cut);
  return shorten(tidy, MAX_NAME);
}

function plainTexts(texts: ReadonlyMap<string, string>, { remarks, lineOf }: { remarks: Remarks; lineOf: AgentFields['lineOf'] }): Readonly<Record<string, string>> {
  const plain = Object.fromEntries(['kind', 'callback_url'].flatMap((key) => (texts.has(key) ? [[key, (texts.get(key) ?? '').trim()]] : [])));
  const model = texts.get('model')?.trim();
  if (model === undefined || model === 'inherit') return plain;
  if (areModelNames(model)) return { ...plain, model };
  remarks.note(lineOf('model'), 'model', SAYS.model(model));
  return plain;
}

const wholeNumber = (value: unknown): unknown => (typeof value === 'string' && /^\d{1,6}$/u.test(value.trim()) ? Number(value) : value);

const SAYS = {
  refused: { en: 'is a right or a program of another tool and is not taken over; remove it, or set it up here', zh: '属于其他工具的权限或程序，不会沿用；请删除，或在这里另行设置' },
  denies: { en: 'looks like a list of forbidden tools, yet no field has this name; write denied_tools', zh: '看起来是禁用工具的列表，但没有这个字段；请写 denied_tools' },
  unknown: { en: 'is not a field that is read; remove it if it was meant to count', zh: '不是会被读取的字段；如果本意是生效，请改用已有字段' },
  near: (near: string): Bilingual => ({ en: `is not a field that is read; did you mean ${near}?`, zh: `不是会被读取的字段；是否想写 ${near}？` }),
  twice: (line: number): Bilingual => ({ en: `stands on line ${line} too; keep one of them`, zh: `第 ${line} 行已经写过；请只保留一处` }),
  cut: { en: `is longer than ${MAX_NAME} characters and is cut; write a shorter one`, zh: `超过 ${MAX_NAME} 个字符，已截短；请写短一些` },
  model: (model: string): Bilingual => ({
    en: `"${shorten(model, 40)}" is not provider/model, so the model of the team is used; write one such as anthropic/claude-sonnet-4-5`,
    zh: `“${shorten(model, 40)}”不是“服务商/模型”的形式，将使用团队的模型；请写成例如 anthropic/claude-sonnet-4-5`,
  }),
} as const;
