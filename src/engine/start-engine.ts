// The loop: committed events become wake-ups, wake-ups become steps, steps end in commits. One timer looks for what other
// processes wrote, shows life, and sweeps; it runs only while this process drives a goal that is on the move.
import type { Board } from '../core/board/board.ts';
import { Draft, type MusterEvent } from '../core/change.ts';
import { isTeamError } from '../core/errors.ts';
import type { Goal } from '../core/goal.ts';
import { TIMES, hasHolder } from '../core/lifecycles.ts';
import { letGo } from '../core/moves/goal-moves.ts';
import type { EventType } from '../core/events.ts';
import type { Times } from '../core/policy.ts';
import type { GoalId, TaskId } from '../core/ids.ts';
import type { Feed } from '../ports/feed.ts';
import { drives, type Engine } from './engine.ts';
import { noticeEvents } from './teamwork/attend-team.ts';
import { leaveTeam } from './teamwork/tend-lives.ts';
import { roundOf } from './review-task.ts';
import { noteToolChange } from './gate/note-tools.ts';
import { sweep } from './sweep.ts';
import { answerWakeUp, wakeUpsAfter } from './wake-ups.ts';

/** How often the store is asked whether another process wrote. It costs a few microseconds. */
const LOOK_EVERY_MS = 100;

export interface RunningEngine {
  readonly engine: Engine;
  /** Keeps the timer going while there is something to wait for. */
  attend(): void;
  stop(): Promise<void>;
}

export function startEngine(parts: Omit<Engine, 'signal'>): RunningEngine {
  const stopping = new AbortController();
  const failed = oncePerFault(stopping.signal, (fault) => raiseAlert(engine, fault));
  const engine: Engine = { ...parts, feed: guardFeed(parts.feed, (fault) => void failed(fault)), signal: stopping.signal, failed: (fault) => void failed(fault) };
  const { turns } = engine;
  const step = (work: Promise<void>) => void work.catch(failed);

  const endQueue = engine.queue.receive((wakeUp) => {
    if (!stopping.signal.aborted) step(answerWakeUp(engine, wakeUp));
  });
  const endEvents = engine.store.onEvents((events) => {
    abortRevoked(engine, events);
    engine.store.look((board) => wakeUpsAfter(engine, board, events, (wakeUp) => engine.queue.send(wakeUp)));
    if (turns !== undefined) noticeEvents(engine, turns, events);
  });
  const endWaits = engine.store.onWait((wait) => engine.feed.publish(wait === null ? { kind: 'store.goes_on' } : { kind: 'store.waits', ...wait }));
  const endTools = engine.tools?.onChange((change) => step(noteToolChange(engine, change)));
  const ticker = tickerOf(engine, step);

  return {
    engine,
    attend: ticker.start,
    async stop() {
      stopping.abort();
      ticker.stop();
      endQueue();
      endEvents();
      endWaits();
      endTools?.();
      engine.inHand.abortAll();
      turns?.stopAll();
      if (turns !== undefined) await leaveTeam(engine).catch(() => undefined);
      const mine = engine.store.look((board) => [...board.openGoals()].filter((goal) => drives(engine, goal)).map((goal) => goal.id));
      // A courtesy: where the store cannot be written, the freed lock of this process says the same.
      for (const id of mine) await engine.store.commit([id], (board) => letGo(board, id)).catch(() => undefined);
    },
  };
}

/** Who listens and throws is told of like any fault; the work that it listened to goes on. */
const guardFeed = (feed: Feed, failed: (fault: unknown) => void): Feed => ({
  publish(signal) {
    try {
      feed.publish(signal);
    } catch (fault) {
      failed(fault);
    }
  },
});

/** The sweep tries again and again; a person needs to be told once. */
function oncePerFault(signal: AbortSignal, raise: (fault: unknown) => Promise<void>): (fault: unknown) => Promise<void> | undefined {
  const raised = new Set<string>();
  return (fault) => {
    const told = String(fault);
    if (signal.aborted || raised.has(told)) return undefined;
    raised.add(told);
    return raise(fault);
  };
}

/** A step that failed for a reason no step may have: it is put where a person looks, and the sweep tries the step again. */
async function raiseAlert(engine: Engine, fault: unknown): Promise<void> {
  const message = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
  const note = (board: Board) => {
    const draft = new Draft(board);
    draft.note('alert.raised', {}, { kind: 'defect', state: { code: isTeamError(fault) ? fault.code : 'engine.defect' }, history: [message] });
    return draft.decision(undefined);
  };
  // The store itself may be what fails: it is written once that can be written again, or nowhere.
  await engine.store.commit([], note, { patient: true }).catch(() => undefined);
}

