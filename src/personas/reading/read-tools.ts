// The tools of a member from its file. Nothing is allowed that is not named, nothing is allowed that is not known, and a
// narrowing that we cannot keep ("Bash(git log)") is never widened to the whole tool.
import type { Bilingual } from '../../core/json.ts';
import { isJsonObject } from '../../core/json.ts';
import { shorten } from '../../core/text/fold-text.ts';
import { nearest } from '../../core/text/nearest.ts';
import type { AgentFields } from './agent-fields.ts';
import { commaText } from './read-field.ts';
import type { Remarks } from '../remarks.ts';

export interface ReadOptions {
  /** The names of the tools that there are. Absent: names in `allowed_tools` are not looked up, and no foreign name is known. */
  readonly knownTools?: ReadonlySet<string>;
}

export interface ToolsGiven {
  readonly allowed_tools: unknown;
  readonly denied_tools: readonly string[];
}

export function readTools(fields: AgentFields, { knownTools }: ReadOptions, remarks: Remarks): ToolsGiven {
  const denied = [...new Set([...(fields.list('denied_tools') ?? []), ...(fields.list('disallowed_tools') ?? [])])];
  if (!fields.has('allowed_tools') || fields.list('allowed_tools') !== undefined) return { allowed_tools: foreignTools(fields, knownTools, remarks), denied_tools: denied };
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

function foreignTools(fields: AgentFields, known: ReadonlySet<string> = new Set(), remarks: Remarks): readonly { readonly name: string }[] {
  const key = fields.list('tools') === undefined ? 'allowed_tools' : 'tools';
  const asked = new Set(fields.list(key) ?? []);
  const unknown = [...asked].filter((name) => !known.has(name));
  if (unknown.length > 0) remarks.note(fields.lineOf(key), fields.spelling(key), unknown.some((name) => name === '*' || name === 'all') ? SAYS.everything : SAYS.unknown(unknown));
  return [...asked].filter((name) => known.has(name)).map((name) => ({ name }));
}

const listed = (names: readonly string[], comma: string): string => shorten(names.map((name) => shorten(name, 40)).join(comma), 300);

const SAYS = {
  overruled: { en: 'is left out, as allowed_tools says what is allowed; keep one of them', zh: '未采用，因为 allowed_tools 已写明允许的工具；请只保留一处' },
  everything: { en: 'asks for every tool, and no file gets that; name the tools one by one in allowed_tools', zh: '要求使用全部工具，任何文件都不会得到；请在 allowed_tools 中逐个写明' },
  unknown: (names: readonly string[]): Bilingual => names.length === 1
    ? { en: `unknown tool ${listed(names, ', ')} is not allowed; name a tool of the team in allowed_tools`, zh: `未知工具 ${listed(names, '、')} 不予允许；请在 allowed_tools 中写团队已有的工具` }
    : { en: `unknown tools ${listed(names, ', ')} are not allowed; name tools of the team in allowed_tools`, zh: `未知工具 ${listed(names, '、')} 不予允许；请在 allowed_tools 中写团队已有的工具` },
  noTool: (name: string, near: string | undefined): Bilingual => near === undefined
    ? { en: `there is no tool ${name}; remove it`, zh: `没有工具 ${name}；请删除` }
    : { en: `there is no tool ${name}; did you mean ${near}?`, zh: `没有工具 ${name}；是否想写 ${near}？` },
} as const;
