// A goal that is carried on through several lives of a process: each life works on the same file until its store stops at a
// given commit, as if the process had been killed there. What the model was asked for is counted over all lives.
import type { GoalId } from '../../src/core/ids.ts';
import { isJsonObject, type Json } from '../../src/core/json.ts';
import type { MusterEvent } from '../../src/core/change.ts';
import { settle } from '../../src/core/next-moves.ts';
import type { Goal } from '../../src/core/goal.ts';
import type { Task } from '../../src/core/task.ts';
import { createTeam, reviewer, worker } from '../../src/index.ts';
import { rehearsalModel } from '../../src/models/rehearsal.ts';
import type { Model, ModelRequest } from '../../src/ports/model.ts';
import type { Store } from '../../src/ports/store.ts';
import { sqliteStore } from '../../src/stores/sqlite.ts';
import { faultyStore, fixedClock, type StoreFault } from '../../src/testing/index.ts';

export interface Journey {
  readonly goal: string;
  readonly skills: readonly [research: string, copy: string, theme: string];
}

export interface Life {
  readonly ended: boolean;
  /** Steps that the model was asked for in this life, in order. */
  readonly calls: readonly string[];
  readonly commits: number;
  readonly epoch: number;
}

/** Lives until the goal has ended, or until the fault. */
export async function live(file: string, journey: Journey, fault?: StoreFault): Promise<Life> {
  const clock = fixedClock();
  const inner = sqliteStore({ file, clock, settle, durability: 'NORMAL' });
  const store = faultyStore(inner, fault === undefined ? [] : [fault]);
  const calls: string[] = [];
  const [research, copy, theme] = journey.skills;
  const team = createTeam({
    store, clock, env: {}, model: counted(rehearsalModel(), calls),
    members: [worker('researcher', { skills: [research] }), worker('copywriter', { skills: [copy] }), worker('planner', { skills: [theme] }), reviewer('editor')],
  });
  const working = (async () => {
    const [known] = await inner.read.goals();
    const goal = known === undefined ? await team.start(journey.goal) : known.endedAt === null ? await team.resume(known.id) : undefined;
    await goal?.ended();
    return 'ended' as const;
  })();
  const how = await Promise.race([working, store.stopped.then(() => 'stopped' as const)]);
  const life = { ended: how === 'ended', calls, commits: store.written(), epoch: inner.epoch };
  // Who is dead closes nothing: only the file is let go of, as the system does it for a killed process.
  await (how === 'ended' ? team.close() : store.close());
  return life;
}

function counted(model: Model, calls: string[]): Model {
  return {
    name: model.name,
    generate(request) {
      calls.push(stepOf(request));
      return model.generate(request);
    },
  };
}

function stepOf({ purpose, facts }: ModelRequest): string {
  const task = isJsonObject(facts['task'] ?? null) ? facts['task'] : undefined;
  const id = isJsonObject(task ?? null) && isJsonObject(task) ? String(task['task_id']) : '';
  if (purpose === 'work') return `work ${id} attempt ${String(facts['attempt'])}`;
  return purpose === 'review' ? reviewStep(id, facts['output'] ?? null) : purpose;
}

const reviewStep = (id: string, output: Json): string => `review ${id} ${JSON.stringify(output)}`;

export interface Left {
  readonly goal: Goal | undefined;
  readonly tasks: readonly Task[];
  readonly outputs: readonly Json[];
  /** All of the file, oldest first. */
  readonly events: readonly MusterEvent[];
}

/** What stands on the file, read by a visitor. */
export async function readFile(file: string): Promise<Left> {
  const store: Store = sqliteStore({ file, clock: fixedClock(), settle, visitor: true });
  const id: GoalId = 'goal_1';
  const goal = await store.read.goal(id);
  const tasks = goal === undefined ? [] : await store.read.tasksOf(goal);
  const outputs = await Promise.all(tasks.map(async ({ resultSeq }) => (resultSeq === 0 ? null : ((await store.read.result(resultSeq))?.output ?? null))));
  const events = await store.read.events({ afterSeq: 0, limit: Infinity });
  await store.close();
  return { goal, tasks, outputs, events };
}

/** The steps whose outcome the events hold: these must never be done again. */
export function finishedSteps(events: readonly MusterEvent[]): ReadonlySet<string> {
  const finished = new Set<string>();
  const handedIn = new Map<string, Json[]>();
  for (const { type, taskId, details } of events) {
    const results = handedIn.get(taskId ?? '') ?? [];
    if (type === 'goal.plan_adopted') finished.add('plan');
    else if (type === 'goal.closed') finished.add('summarise');
    else if (type === 'task.submitted' && taskId !== null) {
      handedIn.set(taskId, [...results, details?.['output'] ?? null]);
      finished.add(`work ${taskId} attempt ${results.length + 1}`);
    } else if ((type === 'task.approved' || type === 'task.rejected') && details?.['reviewer'] !== 'code') finished.add(reviewStep(taskId ?? '', results.at(-1) ?? null));
  }
  return finished;
}