/** After these events somebody's work may have lost its ground. */
const REVOKING: ReadonlySet<EventType> = new Set([
  'task.cancelled', 'task.edited', 'task.reassigned', 'task.released', 'task.lost', 'task.escalated', 'task.split', 'task.review_inconclusive',
  'task.rejected', 'task.not_merged',
]);

/** And after these what a manager does for the goal. */
const REVOKING_GOAL: ReadonlySet<EventType> = new Set(['goal.cancelled', 'goal.failed', 'goal.taken_over', 'goal.plan_adopted', 'goal.plan_rejected_by_code', 'goal.extended']);

/** Work whose attempt, result or goal is no longer the current one is told to end at once. */
function abortRevoked(engine: Engine, events: readonly MusterEvent[]): void {
  for (const { goalId, taskId, type } of events) {
    if (goalId !== null && REVOKING_GOAL.has(type)) abortForGoal(engine, goalId);
    if (taskId === null || !REVOKING.has(type)) continue;
    const running = engine.inHand.tokenOf('run', taskId);
    if (running !== undefined && !isCurrent(engine, taskId, running)) engine.inHand.abort('run', taskId);
    const reviewing = engine.inHand.tokenOf('review', taskId);
    if (reviewing !== undefined && isPast(engine, taskId, reviewing)) engine.inHand.abort('review', taskId);
  }
}

function abortForGoal(engine: Engine, id: GoalId): void {
  const goal = engine.store.look((board) => board.goal(id));
  const state = goal?.owner === engine.store.epoch ? goal.state : undefined;
  if (state !== 'planning' || engine.inHand.tokenOf('plan', id) !== (goal?.planTries ?? 0) + 1) engine.inHand.abort('plan', id);
  if (state !== 'running') engine.inHand.abort('replan', id);
  if (state !== 'closing') engine.inHand.abort('close', id);
}

const isCurrent = (engine: Engine, taskId: TaskId, token: number): boolean =>
  engine.store.look((board) => {
    const task = board.task(taskId);
    return task !== undefined && task.starts === token && hasHolder(task.state);
  });

const isPast = (engine: Engine, taskId: TaskId, round: number): boolean =>
  engine.store.look((board) => {
    const task = board.task(taskId);
    return task === undefined || roundOf(task) !== round;
  });

function tickerOf(engine: Engine, step: (work: Promise<void>) => void): { start(): void; stop(): void } {
  let end: (() => void) | undefined;
  let sweptAt = engine.clock.now();
  let beatAt = engine.clock.now();
  let busy = false;

  const stop = () => {
    end?.();
    end = undefined;
  };
  const tick = async () => {
    const now = engine.clock.now();
    await engine.store.refresh();
    if (now - beatAt >= shortest(engine, ({ leaseRenewalMs, leaseMs }) => Math.min(leaseRenewalMs, leaseMs / RENEWALS_PER_LEASE))) {
      beatAt = now;
      // Whoever was silent for a whole lease may have been replaced: what it holds is no longer its own.
      if (!(await engine.store.beat())) {
        engine.inHand.abortAll();
        engine.turns?.stopAll();
      }
    }
    if (now - sweptAt >= shortest(engine, ({ sweepMs }) => sweepMs)) {
      sweptAt = now;
      await sweep(engine);
    }
    if (!hasSomethingToDo(engine)) stop();
  };
  return {
    start() {
      end ??= engine.clock.every(LOOK_EVERY_MS, () => {
        if (busy) return;
        busy = true;
        step(tick().finally(() => void (busy = false)));
      });
    },
    stop,
  };
}

/** One sign of life may be late and another lost before the lease has run out. */
const RENEWALS_PER_LEASE = 3;

/** The goals of one process may have different times; the shortest serves all. */
const shortest = (engine: Engine, of: (times: Times) => number): number =>
  engine.store.look((board) => [...board.openGoals()].reduce((least, goal) => (goal.owner === engine.store.epoch ? Math.min(least, of(goal.policy.times)) : least), of(TIMES)));

/** A goal of this process is open: its members, its deadlines or other processes may still move it. */
const hasSomethingToDo = (engine: Engine): boolean =>
  engine.inHand.count() > 0
    || (engine.turns?.count() ?? 0) > 0
    || engine.store.look((board) => [...board.openGoals()].some((goal) => drives(engine, goal) || servesHere(engine, board, goal)));

/** Members that live here claim in the goals of other processes too. */
const servesHere = (engine: Engine, board: Board, goal: Goal): boolean =>
  engine.turns !== undefined
    && goal.team === engine.team
    && board.desk.lives(engine.team).some(({ epoch, state }) => epoch === board.epoch && state !== 'shut_down');
