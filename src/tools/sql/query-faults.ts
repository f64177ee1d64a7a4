// What is the matter with a query that was let through, or with its answer, in both languages: what was given, and what should be.
// Why a query is not let through at all stands in `refusals.ts`.
import type { Bilingual } from '../../core/json.ts';

export const QUERY_FAULTS = {
  failed: (database: 'SQLite' | 'PostgreSQL', said: string | undefined): Bilingual => ({
    en: `${database} says: ${said ?? 'no answer'}. Correct the query, or say in your result that it cannot be run.`,
    zh: `${database} 提示：${said ?? '没有回应'}。请改正查询，或在成果中说明无法执行。`,
  }),
  answerTooLarge: (megabytes: number): Bilingual => ({
    en: `The answer is larger than ${megabytes} MB. Ask for fewer columns, or for a part of long values with substr.`,
    zh: `结果超过 ${megabytes} MB。请减少列数，或用 substr 只取长值的一部分。`,
  }),
  sqliteEnded: {
    en: 'SQLite ran out of memory or was ended from outside. Ask for less at once.',
    zh: 'SQLite 内存不足，或被外部终止。请减少单次查询的数据量。',
  },
  parameterCount: (wanted: number, given: number): Bilingual => ({
    en: `The statement asks for ${wanted} parameters, and ${given} are given in params.`,
    zh: `语句需要 ${wanted} 个参数，params 中给出了 ${given} 个。`,
  }),
  namedParameter: (name: string): Bilingual => ({
    en: `Parameters are written ? or ?1, not ${name}.`,
    zh: `参数请写成 ? 或 ?1，不能写成 ${name}。`,
  }),
  mixedParameters: {
    en: 'Write all parameters as ? or all as ?1, not both.',
    zh: '参数请全部写成 ?，或全部写成 ?1，不能混用。',
  },
  oldNode: (version: string): Bilingual => ({
    en: `Queries on SQLite need Node.js 24.10 or newer; this is ${version}.`,
    zh: `查询 SQLite 需要 Node.js 24.10 或更新版本，当前为 ${version}。`,
  }),
};
