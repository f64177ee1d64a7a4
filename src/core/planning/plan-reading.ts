// Reads the manager's plan as it was written: models vary the names of fields, write one word where a list is asked for, leave
// out ids. All of that is read as meant. What cannot be read is a problem with its mend; nothing is guessed and nothing is lost.
import { foldText, shorten, tidyText } from '../text/fold-text.ts';
import { isJsonObject, type Bilingual, type Json, type JsonObject } from '../json.ts';
import { isPlainJson, isPlainObject } from '../members/plain-json.ts';
import { PROBLEMS, type PlanProblem } from './plan-problems.ts';
import { distinctSkills } from '../members/skills.ts';

/** A reference to another item as it was written: an id, a title or a position counted from 1. */
export type Reference = string | number;

export interface PlanItem {
  readonly localId: string;
  /** False when the plan gave no id and one was made from the position. */
  readonly idWritten: boolean;
  readonly title: string;
  readonly content: string;
  readonly skills: readonly string[];
  readonly input: JsonObject;
  readonly criteria: readonly Json[];
  readonly dependsOn: readonly Reference[];
  /** Undefined: the plan does not say, so every prerequisite's output is context. */
  readonly needsContext: readonly Reference[] | undefined;
  readonly assignee: string | undefined;
  readonly namesOutput: boolean;
}

export interface PlanReading {
  readonly items: readonly PlanItem[];
  readonly problems: readonly PlanProblem[];
}

export const readPlan = (raw: unknown, maxTasks: number, takenIds: ReadonlySet<string>): PlanReading => {
  const list = isPlainJson(raw) ? findList(raw, 3) : undefined;
  if (list === undefined) return { items: [], problems: [PROBLEMS.unreadable()] };
  if (list.length === 0) return { items: [], problems: [PROBLEMS.empty()] };
  if (list.length > maxTasks) return { items: [], problems: [PROBLEMS.tooLarge(list.length, maxTasks)] };
  const problems: PlanProblem[] = [];
  const written = list.map((item) => (typeof item === 'string' ? { title: item } : isJsonObject(item) ? sortFields(item) : undefined));
  const newId = idMaker(new Set([...takenIds, ...written.map((fields) => lineOf(fields?.id))]));
  const items = written.flatMap((fields, index) => {
    if (fields === undefined) {
      problems.push(PROBLEMS.notAnItem(index + 1));
      return [];
    }
    return [readItem(fields, newId(lineOf(fields.id), index + 1), index + 1, problems)];
  });
  return { items, problems };
};

/** Says "nothing": read as not given. */
export const isNone = (text: string): boolean => NONE.has(foldText(text));
/** Says "whoever": no name, unless a member is called so. */
export const isNobody = (text: string): boolean => isNone(text) || NOBODY.has(foldText(text));

const NONE: ReadonlySet<string> = new Set(['', '-', 'none', 'null', 'nil', 'n/a', 'nothing', '无', '没有']);
const NOBODY: ReadonlySet<string> = new Set(['unassigned', 'nobody', 'anyone', 'any', 'auto', 'tbd', '未分配', '待定', '待分配', '不限', '任意']);

const LIST_NAMES: ReadonlySet<string> = new Set(['tasks', 'items', 'subtasks', 'plan', 'planitems', 'tasklist', 'steps', 'todos', '任务', '任务列表', '计划', '子任务', '步骤']);

/** Each field with the names it goes by, the wanted one first. Names are compared folded, without spaces, "_" and "-". */
const FIELD_NAMES = {
  id: ['id', 'taskid', 'localid', 'key', '编号'],
  title: ['title', 'name', 'task', '标题', '名称', '任务'],
  content: ['content', 'description', 'details', 'instructions', '内容', '描述', '说明'],
  skills: ['skills', 'requiredskills', 'skill', 'skilltags', 'tags', '技能', '所需技能'],
  input: ['input', 'inputs', 'parameters', '输入'],
  criteria: ['criteria', 'acceptancecriteria', 'acceptance', '验收标准', '质检标准', '标准'],
  dependsOn: ['dependson', 'dependencies', 'dependency', 'prerequisites', 'after', '依赖', '前置任务'],
  needsContext: ['needscontext', 'neededcontext', 'contextfrom', '所需上下文'],
  assignee: ['assignee', 'assigneeid', 'assignedto', 'agentid', 'agent', 'member', 'worker', '负责人', '执行者'],
  output: ['output', 'outputs', 'expectedoutput', 'deliverable', 'deliverables', '产出', '输出', '交付物'],
  nested: ['subtasks', 'children', 'tasks', '子任务'],
} as const;
type Field = keyof typeof FIELD_NAMES;
type Fields = Readonly<Partial<Record<Field, Json>>>;

const fieldKey = (key: string): string => foldText(key).replace(/[\s_-]/gu, '');

const sortFields = (item: JsonObject): Fields => {
  const byKey = new Map(Object.entries(item).map(([key, value]) => [fieldKey(key), value]));
  const fields: Partial<Record<Field, Json>> = {};
  for (const field of FIELD_ORDER) {
    const key = FIELD_NAMES[field].find((name) => (byKey.get(name) ?? null) !== null);
    const value = key === undefined ? undefined : byKey.get(key);
    if (value !== undefined) fields[field] = value;
  }
  return fields;
};
const FIELD_ORDER = ['id', 'title', 'content', 'skills', 'input', 'criteria', 'dependsOn', 'needsContext', 'assignee', 'output', 'nested'] as const satisfies readonly Field[];

