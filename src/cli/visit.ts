// Opening the store for one command: as a visitor, which reads, answers, pauses and calls off, and drives nothing.
import type { Board } from '../core/board/board.ts';
import type { Decision } from '../core/change.ts';
import { TeamError } from '../core/errors.ts';
import type { Goal } from '../core/goal.ts';
import { isGoalId, type GoalId, type RowId } from '../core/ids.ts';
import { commitOrThrow } from '../engine/commit.ts';
import type { Engine } from '../engine/engine.ts';
import { openVisit } from '../open-store.ts';
import type { Store } from '../ports/store.ts';
import { localeFor, textOption, type Cli } from './cli.ts';
import { GOAL_WORDS } from './state-words.ts';
import { SAYS } from './texts.ts';

/** As much of an engine as it takes to write one thing. */
export type Visit = Pick<Engine, 'store' | 'clock' | 'signal'>;

/** Opens the store that `--store` names, and closes it whatever happens. */
export async function visiting<T>(cli: Cli, act: (visit: Visit) => Promise<T>): Promise<T> {
  const visit: Visit = { ...openVisit(storeName(cli)), signal: new AbortController().signal };
  try {
    return await act(visit);
  } finally {
    await visit.store.close();
  }
}

export const storeName = (cli: Cli): string | undefined => textOption(cli, 'store') ?? (cli.env['MUSTER_STORE'] || undefined);

export const commitVisit = <T>(visit: Visit, ids: readonly RowId[], decide: (board: Board) => Decision<T>): Promise<T> => commitOrThrow(visit, ids, decide);

/** The goal that was named, or a refusal that says how to find the right one. */
export async function goalNamed(cli: Cli, store: Store, id: string | undefined): Promise<Goal> {
  const goal = await store.read.goal(goalIdIn(cli, id));
  if (goal === undefined) throw new TeamError('goal.not_found', SAYS.noSuchGoal({ id: id ?? '', type: cli.typed('goals') }), { locale: cli.locale, details: { id } });
  return goal;
}

function goalIdIn(cli: Cli, id: string | undefined): GoalId {
  if (id !== undefined && isGoalId(id)) return id;
  throw new TeamError('goal.not_found', SAYS.badId({ id: id ?? '', kinds: 'goal_1' }), { locale: cli.locale, details: { id } });
}

export function goalEnded(cli: Pick<Cli, 'locale' | 'chosenLocale' | 'typed'>, goal: Goal): TeamError {
  const says = SAYS.goalEnded({ id: goal.id, state: GOAL_WORDS[goal.state], type: cli.typed(`show ${goal.id}`) });
  return new TeamError('goal.ended', says, { locale: localeFor(cli, goal), details: { state: goal.state } });
}

export type Standing = 'ended' | 'paused' | 'needs_person' | 'interrupted' | 'runs';

/** Where an open goal stands, seen from outside: does a process drive it, and does it wait for a person? */
export function standingOf(store: Store, goal: Goal, openQuestions: number): Standing {
  if (goal.endedAt !== null) return 'ended';
  if (goal.pausedAt !== null) return 'paused';
  if (isDriven(store, goal)) return 'runs';
  return openQuestions > 0 ? 'needs_person' : 'interrupted';
}

export const isDriven = (store: Store, goal: Goal): boolean => goal.owner !== 0 && goal.owner !== store.epoch && !store.isDead(goal.owner, goal.policy.times.leaseMs);
