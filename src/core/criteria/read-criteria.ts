// Reads criteria as models, files and people write them, and refuses with every problem named and what to write instead.
// Looseness that has one meaning is mended (a number as text, one value for a list, {"max_chars": 200}); the rest is refused.
// Invariant: what is read once is read again unchanged, ids included.
import type { Bilingual, JsonObject } from '../json.ts';
import { isJsonObject } from '../json.ts';
import type { Refusal } from '../errors.ts';
import { refuse } from '../errors.ts';
import { foldText, shorten } from '../text/fold-text.ts';
import { KEY_KINDS, isOptional, kindOf } from './criterion-keys.ts';
import type { Criterion, Rule } from './criterion-rules.ts';
import { CRITERIA, isRule, rowOf } from './criterion-rules.ts';
import { compileSchema } from '../schema/json-schema.ts';
import { nearest } from '../text/nearest.ts';
import { nearestRule } from './rule-names.ts';
import { unfoldCriteria } from './unfold-criteria.ts';
import { patternFault } from '../refusals/js-faults.ts';

export interface ReadCriteriaOptions {
  /** The checks registered on the team; without it any name is taken. */
  readonly predicates?: readonly string[];
  /** The programs that `command` may name; without it any. */
  readonly programs?: readonly string[];
  /** Whether an allowed program may be called with these arguments; what it gives is why not. */
  readonly judgeCommand?: ((command: readonly string[]) => Bilingual | undefined) | undefined;
  /** The rules that may be used; without it all. */
  readonly rules?: readonly Rule[];
}

const MAX_CRITERIA = 50;

export function readCriteria(input: unknown, options: ReadCriteriaOptions = {}): { readonly ok: true; readonly criteria: readonly Criterion[] } | Refusal {
  const unfolded = asWritten(input) ?? unfoldCriteria(input);
  const problems: Problem[] = [];
  if (unfolded.length > MAX_CRITERIA) {
    problems.push({
      at: 'criteria',
      en: `there are ${unfolded.length}, at most ${MAX_CRITERIA} are allowed; join or drop some`,
      zh: `共 ${unfolded.length} 条，最多 ${MAX_CRITERIA} 条，请合并或删去一些`,
    });
  }
  const ids = takeIds(unfolded.slice(0, MAX_CRITERIA).map(({ value }) => (isJsonObject(value) ? value['id'] : undefined)));
  const criteria: Criterion[] = [];
  for (const [order, { at, value }] of unfolded.slice(0, MAX_CRITERIA).entries()) {
    const read = readCriterion(value, ids[order] ?? '', options);
    if (read.criterion !== undefined) criteria.push(read.criterion);
    problems.push(...read.problems.map((problem) => ({ at: `criteria[${at}]`, ...problem })));
  }
  problems.push(...contradictions(criteria));
  return problems.length === 0 ? { ok: true, criteria } : refusal(problems);
}

/** A list in the strict form needs no unfolding. */
function asWritten(input: unknown): readonly { readonly at: number; readonly value: unknown }[] | undefined {
  if (!Array.isArray(input) || !input.every((value) => isJsonObject(value) && isCriterion({ id: 'c', ...value }))) return undefined;
  return input.map((value: unknown, at) => ({ at, value }));
}

/** Rules that no text can meet together would cost every attempt of the task. */
function contradictions(criteria: readonly Criterion[]): readonly Problem[] {
  const clashes = (one: Criterion, other: Criterion): boolean => {
    if (one.rule === 'min_chars' && other.rule === 'max_chars') return one.field === other.field && one.value > other.value;
    if (one.rule !== 'must_contain' || other.rule !== 'must_not_contain' || one.field !== other.field) return false;
    return one.values.some((value) => other.values.some((forbidden) => foldText(value).includes(foldText(forbidden))));
  };
  return criteria.flatMap((one) => criteria.filter((other) => clashes(one, other)).map((other) => ({
    at: 'criteria',
    en: `${one.id} (${one.rule}) and ${other.id} (${other.rule}) cannot both be met; change one of them`,
    zh: `${one.id}（${one.rule}）和 ${other.id}（${other.rule}）不可能同时满足，请修改其中一条`,
  })));
}

