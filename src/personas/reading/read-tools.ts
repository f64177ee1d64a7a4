// The tools of a member from its file. Nothing is allowed that is not named, nothing is allowed that is not known, and a
// narrowing that we cannot keep ("Bash(git log)") is never widened to the whole tool. Names of another program stand for ours that
// do the same, by one table.
import type { Bilingual, JsonObject } from '../../core/json.ts';
import { isJsonObject } from '../../core/json.ts';
import { shorten } from '../../core/text/fold-text.ts';
import { joinSaid } from '../../core/text/join-said.ts';
import { nearest } from '../../core/text/nearest.ts';
import type { AgentFields } from './agent-fields.ts';
import { counterpartIn, deniedWith, type Counterpart } from './claude-tools.ts';
import { commaText } from './read-field.ts';
import type { Remarks } from '../remarks.ts';

export interface ReadOptions {
  /** The names of the tools that there are. Absent: names in `allowed_tools` and counterparts of foreign names are not looked up. */
  readonly knownTools?: ReadonlySet<string>;
}

export interface ToolsGiven {
  readonly allowed_tools: unknown;
  readonly denied_tools: readonly string[];
}

export function readTools(fields: AgentFields, { knownTools }: ReadOptions, remarks: Remarks): ToolsGiven {
  const denied = [...new Set([...(fields.list('denied_tools') ?? []), ...(fields.list('disallowed_tools') ?? [])])];
  if (!fields.has('allowed_tools') || fields.list('allowed_tools') !== undefined) {
    const allowed = foreignTools(fields, knownTools, remarks);
    return { allowed_tools: allowed, denied_tools: allowed.length === 0 ? denied : foreignDenials(fields, denied, remarks) };
  }
  if (fields.has('tools')) remarks.note(fields.lineOf('tools'), fields.spelling('tools'), SAYS.overruled);
  const allowed = ownTools(fields.data('allowed_tools'));
  if (knownTools !== undefined && Array.isArray(allowed)) {
    for (const [at, tool] of allowed.entries()) {
      const name: unknown = isJsonObject(tool) ? tool['name'] : undefined;
      if (typeof name === 'string' && !/\s/u.test(name) && !knownTools.has(name)) {
        remarks.complain(fields.lineOf(`allowed_tools[${at}]`), 'allowed_tools', SAYS.noTool(name, nearest(name, knownTools, 1)[0]));
      }
    }
  }
  return { allowed_tools: allowed, denied_tools: denied };
}

/** A bare name is the short form of `{name}`. What is neither is left for the registration to complain about. */
function ownTools(value: unknown): unknown {
  const list: unknown = typeof value === 'string' ? commaText(value) : value;
  return Array.isArray(list) ? list.map((item: unknown) => (typeof item === 'string' ? { name: item } : item)) : list;
}

interface Allowed {
  readonly name: string;
  readonly args_schema?: JsonObject;
}

function foreignTools(fields: AgentFields, known: ReadonlySet<string> | undefined, remarks: Remarks): readonly Allowed[] {
  const key = fields.list('tools') === undefined ? 'allowed_tools' : 'tools';
  const asked = [...new Set(fields.list(key) ?? [])];
  const ours = asked.map((written) => ({ written, tool: toolFor(written, known) }));
  const read = ours.flatMap(({ written, tool }) => (tool === undefined || tool.name === written ? [] : [{ written, tool }]));
  if (read.length > 0) remarks.note(fields.lineOf(key), fields.spelling(key), SAYS.readAs(read));
  const unknown = ours.flatMap(({ written, tool }) => (tool === undefined ? [written] : []));
  if (unknown.length > 0) remarks.note(fields.lineOf(key), fields.spelling(key), unknown.some((name) => name === '*' || name === 'all') ? SAYS.everything : SAYS.unknown(unknown));
  return widest(ours.flatMap(({ tool }) => tool ?? []));
}

function toolFor(written: string, known: ReadonlySet<string> | undefined): Counterpart | undefined {
  if (known?.has(written) === true) return { name: written };
  const tool = counterpartIn(written);
  return tool === undefined || (known !== undefined && !known.has(tool.name)) ? undefined : tool;
}

/** Each tool once; whole where one of the names means the whole. */
function widest(tools: readonly Counterpart[]): readonly Allowed[] {
  return [...Map.groupBy(tools, ({ name }) => name)].map(([name, same]) => {
    const [{ args_schema: narrowed } = {}] = same;
    return narrowed === undefined || same.some((each) => each.args_schema === undefined) ? { name } : { name, args_schema: narrowed };
  });
}

/** What is denied in the words of another program is denied here as well, where that program's words allow anything. */
function foreignDenials(fields: AgentFields, denied: readonly string[], remarks: Remarks): readonly string[] {
  const more = deniedWith(denied);
  const key = fields.list('disallowed_tools') === undefined ? 'denied_tools' : 'disallowed_tools';
  if (more.length > 0) remarks.note(fields.lineOf(key), fields.spelling(key), SAYS.alsoDenied(more));
  return [...denied, ...more];
}

const listed = (names: readonly string[], comma: string): string => shorten(names.map((name) => shorten(name, 40)).join(comma), 300);

const pair = ({ written, tool: { name, only } }: { readonly written: string; readonly tool: Counterpart }): Bilingual => ({
  en: `${written} → ${name}${only === undefined ? '' : ` (${only.en})`}`,
  zh: `${written} → ${name}${only === undefined ? '' : `（${only.zh}）`}`,
});

const SAYS = {
  readAs(read: readonly { readonly written: string; readonly tool: Counterpart }[]): Bilingual {
    const { en, zh } = joinSaid(read.map(pair), 'list');
    return { en: `is read as tools of ours: ${en}; write allowed_tools to choose them`, zh: `按对应的工具读取：${zh}；如需指定请写 allowed_tools` };
  },
  alsoDenied: (names: readonly string[]): Bilingual => ({ en: `also denies the tools of ours that do the same: ${names.join(', ')}`, zh: `同时禁止对应的工具 ${names.join('、')}` }),
  overruled: { en: 'is left out, as allowed_tools says what is allowed; keep one of them', zh: '未采用，因为 allowed_tools 已写明允许的工具；请只保留一处' },
  everything: { en: 'asks for every tool, and no file gets that; name the tools one by one in allowed_tools', zh: '要求使用全部工具，任何文件都不会得到；请在 allowed_tools 中逐个写明' },
  unknown: (names: readonly string[]): Bilingual => names.length === 1
    ? { en: `unknown tool ${listed(names, ', ')} is not allowed; name a tool of the team in allowed_tools`, zh: `未知工具 ${listed(names, '、')} 不予允许；请在 allowed_tools 中写团队已有的工具` }
    : { en: `unknown tools ${listed(names, ', ')} are not allowed; name tools of the team in allowed_tools`, zh: `未知工具 ${listed(names, '、')} 不予允许；请在 allowed_tools 中写团队已有的工具` },
  noTool: (name: string, near: string | undefined): Bilingual => near === undefined
    ? { en: `there is no tool ${name}; remove it`, zh: `没有工具 ${name}；请删除` }
    : { en: `there is no tool ${name}; did you mean ${near}?`, zh: `没有工具 ${name}；是否想写 ${near}？` },
} as const;