const findList = (value: Json, depth: number): readonly Json[] | undefined => {
  if (Array.isArray(value)) return value;
  if (!isJsonObject(value) || depth === 0) return undefined;
  for (const [key, part] of Object.entries(value)) {
    if (!LIST_NAMES.has(fieldKey(key)) || typeof part !== 'object') continue;
    const list = findList(part, depth - 1) ?? entriesAsItems(part);
    if (list !== undefined) return list;
  }
  return sortFields(value).title === undefined ? undefined : [value];
};

/** {"t1": {…}, "t2": {…}}: a map from id to item. */
const entriesAsItems = (value: Json): readonly Json[] | undefined => {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  if (entries.length === 0 || !entries.every(([, part]) => isJsonObject(part))) return undefined;
  return entries.map(([id, part]): Json => (isJsonObject(part) ? { id, ...part } : part));
};

/** Gives the written id, or makes one from the position that nobody has. */
const idMaker = (used: Set<string>) => (written: string, position: number): { readonly localId: string; readonly idWritten: boolean } => {
  if (written !== '') return { localId: written, idWritten: true };
  let localId = `t${position}`;
  while (used.has(localId)) localId = `${localId}_`;
  used.add(localId);
  return { localId, idWritten: false };
};

const readItem = (
  fields: Fields, ids: Pick<PlanItem, 'localId' | 'idWritten'>, position: number, problems: PlanProblem[],
): PlanItem => {
  const wholeTitle = lineOf(fields.title);
  const title = shorten(wholeTitle, MAX_TITLE);
  const named = { localId: ids.localId, title };
  if (title === '') problems.push(PROBLEMS.noTitle(ids.localId, position));
  if (Array.isArray(fields.nested) && fields.nested.length > 0) problems.push(PROBLEMS.nested(named));
  const orComplain = <T>(value: T | undefined, fallback: T, field: string, mend: Bilingual): T => {
    if (value === undefined) problems.push(PROBLEMS.badField(named, field, mend));
    return value ?? fallback;
  };
  const content = textOf(fields.content).trim() || wholeTitle;
  const assignee = lineOf(fields.assignee);
  return {
    ...ids, title,
    // A title too long for one moves whole into the content, so that no word of it is lost.
    content: title === wholeTitle || content === wholeTitle ? content : `${wholeTitle}\n${content}`,
    skills: orComplain(skillsOf(fields.skills), [], 'skills', MENDS.skills),
    input: orComplain(inputOf(fields.input), {}, 'input', MENDS.input),
    criteria: criteriaOf(fields.criteria),
    dependsOn: orComplain(referencesOf(fields.dependsOn), [], 'depends_on', MENDS.references),
    needsContext: fields.needsContext === undefined ? undefined : orComplain(referencesOf(fields.needsContext), [], 'needs_context', MENDS.references),
    assignee: isNone(assignee) ? undefined : assignee,
    namesOutput: fields.output !== undefined && !isEmpty(fields.output),
  };
};

const MAX_TITLE = 200;
const MENDS = {
  skills: { en: 'write a list of tags, such as ["copywriting"]', zh: '请写成标签列表，例如 ["文案创作"]' },
  input: { en: 'write an object with named fields, such as {"topic": "summer sale"}', zh: '请写成具名字段的对象，例如 {"topic": "夏季促销"}' },
  references: { en: 'write a list of ids, such as ["t1"]', zh: '请写成 id 列表，例如 ["t1"]' },
} as const;

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

const lineOf = (value: Json | undefined): string => tidyText(textOf(value));

const isEmpty = (value: Json): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

const listed = (value: Json): readonly Json[] => (Array.isArray(value) ? value : [value]);

const criteriaOf = (value: Json | undefined): readonly Json[] =>
  value === undefined || isEmpty(value) ? [] : listed(value);

/** A list of tags, one tag, tags in one text, or objects with a name. */
const skillsOf = (value: Json | undefined): readonly string[] | undefined => {
  if (value === undefined) return [];
  const parts = typeof value === 'string' ? value.split(/[,，、;；|\n]/u) : listed(value).map(nameIn);
  if (parts.includes(undefined)) return undefined;
  return distinctSkills(parts.flatMap((part) => (part === undefined || isNone(part) ? [] : [tidyText(part)])));
};

/** The word an element stands for: itself, or the name, id or title of an object. */
const nameIn = (value: Json): string | undefined => {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (!isJsonObject(value)) return undefined;
  const { id, title } = sortFields(value);
  return textOf(id) || textOf(title) || undefined;
};

/** An object; the same as JSON text; or a list of name and value, as some providers' strict schemas force it. */
const inputOf = (value: Json | undefined): JsonObject | undefined => {
  if (value === undefined || isEmpty(value)) return {};
  if (typeof value === 'string') return isNone(value) ? {} : parsedObject(value);
  if (!Array.isArray(value)) return isJsonObject(value) ? value : undefined;
  const pairs = value.map((pair: Json): readonly [string, Json] | undefined => {
    const name = isJsonObject(pair) ? pair['name'] : undefined;
    return isJsonObject(pair) && typeof name === 'string' && pair['value'] !== undefined ? [name, pair['value']] : undefined;
  });
  const named = pairs.filter((pair) => pair !== undefined);
  return named.length === pairs.length ? Object.fromEntries(named) : undefined;
};

const parsedObject = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const referencesOf = (value: Json | undefined): readonly Reference[] | undefined => {
  if (value === undefined || isEmpty(value)) return [];
  const references = listed(value).map((part) => (typeof part === 'number' ? part : nameIn(part)));
  return references.includes(undefined) ? undefined : references.filter((part) => part !== undefined);
};
