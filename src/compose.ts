// Where the parts meet: which models, which members, which tools. The only file that knows every layer; what costs time to
// load (providers, the rehearsal model) is loaded when a member needs it.
import { realpathSync } from 'node:fs';
import { maskFor } from './core/gate/secrets.ts';
import type { Bilingual, Locale } from './core/json.ts';
import { registrationOut, type Registration } from './core/members/registration.ts';
import { readModelNames } from './core/models/model-names.ts';
import { ASK_HUMAN } from './engine/gate/ask-human.ts';
import { InHand, type MemberBook, type Recruits } from './engine/engine.ts';
import { startEngine, type RunningEngine } from './engine/start-engine.ts';
import { TurnsHere } from './engine/teamwork/turns-here.ts';
import { codeChecks, type Predicates } from './members/checks.ts';
import { functionMember } from './members/function.ts';
import { modelMember } from './members/model.ts';
import type { MemberSpec } from './member-specs.ts';
import type { KeyCheck } from './models/check-keys.ts';
import type { ModelCheck } from './models/check-model.ts';
import type { LimitRules } from './models/limits.ts';
import type { Clock } from './ports/clock.ts';
import type { Feed } from './ports/feed.ts';
import type { Member } from './ports/member.ts';
import type { Model, ModelPurpose } from './ports/model.ts';
import type { Queue } from './ports/queue.ts';
import type { Store } from './ports/store.ts';
import type { Tool, ToolSource } from './ports/tool.ts';
import type { Workspaces } from './ports/workspaces.ts';
import { readPrompts } from './prompts/read-prompts.ts';
import { inProcessQueue } from './queues/in-process.ts';
import { systemClock } from './system-clock.ts';
import { judgeArguments } from './tools/run/judge-arguments.ts';
import { PROGRAM_RULES } from './tools/run/program-rules.ts';
import { toolBox, type ClosableBox } from './tools/tool-box.ts';
import { gitWorktrees } from './workspaces/git-worktrees.ts';

/** `provider/model`, several with commas or as a list (the first that can be asked answers), `rehearsal`, or a model of one's own. */
export type ModelNamed = string | readonly string[] | Model;

export interface ModelChoice {
  readonly model?: ModelNamed;
  /** Where a step has a model of its own. A member's own model goes before both. */
  readonly models?: Readonly<Partial<Record<ModelPurpose, ModelNamed>>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How much a provider is asked at once and in a minute, by its name in front of the `/`; all members together. */
  readonly providers?: ProviderLimits;
  /** Milliseconds that the rehearsal model takes for a step, so that a live view has something to show. */
  readonly rehearsalPaceMs?: number;
  readonly clock?: Clock;
}

export type ProviderLimits = Readonly<Record<string, Partial<LimitRules>>>;

type Chosen = readonly [string, ...string[]] | Model;

const isModel = (named: ModelNamed): named is Model => typeof named === 'object' && 'generate' in named;

/** A key alone spends nothing: without a named model it is the rehearsal. */
function chosenFor({ model, models, env }: ModelChoice, purpose: ModelPurpose | undefined, own: string | undefined): Chosen {
  const ofMember = readModelNames(own);
  if (ofMember !== undefined) return ofMember;
  const named = (purpose === undefined ? undefined : models?.[purpose]) ?? model;
  if (named !== undefined && isModel(named)) return named;
  return readModelNames(named) ?? readModelNames(env['MUSTER_MODEL']) ?? ['rehearsal'];
}

const namesOf = (chosen: Chosen): readonly string[] => ('generate' in chosen ? [chosen.name, ...(chosen.others ?? [])] : chosen);

/** The model of the team, as a person reads it. */
export const modelName = (choice: ModelChoice): string => namesOf(chosenFor(choice, undefined, undefined)).join(', ');

/** Every model that a team may ask, for checks before anything is spent. */
export function modelNames(choice: ModelChoice, members: readonly MemberSpec[]): readonly string[] {
  const asked = members.filter((member) => member.steps === undefined && member.registration.kind === 'model');
  return [...new Set(asked.flatMap(({ registration }) => PURPOSES.flatMap((purpose) => namesOf(chosenFor(choice, purpose, registration.model)))))];
}

const PURPOSES = ['plan', 'work', 'review', 'summarise'] as const satisfies readonly ModelPurpose[];

async function openRehearsal({ rehearsalPaceMs = 0, clock = systemClock }: ModelChoice): Promise<Model> {
  const { rehearsalModel } = await import('./models/rehearsal.ts');
  return rehearsalModel({ paceMs: rehearsalPaceMs, sleep: (ms, signal) => clock.sleep(ms, signal) });
}

