// A decision as data: another process finds it by its name and makes it as if the one that asks had made it. Whoever gets no answer
// looks at the record, and decides alone where nothing stands there.
import type { Board } from '../board/board.ts';
import type { Decision, MusterEvent } from '../change.ts';
import type { RowId } from '../ids.ts';
import type { JsonObject } from '../json.ts';

/** `T` goes over a wire: JSON, or undefined. */
export interface CommandKind<Input extends JsonObject, T> {
  /** Other versions know it by this; another meaning takes another name. */
  readonly name: string;
  /** Undefined where another version, or another program, sent something else. */
  read(input: JsonObject): Input | undefined;
  /** The rows that it is about, as a store is told them. */
  ids(input: Input): readonly RowId[];
  decide(board: Board, input: Input, sender?: Sender): Decision<T>;
  /** Whether what another process says it came to can be that. */
  isValue(said: unknown): said is T;
  /** What it came to, read from the event that it wrote for its sender. */
  valueIn(event: MusterEvent): T;
}

export interface Command<T> {
  readonly kind: CommandKind<JsonObject, T>;
  readonly input: JsonObject;
}

/** The process that asks another to decide. */
export interface Sender {
  /** Its stay: the work that follows is its own. */
  readonly epoch: number;
  /** Stands in the event that the decision writes (`request`), so that it can be found there. Never used for another one. */
  readonly request: string;
}
