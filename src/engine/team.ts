// What a program does with a team: open goals, add tasks, wait for the end, pause, resume, cancel, answer. Each verb is one
// commit; a promise of `ended` resolves when the goal has ended or when nothing can move without a person.
import type { Board } from '../core/board/board.ts';
import { Draft, type Decision, type MusterEvent } from '../core/change.ts';
import { refuse, TeamError } from '../core/errors.ts';
import type { Goal } from '../core/goal.ts';
import type { GoalId, TaskId } from '../core/ids.ts';
import { localeOf, type Locale } from '../core/json.ts';
import { goalMachine } from '../core/lifecycles.ts';
import { addTasks, cancelGoal, openGoal, pauseGoal, resumeGoal, sealGoal, takeOver } from '../core/moves/goal-moves.ts';
import { restsOn } from '../core/moves/resting.ts';
import { prerequisitesOutside, type NewTask } from '../core/planning/new-tasks.ts';
import type { Policy } from '../core/policy.ts';
import type { Question } from '../core/question.ts';
import type { Registration } from '../core/members/registration.ts';
import { REFUSED_INPUT } from '../core/refusals/refused-input.ts';
import { REFUSED_MOVES } from '../core/refusals/refused-moves.ts';
import { commitOrThrow } from './commit.ts';
import type { Engine } from './engine.ts';
import { gatherAgain, gatherTeam } from './teamwork/tend-lives.ts';
import type { RunningEngine } from './start-engine.ts';
import { INTERRUPTED } from '../core/refusals/interrupted.ts';

export interface TeamParts {
  readonly running: RunningEngine;
  readonly name: string;
  readonly policy: Policy;
  readonly source: string | null;
  /** `provider/model` or `rehearsal`; absent when the model is a value of the program. */
  readonly model?: string;
  readonly registrations: readonly Registration[];
}

/** Where a goal stands: ended, or waiting for a person. */
export interface GoalOutcome {
  readonly goal: Goal;
  /** Open questions that nothing can move without. */
  readonly waiting: readonly Question[];
}

/**
 * Writes the members that are new or changed, so that other processes and later ones know them; and who has left. A member
 * that lives in a process alone (a function, a model) and is not named by the team that starts now can do nothing: left on the
 * roster it would be given work that nobody here can do. A person that is no longer named gets no new work; what it was asked for
 * it may still answer. While another process drives a goal of the team, nobody leaves.
 */
export async function registerMembers({ running: { engine }, name, registrations }: TeamParts): Promise<void> {
  const recruited = engine.recruits === undefined ? [] : engine.store.look((board) => recruitsOf(board, name, registrations));
  for (const registration of recruited) engine.recruits?.join(registration);
  await commitOrThrow(engine, [], (board) => putMembers(board, name, [...registrations, ...leaving(engine, board, name, [...registrations, ...recruited])]));
  if (engine.turns !== undefined) await gatherTeam(engine);
}

/** Members that a leader added in an earlier process, and that have not left: they are on the team though nobody names them. */
function recruitsOf(board: Board, team: string, named: readonly Registration[]): readonly Registration[] {
  const known = new Set(named.map(({ agentId }) => agentId));
  return board.members(team).filter(({ agentId, kind }) => kind === 'model' && !known.has(agentId) && (board.desk.life(team, agentId)?.state ?? 'shut_down') !== 'shut_down');
}

/** One member more, or another of the same id; nobody leaves for it. */
export const registerMember = ({ running: { engine }, name }: TeamParts, registration: Registration): Promise<undefined> =>
  commitOrThrow(engine, [], (board) => putMembers(board, name, [registration]));

function putMembers(board: Board, team: string, registrations: readonly Registration[]): Decision<undefined> {
  const known = new Map(board.members(team).map((registration) => [registration.agentId, JSON.stringify(registration)]));
  const draft = new Draft(board);
  for (const registration of registrations) {
    if (known.get(registration.agentId) === JSON.stringify(registration)) continue;
    draft.putMember({ team, registration });
    draft.note('member.registered', { memberId: registration.agentId }, { team, agent_id: registration.agentId, role: registration.roles, skills: registration.skills });
  }
  return draft.decision(undefined);
}

function leaving({ store }: Engine, board: Board, team: string, staying: readonly Registration[]): readonly Registration[] {
  const elsewhere = [...board.openGoals()].some((goal) => goal.team === team && goal.owner !== 0 && goal.owner !== store.epoch && !store.isDead(goal.owner, goal.policy.times.leaseMs));
  if (elsewhere) return [];
  const here = new Set(staying.map((registration) => registration.agentId));
  return board.members(team).filter(({ agentId, kind }) => (kind === 'function' || kind === 'model' || kind === 'human') && !here.has(agentId)).map((registration) => ({ ...registration, roles: [] }));
}

export interface OpenOptions {
  readonly locale?: Locale;
  /** The caller adds the tasks; the manager is not asked. */
  readonly openEnded?: boolean;
}

