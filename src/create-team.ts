// A team as a value: who is on it and by which rules. Nothing is opened until the first goal, and everything that was opened
// is closed with the team.
import { realpathSync } from 'node:fs';
import { composeEngine, modelName, modelNames, openWorktrees, withManager, type ComposedEngine, type EngineChoice } from './compose.ts';
import { readBudget } from './core/budget.ts';
import type { MusterEvent } from './core/change.ts';
import { faultOf, TeamError } from './core/errors.ts';
import type { GoalId, TaskId } from './core/ids.ts';
import type { Policy } from './core/policy.ts';
import { priceOf } from './core/models/prices.ts';
import { INTERRUPTED } from './core/refusals/interrupted.ts';
import { REFUSED_INPUT } from './core/refusals/refused-input.ts';
import { addNote } from './engine/people/add-note.ts';
import { changeTask } from './engine/people/change-task.ts';
import { answer } from './engine/answer-question.ts';
import { inbox } from './engine/people/inbox.ts';
import { mailForPeople, writeMail } from './engine/people/mailbox.ts';
import { noPrice } from './engine/commit-spent.ts';
import * as steps from './engine/team.ts';
import { deliverGoal, recoverTrees } from './engine/trees/goal-trees.ts';
import * as reads from './goal-reads.ts';
import type { TaskOutcome } from './goal-reads.ts';
import { locationOf, openStore } from './open-store.ts';
import type { Store } from './ports/store.ts';
import type { Workspaces } from './ports/workspaces.ts';
import { readTasks } from './task-input.ts';
import { checkMember, checkMembers, checkOptionNames, checkPlaces, checkTrees, knownBy, refusePeopleWhereNobodyIs, refuseTwins, rulesOf } from './team-options.ts';
import type { GoalHandle, OpenOptions, TaskHandle, Team, TeamOptions } from './team-types.ts';

