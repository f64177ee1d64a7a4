// How each field of a registration is read, as one table. A reader gives the value, or complains and gives nothing;
// each complaint says what to write instead.
import { isLongerThan, tidyText } from '../text/fold-text.ts';
import type { Bilingual, JsonObject } from '../json.ts';
import { idComplaint } from './member-names.ts';
import { isPlainObject } from './plain-json.ts';
import { schemaComplaints } from './schema-form.ts';
import { distinctSkills, normaliseSkill } from './skills.ts';

export const ROLES = ['manager', 'worker', 'reviewer'] as const;
export type Role = (typeof ROLES)[number];

/** What does the work: a language model, a TypeScript function, an HTTP worker, a person, an outside agent over MCP. */
const MEMBER_KINDS = ['model', 'function', 'http', 'human', 'mcp'] as const;
export type MemberKind = (typeof MEMBER_KINDS)[number];

export interface AllowedTool {
  readonly name: string;
  /** The short form (argument → type) or a JSON Schema; it narrows the tool's own schema. */
  readonly argsSchema?: JsonObject;
}

export interface Complaint {
  readonly path: string;
  readonly says: Bilingual;
}
export type Complain = (path: string, says: Bilingual) => void;
export type FieldReader<T> = (value: unknown, path: string, complain: Complain) => T | undefined;
export type FieldName = keyof typeof FIELDS;

const MAX_NAME = 100;
const MAX_SKILL = 60;
const MAX_CAPACITY = 10_000;

const readText: FieldReader<string> = (value, path, complain) => {
  if (typeof value === 'string' && value.trim() !== '') return value;
  return void complain(path, { en: 'write a text that is not empty, or leave the field out', zh: '请写一段非空的文字，或去掉这个字段' });
};

const readLine = (max: number): FieldReader<string> => (value, path, complain) => {
  const line = typeof value === 'string' ? tidyText(value) : '';
  if (line !== '' && !isLongerThan(line, max)) return line;
  return void complain(path, { en: `write a text of 1 to ${max} characters`, zh: `请写 1 到 ${max} 个字符的文字` });
};

const readId: FieldReader<string> = (value, path, complain) => {
  const id = typeof value === 'string' ? value.normalize('NFC') : '';
  const complaint = idComplaint(id);
  return complaint === undefined ? id : void complain(path, complaint);
};

const oneOf = <T extends string>(words: readonly T[]): FieldReader<T> => (value, path, complain) => {
  const word = words.find((known) => known === value);
  return word ?? void complain(path, { en: `write one of ${words.join(', ')}`, zh: `请写 ${words.join('、')} 之一` });
};

const listOf = <T>(item: FieldReader<T>): FieldReader<readonly T[]> => (value, path, complain) => {
  if (!Array.isArray(value)) return void complain(path, { en: 'write a list, such as ["one", "two"]', zh: '请写成列表，例如 ["一", "二"]' });
  return value.flatMap((part: unknown, index) => {
    const read = item(part, `${path}[${index}]`, complain);
    return read === undefined ? [] : [read];
  });
};

const readRoles: FieldReader<readonly Role[]> = (value, path, complain) => {
  const roles = Array.isArray(value) ? listOf(oneOf(ROLES))(value, path, complain) : listOf(oneOf(ROLES))([value], path, (_, says) => complain(path, says));
  if (Array.isArray(value) && value.length === 0) return void complain(path, { en: `name at least one of ${ROLES.join(', ')}`, zh: `请至少写 ${ROLES.join('、')} 之一` });
  return roles === undefined ? undefined : [...new Set(roles)];
};

const readSkill: FieldReader<string> = (value, path, complain) => {
  const skill = readLine(MAX_SKILL)(value, path, complain);
  if (skill === undefined || normaliseSkill(skill) !== '') return skill;
  return void complain(path, { en: 'write a tag with at least one letter or digit', zh: '技能标签至少要有一个文字或数字' });
};

const readSkills: FieldReader<readonly string[]> = (value, path, complain) => {
  const skills = listOf(readSkill)(value, path, complain);
  return skills === undefined ? undefined : distinctSkills(skills);
};