/** Whether a value is a criterion in its strict form, as `readCriteria` gives it back. */
export function isCriterion(value: unknown): value is Criterion {
  if (!isJsonObject(value) || !isId(value['id'])) return false;
  const { rule } = value;
  if (typeof rule !== 'string' || !isRule(rule)) return false;
  const { keys } = rowOf(rule);
  return (
    Object.keys(value).every((key) => key === 'id' || key === 'rule' || Object.hasOwn(keys, key)) &&
    Object.entries(keys).every(([key, kind]) => (value[key] === undefined ? isOptional(kind) : kindOf(kind).fits(value[key])))
  );
}

/** Ids in order: own ones are kept where they are unique, the others are the next free of c1, c2, … */
export function takeIds(own: readonly unknown[]): readonly string[] {
  const taken = new Set<string>();
  const kept = own.map((id) => {
    if (!isId(id) || taken.has(id)) return undefined;
    taken.add(id);
    return id;
  });
  return kept.map((id, order) => {
    if (id !== undefined) return id;
    let number = order + 1;
    while (taken.has(`c${number}`)) number++;
    taken.add(`c${number}`);
    return `c${number}`;
  });
}

type Problem = Bilingual & { readonly at: string };

function refusal(problems: readonly Problem[]): Refusal {
  const says = { en: problems.map(({ at, en }) => `${at}: ${en}.`).join('\n'), zh: problems.map(({ at, zh }) => `${at}：${zh}。`).join('\n') };
  return refuse('criteria.invalid', says, { problems });
}

const isId = (id: unknown): id is string => typeof id === 'string' && id.trim() === id && id !== '' && id.length <= 64;

interface Read {
  readonly criterion?: Criterion;
  readonly problems: readonly Bilingual[];
}

function readCriterion(value: unknown, id: string, options: ReadCriteriaOptions): Read {
  if (!isJsonObject(value)) {
    return { problems: [{ en: `write an object such as ${CRITERIA.max_chars.example.en}, or a sentence`, zh: `请写成对象，例如 ${CRITERIA.max_chars.example.zh}，或写一句话` }] };
  }
  const name = value['rule'];
  if (typeof name !== 'string' || !isRule(name) || options.rules?.includes(name) === false) {
    return { problems: [unknownRule(name, options.rules)] };
  }
  const strict = { ...value, id };
  if (isCriterion(strict)) {
    const deeper = deeperProblem(strict, options);
    return deeper === undefined ? { criterion: strict, problems: [] } : { problems: [deeper] };
  }
  const read: Record<string, unknown> = { id, rule: name };
  const problems: Bilingual[] = [];
  for (const [key, kind] of Object.entries(rowOf(name).keys)) {
    const given = value[key];
    if (given === undefined || given === null) {
      if (!isOptional(kind)) problems.push(missingKey(name, key, kindOf(kind).says));
      continue;
    }
    const mended = kindOf(kind).read(given);
    if (kindOf(kind).fits(mended)) read[key] = mended;
    else problems.push(wrongKey(key, kindOf(kind).says, given));
  }
  problems.push(...unknownKeys(name, value));
  if (problems.length > 0 || !isCriterion(read)) return { problems };
  const deeper = deeperProblem(read, options);
  return deeper === undefined ? { criterion: read, problems } : { problems: [deeper] };
}

function unknownRule(name: unknown, allowed: readonly Rule[] | undefined): Bilingual {
  const rules = allowed ?? Object.keys(CRITERIA).filter(isRule);
  const list = rules.join(', ');
  if (typeof name !== 'string' || name.trim() === '') {
    return { en: `the key "rule" is missing; write one of ${list}`, zh: `缺少 "rule"，请写 ${rules.join('、')} 之一` };
  }
  const shown = shorten(name, 60);
  const near = nearestRule(name, rules);
  const example = near === undefined ? { en: '', zh: '' } : rowOf(near).example;
  return near === undefined
    ? { en: `there is no rule "${shown}"; write one of ${list}`, zh: `没有“${shown}”这条规则，请写 ${rules.join('、')} 之一` }
    : { en: `there is no rule "${shown}"; the nearest is "${near}", written ${example.en}`, zh: `没有“${shown}”这条规则，最接近的是“${near}”，写法：${example.zh}` };
}

const missingKey = (rule: Rule, key: string, says: Bilingual): Bilingual => ({
  en: `the rule ${rule} needs the key "${key}"; write ${says.en}`,
  zh: `规则 ${rule} 缺少 "${key}"，请写${says.zh}`,
});

