// `mcpServers` of team.yaml and of .mcp.json as one table of readers, in the shape that other tools use. Every problem is told
// at once. Never throws. In .mcp.json the keys of other tools are left alone, but a misspelling of one of ours is not.
import { EFFECTS, type Effect } from '../../core/gate/effects.ts';
import { isJsonObject, type Bilingual, type JsonObject } from '../../core/json.ts';
import { foldText } from '../../core/text/fold-text.ts';
import { nearest } from '../../core/text/nearest.ts';
import type { McpReach, McpServer, McpToolRules } from './mcp-server.ts';

interface ServerComplaint {
  /** Below `mcpServers`. */
  readonly path: readonly (string | number)[];
  readonly says: Bilingual;
}

export interface ReadServers {
  readonly servers: readonly McpServer[];
  readonly complaints: readonly ServerComplaint[];
}

/** Where in the file a reader is, and how it says what is wrong there. */
interface Place {
  readonly complain: (says: Bilingual) => undefined;
  readonly below: (key: string | number) => Place;
}
type Reader<T> = (value: unknown, place: Place) => T | undefined;

/** `strict`: a key that is not known is a problem, as everywhere in team.yaml. */
export function readServers(value: unknown, { strict }: { readonly strict: boolean }): ReadServers {
  const complaints: ServerComplaint[] = [];
  const placeAt = (path: readonly (string | number)[]): Place => ({ complain: (says) => void complaints.push({ path, says }), below: (key) => placeAt([...path, key]) });
  const top = placeAt([]);
  if (!isJsonObject(value)) top.complain(SAYS.map('github: {command: npx, args: [-y, server]}'));
  const servers = Object.entries(isJsonObject(value) ? value : {}).flatMap(([name, server]) => readServer(name, server, { place: top.below(name), strict }) ?? []);
  for (const [at, { name }] of servers.entries()) {
    const twin = servers.slice(0, at).find((other) => looks(other.name) === looks(name));
    if (twin !== undefined) top.below(name).complain(SAYS.twin(name, twin.name));
  }
  return { servers, complaints };
}

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/;
/** The first words of built-in tools: `file.read` must never be another's. */
const TAKEN = ['file', 'http', 'database', 'shell', 'code'];
const looks = (name: string): string => foldText(name).replaceAll('-', '_');

function readServer(name: string, value: unknown, { place, strict }: { readonly place: Place; readonly strict: boolean }): McpServer | undefined {
  if (!NAME.test(name)) return place.complain(SAYS.name);
  if (TAKEN.includes(looks(name))) return place.complain(SAYS.taken(name));
  if (!isJsonObject(value)) return place.complain(SAYS.map('command: npx'));
  if (value['disabled'] === true) return undefined;
  const kind = kindOf(value, place);
  if (kind === undefined) return undefined;
  refuseUnknown(value, place, { known: [...OWN_KEYS, ...RULE_KEYS, ...(kind === 'stdio' ? STDIO_KEYS : HTTP_KEYS)], strict });
  const reach = kind === 'stdio' ? readStdio(value, place) : readHttp(value, place);
  const rules = readRules(value, place);
  const tools = field(value, 'tools', place, mapOf(readTool));
  const trustsHints = field(value, 'trust_hints', place, yesOrNo) ?? false;
  return reach === undefined ? undefined : { name, reach, rules, tools: tools ?? {}, trustsHints };
}

const OWN_KEYS = ['type', 'disabled', 'tools', 'trust_hints'];
const STDIO_KEYS = ['command', 'args', 'env', 'cwd'];
const HTTP_KEYS = ['url', 'headers'];
const RULE_KEYS = ['effects', 'needs_approval', 'idempotent', 'wait', 'timeout'];
const KINDS: ReadonlyMap<unknown, McpReach['kind']> = new Map([['stdio', 'stdio'], ['local', 'stdio'], ['http', 'http'], ['streamable-http', 'http'], ['streamableHttp', 'http']]);

function kindOf({ type = null, command, url }: JsonObject, place: Place): McpReach['kind'] | undefined {
  if (type === 'sse') return place.below('type').complain(SAYS.sse);
  if (type !== null && !KINDS.has(type)) return place.below('type').complain(SAYS.type);
  if (command !== undefined && url !== undefined) return place.complain(SAYS.both);
  if (command === undefined && url === undefined) return place.complain(SAYS.neither);
  const shown = command === undefined ? 'http' : 'stdio';
  return type === null || KINDS.get(type) === shown ? shown : place.below('type').complain(shown === 'http' ? SAYS.typeOfUrl : SAYS.typeOfCommand);
}

function readStdio(value: JsonObject, place: Place): McpReach | undefined {
  const command = field(value, 'command', place, text);
  const args = field(value, 'args', place, listOf(anyText));
  const env = field(value, 'env', place, mapOf(anyText));
  const cwd = field(value, 'cwd', place, text);
  return command === undefined ? undefined : { kind: 'stdio', command, args: args ?? [], env: env ?? {}, cwd };
}

function readHttp(value: JsonObject, place: Place): McpReach | undefined {
  const url = field(value, 'url', place, text);
  const headers = field(value, 'headers', place, mapOf(anyText));
  if (url === undefined) return undefined;
  return /^https?:\/\/./i.test(url) || url.startsWith('${') ? { kind: 'http', url, headers: headers ?? {} } : place.below('url').complain(SAYS.url);
}

const readTool: Reader<McpToolRules> = (value, place) => {
  if (!isJsonObject(value)) return place.complain(SAYS.map('needs_approval: true'));
  refuseUnknown(value, place, { known: RULE_KEYS, strict: true });
  return readRules(value, place);
};

