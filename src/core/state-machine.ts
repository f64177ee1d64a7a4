// A table of moves turned into answers: is this move allowed, what does it emit, what is open from here, what can be reached.
// The table says what is possible; pure functions elsewhere decide which verb is wise.
// Invariant: a move that is not a row of its table does not exist, and nothing here adds one.

export type Mover = 'engine' | 'manager' | 'person' | 'member' | 'holder' | 'worker' | 'reviewer' | 'api';

export interface Row<State extends string = string> {
  readonly verb: string;
  /** `null` is creation. */
  readonly from: readonly State[] | null;
  readonly to: State;
  readonly by: readonly Mover[];
  /** The condition, as a sentence; the decision functions hold it as code. */
  readonly when: string;
  readonly emits: `${string}.${string}`;
}

export type Table = readonly Row[];
export type VerbOf<T extends Table> = T[number]['verb'];
export type StateOf<T extends Table> = T[number]['to'] | NonNullable<T[number]['from']>[number];
/** The events of one verb, narrowed by the state it leads to: `submit` to `completed` emits `task.completed` and nothing else. */
export type EventOf<T extends Table, V extends string = string, To extends string = string> =
  Extract<T[number], { readonly verb: V; readonly to: To }>['emits'];

export interface Machine<T extends Table> {
  readonly table: T;
  readonly states: readonly StateOf<T>[];
  /** Contract: constant time, allocates nothing; it is asked for every move. `by` asks whether this mover may do it. */
  allows(verb: VerbOf<T>, from: StateOf<T> | null, to: StateOf<T>, by?: Mover): boolean;
  /** The event of a move, or undefined when the table has no such move. Same cost as `allows`. */
  emits<V extends VerbOf<T>, To extends StateOf<T>>(verb: V, from: StateOf<T> | null, to: To): EventOf<T, V, To> | undefined;
  /** What may be done from here, by anybody or by one mover: the buttons that a screen may show. */
  openVerbs(state: StateOf<T> | null, by?: Mover): VerbOf<T>[];
  /** The states that one verb can lead to from here. */
  targets(verb: VerbOf<T>, from: StateOf<T> | null): StateOf<T>[];
  isFinal(state: StateOf<T>): boolean;
  isOpen(state: StateOf<T>): boolean;
  isState(value: unknown): value is StateOf<T>;
  /** Every state that some walk from here comes to; from creation when no start is named. */
  reachable(from?: StateOf<T>): ReadonlySet<StateOf<T>>;
  /** A Mermaid state diagram, of all moves or of those that `keep` picks by row and starting state. */
  diagram(keep?: (row: T[number], from: StateOf<T> | null) => boolean): string;
}

export function machine<const T extends Table>(
  table: T,
  stateRows: Readonly<Record<StateOf<T>, { readonly final: boolean }>>,
): Machine<T> {
  type State = StateOf<T>;
  type Verb = VerbOf<T>;
  const cells = indexOf(table);
  const isState = (value: unknown): value is State => typeof value === 'string' && Object.hasOwn(stateRows, value);
  const states = Object.keys(stateRows).filter(isState);
  const cellOf = (verb: Verb, from: State | null, to: State): Cell | undefined => cells.get(verb)?.get(from)?.get(to);
  const rowsFrom = (state: State | null): T[number][] =>
    table.filter((row) => (state === null ? row.from === null : row.from?.includes(state) === true));

  return {
    table,
    states,
    allows(verb, from, to, by) {
      const cell = cellOf(verb, from, to);
      return cell !== undefined && (by === undefined || cell.by.has(by));
    },
    emits<V extends Verb, To extends State>(verb: V, from: State | null, to: To) {
      // The index is keyed by the row's own verb and target, which is what EventOf narrows by.
      return cellOf(verb, from, to)?.emits as EventOf<T, V, To> | undefined;
    },
    openVerbs: (state, by) =>
      unique(rowsFrom(state).filter((row) => by === undefined || row.by.includes(by)).map((row): Verb => row.verb)),
    targets: (verb, from) => unique(rowsFrom(from).filter((row) => row.verb === verb).map((row): State => row.to)),
    isFinal: (state) => stateRows[state].final,
    isOpen: (state) => !stateRows[state].final,
    isState,
    reachable: (from) => walk(from, (state) => rowsFrom(state).map((row): State => row.to)),
    diagram: (keep = () => true) =>
      draw(
        table.flatMap((row): Arrow[] =>
          (row.from ?? [null]).filter((from: State | null) => keep(row, from)).map((from: State | null) => ({ from, to: row.to, verb: row.verb }))),
        (state) => isState(state) && stateRows[state].final,
      ),
  };
}

interface Cell {
  readonly emits: string;
  readonly by: Set<Mover>;
}
type Cells = Map<string, Map<string | null, Map<string, Cell>>>;

/** Two rows may name one move with different movers (a cancel by the engine, a cancel by a person): they become one cell. */
function indexOf(table: Table): Cells {
  const cells: Cells = new Map();
  for (const row of table) {
    const byFrom = entry(cells, row.verb, () => new Map<string | null, Map<string, Cell>>());
    for (const from of row.from ?? [null]) {
      const byTo = entry(byFrom, from, () => new Map<string, Cell>());
      const cell = entry(byTo, row.to, () => ({ emits: row.emits, by: new Set<Mover>() }));
      for (const mover of row.by) cell.by.add(mover);
    }
  }
  return cells;
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

const unique = <V>(values: readonly V[]): V[] => [...new Set(values)];

function walk<State>(from: State | undefined, next: (state: State | null) => readonly State[]): ReadonlySet<State> {
  const seen = new Set<State>(from === undefined ? next(null) : [from]);
  // A Set visits what is added while it is walked, so this is the whole search.
  for (const state of seen) for (const to of next(state)) seen.add(to);
  return seen;
}

interface Arrow {
  readonly from: string | null;
  readonly to: string;
  readonly verb: string;
}

/** One line for each pair of states, labelled with all its verbs. `[*]` is creation on the left and the end on the right. */
function draw(arrows: readonly Arrow[], isFinal: (state: string) => boolean): string {
  const labels = new Map<string, string[]>();
  for (const { from, to, verb } of arrows) {
    const verbs = entry(labels, `${from ?? '[*]'} --> ${to}`, () => []);
    if (!verbs.includes(verb)) verbs.push(verb);
  }
  return [
    'stateDiagram-v2',
    ...[...labels].map(([pair, verbs]) => `  ${pair}: ${verbs.join(', ')}`),
    ...unique(arrows.map((arrow) => arrow.to).filter(isFinal)).map((state) => `  ${state} --> [*]`),
  ].join('\n');
}
