// Which team plays: the one of a folder's team.yaml (with its folder of agent files), or the one that is built in; for a new goal, and again for one that goes on.
// Nothing is opened or changed here; what does not fit is said with file, line and mend.
import { statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { TeamError } from './core/errors.ts';
import type { Goal } from './core/goal.ts';
import { inBoth, type Bilingual, type Locale } from './core/json.ts';
import type { PolicyChoices } from './core/policy.ts';
import type { ToolChoice } from './built-in-tools.ts';
import { readIfThere } from './environment.ts';
import type { MemberSpec } from './member-specs.ts';
import { BUILT_IN, rehearsalTeam, rehearsalTeamName } from './rehearsal-team.ts';
import { readMcpFile, readTeamFile, type FileProblem, type TeamModels, type TeamProviders } from './team-file.ts';
import type { McpServer } from './tools/mcp/mcp-server.ts';

export interface TeamChoice {
  readonly name: string;
  /** The model that the file names; a flag goes before it, `MUSTER_MODEL` after it. */
  readonly model?: string;
  /** Models of single steps; a flag goes before them too. */
  readonly models?: TeamModels;
  readonly providers?: TeamProviders;
  readonly members: readonly MemberSpec[];
  readonly policy: PolicyChoices;
  /** Which of the built-in tools there are. */
  readonly toolChoice: ToolChoice;
  /** Members work in working trees on the repository of the team's workspace. */
  readonly worktrees?: boolean;
  /** The folder that relative paths of the team are meant from. */
  readonly folder: string;
  /** Of team.yaml and of the .mcp.json beside it; where both name a server, team.yaml says what it is. */
  readonly mcpServers: readonly McpServer[];
  /** What a goal keeps, so that `resume` finds the team again: an absolute path, or the name of the built-in team. */
  readonly source: string;
}

export interface TeamQuestion {
  /** `--team`: a folder with team.yaml, or the file itself. */
  readonly folder: string | undefined;
  readonly cwd: string;
  /** The language of the goal, and so of the built-in team. */
  readonly locale: Locale;
  /** The language of what is wrong: that of whoever reads it. Default: `locale`. */
  readonly says?: Locale;
}

const TEAM_FILE = 'team.yaml';
const MCP_FILE = '.mcp.json';

/** Contract: throws `team.invalid` with every problem of the file. */
export async function chooseTeam({ folder, cwd, locale, says = locale }: TeamQuestion): Promise<TeamChoice> {
  const file = folder === undefined ? join(cwd, TEAM_FILE) : fileOf(resolve(cwd, folder));
  const text = readIfThere(file);
  if (text !== undefined) return teamOf(text, { file, cwd, locale: says });
  if (folder === undefined) return { name: rehearsalTeamName[locale], members: rehearsalTeam(locale), policy: {}, toolChoice: {}, folder: cwd, mcpServers: [], source: BUILT_IN };
  throw new TeamError('team.invalid', NO_FILE(shown(file, cwd)), { locale: says, details: { file } });
}

/** The team that a goal was opened with. */
export async function teamOfGoal(goal: Goal, { folder, cwd, locale, says = locale }: TeamQuestion): Promise<TeamChoice> {
  if (folder === undefined && goal.source === null) throw new TeamError('team.invalid', FROM_PROGRAM(goal.id), { locale: says, details: { goal_id: goal.id } });
  const team = folder === undefined && goal.source === BUILT_IN
    ? { name: rehearsalTeamName[goal.locale], members: rehearsalTeam(goal.locale), policy: {}, toolChoice: {}, folder: cwd, mcpServers: [], source: BUILT_IN }
    : await chooseTeam({ folder: folder ?? goal.source ?? undefined, cwd, locale, says });
  if (team.name === goal.team) return team;
  throw new TeamError('team.invalid', OTHER_TEAM(goal, team), { locale: says, details: { goal_id: goal.id, team: goal.team } });
}

const fileOf = (path: string): string => (/\.ya?ml$/.test(path) || statSync(path, { throwIfNoEntry: false })?.isFile() === true ? path : join(path, TEAM_FILE));

interface Reading {
  readonly file: string;
  readonly cwd: string;
  readonly locale: Locale;
}

async function teamOf(text: string, { file, cwd, locale }: Reading): Promise<TeamChoice> {
  const read = readTeamFile(text);
  if (!read.ok) throw invalid(read.problems, { file, cwd, locale });
  const { name, model, models, providers, members, worktrees, agents, policy } = read.team;
  const mcpServers = mcpServersOf(read.team.mcpServers, { file, cwd, locale });
  const own = members.map((registration) => ({ registration }));
  const fromFolder = agents === undefined ? [] : await (await import('./agents-from.ts')).agentsFrom(resolve(dirname(file), agents), { locale });
  return {
    name: name ?? basename(dirname(file)),
    ...(model === undefined ? {} : { model }),
    ...(models === undefined ? {} : { models }),
    ...(providers === undefined ? {} : { providers }),
    members: [...own, ...fromFolder],
    policy,
    ...(worktrees === undefined ? {} : { worktrees }),
    toolChoice: read.team.tools,
    folder: dirname(file),
    mcpServers,
    source: file,
  };
}

function mcpServersOf(own: readonly McpServer[], { file, cwd, locale }: Reading): readonly McpServer[] {
  const folder = dirname(file);
  const beside = join(folder, MCP_FILE);
  const text = readIfThere(beside);
  const read = text === undefined ? undefined : readMcpFile(text);
  if (read?.ok === false) throw invalid(read.problems, { file: beside, cwd, locale });
  const others = (read?.servers ?? []).filter(({ name }) => !own.some((server) => server.name === name));
  return [...own, ...others].map((server) => inFolder(server, folder));
}

/** A relative folder of a server is meant from where the file stands. */
const inFolder = (server: McpServer, folder: string): McpServer =>
  server.reach.kind === 'stdio' && !(server.reach.cwd?.startsWith('${') ?? false) ? { ...server, reach: { ...server.reach, cwd: resolve(folder, server.reach.cwd ?? '.') } } : server;

const invalid = (problems: readonly FileProblem[], { file, cwd, locale }: Reading): TeamError =>
  new TeamError('team.invalid', inBoth((language) => told(problems, shown(file, cwd), language)), {
    locale,
    details: { file, problems: problems.map(({ line, path, says }) => ({ line: line ?? null, path, says: says[locale] })) },
  });

const told = (problems: readonly FileProblem[], file: string, locale: Locale): string =>
  problems.map(({ line, path, says }) => `${file}${line === undefined ? '' : `:${line}`}  ${path === '' ? '' : `${path}${locale === 'zh' ? '：' : ': '}`}${says[locale]}`).join('\n');

const shown = (file: string, cwd: string): string => {
  const short = relative(cwd, file);
  return short.startsWith('..') ? file : short;
};

const NO_FILE = (file: string): Bilingual => ({
  en: `There is no ${file}. Give --team a folder that has a ${TEAM_FILE}, or leave it out to play with the built-in team.`,
  zh: `没有 ${file}。请用 --team 指定一个含有 ${TEAM_FILE} 的目录；不写 --team 则使用内置团队。`,
});

const FROM_PROGRAM = (id: string): Bilingual => ({
  en: `${id} was opened by a program that made its team in TypeScript. Resume it there with team.resume('${id}'), or give --team a folder whose team has the same name.`,
  zh: `${id} 由程序打开，团队写在 TypeScript 里。请在该程序中用 team.resume('${id}') 继续，或用 --team 指定一个同名团队的目录。`,
});

const OTHER_TEAM = (goal: Goal, team: TeamChoice): Bilingual => ({
  en: `${goal.id} belongs to the team "${goal.team}", but ${team.source} is the team "${team.name}". Name that team's folder with --team, or give the file its old name back.`,
  zh: `${goal.id} 属于团队“${goal.team}”，而 ${team.source} 是团队“${team.name}”。请用 --team 指定原来的团队目录，或把文件里的 name 改回去。`,
});
