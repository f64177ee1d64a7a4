// The reviewer's answer: a form for it, and the one reading of it. The idea: fail closed. Only a whole, well-formed answer that
// agrees with itself is a verdict; everything else is inconclusive and says why. Inconclusive never passes.
import { isJsonObject, type Bilingual, type Json, type JsonObject } from './json.ts';
import { graphemeSegments } from './text/segments.ts';

/** What has to change. */
export interface Fix {
  /** Absent when the reviewer means the work as a whole. */
  readonly criterion?: string;
  /** Empty when the reviewer failed the criterion and wrote neither a fix for it nor a comment. */
  readonly fix: string;
}

export type Scores = Readonly<Record<string, number>>;

export type Verdict =
  /** Every asked criterion is answered and passed. `notes` are remarks on passed criteria: kept, never binding. */
  | { readonly kind: 'approve'; readonly comment: string; readonly notes: readonly Fix[]; readonly scores?: Scores }
  /** Every failed criterion is in `fixes`, and at least one of them says what to do. */
  | { readonly kind: 'reject'; readonly comment: string; readonly fixes: readonly Fix[]; readonly scores?: Scores }
  | { readonly kind: 'inconclusive'; readonly because: Bilingual };

/**
 * JSON Schema of the reviewer's answer, in the subset that providers accept as strict: closed, every key required.
 * `fix` is empty for a passed criterion.
 */
export function verdictSchema(criteriaIds: readonly string[], scoreNames: readonly string[] = []): JsonObject {
  const id: JsonObject = criteriaIds.length === 0 ? { type: 'string' } : { type: 'string', enum: [...new Set(criteriaIds)] };
  const scores = closed(Object.fromEntries(scoreNames.map((name): [string, Json] => [name, { type: 'number' }])));
  return closed({
    approved: { type: 'boolean' },
    comment: { type: 'string' },
    criteria: { type: 'array', items: closed({ id, passed: { type: 'boolean' }, fix: { type: 'string' } }) },
    ...(scoreNames.length === 0 ? {} : { scores }),
  });
}

/**
 * Rules, in this order; the first that is broken makes the verdict inconclusive:
 * 1. an object with no other keys than approved, comment, criteria, scores, each of its own type (no text for a boolean or list);
 * 2. each entry has an id and a boolean; every id was asked; two entries for one id agree; every asked id is answered;
 * 3. approved: at least one criterion was asked, and none failed;
 * 4. not approved: a fix can be told, from a failed criterion or from the comment.
 */
export function readVerdict(value: unknown, criteriaIds: readonly string[]): Verdict {
  const form = readForm(value);
  if ('kind' in form) return form;
  const answers = readAnswers(form.criteria, new Set(criteriaIds));
  if ('kind' in answers) return answers;
  const { approved, comment, scores } = form;
  const kept = scores === undefined ? { comment } : { comment, scores };
  const failed = answers.entries.filter((entry) => !entry.passed);
  if (approved) {
    if (criteriaIds.length === 0) return inconclusive('nothing was asked, so nothing can be approved', '没有任何验收标准，无从通过');
    const first = failed[0];
    if (first !== undefined) return inconclusive(`the work is approved although ${name(first.id)} failed`, `结论是通过，但 ${name(first.id)} 未通过`);
    return { kind: 'approve', ...kept, notes: answers.entries.map(asFix).filter((note) => note.fix !== '') };
  }
  const remark = comment.trim();
  const fixes = failed.map(asFix).map((one) => (one.fix === '' ? { ...one, fix: remark } : one));
  if (fixes.length === 0 && remark !== '') fixes.push({ fix: remark });
  if (fixes.every((one) => one.fix === '')) return inconclusive('the work is rejected without saying what to change', '结论是不通过，却没有说明要改什么');
  return { kind: 'reject', ...kept, fixes };
}

interface Entry {
  readonly id: string;
  readonly passed: boolean;
  readonly fix: string;
}

interface Form {
  readonly approved: boolean;
  readonly comment: string;
  readonly criteria: readonly Json[];
  readonly scores?: Scores;
}

type Inconclusive = Extract<Verdict, { kind: 'inconclusive' }>;

const KEYS = ['approved', 'comment', 'criteria', 'scores'];

