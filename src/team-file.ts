// The form of team.yaml as one table of readers. Every problem is told at once, each with its line and what to write instead.
// A key that is not known is a problem, never ignored: a misspelt rule would otherwise quietly not hold.
import { isMap, LineCounter, parseDocument, type Document } from 'yaml';
import { BUDGET_UNITS } from './core/budget.ts';
import { COMBINATIONS } from './core/gate/effects.ts';
import { isJsonObject, type Bilingual, type JsonObject } from './core/json.ts';
import { LIMITS, TIMES } from './core/lifecycles.ts';
import { readRegistration, type Registration } from './core/members/registration.ts';
import { jsonFault } from './core/refusals/js-faults.ts';
import { PROVIDERS } from './models/catalog.ts';
import type { LimitRules } from './models/limits.ts';
import { areModelNames } from './core/models/model-names.ts';
import type { Price, Prices } from './core/models/prices.ts';
import { snakeCase } from './core/outside.ts';
import { CHOICES, TEAMMATE_MODES, type Limits, type PolicyChoices, type Times } from './core/policy.ts';
import type { ToolChoice } from './built-in-tools.ts';
import { yamlFault } from './personas/reading/yaml-faults.ts';
import type { McpServer } from './tools/mcp/mcp-server.ts';
import { readServers } from './tools/mcp/read-servers.ts';
import { duration, given, keysOf, line, mapOf, namedTexts, namesOf, oneOf, refuseUnknown, texts, whole, yesOrNo, type Complain, type Path, type Reader } from './team-file-fields.ts';

export interface TeamFile {
  readonly name: string | undefined;
  readonly model: string | undefined;
  /** Models of single steps. */
  readonly models: TeamModels | undefined;
  /** How much each provider is asked at once and in a minute. */
  readonly providers: TeamProviders | undefined;
  readonly members: readonly Registration[];
  /** Members work in working trees of their own. */
  readonly worktrees: boolean | undefined;
  /** Folder of agent files, as the file spells it. */
  readonly agents: string | undefined;
  readonly policy: PolicyChoices;
  /** Which of the built-in tools there are. */
  readonly tools: ToolChoice;
  /** Foreign tools; their `${VARIABLE}`s are filled in when they are started. */
  readonly mcpServers: readonly McpServer[];
}

export type TeamModels = Partial<Record<'plan' | 'work' | 'review' | 'summarise', string>>;

export type TeamProviders = Readonly<Record<string, Partial<LimitRules>>>;

export interface FileProblem {
  /** Counted from 1; undefined where the fault is something that is not there. */
  readonly line: number | undefined;
  readonly path: string;
  readonly says: Bilingual;
}

export type ReadTeamFile = { readonly ok: true; readonly team: TeamFile } | { readonly ok: false; readonly problems: readonly FileProblem[] };

/** Never throws. */
export function readTeamFile(source: string): ReadTeamFile {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    return { ok: false, problems: document.errors.map((error) => ({ line: lines.linePos(error.pos[0]).line, path: '', says: yamlFault(error.code) })) };
  }
  const problems: FileProblem[] = [];
  const complain: Complain = (path, says) => void problems.push({ line: lineOf(document, lines, path), path: inWords(path), says });
  const content = plainContent(document);
  if (!isJsonObject(content)) complain([], { en: 'write a map with at least members or agents', zh: '请写成映射，至少包含 members 或 agents' });
  const team = readTeam(isJsonObject(content) ? content : {}, complain);
  return problems.length > 0 ? { ok: false, problems: problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)) } : { ok: true, team };
}

export type ReadMcpFile = { readonly ok: true; readonly servers: readonly McpServer[] } | { readonly ok: false; readonly problems: readonly FileProblem[] };

/** `.mcp.json`, which other tools write too: only `mcpServers` is read, and what they add is left alone. Never throws. */
export function readMcpFile(source: string): ReadMcpFile {
  let content: unknown;
  try {
    content = JSON.parse(source.replace(/^\uFEFF/, ''));
  } catch (error) {
    const { en, zh } = jsonFault(error);
    return { ok: false, problems: [{ line: undefined, path: '', says: { en: `is not JSON: ${en}`, zh: `不是合法的 JSON：${zh}` } }] };
  }
  if (!isJsonObject(content)) return { ok: false, problems: [{ line: 1, path: '', says: { en: 'write an object with mcpServers', zh: '请写成包含 mcpServers 的对象' } }] };
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false });
  const { servers, complaints } = content['mcpServers'] === undefined ? { servers: [], complaints: [] } : readServers(content['mcpServers'], { strict: false });
  const problems = complaints.map(({ path, says }) => ({ line: lineOf(document, lines, ['mcpServers', ...path]), path: inWords(['mcpServers', ...path]), says }));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, servers };
}

