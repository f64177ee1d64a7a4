// The tools that Claude Code files name, with ours that do the same. Where ours can do more it is narrowed to what theirs does, so that a
// file never gives more than it says; a name without a row has no counterpart. Names count letter by letter.
import type { Bilingual, JsonObject } from '../../core/json.ts';

export interface Counterpart {
  readonly name: string;
  readonly args_schema?: JsonObject;
  /** How much of it. */
  readonly only?: Bilingual;
}

/** Changes what is there and writes nothing anew: `content` and `edits` exclude each other. */
const EDITS: Counterpart = { name: 'file.write', args_schema: { properties: { edits: { type: 'array' } }, required: ['edits'] }, only: { en: 'edits only', zh: '仅限 edits' } };

export const CLAUDE_TOOLS: Readonly<Record<string, Counterpart>> = {
  Read: { name: 'file.read' },
  Grep: { name: 'file.search' },
  Glob: { name: 'file.list' },
  LS: { name: 'file.list' },
  Write: { name: 'file.write' },
  Edit: EDITS,
  MultiEdit: EDITS,
  Bash: { name: 'shell.run', only: { en: 'the programs that the team lists', zh: '仅限团队列出的程序' } },
  WebFetch: { name: 'http.get' },
};

export const counterpartIn = (name: string): Counterpart | undefined => (Object.hasOwn(CLAUDE_TOOLS, name) ? CLAUDE_TOOLS[name] : undefined);

/** Ours that a denial means. A part of a tool cannot be denied here, so the whole is: `Bash(rm:*)` denies what runs programs. */
export const deniedWith = (names: readonly string[]): readonly string[] =>
  [...new Set(names.flatMap((name) => counterpartIn(name.replace(/\(.*$/su, '').trim())?.name ?? []))].filter((name) => !names.includes(name));
