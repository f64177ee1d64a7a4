// The tools that come with Muster, as a team says which of them there are. What is not named is not there, and what is there may
// still be called only by members whose list allows it. Each kind is loaded when some member may use it.
import { resolve } from 'node:path';
import { faultOf, TeamError, type Refusal } from './core/errors.ts';
import { checkNames, namesIn } from './core/outside/check-names.ts';
import { nearest } from './core/text/nearest.ts';
import { REFUSED_INPUT } from './core/refusals/refused-input.ts';
import type { MemberSpec } from './member-specs.ts';
import type { Clock } from './ports/clock.ts';
import type { Tool, ToolSource } from './ports/tool.ts';
import { systemClock } from './system-clock.ts';
import type { McpServer } from './tools/mcp/mcp-server.ts';

export interface ToolChoice {
  /** The folder that tools work in, relative to the team's; the team's own when absent. */
  readonly workspace?: string;
  /** The only hosts that http tools may reach, such as `api.example.com` or `*.example.com`. Absent: every public host. */
  readonly hosts?: readonly string[];
  /** Hosts in a private network that they may reach too. */
  readonly privateHosts?: readonly string[];
  /** By name: a SQLite file, or an address that begins with postgres://. Without one there is no `database.query`. */
  readonly databases?: Readonly<Record<string, string>>;
  /** Programs that `shell.run` may start. Without one there is no `shell.run`. */
  readonly programs?: readonly string[];
  /** Tools of which every call waits for a person's yes. */
  readonly askFirst?: readonly string[];
}

export interface ToolPlace {
  /** The team's folder. */
  readonly folder: string;
  /** Where the settings of MCP servers find their values; the environment of the process when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly clock?: Clock;
  readonly mcpServers?: readonly McpServer[];
}

const CHOICE_NAMES = namesIn<ToolChoice>({ workspace: 1, hosts: 1, privateHosts: 1, databases: 1, programs: 1, askFirst: 1 });
const PLACE_NAMES = namesIn<ToolPlace>({ folder: 1, env: 1, clock: 1, mcpServers: 1 });

/** The tools that some member may call. Throws `team.invalid` for what cannot be a tool. */
export async function builtInTools(choice: ToolChoice, members: readonly MemberSpec[], place: ToolPlace): Promise<readonly (Tool | ToolSource)[]> {
  const named = (said: object, known: readonly string[]): Refusal | undefined => checkNames(said, { of: 'builtInTools', known, code: 'team.invalid' });
  const misnamed = named(choice, CHOICE_NAMES) ?? named(place, PLACE_NAMES);
  if (misnamed !== undefined) throw faultOf(misnamed);
  const wanted = new Set(members.flatMap(({ registration }) => registration.allowedTools.map(({ name }) => name)));
  const wants = (...starts: readonly string[]): boolean => [...wanted].some((name) => starts.some((start) => name.startsWith(start)));
  const { databases = {}, programs = [], hosts, privateHosts, askFirst = [] } = choice;
  const tools: (Tool | ToolSource | undefined)[] = [
    ...(wants('file.') ? (await import('./tools/files/file-tools.ts')).fileTools() : []),
    ...(wants('http.')
      ? (await import('./tools/http/http-tools.ts')).httpTools({
        ...(hosts === undefined ? {} : { allowedHosts: hosts }),
        ...(privateHosts === undefined ? {} : { privateHosts }),
      })
      : []),
    wants('database.') && Object.keys(databases).length > 0 ? (await import('./tools/sql/database-query.ts')).databaseQuery({ databases, folder: place.folder }) : undefined,
    wants('shell.') ? (await import('./tools/run/shell-run.ts')).shellRun({ programs }) : undefined,
    wants('code.') ? (await import('./tools/run/code-run.ts')).codeRun({ effects: [] }) : undefined,
    await fromServers(place, wants),
  ];
  const asked = new Set(askFirst);
  refuseUnknown(askFirst, place);
  return tools.filter((each) => each !== undefined).map((each) => askingFirst(each, asked));
}

const NAMES = ['file.read', 'file.write', 'file.list', 'file.search', 'http.get', 'http.post', 'database.query', 'shell.run', 'code.run'] as const;

/** A slip in this list would let calls through without a word. */
function refuseUnknown(askFirst: readonly string[], { mcpServers = [] }: ToolPlace): void {
  for (const name of askFirst) {
    if (NAMES.some((each) => each === name) || mcpServers.some((server) => name.startsWith(`${server.name}.`))) continue;
    const [near] = nearest(name, NAMES, 1);
    throw new TeamError('team.invalid', REFUSED_INPUT.unknownAskFirst(name, { near, known: NAMES }), { details: { name } });
  }
}

function askingFirst(part: Tool | ToolSource, asked: ReadonlySet<string>): Tool | ToolSource {
  const waiting = (tool: Tool): Tool => (asked.has(tool.name) ? { ...tool, needsApproval: true } : tool);
  return 'run' in part ? waiting(part) : { ...part, tools: () => part.tools().map(waiting) };
}

export const workspaceOf = ({ workspace = '.' }: ToolChoice, folder: string): string => resolve(folder, workspace);

async function fromServers({ mcpServers = [], env = process.env, clock = systemClock }: ToolPlace, wants: (...starts: readonly string[]) => boolean): Promise<ToolSource | undefined> {
  const servers = mcpServers.filter(({ name }) => wants(`${name}.`));
  if (servers.length === 0) return undefined;
  const source = (await import('./tools/mcp/mcp-tools.ts')).mcpTools({ servers, env, clock, random: Math.random });
  await source.ready();
  return source;
}
