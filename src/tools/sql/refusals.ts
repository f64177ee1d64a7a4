// Why a query is refused, as a table: a stable rule for programs, and a sentence that lets the model write a better query.
import type { Bilingual } from '../../core/json.ts';
import type { GuardRefusal } from '../../ports/tool.ts';

export type Dialect = 'postgres' | 'sqlite';

/** A refusal before it has its sentence: it crosses from one process to another. */
export interface SqlFault {
  readonly rule: SqlRule;
  /** What it is about: a function, a table, a statement. */
  readonly what: string | Bilingual;
}

export const refusal = ({ rule, what }: SqlFault): GuardRefusal => ({ ok: false, rule, because: sentence(RULES[rule], what), ...(rule === 'sql.unreadable' ? { isSlip: true } : {}) });

const LONGEST = 200;
const cut = (what: string): string => (what.length > LONGEST ? `${what.slice(0, LONGEST)}…` : what);

const sentence = (say: Say, what: string | Bilingual): Bilingual => (typeof what === 'string' ? say(cut(what)) : { en: say(cut(what.en)).en, zh: say(cut(what.zh)).zh });

type Say = (what: string) => Bilingual;

const RULES = {
  'sql.unknown_database': (what) => ({
    en: `No database is named "${what}". Leave the name out, or use one of those in the tool's description.`,
    zh: `没有名为“${what}”的数据库。请省略名称，或使用工具说明中列出的名称。`,
  }),
  'sql.empty': () => ({ en: 'The statement is empty. Write one SELECT.', zh: '语句为空。请写一条 SELECT。' }),
  'sql.too_large': (what) => ({
    en: `The statement is too large (${what}). Write a shorter one, or split the question into several calls.`,
    zh: `语句过大（${what}）。请写得更短，或分成几次调用来查询。`,
  }),
  'sql.bad_character': (what) => ({
    en: `The statement holds a character that has no place in SQL (${what}). Leave it out; give such values as params.`,
    zh: `语句中含有 SQL 不允许的字符（${what}）。请删去；这类值请通过 params 传入。`,
  }),
  'sql.unreadable': (what) => ({
    en: `The statement cannot be read: ${what}. Correct it and call again.`,
    zh: `无法解析这条语句：${what}。请改正后再调用。`,
  }),
  'sql.several_statements': (what) => ({
    en: `Only one statement is allowed in a call; this one holds more (${what}). Send each SELECT in a call of its own.`,
    zh: `每次调用只允许一条语句，这里不止一条（${what}）。请每次调用只发送一条 SELECT。`,
  }),
  'sql.not_a_select': (what) => ({
    en: `Only a SELECT that reads is allowed, not ${what}. Data cannot be changed with this tool; say so in your result if the task needs it.`,
    zh: `只允许读取数据的 SELECT，不允许 ${what}。此工具不能修改数据；如果任务需要修改，请在结果中说明。`,
  }),
  'sql.changes_data': (what) => ({
    en: `The query changes data inside (${what}). Only reading is allowed; leave that part out.`,
    zh: `查询内部会修改数据（${what}）。只允许读取，请去掉这一部分。`,
  }),
  'sql.select_into': (what) => ({
    en: `SELECT INTO creates a table (${what}). Leave INTO out; the rows come back as the outcome.`,
    zh: `SELECT INTO 会创建表（${what}）。请去掉 INTO；查询到的行会作为结果返回。`,
  }),
  'sql.locks_rows': (what) => ({
    en: `The query locks rows (${what}). Leave the locking clause out; reading needs none.`,
    zh: `查询会锁定行（${what}）。请去掉加锁子句，读取不需要加锁。`,
  }),
  'sql.function_not_allowed': (what) => ({
    en: `The function ${what} is not on the list of allowed functions. Use plain aggregates, text, number, date and JSON functions; the team's configuration can allow more.`,
    zh: `函数 ${what} 不在允许的函数列表中。请使用普通的聚合、文本、数字、日期和 JSON 函数；团队配置可以允许更多函数。`,
  }),
  'sql.size_not_plain': (what) => ({
    en: `The length given to ${what} must be a plain number of at most 10,000. Write it as a number.`,
    zh: `传给 ${what} 的长度必须是不超过 10,000 的数字。请直接写出数字。`,
  }),
  'sql.operator_not_allowed': (what) => ({
    en: `The operator ${what} is not one of PostgreSQL's own. Use the plain operators.`,
    zh: `运算符 ${what} 不是 PostgreSQL 自带的。请使用普通运算符。`,
  }),
  'sql.secret_catalogue': (what) => ({
    en: `The relation ${what} belongs to the server and may not be read. For tables and columns use information_schema (PostgreSQL) or sqlite_schema (SQLite); name your own tables with their schema.`,
    zh: `${what} 属于数据库服务器，不允许读取。查看表和列请用 information_schema（PostgreSQL）或 sqlite_schema（SQLite）；自己的表请写上所在的 schema。`,
  }),
  'sql.part_not_allowed': (what) => ({
    en: `The query uses a part of SQL that is not allowed here: ${what}. Write it with plain SELECT, JOIN, WITH and aggregates.`,
    zh: `查询使用了此处不允许的 SQL 成分：${what}。请用普通的 SELECT、JOIN、WITH 和聚合来写。`,
  }),
} as const satisfies Record<`sql.${string}`, Say>;

type SqlRule = keyof typeof RULES;
