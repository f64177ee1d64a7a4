// From what a server lists to tools of ours. The server is not trusted: what it says of its tools can make them stricter, and
// only the configuration can make them laxer. What cannot be offered is left out and named.
//
// A tool of which the configuration says no effects may do anything: it counts as reaching the network and running programs,
// and each call waits for a yes. Whoever declares effects vouches for the tool, and the yes is no longer asked for.
import { sameInBoth, type Bilingual, type Json, type JsonObject } from '../../core/json.ts';
import { foldText, shorten } from '../../core/text/fold-text.ts';
import type { Effect, Tool, ToolCall } from '../../ports/tool.ts';
import type { ListedTool } from './connect-server.ts';
import type { McpServer, McpToolRules } from './mcp-server.ts';
import { SAYS } from './server-sentences.ts';
import { usableSchema } from './usable-schema.ts';

export interface ServerTools {
  readonly tools: readonly Tool[];
  readonly complaints: readonly Bilingual[];
  /** By name, what a tool is; a tool that changed under its name is another tool. */
  readonly marks: ReadonlyMap<string, string>;
}

/** `name` is the server's own. */
export type CallByName = (name: string, call: ToolCall) => Promise<Json>;

const MOST_TOOLS = 300;
const MOST_DESCRIPTION_CHARS = 4_000;
/** As providers take names, where a dot counts twice. */
const NAME = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/;
const LONGEST_NAME = 64;
const ANYTHING: readonly Effect[] = ['network', 'executes'];

export function toolsOfServer(server: McpServer, listed: readonly ListedTool[], callByName: CallByName): ServerTools {
  const complaints: Bilingual[] = [];
  if (listed.length > MOST_TOOLS) complaints.push(SAYS.tooMany(listed.length, MOST_TOOLS));
  const offered = withoutTwins(listed.slice(0, MOST_TOOLS).filter((each) => hasFitName(server, each, complaints)), complaints);
  const tools = offered.flatMap((each) => toolOf(server, each, callByName) ?? (complaints.push(SAYS.badSchema(shownName(each))), []));
  for (const name of Object.keys(server.tools)) if (!listed.some((each) => each.name === name)) complaints.push(SAYS.noSuchTool(name));
  const marks = new Map(tools.map(({ name, description, parameters, effects, needsApproval, isIdempotent }) => [
    name,
    JSON.stringify([description.en, parameters, effects, needsApproval, isIdempotent]),
  ]));
  return { tools, complaints, marks };
}

function hasFitName(server: McpServer, each: ListedTool, complaints: Bilingual[]): boolean {
  const isFit = NAME.test(each.name) && fullName(server, each.name).replaceAll('.', '__').length <= LONGEST_NAME;
  if (!isFit) complaints.push(SAYS.badName(shownName(each)));
  return isFit;
}

/** Two tools that a reader cannot tell apart are both left out: whichever was meant, the other must not be called for it. */
function withoutTwins(listed: readonly ListedTool[], complaints: Bilingual[]): readonly ListedTool[] {
  const groups = Map.groupBy(listed, ({ name }) => foldText(name).replaceAll('-', '_').replaceAll('__', '.'));
  for (const group of groups.values()) if (group.length > 1) complaints.push(SAYS.twins(group.map(({ name }) => name)));
  return listed.filter((each) => [...groups.values()].some((group) => group.length === 1 && group[0] === each));
}

const fullName = (server: McpServer, name: string): string => `${server.name}.${name}`;
const shownName = ({ name }: ListedTool): string => JSON.stringify(shorten(name, 80));

function toolOf(server: McpServer, listed: ListedTool, callByName: CallByName): Tool | undefined {
  const parameters: JsonObject | undefined = usableSchema(listed.inputSchema);
  if (parameters === undefined) return undefined;
  // Control characters would act on a terminal.
  const description = shorten(String(listed.description ?? listed.title ?? listed.name).replaceAll(/(?![\n\t])\p{Cc}/gu, ' '), MOST_DESCRIPTION_CHARS);
  return {
    name: fullName(server, listed.name),
    description: sameInBoth(description),
    parameters,
    ...traitsOf(server, listed),
    run: (call) => callByName(listed.name, call),
  };
}

type Traits = Pick<Tool, 'effects' | 'isIdempotent' | 'needsApproval' | 'isWait' | 'timeoutMs'>;

function traitsOf({ rules, tools, trustsHints }: McpServer, { name, annotations }: ListedTool): Traits {
  const own: McpToolRules = Object.hasOwn(tools, name) ? (tools[name] ?? {}) : {};
  const said: McpToolRules = { ...rules, ...own };
  const readsOnly = trustsHints && annotations?.readOnlyHint === true;
  const isVouchedFor = said.effects !== undefined || readsOnly;
  const soundsDangerous = annotations?.destructiveHint === true && annotations?.readOnlyHint !== true;
  // The word about this very tool is the last one; a hint of danger goes before what is said of the whole server.
  const needsApproval = own.needsApproval ?? ((rules.needsApproval ?? !isVouchedFor) || (soundsDangerous && own.effects === undefined));
  return {
    effects: said.effects ?? (readsOnly ? ['network'] : ANYTHING),
    isIdempotent: said.isIdempotent ?? (trustsHints && (readsOnly || annotations?.idempotentHint === true)),
    needsApproval,
    ...(said.isWait === undefined ? {} : { isWait: said.isWait }),
    ...(said.timeoutMs === undefined ? {} : { timeoutMs: said.timeoutMs }),
  };
}
