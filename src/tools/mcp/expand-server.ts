// Fills `${VARIABLE}` and `${VARIABLE:-default}` in from the environment, at the last moment before a server is started.
// A variable that is not there is named; a program that gets an empty key would fail later and say less.
import type { Bilingual } from '../../core/json.ts';
import type { McpReach } from './mcp-server.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type Expanded = { readonly ok: true; readonly reach: McpReach } | { readonly ok: false; readonly because: Bilingual };

/** Never throws. */
export function expandReach(reach: McpReach, env: Environment): Expanded {
  const missing = new Set<string>();
  const fill = (text: string): string => expandText(text, env, missing);
  const fillAll = (texts: Readonly<Record<string, string>>): Record<string, string> => Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, fill(text)]));
  const filled: McpReach = reach.kind === 'stdio'
    ? { kind: 'stdio', command: fill(reach.command), args: reach.args.map(fill), env: fillAll(reach.env), cwd: reach.cwd === undefined ? undefined : fill(reach.cwd) }
    : { kind: 'http', url: fill(reach.url), headers: fillAll(reach.headers) };
  if (missing.size > 0) return { ok: false, because: SAYS.missing([...missing]) };
  return filled.kind === 'http' && !isWeb(filled.url) ? { ok: false, because: SAYS.url } : { ok: true, reach: filled };
}

function expandText(text: string, env: Environment, missing: Set<string>): string {
  return text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g, (_whole, name: string, fallback: string | undefined) => {
    const value = env[name];
    // As in a shell: with `:-` an empty value counts as none.
    if (value !== undefined && (value !== '' || fallback === undefined)) return value;
    if (fallback === undefined) missing.add(name);
    return fallback ?? '';
  });
}

const isWeb = (url: string): boolean => /^https?:$/.test(URL.parse(url)?.protocol ?? '');

const SAYS = {
  missing: (names: readonly string[]): Bilingual => ({
    en: `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} not in the environment; set ${names.length === 1 ? 'it' : 'them'}, or write a default as in \${${names[0] ?? ''}:-value}`,
    zh: `环境中没有 ${names.join('、')}；请设置，或写默认值，例如 \${${names[0] ?? ''}:-value}`,
  }),
  url: { en: 'its url is no http or https address once its variables are filled in; correct it', zh: '填入变量后，url 不是 http 或 https 地址；请改正' },
} as const;
