// What a program says of its team, read before anything is opened: which rules hold, and whether the folders are there. A wrong value is
// told with its name, what it cannot be and what to give instead.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { A_LOCALE, checkForms, type Form } from './core/outside/check-forms.ts';
import { checkNames, checkNamesBelow, checkObject, namesIn } from './core/outside/check-names.ts';
import { cannotBe, checkChoices, checkWord, POLICY_NAMES } from './core/outside/check-policy.ts';
import { shownValue } from './core/outside/shown-value.ts';
import { faultOf, isTeamError, TeamError, type Refusal } from './core/errors.ts';
import type { Bilingual } from './core/json.ts';
import { checkPeople, policyOf, TEAMMATE_MODES, type Policy } from './core/policy.ts';
import { REFUSED_INPUT } from './core/refusals/refused-input.ts';
import { REFUSED_MEMBERS } from './core/refusals/refused-members.ts';
import type { AnswerInput } from './engine/answer-question.ts';
import type { NoteInput } from './engine/people/add-note.ts';
import { TASK_CHANGES, type TaskChange } from './engine/people/change-task.ts';
import type { MemberSpec } from './member-specs.ts';
import type { LimitRules } from './models/limits.ts';
import type { ModelPurpose } from './ports/model.ts';
import type { Workspaces } from './ports/workspaces.ts';
import type { OpenOptions, Team, TeamOptions } from './team-types.ts';

const TEAM_NAMES = namesIn<TeamOptions>({
  members: 1, name: 1, model: 1, models: 1, providers: 1, store: 1, durability: 1, style: 1, teammateMode: 1, policy: 1, tools: 1, workspace: 1, worktrees: 1,
  predicates: 1, env: 1, source: 1, clock: 1, queue: 1, feed: 1, rehearsalPaceMs: 1,
});
const STEP_NAMES = namesIn<Record<ModelPurpose, unknown>>({ plan: 1, work: 1, review: 1, summarise: 1 });
const PROVIDER_RULE_NAMES = namesIn<LimitRules>({ concurrency: 1, requestsPerMinute: 1, tokensPerMinute: 1 });

/** Names that are no options; those of the rules are told with the rules. */
export function checkOptionNames(options: TeamOptions): void {
  const elsewhere = POLICY_NAMES.map((name) => `policy.${name}`);
  const refused = checkNames(options, { of: 'createTeam', known: TEAM_NAMES, elsewhere, code: 'team.invalid' }) ?? checkModelOptions(options);
  if (refused !== undefined) throw faultOf(refused);
}

function checkModelOptions({ model, models = {}, providers = {} }: TeamOptions): Refusal | undefined {
  const misnamed = checkNamesBelow('models', models, STEP_NAMES) ?? checkObject(providers, { of: 'providers', path: 'providers', code: 'team.invalid' }) ?? checkModels({ model, models });
  if (misnamed !== undefined) return misnamed;
  return Object.entries(providers).map(([provider, rules]) => checkNamesBelow(`providers.${provider}`, rules, PROVIDER_RULE_NAMES)).find((refused) => refused !== undefined);
}

/** A name, names, or a model of the program's own. */
function checkModels({ model, models }: { readonly model: unknown; readonly models: object }): Refusal | undefined {
  const isOne = (said: unknown): boolean => typeof said === 'string' || (typeof said === 'object' && said !== null);
  const said: readonly (readonly [name: string, said: unknown])[] = [['model', model], ...Object.entries(models).map(([step, named]) => [`models.${step}`, named] as const)];
  const wrong = said.find(([, named]) => named !== undefined && !(Array.isArray(named) ? named.every(isOne) : isOne(named)));
  return wrong === undefined ? undefined : cannotBe(wrong[0], wrong[1], MODEL_NAMES);
}

const MODEL_NAMES: Bilingual = { en: 'the name of a model, such as "anthropic/claude-sonnet-4-5", or a list of names', zh: '模型名称，例如 "anthropic/claude-sonnet-4-5"，或名称列表' };

