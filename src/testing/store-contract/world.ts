// What each case of the store contract is given: a fresh store, a clock on which every transaction has a time of its own, and
// the usual acts on a board in a word each.
import type { Board } from '../../core/board/board.ts';
import { Draft, type Decision, type MusterEvent } from '../../core/change.ts';
import { refuse } from '../../core/errors.ts';
import type { GoalId, TaskId } from '../../core/ids.ts';
import { sameInBoth } from '../../core/json.ts';
import type { Registration } from '../../core/members/registration.ts';
import { submit } from '../../core/moves/attempt.ts';
import { addTasks, openGoal, type Opening } from '../../core/moves/goal-moves.ts';
import { settle } from '../../core/next-moves.ts';
import type { NewTask } from '../../core/planning/new-tasks.ts';
import type { Task } from '../../core/task.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CommitOptions, Outcome, Settle, Store } from '../../ports/store.ts';
import { openingOf, register } from '../builders.ts';

export interface StoreOptions {
  readonly clock: Clock;
  readonly settle: Settle;
}

export interface OpenedStore {
  readonly store: Store;
  /** Opens the same data a second time, as another process would. */
  readonly again?: (options: StoreOptions) => Store | Promise<Store>;
}

export type MakeStore = (options: StoreOptions) => OpenedStore | Promise<OpenedStore>;

export interface World {
  readonly store: Store;
  readonly outlivesProcess: boolean;
  /** Opens the same data again: with the engine's own next moves, or without any. */
  again(moves?: Settle): Promise<Store>;
}

export interface ContractCase {
  readonly says: string;
  /** What the store must be able to do for the case to mean anything. */
  readonly needs?: 'outlivesProcess' | 'sharedByProcesses' | 'backsUp';
  /** The engine's next moves follow every commit; absent: nothing does. */
  readonly settled?: true;
  readonly holds: (world: World) => Promise<void>;
}

export const NOTHING_FOLLOWS: Settle = () => undefined;
export const MOVES_FOLLOW: Settle = settle;

/** Every look at it is a moment later, so events of one transaction, and no others, have the same time. */
export function tickingClock(): Clock {
  let time = 1_000_000;
  return { now: () => (time += 1), every: () => () => undefined, sleep: () => Promise.resolve() };
}

/** The value of a commit that must succeed. */
export async function must<T>(outcome: Promise<Outcome<T>>): Promise<T> {
  const given = await outcome;
  if (!given.ok) throw new Error(`a commit that must succeed was refused: ${given.code}: ${given.because}`);
  return given.value;
}

export const opens = (store: Store, opening: Partial<Opening> = {}): Promise<GoalId> => must(store.commit([], (board) => openGoal(board, openingOf('A goal', opening))));

export const adds = (store: Store, goal: GoalId, tasks: readonly NewTask[], options?: CommitOptions): Promise<readonly TaskId[]> =>
  must(store.commit([goal], (board) => addTasks(board, goal, tasks), options));

export const enrols = (store: Store, ...registrations: readonly Registration[]): Promise<undefined> =>
  must(store.commit([], (board) => {
    const draft = new Draft(board);
    for (const registration of registrations) register(draft, registration);
    return draft.decision(undefined);
  }));

/** A fact with a text, as the smallest commit that writes. */
export const notes = (goalId: GoalId, note: string) => (board: Board): Decision<string> => {
  const draft = new Draft(board);
  draft.note('task.note_added', { goalId }, { note });
  return draft.decision(note);
};

/** Takes a free task; the one rule of a claim is that it looks at the row as it is. */
export const claims = (id: TaskId, assigneeId: string) => (board: Board): Decision<Task> => {
  const task = board.task(id);
  if (task?.state !== 'pending') return refuse('lifecycle.illegal_move', sameInBoth(`${id} is taken by ${task?.assigneeId ?? 'nobody'}.`));
  const draft = new Draft(board);
  return draft.decision(draft.moveTask(task, 'claim', 'claimed', { fields: { assigneeId } }));
};

/** Hands in a result of the first attempt. */
export const submits = (taskId: TaskId, output = 'done') => (board: Board) => submit(board, { taskId, token: 1, result: { output, executionSummary: '' }, checks: [], formFaults: [] });

export const allEvents = (store: Store): Promise<readonly MusterEvent[]> => store.read.events({ afterSeq: 0, limit: Infinity });

export const typesOf = (events: readonly MusterEvent[]): readonly string[] => events.map((event) => event.type);