/** Models by name, which share what their providers limit. */
async function openProviders({ env, providers = {}, clock = systemClock }: ModelChoice): Promise<(name: string) => Model> {
  const [{ aiSdkModels }, { readAnswer }] = await Promise.all([import('./models/ai-sdk.ts'), import('./models/read-answer.ts')]);
  return aiSdkModels({ env, perProvider: providers, read: (text, schema, purpose) => readAnswer(text, schema, { exact: purpose === 'review' }), clock });
}

type Shelf = (purpose: ModelPurpose, own: string | undefined) => Promise<Model>;

/** Opens each named model once, when it is first used. One shelf serves a team, or its providers' limits would hold for each member apart. */
function modelShelf(choice: ModelChoice): Shelf {
  const opened = new Map<string, Promise<Model>>();
  let providers: Promise<(name: string) => Model> | undefined;
  const make = async (name: string): Promise<Model> => (name === 'rehearsal' ? openRehearsal(choice) : (await (providers ??= openProviders(choice)))(name));
  const open = (name: string): Promise<Model> => {
    const known = opened.get(name) ?? make(name);
    opened.set(name, known);
    return known;
  };
  return async (purpose, own) => {
    const chosen = chosenFor(choice, purpose, own);
    if ('generate' in chosen) return chosen;
    const [first, ...others] = chosen;
    const [{ fallbackModel }, { patientModel }] = await Promise.all([import('./models/fallback.ts'), import('./models/patient.ts')]);
    return patientModel(fallbackModel([await open(first), ...(await Promise.all(others.map(open)))]), choice.clock ?? systemClock);
  };
}

export interface EngineChoice extends ModelChoice {
  readonly store: Store;
  readonly team: string;
  readonly members: readonly MemberSpec[];
  readonly predicates?: Predicates;
  readonly queue?: Queue;
  readonly feed?: Feed;
  /** The tools that members may be allowed. */
  readonly tools?: readonly (Tool | ToolSource)[];
  /** The folder that tools work in; the current one when absent. */
  readonly workspace?: string;
  /** Each task is done in a working tree of its own on the git repository of `workspace`, and merged when it is approved. */
  readonly worktrees: Workspaces | undefined;
  /** Members claim, and have turns. */
  readonly claims?: boolean;
}

export interface ComposedEngine extends RunningEngine {
  /** The member works in this process from now on, in place of one with the same id. */
  join(spec: MemberSpec): void;
}

export function composeEngine(choice: EngineChoice): ComposedEngine {
  const { store, team, members, predicates = {}, queue = inProcessQueue(), feed = SILENT, clock = systemClock, claims = false } = choice;
  const shelf = modelShelf(choice);
  const here = new Map(membersOf(members, choice, shelf).map((member) => [member.registration.agentId, member]));
  const box = boxOf(choice);
  const join = (spec: MemberSpec): void => membersOf([spec], choice, shelf).forEach((member) => void here.set(member.registration.agentId, member));
  const folder = realpathSync(choice.workspace ?? process.cwd());
  const teamwork = claims
    ? {
      turns: new TurnsHere(),
      recruits: {
        readAgent: (path: string, locale: Locale) => readRecruit(path, { workspace: folder, locale }),
        judgeModels: (names: readonly string[]) => judgeModels(names, choice.env),
        join: (registration: Registration) => join({ registration }),
      },
    }
    : {};
  const { worktrees: trees } = choice;
  const running = startEngine({
    store,
    team,
    queue,
    clock,
    feed,
    checks: codeChecks({ predicates, cwd: trees === undefined ? process.cwd() : folder }),
    members: memberBook(team, here),
    inHand: new InHand(),
    judgeCommand,
    ...(box === undefined ? {} : { tools: box }),
    folder,
    ...(trees === undefined ? {} : { workspaces: trees }),
    ...teamwork,
  });
  const stop = async () => {
    await running.stop();
    await box?.close();
  };
  return { ...running, stop, join };
}

/** An agent file is read from the team's folder, by the guard that files of members go through. */
async function readRecruit(path: string, { workspace, locale }: { readonly workspace: string; readonly locale: Locale }): ReturnType<Recruits['readAgent']> {
  const [{ readAgentFile }, { tellRemark }, { readInside }] = await Promise.all([import('./personas/read-agent-file.ts'), import('./personas/remarks.ts'), import('./tools/files/read-inside.ts')]);
  const file = await readInside(path, { workspace, locale });
  if (!file.ok) return { ok: false, because: file.because[locale] };
  const read = readAgentFile(file.text, path);
  return read.ok ? { ok: true, fields: registrationOut(read.registration) } : { ok: false, because: read.complaints.map((complaint) => tellRemark(complaint, locale)).join(' ') };
}

