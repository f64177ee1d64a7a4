// Driving one goal from this process until it has ended, waits for a person, or is stopped: the one way of `run` and `resume`.
// The first interrupt lets go of the goal cleanly; the exit code says how it ended.
import { builtInTools, workspaceOf } from '../built-in-tools.ts';
import type { TeamChoice } from '../config.ts';
import { checkNamedModel } from '../compose.ts';
import { ERRORS, isTeamError, TeamError } from '../core/errors.ts';
import type { Goal } from '../core/goal.ts';
import type { Locale } from '../core/json.ts';
import { readModelNames } from '../core/models/model-names.ts';
import { createTeam } from '../create-team.ts';
import type { GoalHandle, GoalResult, Team } from '../team-types.ts';
import { eventsOf } from '../engine/reads/read-goal.ts';
import { tasksOfGoal } from '../goal-reads.ts';
import type { Store } from '../ports/store.ts';
import { systemClock } from '../system-clock.ts';
import { badInput, choiceOption, EXIT, isSet, textOption, type Cli } from './cli.ts';
import { errorWords, isErrorCode } from './pages/event-lines.ts';
import { openQuestions, shortQuestion } from './pages/question-text.ts';
import { folded } from './pages/folded.ts';
import { finalResults } from './pages/result-text.ts';
import { SAYS } from './texts.ts';
import { storeName } from './visit.ts';
import { watchGoal, type Watch } from './watch-goal.ts';

export interface Drive {
  readonly choice: TeamChoice;
  /** `provider/model` that a flag or the goal itself names. */
  readonly model: string | undefined;
  readonly locale: Locale;
  /** Said before it starts. */
  readonly beforehand?: (store: Store) => Promise<readonly string[]>;
  readonly start: (team: Team) => Promise<GoalHandle>;
}

export async function driveGoal(cli: Cli, drive: Drive): Promise<number> {
  const watch = watchGoal(cli);
  const team = await openTeam(cli, drive, watch);
  team.onEvents(watch.note);
  let interrupted = false;
  const forget = cli.onInterrupt(() => {
    interrupted = true;
    watch.say(SAYS.stopping[drive.locale]);
    void watch.end().then(team.close);
  });
  let handle: GoalHandle | undefined;
  try {
    const store = await team.store();
    await sayHead(cli, drive, { team, store });
    handle = await drive.start(team);
    watch.begin(handle.id, store, drive.locale);
    const result = await handle.ended();
    await watch.end();
    return await sayEnd(cli, drive, { store, result });
  } catch (error) {
    await watch.end();
    if (!interrupted || !isTeamError(error)) throw error;
    cli.screen.warn(handle === undefined ? SAYS.interruptedEarly[drive.locale] : SAYS.interrupted({ id: handle.id, type: cli.typed(`resume ${handle.id}`) })[drive.locale]);
    return EXIT.interrupted;
  } finally {
    forget();
    await team.close();
  }
}

/** How long a rehearsed answer takes when somebody watches. */
const PACE_MS = 150;

async function openTeam(cli: Cli, { choice, model, locale }: Drive, watch: Watch): Promise<Team> {
  const named = model ?? choice.model;
  // A model that is named for this run plays every step.
  const models = textOption(cli, 'model') === undefined ? choice.models : undefined;
  const durability = choiceOption(cli, 'durability', ['FULL', 'NORMAL']);
  const store = storeName(cli);
  const tools = await builtInTools(choice.toolChoice, choice.members, { folder: choice.folder, env: cli.env, clock: systemClock, mcpServers: choice.mcpServers });
  const team = createTeam({
    name: choice.name, tools, workspace: workspaceOf(choice.toolChoice, choice.folder), members: choice.members, source: choice.source, env: cli.env,
    policy: { ...choice.policy, ...(isSet(cli, 'unattended') ? { unattended: true } : {}) },
    rehearsalPaceMs: paceOf(cli), feed: { publish: watch.hear },
    ...(choice.worktrees === undefined ? {} : { worktrees: choice.worktrees }),
    ...(named === undefined ? {} : { model: named }),
    ...(models === undefined ? {} : { models }),
    ...(choice.providers === undefined ? {} : { providers: choice.providers }),
    ...(store === undefined ? {} : { store }),
    ...(durability === undefined ? {} : { durability }),
  });
  const wanted = new Set([team.modelName, ...Object.values(models ?? {}), ...choice.members.flatMap(({ registration }) => registration.model ?? [])]);
  for (const names of wanted) await refuseUnusable(cli, names, locale);
  return team;
}