/** The names of the type; the compiler sees to it that none is left out and none is too many. */
function formsOf<Options extends object>(forms: Readonly<Record<keyof Options, Form>>): Readonly<Record<string, Form>> {
  return forms;
}

type ChangeNames = TaskChange extends infer Change ? (Change extends TaskChange ? keyof Change : never) : never;

const OPEN_FORMS = formsOf<OpenOptions>({ locale: A_LOCALE, budget: 'read' });

/** What the doors of a team take, and of which kind each is. */
const DOORS = {
  run: OPEN_FORMS,
  open: OPEN_FORMS,
  start: OPEN_FORMS,
  resume: formsOf<NonNullable<Parameters<Team['resume']>[1]>>({ openEnded: 'flag' }),
  inbox: formsOf<NonNullable<Parameters<Team['inbox']>[0]>>({ goal: 'read', person: 'text' }),
  mail: formsOf<NonNullable<Parameters<Team['mail']>[0]>>({ person: 'text' }),
  write: formsOf<Parameters<Team['write']>[0]>({ to: 'names', content: 'text', from: 'text', goal: 'read' }),
  answer: formsOf<AnswerInput>({
    choice: 'read', by: 'text', note: 'text', to: 'text', output: 'json', summary: 'text', plan: 'text', fixes: 'texts', set: 'object', raise: 'read', tasks: 'read', attach: 'texts',
  }),
  note: formsOf<NoteInput>({ note: 'text', by: 'text', attach: 'texts' }),
  change: formsOf<Record<ChangeNames | 'by' | 'note', unknown>>({ do: TASK_CHANGES, set: 'object', to: 'text', needs: 'texts', by: 'text', note: 'text' }),
} as const satisfies { readonly [Door in keyof Team]?: Readonly<Record<string, Form>> };

const NEEDED: Partial<Record<keyof typeof DOORS, readonly string[]>> = { write: ['to', 'content'], change: ['do'] };

/** What was given to a door, with no name in it that the door does not take and no value that the name cannot have. */
export function knownBy<Given extends object>(door: keyof typeof DOORS, given: Given): Given {
  const forms: Readonly<Record<string, Form>> = DOORS[door];
  const at = { of: door, code: 'input.invalid' } as const;
  const refused = checkNames(given, { ...at, known: Object.keys(forms) }) ?? checkForms(given, { ...at, forms, needed: NEEDED[door] ?? [] });
  if (refused !== undefined) throw faultOf(refused);
  return given;
}

/** The style's rules with the program's own laid over them. */
export function rulesOf({ style, teammateMode, members, policy = {} }: Pick<TeamOptions, 'style' | 'teammateMode' | 'members' | 'policy'>): Policy {
  const chosen = { ...policy, ...(style === undefined ? {} : { style }) };
  const refused = checkChoices(chosen) ?? (teammateMode === undefined ? undefined : checkWord('teammateMode', teammateMode, Object.keys(TEAMMATE_MODES)));
  if (refused !== undefined) throw faultOf(refused);
  const review = members.some((member) => member.registration.roles.includes('reviewer')) ? 'members' : 'none';
  const rules = policyOf({ review, ...(style === undefined ? {} : { style }), ...(teammateMode === undefined ? {} : TEAMMATE_MODES[teammateMode]), ...policy });
  if (teammateMode !== undefined && rules.style !== 'team') throw invalid('teammateMode', REFUSED_INPUT.modeNeedsStyle);
  return rules;
}

/** A list of what worker(), manager() and their like give. */
export function checkMembers(members: readonly (MemberSpec | null | undefined)[] | undefined): void {
  if (!Array.isArray(members)) throw invalid('members', SAYS.noMembers);
  const at = members.findIndex((member: MemberSpec | null | undefined) => member?.registration === undefined);
  if (at >= 0) throw invalid(`members[${at}]`, SAYS.noMember(at));
}

/** What worker(), manager() and their like give. */
export function checkMember(member: MemberSpec | null | undefined): void {
  if (member?.registration === undefined) throw invalid('member', SAYS.notMade);
}