function plainContent(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 50 });
  } catch {
    return undefined; // more aliases than any team needs
  }
}

function readTeam(content: JsonObject, complain: Complain): TeamFile {
  refuseUnknown(content, [], { known: [...Object.keys(POLICY), ...OWN_KEYS], notBuilt: ['dispatch', 'plan_gate'] }, complain);
  const read: ReadKey = (key, reader) => (content[key] === undefined || content[key] === null ? undefined : reader(content[key], [key], complain));
  const agents = read('agents', line);
  // With a folder of agents the file itself may name nobody.
  const members = agents !== undefined && content['members'] === undefined ? [] : readMembers(content['members'], complain);
  const toolChoice = read('tools', tools) ?? {};
  const policy = policyIn(read, toolChoice.programs);
  checkStyle(content, policy, complain);
  if (agents === undefined) checkCrew(members, policy, complain);
  return {
    name: read('name', line),
    model: read('model', modelNamesText),
    models: read('models', mapOf(STEP_NAMES, modelNamesText)),
    providers: read('providers', providers),
    members,
    worktrees: read('worktrees', yesOrNo),
    agents,
    policy,
    tools: toolChoice,
    mcpServers: read('mcpServers', mcpServers) ?? [],
  };
}

type ReadKey = <T>(key: string, reader: Reader<T>) => T | undefined;

/** The rules of the team, each under its own key; `teammate_mode` says whether plans need a word. */
function policyIn(read: ReadKey, programs: ToolChoice['programs']): PolicyChoices {
  const mode = read('teammate_mode', POLICY.teammate_mode);
  return given({
    programs,
    style: read('style', POLICY.style),
    roster: read('roster', POLICY.roster),
    planGate: mode === undefined ? undefined : TEAMMATE_MODES[mode].planGate,
    review: read('review', POLICY.review),
    reviewers: read('reviewers', POLICY.reviewers),
    afterCap: read('after_cap', POLICY.after_cap),
    onPrerequisiteFailure: read('on_prerequisite_failure', POLICY.on_prerequisite_failure),
    unanswered: read('unanswered', POLICY.unanswered),
    unattended: read('unattended', POLICY.unattended),
    approveGoalPlan: read('approve_goal_plan', POLICY.approve_goal_plan),
    planBatch: read('plan_batch', POLICY.plan_batch),
    maxTasks: read('max_tasks', POLICY.max_tasks),
    contextChars: read('context_chars', POLICY.context_chars),
    rosterTokens: read('roster_tokens', POLICY.roster_tokens),
    answerTokens: read('answer_tokens', POLICY.answer_tokens),
    times: read('times', POLICY.times),
    limits: read('limits', POLICY.limits),
    budget: read('budget', POLICY.budget),
    prices: read('prices', POLICY.prices),
    combinations: read('combinations', POLICY.combinations),
  });
}

const OWN_KEYS = ['name', 'model', 'models', 'providers', 'members', 'agents', 'tools', 'worktrees', 'mcpServers'];

const mcpServers: Reader<readonly McpServer[]> = (value, path, complain) => {
  const { servers, complaints } = readServers(value, { strict: true });
  for (const complaint of complaints) complain([...path, ...complaint.path], complaint.says);
  return servers;
};

/** Every key has a reader of its own, so the map is read key by key. */
const tools: Reader<ToolChoice> = (value, path, complain) => {
  if (!isJsonObject(value)) {
    return void complain(path, {
      en: `write a map with keys such as ${Object.keys(TOOL_KEYS).slice(0, 3).join(', ')}`,
      zh: `请写成映射，键例如 ${Object.keys(TOOL_KEYS).slice(0, 3).join('、')}`,
    });
  }
  refuseUnknown(value, path, { known: Object.keys(TOOL_KEYS), notBuilt: [] }, complain);
  const read = <T>(key: keyof typeof TOOL_KEYS, reader: Reader<T>): T | undefined => (value[key] === undefined ? undefined : reader(value[key], [...path, key], complain));
  return given({
    workspace: read('workspace', line),
    hosts: read('allowed_hosts', texts),
    privateHosts: read('private_hosts', texts),
    databases: read('databases', namedTexts),
    programs: read('programs', texts),
    askFirst: read('ask_first', texts),
  });
};
const TOOL_KEYS = { workspace: 1, allowed_hosts: 1, private_hosts: 1, databases: 1, programs: 1, ask_first: 1 };

/** One name, or several: with commas, or as a list. */
const modelNamesText: Reader<string> = (value, path, complain) => {
  const text = Array.isArray(value) ? value.join(', ') : value;
  return typeof text === 'string' && areModelNames(text)
    ? text
    : void complain(path, {
      en: 'write provider/model, or several with commas, such as anthropic/claude-sonnet-5-5',
      zh: '请写“服务商/模型”，多个用逗号分隔，例如 anthropic/claude-sonnet-5-5',
    });
};