function readRules(value: JsonObject, place: Place): McpToolRules {
  const rules = {
    effects: field(value, 'effects', place, listOf(effect)),
    needsApproval: field(value, 'needs_approval', place, yesOrNo),
    isIdempotent: field(value, 'idempotent', place, yesOrNo),
    isWait: field(value, 'wait', place, yesOrNo),
    timeoutMs: field(value, 'timeout', place, duration),
  };
  return Object.fromEntries(Object.entries(rules).filter(([, rule]) => rule !== undefined));
}

const field = <T>(value: JsonObject, key: string, place: Place, reader: Reader<T>): T | undefined =>
  value[key] === undefined || value[key] === null ? undefined : reader(value[key], place.below(key));

const text: Reader<string> = (value, place) => (typeof value === 'string' && value.trim() !== '' ? value : place.complain(SAYS.text));
/** YAML reads `8080` and `true` as what they are; a program and a header get them as text. */
const anyText: Reader<string> = (value, place) => (['string', 'number', 'boolean'].includes(typeof value) ? String(value) : place.complain(SAYS.text));
const yesOrNo: Reader<boolean> = (value, place) => (typeof value === 'boolean' ? value : place.complain(SAYS.yesOrNo));

const effect: Reader<Effect> = (value, place) => EFFECTS.find((each) => each === value) ?? place.complain(SAYS.effect);

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000 };
/** A bare number is milliseconds, as other tools write it. */
const duration: Reader<number> = (value, place) => {
  const [, amount, unit = 'ms'] = /^(\d+(?:\.\d+)?)\s*(ms|s|min|h)?$/.exec(String(value).trim()) ?? [];
  const ms = Number(amount) * (UNITS[unit] ?? Number.NaN);
  return ms > 0 ? ms : place.complain(SAYS.duration);
};

const listOf = <T>(reader: Reader<T>): Reader<readonly T[]> => (value, place) =>
  Array.isArray(value) ? value.flatMap((part: unknown, at) => reader(part, place.below(at)) ?? []) : place.complain(SAYS.list);

const mapOf = <T>(reader: Reader<T>): Reader<Readonly<Record<string, T>>> => (value, place) => {
  if (!isJsonObject(value)) return place.complain(SAYS.map('KEY: value'));
  return Object.fromEntries(Object.entries(value).flatMap(([key, part]) => {
    const read = reader(part, place.below(key));
    return read === undefined ? [] : [[key, read]];
  }));
};

function refuseUnknown(value: JsonObject, place: Place, { known, strict }: { readonly known: readonly string[]; readonly strict: boolean }): void {
  for (const key of Object.keys(value).filter((each) => !known.includes(each))) {
    const [near] = nearest(key, known, 1);
    if (near !== undefined) place.below(key).complain(SAYS.near(near));
    else if (strict) place.below(key).complain(SAYS.unknown(known));
  }
}

const SAYS = {
  map: (example: string): Bilingual => ({ en: `write a map, such as ${example}`, zh: `请写成映射，例如 ${example}` }),
  list: { en: 'write a list', zh: '请写成列表' },
  text: { en: 'write a text', zh: '请写一段文字' },
  yesOrNo: { en: 'write true or false', zh: '请写 true 或 false' },
  duration: { en: 'write the time with its unit, such as 90 s or 5 min', zh: '请写出时间与单位，例如 90 s 或 5 min' },
  effect: { en: `write effects out of ${EFFECTS.join(', ')}`, zh: `请从 ${EFFECTS.join('、')} 中选择` },
  url: { en: 'write a URL with http:// or https://', zh: '请写以 http:// 或 https:// 开头的 URL' },
  name: { en: 'is the first word of its tools: begin with a Latin letter and use at most 32 letters, digits, - and _', zh: '是其工具名的第一段：请以拉丁字母开头，只用字母、数字、- 和 _，最多 32 个字符' },
  taken: (name: string): Bilingual => ({ en: `${name} is the first word of tools that are built in; give the server another name`, zh: `${name} 是内置工具名的第一段；请给服务器换个名字` }),
  twin: (name: string, other: string): Bilingual => ({ en: `${name} and ${other} look alike; give one another name`, zh: `${name} 与 ${other} 难以区分；请给其中一个换名` }),
  sse: { en: 'sse is the old way and not spoken here; use the streamable HTTP address of the server and write type: http', zh: 'sse 是旧方式，不受支持；请使用服务器的 streamable HTTP 地址，并写 type: http' },
  type: { en: 'write stdio or http', zh: '请写 stdio 或 http' },
  typeOfUrl: { en: 'a server with a url is of type http', zh: '有 url 的服务器类型是 http' },
  typeOfCommand: { en: 'a server with a command is of type stdio', zh: '有 command 的服务器类型是 stdio' },
  both: { en: 'has a command and a url; keep the one by which it is reached', zh: '同时有 command 和 url；请只保留实际使用的一个' },
  neither: { en: 'needs a command (a program that is started) or a url (a server that runs)', zh: '需要 command（要启动的程序）或 url（已在运行的服务器）' },
  near: (near: string): Bilingual => ({ en: `is not known here; did you mean ${near}?`, zh: `这里没有这个键；是否想写 ${near}？` }),
  unknown: (known: readonly string[]): Bilingual => ({ en: `is not known here; take it out. Known: ${known.join(', ')}`, zh: `这里没有这个键；请去掉。可用的键：${known.join('、')}` }),
} as const;