/** A wrong name or a missing key is told before anything starts, and so is a provider that nobody answers for. */
async function refuseUnusable(cli: Cli, named: string, locale: Locale): Promise<void> {
  const names = readModelNames(named) ?? [];
  let first: TeamError | undefined;
  for (const name of names) {
    const offline = await checkNamedModel(name, cli.env, { offline: true });
    const check = offline.ok && name !== 'rehearsal' ? await checkNamedModel(name, cli.env, { timeoutMs: 5_000 }) : offline;
    // What else the free list says (a key that may not list, a name that is not on it) is no proof that a call would fail.
    if (check.ok || (offline.ok && check.code !== 'model.overloaded')) return;
    // Of several one that can be asked is enough.
    first ??= new TeamError(check.code, check.says, { locale, details: { model: name } });
  }
  if (first !== undefined) throw first;
}

function paceOf(cli: Cli): number {
  const given = textOption(cli, 'pace');
  if (given === undefined) return cli.screen.isLive && !isSet(cli, 'json') ? PACE_MS : 0;
  if (/^\d{1,6}$/.test(given)) return Number(given);
  throw badInput(cli, SAYS.badValue({ option: '--pace', value: given, want: '150' }));
}

interface Opened {
  readonly team: Team;
  readonly store: Store;
}

async function sayHead(cli: Cli, { choice, locale, beforehand }: Drive, { team, store }: Opened): Promise<void> {
  const lines = [
    SAYS.dataAt({ location: store.location === 'memory only' ? SAYS.memoryOnly[locale] : store.location }),
    SAYS.model({ name: team.modelName === 'rehearsal' ? SAYS.rehearsal[locale] : team.modelName }),
    SAYS.team({ name: choice.name, members: choice.members.length }),
  ].map((line) => line[locale]);
  const more = (await beforehand?.(store)) ?? [];
  // With --json stdout belongs to the events.
  const print = isSet(cli, 'json') ? cli.screen.warn : cli.screen.print;
  for (const line of [...lines, ...more]) print(line);
  if (!isSet(cli, 'json')) print('');
}

interface Ended {
  readonly store: Store;
  readonly result: GoalResult;
}

async function sayEnd(cli: Cli, { locale }: Drive, { store, result }: Ended): Promise<number> {
  const { screen } = cli;
  const { id, status, summary } = result;
  const json = isSet(cli, 'json');
  const print = json ? screen.warn : screen.print;
  const goal = await store.read.goal(id);
  const away = status === 'done' || status === 'cancelled' || goal === undefined ? undefined : await providerFault(store, goal);
  if (away !== undefined) screen.warn(SAYS.providerAway({ says: errorWords(away, locale) })[locale]);
  if (status === 'waiting') {
    const asked = await openQuestions(store, goal);
    print(`\n${SAYS.needsPerson({ id, count: asked.length })[locale]}`);
    for (const question of asked) print(shortQuestion(cli, question));
    print(`  ${cli.typed('inbox')}\n  ${cli.typed(`resume ${id}`)}`);
    return away === undefined ? EXIT.needsPerson : EXIT.providerAway;
  }
  if (summary !== null && !json) {
    print(`\n${screen.colors.bold(SAYS.summary[locale])}\n${folded(cli, summary)}`);
    for (const line of finalResults(cli, await tasksOfGoal(store, id), (task) => SAYS.wholeResult({ type: cli.typed(`show ${task}`) })[locale])) print(line);
  }
  if (result.branch !== undefined && result.branch.commits > 0) print(`\n${SAYS.delivered(result.branch)[locale]}${result.branch.steps.map((step) => `\n  ${step[locale]}`).join('')}`);
  const seeMore = store.location === 'memory only' ? '' : `${locale === 'zh' ? '' : ' '}${SAYS.seeMore({ type: cli.typed(`show ${id}`) })[locale]}`;
  print(`${json ? '' : '\n'}${SAYS.ended[status]({ id })[locale]}${seeMore}`);
  return status === 'done' ? EXIT.done : away === undefined ? EXIT.failed : EXIT.providerAway;
}

/** The code of the newest model call, when it failed because its provider was out of reach. */
async function providerFault(store: Store, goal: Goal): Promise<string | undefined> {
  let last: unknown;
  for await (const event of eventsOf(store.read, { goal })) if (event.type === 'turn.ended') last = event.details?.['error'];
  return typeof last === 'string' && isErrorCode(last) && ERRORS[last].exit === EXIT.providerAway ? last : undefined;
}
