// What one kind of attack is: a table of cases, and something of the product that judges them.
// A case says what must come out; an innocent case must pass, because a guard that refuses honest work is switched off.

/** What came out. `rule` is the guard's rule, such as `sql.not_a_select`. */
export type Judgement = { readonly outcome: 'allowed' } | { readonly outcome: 'blocked'; readonly rule?: string };

export interface AttackCase<Input> {
  readonly name: string;
  readonly kind: string;
  /** Honest work that looks like an attack to a careless guard. */
  readonly innocent: boolean;
  readonly input: Input;
  readonly expect: 'blocked' | 'allowed';
  /** The rule that must block it; absent means that every rule will do. */
  readonly rule?: string;
}

export interface AttackTable<Input> {
  readonly kind: string;
  readonly cases: readonly AttackCase<Input>[];
  /** Opens what the cases are tried on. Contract: judges with the code that ships, never with a copy of its rules. */
  open(): Promise<Arena<Input>>;
}

export interface Arena<Input> {
  /** A throw is a fault of the judge and makes the case wrong. */
  judge(input: Input): Promise<Judgement>;
  close(): Promise<void>;
}

export interface CaseResult {
  readonly kind: string;
  readonly name: string;
  readonly innocent: boolean;
  readonly outcome: 'blocked' | 'allowed' | 'broken';
  /** Absent when it came out as it must; otherwise what is wrong. */
  readonly wrong?: string;
}

/** A table whose cases can be run by who does not know their input. */
export interface AttackKind {
  readonly kind: string;
  readonly count: { readonly all: number; readonly innocent: number };
  run(): Promise<readonly CaseResult[]>;
}

export function attackKind<Input>(table: AttackTable<Input>): AttackKind {
  return {
    kind: table.kind,
    count: { all: table.cases.length, innocent: table.cases.filter(({ innocent }) => innocent).length },
    run: () => runTable(table),
  };
}

async function runTable<Input>(table: AttackTable<Input>): Promise<readonly CaseResult[]> {
  const arena = await table.open();
  const results: CaseResult[] = [];
  try {
    // One at a time: cases share the arena, and an attack must not be able to hide behind another.
    for (const each of table.cases) results.push(await resultOf(each, arena));
  } finally {
    await arena.close();
  }
  return results;
}

async function resultOf<Input>(tried: AttackCase<Input>, arena: Arena<Input>): Promise<CaseResult> {
  const { kind, name, innocent } = tried;
  try {
    const judged = await arena.judge(tried.input);
    const wrong = wrongIn(tried, judged);
    return { kind, name, innocent, outcome: judged.outcome, ...(wrong === undefined ? {} : { wrong }) };
  } catch (error) {
    return { kind, name, innocent, outcome: 'broken', wrong: `the judge broke: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function wrongIn(tried: AttackCase<unknown>, judged: Judgement): string | undefined {
  const rule = judged.outcome === 'blocked' ? judged.rule : undefined;
  if (judged.outcome !== tried.expect) return `must be ${tried.expect}, was ${judged.outcome}${rule === undefined ? '' : ` by ${rule}`}`;
  if (tried.rule !== undefined && rule !== tried.rule) return `must be blocked by ${tried.rule}, was blocked by ${rule ?? 'no rule'}`;
  return undefined;
}