const readSchema: FieldReader<JsonObject> = (value, path, complain) => {
  if (!isPlainObject(value)) return void complain(path, { en: 'write a JSON Schema, such as {"type": "object", "properties": {…}}', zh: '请写 JSON Schema，例如 {"type": "object", "properties": {…}}' });
  const [first] = schemaComplaints(value);
  return first === undefined ? value : void complain(path, { en: `is not a JSON Schema: ${first.en}`, zh: `不是合法的 JSON Schema：${first.zh}` });
};

/** A task's input is an object with named fields, so its schema must let objects pass. */
const readObjectSchema: FieldReader<JsonObject> = (value, path, complain) => {
  const schema = readSchema(value, path, complain);
  const type = schema?.['type'];
  if (type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'))) return schema;
  return void complain(`${path}.type`, { en: 'write "object"; a task\'s input has named fields', zh: '请写 "object"；任务的输入由具名字段组成' });
};

const SHORT_TYPES: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

const readArgsSchema: FieldReader<JsonObject> = (value, path, complain) => {
  if (!isPlainObject(value)) {
    return void complain(path, {
      en: 'write argument names with their types, such as {"url": "string"}, or a JSON Schema',
      zh: '请写参数名与类型，例如 {"url": "string"}，或写 JSON Schema',
    });
  }
  if (!Object.values(value).every((part) => typeof part === 'string')) return readSchema(value, path, complain);
  for (const [name, type] of Object.entries(value)) {
    if (SHORT_TYPES.includes(type)) continue;
    complain(`${path}.${name}`, { en: `write one of ${SHORT_TYPES.join(', ')}`, zh: `请写 ${SHORT_TYPES.join('、')} 之一` });
  }
  return value;
};

const readToolName: FieldReader<string> = (value, path, complain) => {
  if (typeof value === 'string' && /^[^\s\p{Cc}]{1,128}$/u.test(value)) return value;
  return void complain(path, { en: 'write the name of a tool, such as "http.get"', zh: '请写工具名，例如 "http.get"' });
};

const readAllowedTool: FieldReader<AllowedTool> = (value, path, complain) => {
  if (!isPlainObject(value)) return void complain(path, { en: 'write {"name": "http.get", "args_schema": {"url": "string"}}', zh: '请写 {"name": "http.get", "args_schema": {"url": "string"}}' });
  for (const key of Object.keys(value)) {
    if (key !== 'name' && key !== 'args_schema') complain(`${path}.${key}`, { en: 'is not a field here; write name and args_schema only', zh: '这里没有这个字段；只写 name 与 args_schema' });
  }
  const name = readToolName(value['name'], `${path}.name`, complain);
  const given = value['args_schema'] ?? undefined;
  const argsSchema = given === undefined ? undefined : readArgsSchema(given, `${path}.args_schema`, complain);
  return name === undefined ? undefined : argsSchema === undefined ? { name } : { name, argsSchema };
};

const readAllowedTools: FieldReader<readonly AllowedTool[]> = (value, path, complain) => {
  const tools = listOf(readAllowedTool)(value, path, complain);
  const seen = new Set<string>();
  for (const { name } of tools ?? []) {
    if (seen.has(name)) complain(path, { en: `names ${name} twice; keep one entry`, zh: `重复写了 ${name}；请只保留一项` });
    seen.add(name);
  }
  return tools;
};

const readUrl: FieldReader<string> = (value, path, complain) => {
  if (typeof value === 'string' && /^https?:\/\/[^\s/?#@\\]+([/?#][^\s\\]*)?$/iu.test(value)) return value;
  return void complain(path, { en: 'write an http or https address without a user name, such as https://host/result', zh: '请写 http 或 https 地址，不带用户名，例如 https://host/result' });
};

const readCapacity: FieldReader<number> = (value, path, complain) => {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_CAPACITY) return value;
  return void complain(path, { en: `write a whole number from 1 to ${MAX_CAPACITY}`, zh: `请写 1 到 ${MAX_CAPACITY} 的整数` });
};

export const FIELDS = {
  agent_id: readId,
  name: readLine(MAX_NAME),
  kind: oneOf(MEMBER_KINDS),
  role: readRoles,
  skills: readSkills,
  input_schema: readObjectSchema,
  output_schema: readSchema,
  callback_url: readUrl,
  allowed_tools: readAllowedTools,
  denied_tools: listOf(readToolName),
  capacity: readCapacity,
  prompt: readText,
  model: readLine(MAX_NAME),
  description: readText,
} as const;
