// What a deed is given and what it answers. `does` is the one way to change the board from a turn: the turn must still be the current
// one, and the change, the record of the call and its answer are one commit, so after a crash it is done once.
import type { Board } from '../../../core/board/board.ts';
import { Draft, type Change, type Decision } from '../../../core/change.ts';
import { TeamError, type Refusal } from '../../../core/errors.ts';
import { isTaskId, type RowId, type TaskId } from '../../../core/ids.ts';
import type { Bilingual, Json, JsonObject } from '../../../core/json.ts';
import { currentTurn } from '../../../core/team/turn.ts';
import { withTurnCall } from '../../../core/team/turn-calls.ts';
import { commit } from '../../commit.ts';
import type { MemberTurn } from '../member-turn.ts';
import { WORDS } from '../turn-words.ts';

export interface DeedCall {
  readonly turn: MemberTurn;
  readonly call: { readonly callKey: string; readonly callId: string; readonly name: string; readonly purpose: string | null };
  /** Decoded, and fit for the tool's own schema. */
  readonly args: JsonObject;
  /** What the model last said beside its calls. */
  readonly said: string;
}

/** `looked` changed nothing and is not on record yet. */
export type Answered =
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'looked'; readonly text: string; readonly isJson?: boolean }
  | { readonly kind: 'refused'; readonly rule: string; readonly text: string };

export type Deed = (call: DeedCall) => Promise<Answered>;

export interface Doing<T> {
  /** Rows that may have ended. */
  readonly ids?: readonly RowId[];
  readonly decide: (board: Board) => Decision<T>;
  readonly say: (value: T, change: Change | undefined) => Bilingual;
  /** The task that it is about, where that is not the one in hand. */
  readonly about?: TaskId;
}

export async function does<T>({ turn, call }: DeedCall, { ids = [], decide, say, about }: Doing<T>): Promise<Answered> {
  const { engine } = turn.parts;
  const part = about === undefined ? turn.part : { ...turn.part, taskId: about };
  let text = '';
  let isLate = false;
  const outcome = await commit(engine, ids, (board): Decision<T> => {
    const life = currentTurn(board, turn.ref);
    isLate = 'ok' in life;
    if ('ok' in life) return life;
    const decision = decide(board);
    if (!decision.ok) return decision;
    text = say(decision.value, decision.change)[turn.locale];
    return { ...decision, change: withTurnCall(board, decision.change ?? new Draft(board), part, { ...call, end: 'ok', rule: null, text, isJson: false }) };
  });
  if (outcome.ok) return { kind: 'done', text };
  if (isLate) throw new TeamError('engine.interrupted', outcome.says);
  return refusedBy(turn, outcome);
}

export const looked = (value: Json): Answered => ({ kind: 'looked', text: JSON.stringify(value), isJson: true });

export const refusedBy = ({ locale }: Pick<MemberTurn, 'locale'>, refusal: Refusal): Answered => ({ kind: 'refused', rule: refusal.code, text: refusal.says[locale] });

export const saysNo = ({ locale }: Pick<MemberTurn, 'locale'>, rule: string, says: Bilingual): Answered => ({ kind: 'refused', rule, text: says[locale] });

/** Models write "12", "#12" and "task 12" for task_12; anything else is no task. */
export function taskIn({ args }: DeedCall): TaskId | undefined {
  const written = String(args['task_id'] ?? '').trim().toLowerCase();
  const number = /^(?:task)?[\s_#-]*([1-9]\d*)$/.exec(written)?.[1];
  const id = number === undefined ? written : `task_${number}`;
  return isTaskId(id) ? id : undefined;
}

export const noTask = (deed: DeedCall): Answered => saysNo(deed.turn, 'task.not_found', WORDS.noTask(String(deed.args['task_id'] ?? '')));

export const textArg = ({ args }: DeedCall, name: string): string | undefined => {
  const value = args[name];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
};