export function refusePeopleWhereNobodyIs(policy: Policy, members: readonly MemberSpec[]): void {
  const refused = checkPeople(policy, members.map((member) => member.registration));
  if (refused !== undefined) throw faultOf(refused);
}

export function refuseTwins(members: readonly MemberSpec[]): void {
  const seen = new Set<string>();
  for (const { registration } of members) {
    if (seen.has(registration.agentId)) throw new TeamError('member.invalid', REFUSED_MEMBERS.twins(registration.agentId), { details: { agent_id: registration.agentId } });
    seen.add(registration.agentId);
  }
}

/** Folders that are not there, and what is no path at all. */
export function checkPlaces({ workspace, store, worktrees }: Pick<TeamOptions, 'workspace' | 'store' | 'worktrees'>): void {
  checkFolder(workspace);
  if (typeof store === 'string') checkPath('store', store);
  else if (store === null || (store !== undefined && typeof store !== 'object')) throw invalid('store', SAYS.noPath('store', store));
  if (worktrees !== undefined && typeof worktrees !== 'boolean' && typeof worktrees !== 'object') throw faultOf(cannotBe('worktrees', worktrees, { en: 'true or false', zh: ' true 或 false' }));
}

/** A repository that cannot hold working trees is told before a goal is planned and paid for. */
export async function checkTrees(trees: Workspaces): Promise<void> {
  const refused = await trees.ready();
  if (refused !== undefined) throw new TeamError('workspace.refused', refused.because, { details: { reason: refused.reason } });
}

function checkFolder(workspace: string | undefined): void {
  if (workspace !== undefined) checkPath('workspace', workspace);
  try {
    const folder = resolve(workspace ?? process.cwd());
    if (!statSync(folder).isDirectory()) throw invalid('workspace', SAYS.noFolder(folder));
  } catch (fault) {
    if (isTeamError(fault)) throw fault;
    throw invalid('workspace', SAYS.notThere(workspace ?? '.', fault instanceof Error ? fault.message : String(fault)), fault);
  }
}

function checkPath(name: string, path: unknown): void {
  if (typeof path !== 'string' || path.trim() === '' || path.includes('\0')) throw invalid(name, SAYS.noPath(name, path));
}

const invalid = (field: string, says: Bilingual, cause?: unknown): TeamError => new TeamError('team.invalid', says, { details: { fields: [field] }, ...(cause === undefined ? {} : { cause }) });

const SAYS = {
  noMembers: { en: "members is no list. Give those of the team: [manager('lead'), worker('ada')].", zh: "members 不是列表。请写出团队成员：[manager('lead'), worker('ada')]。" },
  noMember: (at: number): Bilingual => ({
    en: `members[${at}] is no member. Make it with worker(), manager(), reviewer() or human().`,
    zh: `members[${at}] 不是成员。请用 worker()、manager()、reviewer() 或 human() 创建。`,
  }),
  notMade: { en: 'This is no member. Make it with worker(), manager(), reviewer() or human().', zh: '这不是成员。请用 worker()、manager()、reviewer() 或 human() 创建。' },
  noPath(name: string, said: unknown): Bilingual {
    const { en, zh } = shownValue(said);
    return {
      en: `${name} cannot be ${en}, for that is no path. Name a ${name === 'store' ? 'file, or "memory"' : 'folder'}.`,
      zh: `${name} 不能是${zh}：这不是路径。请指定一个${name === 'store' ? '文件，或写 "memory"' : '文件夹'}。`,
    };
  },
  noFolder: (path: string): Bilingual => ({ en: `workspace: ${path} is a file. Name the folder that holds your files.`, zh: `workspace：${path} 是文件。请指定存放文件的文件夹。` }),
  notThere: (path: string, said: string): Bilingual => ({
    en: `workspace: the folder ${path} cannot be used (${said}). Make it first, or name another one.`,
    zh: `workspace：无法使用文件夹 ${path}（${said}）。请先创建它，或指定另一个。`,
  }),
} as const;
