// A world for one journey: a team whose clock moves only when the test moves it, whose model says what the script says, and
// whose store can be looked into. Each test makes its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createTeam, manager, reviewer, worker, type GoalHandle, type GoalResult, type MemberSpec, type MusterEvent, type Team, type TeamOptions } from '../../src/index.ts';
import { isGoalId, type GoalId, type TaskId } from '../../src/core/ids.ts';
import type { Json } from '../../src/core/json.ts';
import type { Question } from '../../src/core/question.ts';
import type { Task } from '../../src/core/task.ts';
import type { Model, ModelPurpose, ModelRequest, ModelUsage } from '../../src/ports/model.ts';
import { eventLog, fixedClock, recordingQueue, scriptedModel, type FixedClock, type RecordingQueue, type Script, type ScriptedModel } from '../../src/testing/index.ts';

/** A writer and somebody who reads what was written; the manager plans and sums up. */
export const CREW: readonly MemberSpec[] = [manager('manager'), worker('writer', { skills: ['writing'] }), reviewer('editor')];

export interface WorldOptions extends Partial<Omit<TeamOptions, 'model' | 'clock'>> {
  readonly script?: Script;
  readonly clock?: FixedClock;
  /** The first plans, from a model that nobody holds to the form that was asked for. */
  readonly unheldPlans?: readonly Json[];
  /** What the provider counts for each call. */
  readonly usage?: ModelUsage;
}

export interface World {
  readonly team: Team;
  readonly clock: FixedClock;
  readonly model: ScriptedModel;
  readonly queue: RecordingQueue;
  /** The log of a goal, as lines. */
  log(id?: string): Promise<string[]>;
  events(id?: string): Promise<readonly MusterEvent[]>;
  tasks(id?: string): Promise<readonly Task[]>;
  /** Tasks as `title: state`, oldest first. */
  fates(id?: string): Promise<string[]>;
  outputs(id?: string): Promise<Json[]>;
  questions(): Promise<readonly Question[]>;
  /** Calls of one purpose, oldest first. */
  calls(purpose: ModelPurpose): readonly ModelRequest[];
  /** Takes the only open question's way out. */
  answer(choice: string, extra?: Omit<Parameters<Team['answer']>[1], 'choice'>): Promise<Question>;
}

export function world({ script = {}, clock = fixedClock(), unheldPlans = [], usage, ...options }: WorldOptions): World {
  const model = scriptedModel(script);
  const queue = recordingQueue();
  const team = createTeam({ store: 'memory', queue, env: {}, members: CREW, ...options, clock, model: counted(unheld(model, unheldPlans), usage) });
  onTestFinished(() => team.close());
  const goal = async (id: string) => {
    const found = await (await team.store()).read.goal(asGoal(id));
    if (found === undefined) throw new Error(`There is no ${id}.`);
    return found;
  };
  const tasks = async (id = 'goal_1') => (await team.store()).read.tasksOf(await goal(id));
  return {
    team, clock, model, queue, tasks,
    log: async (id = 'goal_1') => eventLog(await team.store(), asGoal(id)),
    events: async (id = 'goal_1') => (await team.store()).read.events({ afterSeq: 0, goalId: asGoal(id), limit: Infinity }),
    async fates(id) {
      const { read } = await team.store();
      return Promise.all((await tasks(id)).map(async (task) => `${(await read.brief(task.id))?.title ?? '?'}: ${task.state}`));
    },
    async outputs(id) {
      const { read } = await team.store();
      return Promise.all((await tasks(id)).map(async (task) => (task.resultSeq === 0 ? null : ((await read.result(task.resultSeq))?.output ?? null))));
    },
    questions: async () => (await team.store()).read.questions({ openOnly: true }),
    calls: (purpose) => model.requests.filter((request) => request.purpose === purpose),
    async answer(choice, extra = {}) {
      const open = await (await team.store()).read.questions({ openOnly: true });
      const [only] = open;
      if (only === undefined || open.length > 1) throw new Error(`${open.length} questions are open.`);
      return team.answer(only.id, { choice, ...extra });
    },
  };
}

function unheld(model: Model, plans: readonly Json[]): Model {
  const left = [...plans];
  return {
    name: model.name,
    async generate(request) {
      const value = request.purpose === 'plan' ? left.shift() : undefined;
      return value === undefined ? model.generate(request) : { text: JSON.stringify(value), value, model: model.name, usage: {} };
    },
  };
}

const counted = (model: Model, usage: ModelUsage | undefined): Model =>
  usage === undefined ? model : { name: model.name, generate: async (request) => ({ ...(await model.generate(request)), usage }) };

/** A place for a store file, gone after the test. */
export function storeFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-journey-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'muster.db');
}

const asGoal = (id: string): GoalId => {
  if (!isGoalId(id)) throw new Error(`${id} is no goal id.`);
  return id;
};

/** Opens a goal for the manager and lets all happen that waits for no time. */
export async function begin(of: World, text = 'Write a slogan'): Promise<GoalHandle> {
  const goal = await of.team.start(text);
  await settled(of);
  return goal;
}

/** Lets all go on that waits for no time, the disk included: what a tool reads on a busy machine takes none of the time of a test. */
export async function settled({ clock }: Pick<World, 'clock'>): Promise<void> {
  do await clock.quiet();
  while (process.getActiveResourcesInfo().some((name) => DISK.has(name)));
}

const DISK: ReadonlySet<string> = new Set(['FSReqPromise', 'FSReqCallback', 'CloseReq']);

/** Waits for the end while time goes on in steps; for journeys in which something has to fall due. */
export async function endedInTime(of: World, goal: GoalHandle, { stepMs = 1000, mostMs = 120_000 } = {}): Promise<GoalResult> {
  let result: GoalResult | undefined;
  const ending = goal.ended().then((ended) => void (result = ended));
  ending.catch(() => undefined); // a failure is told below, with the log
  for (let passed = 0; result === undefined && passed < mostMs; passed += stepMs) {
    await of.clock.advance(stepMs);
    await settled(of);
  }
  if (result === undefined) throw new Error(`After ${mostMs} ms the goal has not ended:\n${(await of.log(goal.id)).join('\n')}`);
  await ending;
  return result;
}

/** The events of one task, as lines without its id. */
export const storyOf = (log: readonly string[], task: TaskId): string[] => log.filter((line) => line.startsWith(`${task} `)).map((line) => line.slice(task.length + 1));