/** By `provider/model`, in micro-dollars per million tokens. */
function prices(value: unknown, path: Path, complain: Complain): Prices | undefined {
  if (!isJsonObject(value)) {
    return void complain(path, {
      en: 'write a map from provider/model to input and output in micro-dollars per million tokens',
      zh: '请写成映射：“服务商/模型”对应 input 与 output，单位为每百万 token 的微美元数',
    });
  }
  const found = Object.entries(value).flatMap(([model, price]): readonly (readonly [string, Price])[] => {
    const { input, output, cachedInput } = mapOf(PRICE_NAMES, whole(0, 1_000_000_000_000))(price, [...path, model], complain) ?? {};
    if (input !== undefined && output !== undefined) return [[model, { input, output, ...(cachedInput === undefined ? {} : { cachedInput }) }]];
    complain([...path, model], { en: 'needs input and output', zh: '需要 input 和 output' });
    return [];
  });
  return Object.fromEntries(found);
}

const providers: Reader<TeamProviders> = (value, path, complain) => {
  const read = mapOf(PROVIDER_NAMES, mapOf(PROVIDER_LIMIT_NAMES, whole(1, 1_000_000_000)))(value, path, complain);
  return read && Object.fromEntries(Object.entries(read).flatMap(([provider, rules]) => (rules === undefined ? [] : [[provider, rules]])));
};

/** `startMs` is written `start`, since its value has a unit. */
const TIME_NAMES = namesOf<keyof Times>(keysOf(TIMES), (key) => snakeCase(key.replace(/Ms$/, '')));
const PRICE_NAMES = namesOf(['input', 'cachedInput', 'output'], snakeCase);
const STEP_NAMES = namesOf(['plan', 'work', 'review', 'summarise'], (step) => step);
const PROVIDER_LIMIT_NAMES = namesOf<keyof LimitRules>(['concurrency', 'requestsPerMinute', 'tokensPerMinute'], snakeCase);
const PROVIDER_NAMES = namesOf(keysOf(PROVIDERS), (provider) => provider);
const LIMIT_NAMES = namesOf<keyof Limits>(keysOf(LIMITS), snakeCase);

const POLICY = {
  style: oneOf(...CHOICES.style),
  teammate_mode: oneOf(...keysOf(TEAMMATE_MODES)),
  roster: oneOf(...CHOICES.roster),
  review: oneOf(...CHOICES.review),
  reviewers: whole(1, 20),
  after_cap: oneOf(...CHOICES.afterCap),
  on_prerequisite_failure: oneOf(...CHOICES.onPrerequisiteFailure),
  unanswered: oneOf(...CHOICES.unanswered),
  unattended: yesOrNo,
  approve_goal_plan: oneOf(...CHOICES.approveGoalPlan),
  plan_batch: whole(1, 100),
  max_tasks: whole(1, 10_000),
  context_chars: whole(100, 10_000_000),
  roster_tokens: whole(100, 10_000_000),
  budget: mapOf(namesOf(BUDGET_UNITS, (unit) => unit), whole(1, 1_000_000_000_000)),
  prices,
  answer_tokens: whole(100, 1_000_000),
  combinations: mapOf(namesOf(keysOf(COMBINATIONS), (name) => name), oneOf('alert', 'ask', 'block', 'allow')),
  times: mapOf(TIME_NAMES, duration),
  limits: mapOf(LIMIT_NAMES, whole(0, 1_000)),
};

const MEMBER_KEYS = ['id', 'name', 'role', 'skills', 'input_schema', 'output_schema', 'prompt', 'model', 'capacity', 'description', 'kind', 'allowed_tools', 'denied_tools'];

function readMembers(value: unknown, complain: Complain): readonly Registration[] {
  if (!Array.isArray(value) || value.length === 0) {
    complain(['members'], { en: 'write a list of members, each with an id, such as - id: copywriter', zh: '请写成员列表，每个成员至少有 id，例如 - id: copywriter' });
    return [];
  }
  const members = value.flatMap((member: unknown, index) => readMember(member, ['members', index], complain) ?? []);
  const seen = new Set<string>();
  for (const [index, { agentId }] of members.entries()) {
    if (seen.has(agentId)) complain(['members', index, 'id'], { en: `${agentId} is the id of another member too; give each its own`, zh: `另一个成员也叫 ${agentId}；请给每个成员不同的 id` });
    seen.add(agentId);
  }
  return members;
}