function readForm(value: unknown): Form | Inconclusive {
  if (!isJsonObject(value)) return inconclusive('it is not an object', '它不是对象');
  const foreign = Object.keys(value).find((key) => !KEYS.includes(key));
  if (foreign !== undefined) return inconclusive(`it has an unknown field ${name(foreign)}`, `含有未知字段 ${name(foreign)}`);
  const approved = own(value, 'approved');
  const comment = own(value, 'comment') ?? '';
  const criteria = own(value, 'criteria');
  const scores = readScores(own(value, 'scores'));
  if (typeof approved !== 'boolean') return inconclusive('approved is not true or false', 'approved 不是 true 或 false');
  if (typeof comment !== 'string') return inconclusive('comment is not text', 'comment 不是文本');
  if (!isList(criteria)) return inconclusive('criteria is not a list', 'criteria 不是列表');
  if (scores === null) return inconclusive('scores are not numbers by name', 'scores 不是按名称给出的数字');
  return scores === undefined ? { approved, comment, criteria } : { approved, comment, criteria, scores };
}

function readScores(value: Json | undefined): Scores | undefined | null {
  if (value === undefined || value === null) return undefined;
  if (!isJsonObject(value)) return null;
  const entries = Object.entries(value).flatMap(([key, score]): [string, number][] => (typeof score === 'number' && Number.isFinite(score) ? [[key, score]] : []));
  return entries.length === Object.keys(value).length ? Object.fromEntries(entries) : null;
}

/** One entry for each asked criterion; agreeing repetitions are joined. */
function readAnswers(criteria: readonly Json[], asked: ReadonlySet<string>): { entries: readonly Entry[] } | Inconclusive {
  const entries = new Map<string, Entry>();
  for (const item of criteria) {
    const entry = readEntry(item);
    if (entry === undefined) return inconclusive('an answer to a criterion lacks its id, a true or false, or a fix as text', '某条标准的回答缺少编号、true/false 或文本形式的修改办法');
    if (!asked.has(entry.id)) return inconclusive(`it answers ${name(entry.id)}, which was not asked`, `回答了没有问到的标准 ${name(entry.id)}`);
    const before = entries.get(entry.id);
    if (before !== undefined && before.passed !== entry.passed) {
      return inconclusive(`it answers ${name(entry.id)} twice and differently`, `对 ${name(entry.id)} 给出了两个相反的回答`);
    }
    entries.set(entry.id, before === undefined ? entry : { ...entry, fix: joined(before.fix, entry.fix) });
  }
  const missing = [...asked].find((id) => !entries.has(id));
  return missing === undefined ? { entries: [...entries.values()] } : inconclusive(`it does not answer ${name(missing)}`, `没有回答 ${name(missing)}`);
}

const joined = (one: string, other: string): string =>
  one === other || other.trim() === '' ? one : one.trim() === '' ? other : `${one}\n${other}`;

function readEntry(item: Json): Entry | undefined {
  if (!isJsonObject(item) || Object.keys(item).some((key) => !['id', 'passed', 'fix'].includes(key))) return undefined;
  const [id, passed, fix] = [own(item, 'id'), own(item, 'passed'), own(item, 'fix') ?? ''];
  return typeof id === 'string' && typeof passed === 'boolean' && typeof fix === 'string' ? { id, passed, fix } : undefined;
}

const asFix = (entry: Entry): Fix => ({ criterion: entry.id, fix: entry.fix.trim() });

const closed = (properties: Readonly<Record<string, Json>>): JsonObject =>
  ({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false });

const own = (value: JsonObject, key: string): Json | undefined => (Object.hasOwn(value, key) ? value[key] : undefined);

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** A name from the answer, quoted and cut between graphemes: it is material. */
function name(text: string): string {
  const shown = [...graphemeSegments(text.slice(0, 300))];
  return JSON.stringify(text.length <= 60 ? text : `${shown.slice(0, 60).map((part) => part.segment).join('')}…`);
}

const inconclusive = (en: string, zh: string): Inconclusive => ({
  kind: 'inconclusive',
  because: {
    en: `The verdict cannot be used: ${en}. Answer every criterion once, and let approved follow from the answers.`,
    zh: `审阅结论无法采用：${zh}。请逐条回答每个标准一次，并让 approved 与各条回答一致。`,
  },
});
