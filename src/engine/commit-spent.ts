// What model calls take. Room in the budget is reserved before a call, in a commit of its own, because another call may be looking
// at the same moment; what was said and what it took is written in the commit of what came of it, so that it is on record exactly once.
import type { Board } from '../core/board/board.ts';
import { hasLimits, NOTHING_SPENT, settleTurn } from '../core/budget.ts';
import { Draft, type Decision } from '../core/change.ts';
import { TeamError } from '../core/errors.ts';
import type { Goal } from '../core/goal.ts';
import type { GoalId, RowId, TaskId } from '../core/ids.ts';
import type { JsonObject, Locale } from '../core/json.ts';
import { reserveCall, type CallAhead } from '../core/moves/budget.ts';
import { costOf, priceOf, type Prices } from '../core/models/prices.ts';
import type { CallLeave, TurnRecord, WorkOrder } from '../ports/member.ts';
import type { Outcome } from '../ports/store.ts';
import { commit, commitOrThrow } from './commit.ts';
import type { Engine } from './engine.ts';
import { nextEvent } from './next-event.ts';

export interface TurnsAbout {
  readonly id: TaskId | null;
  readonly goalId: GoalId;
  readonly assigneeId: string | null;
}

export function noteTurns<T>(board: Board, decision: Decision<T>, about: TurnsAbout, turns: readonly TurnRecord[]): Decision<T> {
  if (!decision.ok || turns.length === 0) return decision;
  const draft = new Draft(board);
  const goal = decision.change?.goals.find(({ id }) => id === about.goalId) ?? board.goal(about.goalId);
  let spend = goal?.spend ?? NOTHING_SPENT;
  for (const turn of turns) {
    const details = turnOut(turn, goal?.policy.prices);
    draft.note('turn.ended', { goalId: about.goalId, ...(about.id === null ? {} : { taskId: about.id }), memberId: about.assigneeId }, details);
    spend = settleTurn(spend, details, { epoch: board.epoch, reserved: turn.reserved });
  }
  if (goal !== undefined) draft.putGoal({ ...goal, spend });
  if (decision.change === undefined) return draft.decision(decision.value);
  const goals = decision.change.goals.filter(({ id }) => id !== about.goalId);
  return { ...decision, change: { ...decision.change, goals: [...goals, ...draft.goals], events: [...decision.change.events, ...draft.events] } };
}

/** Commits what came of a step with what was spent on it; that is written even when what came of it is refused. */
export function commitSpent<T>(engine: Pick<Engine, 'store'>, ids: readonly RowId[], spent: Spent<T>): Promise<Outcome<T>> {
  return spent.turns.length === 0 ? commit(engine, ids, spent.decide) : commitWithTurns(engine, [...ids, spent.about.goalId], spent);
}

async function commitWithTurns<T>(engine: Pick<Engine, 'store'>, ids: readonly RowId[], { decide, about, turns }: Spent<T>): Promise<Outcome<T>> {
  const outcome = await commit(engine, ids, (board) => noteTurns(board, decide(board), about, turns));
  if (!outcome.ok) await commit(engine, ids, (board) => noteTurns(board, NOTHING_DECIDED, about, turns));
  return outcome;
}

interface Spent<T> {
  readonly decide: (board: Board) => Decision<T>;
  readonly about: TurnsAbout;
  readonly turns: readonly TurnRecord[];
}

export const NOTHING_DECIDED: Decision<undefined> = { ok: true, value: undefined };

function turnOut(turn: TurnRecord, prices: Prices | undefined): JsonObject {
  const price = priceOf(turn.model, prices);
  const cost = price === undefined ? undefined : costOf(price, turn);
  return {
    purpose: turn.purpose, model: turn.model, prompt: turn.prompt, locale: turn.locale, hash: turn.hash, ms: turn.ms,
    ...(turn.inputTokens === undefined ? {} : { input_tokens: turn.inputTokens }),
    ...(turn.cachedInputTokens === undefined ? {} : { cached_input_tokens: turn.cachedInputTokens }),
    ...(turn.outputTokens === undefined ? {} : { output_tokens: turn.outputTokens }),
    ...(cost === undefined ? {} : { cost_micros: cost }),
    ...chargedUnseen(turn, cost),
    ...(turn.error === undefined ? {} : { error: turn.error }),
  };
}

/** An answer whose tokens the provider does not tell is charged with what was reserved for it; a call that failed, with nothing. */
function chargedUnseen({ reserved, error, inputTokens, outputTokens }: TurnRecord, cost: number | undefined): JsonObject {
  if (reserved === undefined || error !== undefined) return {};
  return {
    ...(inputTokens === undefined || outputTokens === undefined ? { charged_tokens: reserved.tokens } : {}),
    ...(cost === undefined ? { charged_micros: reserved.micros } : {}),
  };
}

/** Undefined for a goal without limits: its calls need no leave. */
export function reserving(engine: Engine, goal: Goal, signal: () => AbortSignal): WorkOrder['reserve'] {
  return hasLimits(goal.policy.budget) ? (call) => reserveFor(engine, goal, { call, signal: signal() }) : undefined;
}

async function reserveFor(engine: Engine, { id, locale }: Goal, { call, signal }: { readonly call: CallAhead; readonly signal: AbortSignal }): Promise<CallLeave> {
  for (;;) {
    // Listening first: a call may end between the look and the wait.
    const change = nextEvent(engine, signal, (event) => event.goalId === id && event.type !== 'budget.reserved');
    try {
      const leave = await commitOrThrow(engine, [id], (board) => reserveCall(board, id, call));
      if (leave.kind === 'go') return leave;
      if (leave.kind === 'used_up') throw new TeamError('budget.used_up', USED_UP, { locale });
      if (leave.kind === 'no_price') throw new TeamError('budget.no_price', noPrice(leave.model), { locale, details: { model: leave.model } });
      await change.next;
    } finally {
      change.forget();
    }
    if (signal.aborted) throw new TeamError('engine.interrupted', STOPPED, { locale });
  }
}

const USED_UP: Readonly<Record<Locale, string>> = {
  en: 'The budget of the goal has no room for another model call. `muster inbox` shows the question.',
  zh: '目标的预算不足以再调用一次模型。可用 `muster inbox` 查看待答问题。',
};
const STOPPED: Readonly<Record<Locale, string>> = { en: 'The wait for room in the budget was stopped.', zh: '等待预算的过程被中止。' };

export const noPrice = (model: string): Readonly<Record<Locale, string>> => ({
  en: `Money is limited, but no price of ${model} is known. Say it under prices, in micro-dollars per million tokens: { "${model}": { "input": 3000000, "output": 15000000 } }, or limit tokens instead of cents.`,
  zh: `设置了金额上限，但 ${model} 的价格未知。请在 prices 中写明价格（每百万 token 的微美元数）：{ "${model}": { "input": 3000000, "output": 15000000 } }，或改为限制 token 数。`,
});