function wrongKey(key: string, says: Bilingual, given: unknown): Bilingual {
  const shape = typeof given === 'object' || given === '';
  const shown = shape ? (given === '' ? 'empty' : 'this list or object') : shorten(String(given), 60);
  const shownZh = shape ? (given === '' ? '为空' : '是这样的列表或对象') : `是“${shown}”`;
  return { en: `"${key}" cannot be ${shown}; write ${says.en}`, zh: `"${key}" 不能${shownZh}，请写${says.zh}` };
}

/** Remarks that change nothing; anything else unknown may be a slip for a key that matters. */
const REMARKS: ReadonlySet<string> = new Set(['id', 'rule', 'description', 'reason', 'note', 'comment']);

function unknownKeys(rule: Rule, value: object): readonly Bilingual[] {
  const keys = Object.keys(rowOf(rule).keys);
  return Object.keys(value).filter((key) => !keys.includes(key) && !REMARKS.has(key)).map((key) => ({
    en: `the rule ${rule} has no key "${shorten(key, 60)}"; its keys are ${keys.join(', ')}`,
    zh: `规则 ${rule} 没有 "${shorten(key, 60)}" 这个键，可用的键是 ${keys.join('、')}`,
  }));
}

/** A placeholder of our own examples: a small model copies them instead of writing its own. */
const PLACEHOLDER = /"‹[^›"]*›"/;

function deeperProblem(criterion: Criterion, options: ReadCriteriaOptions): Bilingual | undefined {
  const [placeholder] = PLACEHOLDER.exec(JSON.stringify(criterion)) ?? [];
  if (placeholder !== undefined) {
    return { en: `${placeholder} is the placeholder of the example; write the real value`, zh: `${placeholder} 是示例里的占位文字，请写真正的内容` };
  }
  switch (criterion.rule) {
    case 'regex': return regexProblem(criterion.pattern, criterion.flags);
    case 'json_schema': return schemaProblem(criterion.schema);
    case 'must_contain_any': {
      const most = criterion.values.length;
      return (criterion.min ?? 1) <= most ? undefined : { en: `"min" is above the number of values; write at most ${most}`, zh: `"min" 大于列出的项数，请写不超过 ${most} 的数` };
    }
    case 'predicate': return predicateProblem(criterion.name, options.predicates);
    case 'command': return programProblem(criterion.command, options);
    default: return undefined;
  }
}

function programProblem(command: readonly string[], { programs: allowed, judgeCommand }: ReadCriteriaOptions): Bilingual | undefined {
  const [program = ''] = command;
  if (allowed === undefined) return undefined;
  if (allowed.includes(program)) return judgeCommand?.(command);
  const shown = shorten(program, 60);
  return allowed.length === 0
    ? { en: `"${shown}" may not run: this team lets plans run no program; write the requirement as another rule or a sentence`, zh: `不允许运行“${shown}”：本团队的计划不得运行任何程序；请改用其他规则或写成一句话` }
    : { en: `"${shown}" may not run; use one of ${allowed.join(', ')}`, zh: `不允许运行“${shown}”；请使用 ${allowed.join('、')} 之一` };
}

function regexProblem(pattern: string, flags: string | undefined): Bilingual | undefined {
  const compiled = compileRegex(pattern, flags);
  if (compiled instanceof RegExp) return undefined;
  return { en: `${shorten(compiled.en, 300)}; write ${KEY_KINDS.regex.says.en}`, zh: `正则表达式无法编译（${compiled.zh}），请写${KEY_KINDS.regex.says.zh}` };
}

function compileRegex(pattern: string, flags: string | undefined): RegExp | Bilingual {
  try {
    return new RegExp(pattern, flags);
  } catch (error) {
    return patternFault(error);
  }
}

function schemaProblem(schema: JsonObject): Bilingual | undefined {
  const compiled = compileSchema(schema);
  if (compiled.ok) return undefined;
  const reason = String(compiled.details?.['reason']);
  return { en: `the schema cannot be used (${reason}); correct it`, zh: `这个 JSON Schema 无法使用（${reason}），请改正` };
}

function predicateProblem(name: string, known: readonly string[] | undefined): Bilingual | undefined {
  if (known === undefined || known.includes(name)) return undefined;
  const [near] = nearest(name, known, 1);
  const shown = shorten(name, 60);
  return near === undefined
    ? { en: `the team has no check "${shown}"; write the requirement as a sentence`, zh: `团队没有登记“${shown}”这项检查，请改写成一句话` }
    : { en: `the team has no check "${shown}"; the nearest is "${near}"`, zh: `团队没有登记“${shown}”这项检查，最接近的是“${near}”` };
}