/** A list is fine where one of it can be asked: the others are passed over. */
async function judgeModels(names: readonly string[], env: ModelChoice['env']): ReturnType<Recruits['judgeModels']> {
  const checked = await Promise.all(names.map((name) => checkNamedModel(name, env, { offline: true })));
  const [first] = checked;
  return first === undefined || first.ok || checked.some(({ ok }) => ok) ? undefined : first;
}

/** A plan runs programs by the same rules as a member does. */
const judgeCommand = ([program = '', ...args]: readonly string[]): Bilingual | undefined => judgeArguments(program, args, PROGRAM_RULES.find(({ programs }) => programs.includes(program)))?.because;

/** A team without tools has no gate to go through. */
function boxOf({ tools = [], workspace = process.cwd(), env, members }: EngineChoice): ClosableBox | undefined {
  // A member may be allowed to ask a person where there is no other tool.
  const asks = members.some(({ registration }) => registration.allowedTools.some(({ name }) => name === ASK_HUMAN));
  if (tools.length === 0 && !asks) return undefined;
  const sources = tools.filter((each): each is ToolSource => 'tools' in each);
  return toolBox({ tools: tools.filter((each): each is Tool => !('tools' in each)), sources, workspace: realpathSync(workspace), mask: maskFor(env) });
}

/** Working trees on git, for the engine and for whoever looks at them from outside: nothing is made or removed yet. */
export const openWorktrees = ({ clock = systemClock, ...place }: { readonly workspace: string; readonly store: string; readonly clock?: Clock }): Workspaces => gitWorktrees({ ...place, clock });

const SILENT: Feed = { publish: () => undefined };

function membersOf(specs: readonly MemberSpec[], choice: ModelChoice, shelf: Shelf): readonly Member[] {
  const model = ({ registration }: MemberSpec) => modelMember(registration, {
    model: (purpose) => shelf(purpose, registration.model),
    prompts: readPrompts,
    clock: choice.clock ?? systemClock,
    mask: maskFor(choice.env),
  });
  const made = specs.map((spec): Member =>
    (spec.registration.kind === 'human'
      ? { registration: spec.registration }
      : spec.steps === undefined ? model(spec) : functionMember(spec.registration, spec.steps)));
  const noModels = specs.every((spec) => spec.steps !== undefined || spec.registration.kind === 'human' || spec === DEFAULT_MANAGER);
  // Nobody asked for a model: it plans a goal that is handed over whole, so that a first run shows something, but a rehearsed
  // summary or replacement of real work would be an invention.
  return noModels && modelName(choice) === 'rehearsal' ? made.map(({ summarise: _summary, replan: _replacement, ...member }) => member) : made;
}

function memberBook(team: string, members: ReadonlyMap<string, Member>): MemberBook {
  return {
    find: (of, agentId) => (of === team ? members.get(agentId) : undefined),
    manager: (of, step) => (of === team ? members.values().find((member) => member.registration.roles.includes('manager') && member[step] !== undefined) : undefined),
  };
}

/** Every team that has a model has somebody who plans; a person with the role of manager reviews, but writes no plans. */
export function withManager(specs: readonly MemberSpec[]): readonly MemberSpec[] {
  if (specs.some(({ registration }) => registration.roles.includes('manager') && registration.kind !== 'human')) return specs;
  return [DEFAULT_MANAGER, ...specs];
}

const MANAGER: Registration = { agentId: 'manager', name: 'Manager', kind: 'model', roles: ['manager'], skills: [], allowedTools: [], deniedTools: [], capacity: 1 };
const DEFAULT_MANAGER: MemberSpec = { registration: MANAGER };

/** Which keys of the environment work, without spending. */
export const checkKeys = async (env: ModelChoice['env'], options: { readonly timeoutMs?: number } = {}): Promise<readonly KeyCheck[]> =>
  (await import('./models/check-keys.ts')).checkKeys(env, options);

/** Whether a model can be used, without spending: over the network, or only by its name and key. */
export async function checkNamedModel(name: string, env: ModelChoice['env'], { offline = false, timeoutMs = 10_000 } = {}): Promise<ModelCheck> {
  if (name === 'rehearsal') return { ok: true, name, sure: true, says: { en: 'rehearsal is built in and needs nothing.', zh: 'rehearsal 为内置模型，无需任何配置。' } };
  if (!offline) return (await import('./models/check-model.ts')).checkModel(name, env, { timeoutMs });
  const found = (await import('./models/catalog.ts')).findPlace(name, env);
  return found.ok ? { ok: true, name, sure: false, says: { en: '', zh: '' } } : { ok: false, name, code: found.code, says: found.says };
}