function readMember(value: unknown, path: Path, complain: Complain): Registration | undefined {
  if (!isJsonObject(value)) return void complain(path, { en: 'write a map with at least id', zh: '请写成映射，至少包含 id' });
  const known = new Set(MEMBER_KEYS);
  refuseUnknown(value, path, { known: MEMBER_KEYS, notBuilt: ['callback_url', 'agent_file'] }, complain);
  const kind = value['kind'] ?? undefined;
  if (kind !== undefined && kind !== 'model' && kind !== 'human') {
    return void complain([...path, 'kind'], { en: 'write model or human; other kinds are not built yet', zh: '请写 model 或 human；其他类型尚未实现' });
  }
  const { id, ...rest } = Object.fromEntries(Object.entries(value).filter(([key]) => known.has(key)));
  const allowed = rest['allowed_tools'];
  // A bare name is the short form of `{name}`.
  const named = Array.isArray(allowed) ? { allowed_tools: allowed.map((each: unknown) => (typeof each === 'string' ? { name: each } : each)) } : {};
  const read = readRegistration({ ...(id === undefined ? {} : { agent_id: id }), ...rest, ...named });
  if (read.ok) return read.registration;
  const complaints = read.details?.['complaints'];
  for (const complaint of Array.isArray(complaints) ? complaints : []) complain([...path, ...inSteps(String(complaint.path))], complaint.says);
  return undefined;
}

/** A word that only holds where members claim would quietly not hold anywhere else. */
function checkStyle(content: JsonObject, { style }: PolicyChoices, complain: Complain): void {
  if (style === 'team') return;
  for (const key of ['teammate_mode', 'roster']) {
    if (content[key] === undefined) continue;
    complain([key], { en: 'holds for style: team only; write style: team, or take it out', zh: '仅适用于 style: team；请写 style: team，或去掉这一行' });
  }
}

function checkCrew(members: readonly Registration[], policy: PolicyChoices, complain: Complain): void {
  const person = members.find((member) => member.kind === 'human');
  if (policy.unattended === true && policy.approveGoalPlan === 'person') {
    complain(['unattended'], {
      en: 'says that nobody is there, but approve_goal_plan: person needs somebody; take one of the two out',
      zh: '表示无人值守，而 approve_goal_plan: person 需要有人确认计划；请去掉其中一个',
    });
  } else if (policy.unattended === true && person !== undefined) {
    complain(['unattended'], {
      en: `says that nobody is there, but ${person.agentId} is a person; take unattended out, or give the work to other members`,
      zh: `表示无人值守，而 ${person.agentId} 是由人担任的成员；请去掉 unattended，或把工作交给其他成员`,
    });
  }
  // The leader of an open team brings its members in.
  const bringsIn = policy.style === 'team' && (policy.roster ?? 'open') === 'open' && members.some((member) => member.roles.includes('manager') && member.kind !== 'human');
  if (members.length > 0 && !bringsIn && !members.some((member) => member.roles.includes('worker'))) {
    complain(['members'], { en: 'nobody has the role worker; give it to at least one member', zh: '没有成员担任 worker；请至少给一个成员这个角色' });
  }
  if (policy.review === 'none' || policy.review === 'manager' || (policy.style === 'team' && policy.review === undefined)) return;
  const reviewers = members.filter((member) => member.roles.includes('reviewer')).length;
  if (policy.review === 'members' && reviewers === 0) {
    complain(['review'], {
      en: 'members shall review, but nobody has the role reviewer; give it to one, or write none or manager',
      zh: '要求由成员审阅，却没有人担任 reviewer；请指定一人，或写 none 或 manager',
    });
  } else if ((policy.reviewers ?? 1) > Math.max(reviewers, 1)) {
    complain(['reviewers'], {
      en: `${policy.reviewers} must approve, but only ${reviewers} can review`,
      zh: `要求 ${policy.reviewers} 人通过，但只有 ${reviewers} 人可以审阅`,
    });
  }
}

/** `skills[0]` as steps; the registration's `agent_id` is this file's `id`. */
const inSteps = (path: string): Path => path.split(/[.[\]]+/).filter((step) => step !== '').map((step) => (/^\d+$/.test(step) ? Number(step) : step === 'agent_id' ? 'id' : step));

const inWords = (path: Path): string => path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');

/** The line of the key, or of the nearest thing around it that is there. */
function lineOf(document: Document, lines: LineCounter, path: Path): number | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const start = startOf(document, path.slice(0, length));
    if (start !== undefined) return lines.linePos(start).line;
  }
  return undefined;
}

function startOf(document: Document, path: Path): number | undefined {
  const around: unknown = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const last = path.at(-1);
  const pair = isMap(around) ? around.items.find(({ key }) => keyText(key) === last) : undefined;
  return rangeOf(pair?.key) ?? rangeOf(document.getIn(path, true));
}

const keyText = (key: unknown): unknown => (typeof key === 'object' && key !== null && 'value' in key ? key.value : key);

function rangeOf(node: unknown): number | undefined {
  if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range)) return undefined;
  const start: unknown = node.range[0];
  return typeof start === 'number' ? start : undefined;
}
