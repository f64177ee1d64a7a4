// Tools that are harmless alone can be dangerous together: read a secret, then open a connection. The table names the combinations;
// a call is judged by what it adds to what was done before, in its task and in the tasks whose results it builds on.
import type { Bilingual } from '../json.ts';

/** What a tool may do to the world. */
export const EFFECTS = ['reads_db', 'writes_db', 'reads_file', 'writes_file', 'reads_secret', 'network', 'executes'] as const;
export type Effect = (typeof EFFECTS)[number];

/** These leave something behind; a call with one of them is not repeated without asking what came of the first. */
const CHANGES: ReadonlySet<Effect> = new Set(['writes_db', 'writes_file', 'network', 'executes']);

export const changesSomething = (effects: readonly Effect[]): boolean => effects.some((effect) => CHANGES.has(effect));

/** `alert` tells a person, `ask` waits for a yes, `block` refuses. */
type CombinationAction = 'alert' | 'ask' | 'block';

interface CombinationRow {
  /** All of these in one chain of work. */
  readonly needs: readonly Effect[];
  readonly action: CombinationAction;
  readonly says: Bilingual;
}

export const COMBINATIONS = {
  secret_leaves: { needs: ['reads_secret', 'network'], action: 'block', says: { en: 'A secret was read, and this call could send it out.', zh: '此前读取过机密，这次调用可能把它发送出去。' } },
  secret_runs: { needs: ['reads_secret', 'executes'], action: 'block', says: { en: 'A secret was read, and this call would run a program that could use it.', zh: '此前读取过机密，这次调用将运行可能用到它的程序。' } },
  query_write_run: { needs: ['reads_db', 'writes_file', 'executes'], action: 'block', says: { en: 'Querying a database, writing a file and running a program together go around the guard of the database.', zh: '查询数据库、写文件、再运行程序，合在一起就绕过了数据库的防护。' } },
  download_runs: { needs: ['network', 'writes_file', 'executes'], action: 'ask', says: { en: 'Something fetched from outside could be run by this call.', zh: '这次调用可能运行从外部取来的内容。' } },
  data_leaves: { needs: ['reads_db', 'network'], action: 'ask', says: { en: 'Data of the database could leave with this call.', zh: '数据库中的数据可能随这次调用外流。' } },
  database_changes: { needs: ['writes_db'], action: 'ask', says: { en: 'This call changes a database.', zh: '这次调用会修改数据库。' } },
  files_leave: { needs: ['reads_file', 'network'], action: 'alert', says: { en: 'What was read from files could leave with this call.', zh: '文件中读到的内容可能随这次调用外流。' } },
} as const satisfies Readonly<Record<string, CombinationRow>>;

export type Combination = keyof typeof COMBINATIONS;
export const isCombination = (text: string): text is Combination => Object.hasOwn(COMBINATIONS, text);

/** What a team says about a combination in place of the table; `allow` takes the row out. */
export type CombinationChoices = Readonly<Partial<Record<Combination, CombinationAction | 'allow'>>>;

export interface Completed {
  readonly combination: Combination;
  readonly action: CombinationAction;
  readonly says: Bilingual;
}

const STRENGTH: Readonly<Record<CombinationAction, number>> = { block: 3, ask: 2, alert: 1 };

/**
 * The rows that this call completes, the strictest first. A row that was complete before without this call is told once, except
 * that `block` and `ask` stand for every call that is part of the row.
 */
export function combinationsOf(before: ReadonlySet<Effect>, adds: readonly Effect[], choices: CombinationChoices = {}): readonly Completed[] {
  const after = new Set([...before, ...adds]);
  const found: Completed[] = [];
  for (const combination of Object.keys(COMBINATIONS).filter(isCombination)) {
    const { needs, action: usual, says } = COMBINATIONS[combination];
    const action = choices[combination] ?? usual;
    if (action === 'allow' || !needs.every((effect) => after.has(effect)) || !needs.some((effect) => adds.includes(effect))) continue;
    const stoodBefore = needs.every((effect) => before.has(effect));
    if (!stoodBefore || action !== 'alert') found.push({ combination, action, says });
  }
  return found.toSorted((a, b) => STRENGTH[b.action] - STRENGTH[a.action]);
}