export function createTeam(options: TeamOptions): Team {
  checkOptionNames(options);
  const env = options.env ?? process.env;
  checkMembers(options.members);
  checkPlaces(options);
  const policy = rulesOf(options);
  const members = withManager(options.members);
  refuseTwins(members);
  refusePeopleWhereNobodyIs(policy, members);
  refuseBudget(policy, modelNames({ ...options, env }, members));
  const listeners = new Set<(events: readonly MusterEvent[]) => void>();
  const { ready, close } = lifetimeOf(() => openTeam({ ...options, env, members }, policy, listeners));
  const start: Start = async (text, { budget, ...open }) => {
    const ofGoal = budget === undefined ? policy : { ...policy, budget: { ...policy.budget, ...budget } };
    if (budget !== undefined) refuseBudget(ofGoal, modelNames({ ...options, env }, members));
    const team = await ready();
    return handle(team, await steps.open({ ...team.parts, policy: ofGoal }, text, open));
  };

  return {
    location: locationOf(options),
    modelName: modelName({ ...options, env }),
    ...doorsToGoals(start, ready),
    async register(member) {
      checkMember(member);
      refusePeopleWhereNobodyIs(policy, [member]);
      const team = await ready();
      team.join(member);
      await steps.registerMember(team.parts, member.registration);
    },
    ...doorsForPeople(ready),
    onEvents(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ...doorsToTheStore(ready),
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface Lifetime {
  readonly ready: () => Promise<Opened>;
  /** Whoever asks again waits for the same end. */
  readonly close: () => Promise<void>;
}

/** Opened at the first need, and once; a store that was busy may be free at the next call. */
function lifetimeOf(open: () => Promise<Opened>): Lifetime {
  let opened: Promise<Opened> | undefined;
  let closing: Promise<void> | undefined;
  return {
    ready() {
      if (closing !== undefined) return Promise.reject(new TeamError('team.closed', REFUSED_INPUT.teamClosed));
      opened ??= open().catch((fault: unknown) => {
        opened = undefined;
        throw fault;
      });
      return opened;
    },
    close: () => (closing ??= closeOpened(opened)),
  };
}

type Start = (text: string, options: OpenOptions & steps.OpenOptions) => Promise<GoalHandle>;

function doorsToGoals(start: Start, ready: () => Promise<Opened>): Pick<Team, 'run' | 'open' | 'start' | 'resume'> {
  return {
    run: async (text, open = {}) => (await start(text, knownBy('run', open))).ended(),
    open: async (text, open = {}) => start(text, { ...knownBy('open', open), openEnded: true }),
    start: async (text, open = {}) => start(text, knownBy('start', open)),
    async resume(id, resuming = {}) {
      const options = knownBy('resume', resuming);
      const goalId = reads.asGoalId(id);
      const team = await ready();
      await steps.takeUp(team.parts, goalId, { by: 'person', ...options });
      return handle(team, goalId);
    },
  };
}

const doorsToTheStore = (ready: () => Promise<Opened>): Pick<Team, 'tasks' | 'events' | 'store'> => ({
  tasks: async (goalId) => reads.tasksOfGoal((await ready()).store, goalId),
  events: async (goalId) => reads.eventsOfGoal((await ready()).store, goalId),
  store: async () => (await ready()).store,
});

/** What people do with a team; any process that opens the file may do the same. */
function doorsForPeople(ready: () => Promise<Opened>): Pick<Team, 'mail' | 'write' | 'inbox' | 'answer' | 'note' | 'change'> {
  const engine = async () => (await ready()).parts.running.engine;
  return {
    async mail(said = {}) {
      const filter = knownBy('mail', said);
      return mailForPeople(await engine(), filter);
    },
    async write(said) {
      const { goal, ...letter } = knownBy('write', said);
      return writeMail(await engine(), { ...letter, ...(goal === undefined ? {} : { goalId: reads.asGoalId(goal) }) });
    },
    async inbox(said = {}) {
      const { goal, person } = knownBy('inbox', said);
      const filter = { ...(goal === undefined ? {} : { goalId: reads.asGoalId(goal) }), ...(person === undefined ? {} : { person }) };
      return inbox(await engine(), filter);
    },
    async answer(questionId, said) {
      const input = knownBy('answer', said);
      const id = reads.asQuestionId(questionId);
      return answer(await engine(), id, input);
    },
    async note(taskId, said) {
      const input = knownBy('note', said);
      const id = reads.asTaskId(taskId);
      return addNote(await engine(), id, { by: 'person', ...input });
    },
    async change(taskId, said) {
      const change = knownBy('change', said);
      const id = reads.asTaskId(taskId);
      const running = await engine();
      await changeTask(running, id, { by: 'person', ...change });
      // A goal that was opened again is this process's, and its clock goes on.
      (await ready()).parts.running.attend();
    },
  };
}

async function closeOpened(opened: Promise<Opened> | undefined): Promise<void> {
  const team = await opened?.catch(() => undefined);
  if (team === undefined) return;
  try {
    await team.parts.running.stop();
  } finally {
    team.taskEnds.stop();
    await team.store.close();
  }
}

interface Opened {
  readonly join: ComposedEngine['join'];
  readonly parts: steps.TeamParts;
  readonly store: Store;
  readonly taskEnds: TaskEnds;
  /** Names of the predicates that criteria may ask for. */
  readonly predicates: readonly string[];
}

type Resolved = TeamOptions & { readonly env: Readonly<Record<string, string | undefined>> };

async function openTeam(options: Resolved, policy: Policy, listeners: ReadonlySet<(events: readonly MusterEvent[]) => void>): Promise<Opened> {
  const { name = 'team', members, source = null } = options;
  // What was there when the team was made may have gone since.
  checkPlaces(options);
  const trees = treesToBe(options);
  if (trees !== undefined) await checkTrees(trees);
  const store = openStore(options);
  // A store of the program's own is the program's.
  const closeStore = async (): Promise<void> => (typeof options.store === 'object' ? undefined : store.close().catch(() => undefined));
  const running = await startOn(options, { store, team: name, claims: policy.dispatch === 'pull', worktrees: trees }, closeStore);
  const taskEnds = taskEndsOf(store);
  const forget = store.onEvents((events) => {
    for (const listener of listeners) told(listener, events);
  });
  const parts = {
    running,
    name,
    policy,
    source,
    ...(typeof options.model === 'object' && !Array.isArray(options.model) ? {} : { model: modelName(options) }),
    registrations: members.map((member) => member.registration),
  };
  try {
    await steps.registerMembers(parts);
    await recoverTrees(running.engine);
  } catch (fault) {
    // The first fault is the one that tells why.
    forget();
    await running.stop().catch(() => undefined);
    await closeStore();
    throw fault;
  }
  return { join: running.join, parts, store, taskEnds, predicates: Object.keys(options.predicates ?? {}) };
}

/** On git, unless the program brings its own. They know the store by its whole path, as whoever lists them does. */
function treesToBe({ worktrees = false, workspace = process.cwd(), clock, ...choice }: Resolved): Workspaces | undefined {
  if (typeof worktrees !== 'boolean') return worktrees;
  return worktrees ? openWorktrees({ workspace: realpathSync(workspace), store: locationOf(choice), ...(clock === undefined ? {} : { clock }) }) : undefined;
}

/** Tools whose names clash are found out here, when the store stands open. */
async function startOn(options: Resolved, parts: Pick<EngineChoice, 'store' | 'team' | 'claims' | 'worktrees'>, closeStore: () => Promise<void>): Promise<ComposedEngine> {
  try {
    return composeEngine({ ...options, ...parts });
  } catch (fault) {
    await closeStore();
    throw fault;
  }
}

/** A listener of the program that throws is the program's fault, not the store's: it is reported as an uncaught error, later. */
function told(listener: (events: readonly MusterEvent[]) => void, events: readonly MusterEvent[]): void {
  try {
    listener(events);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

/** Before anything is spent: limits that are none, and money that nobody could count. */
function refuseBudget({ budget, prices }: Policy, models: readonly string[]): void {
  const read = readBudget(budget);
  if (!read.ok) throw faultOf(read);
  const unpriced = budget.cents === undefined ? undefined : models.find((model) => priceOf(model, prices) === undefined);
  if (unpriced !== undefined) throw new TeamError('budget.no_price', noPrice(unpriced), { details: { model: unpriced } });
}

function handle({ parts, taskEnds, predicates }: Opened, id: GoalId): GoalHandle {
  return {
    id,
    add(tasks) {
      // A promise, not an async function: a program may have thousands of these in flight.
      try {
        return steps.add(parts, id, readTasks(tasks, predicates)).then((ids) => ids.map((taskId) => new Handle(taskId, taskEnds)));
      } catch (error) {
        return Promise.reject(error);
      }
    },
    async ended() {
      await steps.seal(parts, id);
      const { goal, waiting } = await steps.ended(parts, id);
      const status = goal.state === 'done' || goal.state === 'failed' || goal.state === 'cancelled' ? goal.state : 'waiting';
      const branch = status === 'waiting' ? undefined : await deliverGoal(parts.running.engine, goal);
      return { id, status, summary: goal.summary, waiting, ...(branch === undefined ? {} : { branch }) };
    },
    pause: async () => void (await steps.pause(parts, id, 'person')),
    resume: async () => void (await steps.resume(parts, id, 'person')),
    cancel: async () => void (await steps.cancel(parts, id, 'person')),
  };
}

/** A class, because a program may hold thousands. */
class Handle implements TaskHandle {
  readonly id: TaskId;
  private readonly ends: TaskEnds;

  constructor(id: TaskId, ends: TaskEnds) {
    this.id = id;
    this.ends = ends;
  }

  ended(): Promise<TaskOutcome> {
    return this.ends.of(this.id);
  }
}

interface TaskEnds {
  of(id: TaskId): Promise<TaskOutcome>;
  /** Nobody waits for what this team will not see any more. */
  stop(): void;
}

interface Waiter {
  readonly resolve: (outcome: TaskOutcome) => void;
  readonly reject: (error: unknown) => void;
  /** Who else waits for the same task. */
  readonly next: Waiter | undefined;
}

/** One listener for all tasks; a task that nobody waits for costs nothing. */
function taskEndsOf(store: Store): TaskEnds {
  const waiting = new Map<TaskId, Waiter>();
  store.onEvents((events) => {
    if (waiting.size === 0) return;
    const ended = new Set<TaskId>();
    store.look((board) => {
      for (const { taskId } of events) if (taskId !== null && waiting.has(taskId) && board.task(taskId) === undefined) ended.add(taskId);
    });
    for (const taskId of ended) {
      const first = waiting.get(taskId);
      waiting.delete(taskId);
      for (let waiter = first; waiter !== undefined; waiter = waiter.next) reads.outcomeOfTask(store, taskId).then(waiter.resolve, waiter.reject);
    }
  });
  return {
    of(id) {
      if (store.look((board) => board.task(id) === undefined)) return reads.outcomeOfTask(store, id);
      return new Promise((resolve, reject) => void waiting.set(id, { resolve, reject, next: waiting.get(id) }));
    },
    stop() {
      for (const [id, first] of waiting) {
        for (let waiter: Waiter | undefined = first; waiter !== undefined; waiter = waiter.next) waiter.reject(new TeamError('engine.interrupted', INTERRUPTED.teamClosed(id)));
      }
      waiting.clear();
    },
  };
}