export async function open(team: TeamParts, text: string, { locale, openEnded = false }: OpenOptions = {}): Promise<GoalId> {
  if (typeof text !== 'string' || text.trim() === '') throw new TeamError('input.invalid', REFUSED_INPUT.emptyGoal, locale === undefined ? {} : { locale });
  const opening = {
    text: text.trim(),
    team: team.name,
    source: team.source,
    ...(team.model === undefined ? {} : { model: team.model }),
    locale: locale ?? localeOf(text),
    policy: team.policy,
    openEnded,
  };
  const { engine } = team.running;
  // First, so that no goal is left without a leader where the process ends in between.
  if (engine.turns !== undefined) await gatherAgain(engine, team.registrations.map(({ agentId }) => agentId));
  const id = await commitOrThrow(engine, [], (board) => openGoal(board, opening));
  // Not before: while no goal of this process is open, the timer stops itself.
  team.running.attend();
  if (engine.turns !== undefined) await gatherTeam(engine);
  return id;
}

export function add({ running: { engine } }: TeamParts, goal: GoalId, tasks: readonly NewTask[]): Promise<readonly TaskId[]> {
  return commitOrThrow(engine, [goal, ...prerequisitesOutside(tasks)], (board) => addTasks(board, goal, tasks), { intake: true, rows: tasks.length });
}

export async function takeUp(team: TeamParts, goal: GoalId, { by, openEnded = false }: { readonly by: string; readonly openEnded?: boolean }): Promise<void> {
  const { engine } = team.running;
  const taken = await commitOrThrow(engine, [goal], (board) => {
    const row = board.goal(goal);
    if (row !== undefined && row.team !== team.name) return refuse('team.invalid', REFUSED_INPUT.ofAnotherTeam(goal, { its: row.team, ours: team.name }), { team: row.team });
    if (row?.policy.dispatch === 'pull' && engine.turns === undefined) return refuse('team.invalid', REFUSED_INPUT.ofAnotherStyle(goal), { style: row.policy.style });
    // The goal's own lease: its owner shows life by that one.
    const leaseMs = row?.policy.times.leaseMs ?? team.policy.times.leaseMs;
    return takeOver(board, goal, { openEnded, isDead: (epoch) => engine.store.isDead(epoch, leaseMs) });
  });
  if (engine.turns !== undefined) await gatherTeam(engine);
  if (taken.pausedAt !== null) await commitOrThrow(engine, [goal], (board) => resumeGoal(board, goal, by));
  team.running.attend();
}

export const seal = ({ running: { engine } }: TeamParts, goal: GoalId): Promise<undefined> => commitOrThrow(engine, [goal], (board) => sealGoal(board, goal));
export const pause = ({ running: { engine } }: TeamParts, goal: GoalId, by: string) => commitOrThrow(engine, [goal], (board) => pauseGoal(board, goal, by));
export const resume = ({ running: { engine } }: TeamParts, goal: GoalId, by: string) => commitOrThrow(engine, [goal], (board) => resumeGoal(board, goal, by));
export const cancel = ({ running: { engine } }: TeamParts, goal: GoalId, by: string) => commitOrThrow(engine, [goal], (board) => cancelGoal(board, goal, by));

/** Resolves when the goal has ended or rests on a person; rejects when the engine stops before. */
export function ended(team: TeamParts, id: GoalId): Promise<GoalOutcome> {
  const { engine } = team.running;
  return new Promise((resolve, reject) => {
    const stopped = () => {
      forget();
      reject(new TeamError('engine.interrupted', INTERRUPTED.teamClosed(id)));
    };
    const look = async () => {
      const outcome = engine.store.look((board) => outcomeOf(board, id));
      if (outcome === 'moving') return;
      forget();
      if (outcome === 'taken') return reject(new TeamError('goal.owned', REFUSED_MOVES.goalTakenOver(id)));
      const goal = outcome === 'ended' ? await engine.store.read.goal(id) : outcome.goal;
      if (goal === undefined) reject(new TeamError('goal.not_found', REFUSED_MOVES.noGoal(id)));
      else resolve({ goal, waiting: outcome === 'ended' ? [] : outcome.waiting });
    };
    const forgetEvents = engine.store.onEvents((events) => {
      if (concerns(events, id)) void look().catch(reject);
    });
    const forget = () => {
      forgetEvents();
      engine.signal.removeEventListener('abort', stopped);
    };
    if (engine.signal.aborted) return stopped();
    engine.signal.addEventListener('abort', stopped);
    void look().catch(reject);
  });
}

const concerns = (events: readonly MusterEvent[], id: GoalId): boolean => events.some((event) => event.goalId === id);

function outcomeOf(board: Board, id: GoalId): 'moving' | 'ended' | 'taken' | GoalOutcome {
  const goal = board.goal(id);
  if (goal === undefined || goalMachine.isFinal(goal.state)) return 'ended';
  if (goal.owner !== board.epoch) return 'taken';
  const waiting = restsOn(board, goal);
  return waiting === undefined ? 'moving' : { goal, waiting };
}
