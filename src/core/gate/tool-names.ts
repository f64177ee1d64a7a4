// The names of tools: ours with dots (`database.query`), the providers' without (`database__query`), as one table.
// A name is found only when it is written exactly so: what merely looks like a tool must never open it.
// Invariant: no two tools share a provider name, nor a name that differs only in how it is written.
import type { Bilingual } from '../json.ts';
import { foldText, shorten, tidyText } from '../text/fold-text.ts';
import { nearest } from '../text/nearest.ts';

export interface ToolNames {
  /** The tools, in the order they were given. */
  readonly all: readonly string[];
  /** Finds a tool by what a model or a file wrote: our name or the provider's, letter by letter. */
  find(written: unknown): FoundName;
  /** The name that a provider is told; a name that is no tool has none. */
  providerNameOf(name: string): string | undefined;
}

type FoundName =
  | { readonly ok: true; readonly name: string }
  /** `near` is the real name that was probably meant. */
  | { readonly ok: false; readonly near?: string; readonly because: Bilingual };

export interface NameFault {
  readonly name: string;
  readonly because: Bilingual;
}

/** The table for these tools, or every name that cannot stand in it. */
export function toolNames(names: readonly string[]): { readonly ok: true; readonly names: ToolNames } | { readonly ok: false; readonly faults: readonly NameFault[] } {
  const faults = names.flatMap((name, at) => {
    const because = badForm(name) ?? clash(name, names.slice(0, at));
    return because === undefined ? [] : [{ name, because }];
  });
  return faults.length > 0 ? { ok: false, faults } : { ok: true, names: tableOf(names) };
}

/** What a provider is told; the same for every provider, so that a history can move from one to another. */
export const toProvider = (name: string): string => name.replaceAll('.', '__');

function tableOf(all: readonly string[]): ToolNames {
  const byWritten = new Map(all.flatMap((name) => [[name, name], [toProvider(name), name]] as const));
  const providerNames = new Map(all.map((name) => [name, toProvider(name)]));
  return {
    all,
    find: (written) => {
      const name = typeof written === 'string' ? byWritten.get(written) : undefined;
      return name === undefined ? unknown(written, all) : { ok: true, name };
    },
    providerNameOf: (name) => providerNames.get(name),
  };
}

function unknown(written: unknown, all: readonly string[]): FoundName {
  if (typeof written !== 'string' || written.trim() === '') return { ok: false, because: SAYS.missing(all) };
  // Compared in one form: a dot in full width or two underscores are the same slip.
  const plain = foldText(written.slice(0, 4 * LONGEST)).replaceAll('__', '.').replaceAll(/\s*\.\s*/g, '.');
  const [near] = nearest(plain, all, 1);
  const shown = shorten(tidyText(written.slice(0, 4 * LONGEST)), LONGEST);
  return near === undefined ? { ok: false, because: SAYS.unknown(shown, all) } : { ok: false, near, because: SAYS.near(shown, near) };
}

function badForm(name: string): Bilingual | undefined {
  if (!FORM.test(name)) return SAYS.badForm(shorten(tidyText(name), LONGEST));
  const length = toProvider(name).length;
  return length > LONGEST ? SAYS.tooLong(name, length) : undefined;
}

function clash(name: string, earlier: readonly string[]): Bilingual | undefined {
  const other = earlier.find((each) => formOf(each) === formOf(name));
  return other === undefined ? undefined : SAYS.clash(name, other);
}

/** Equal for names that a provider or a reader cannot tell apart. */
const formOf = (name: string): string => foldText(toProvider(name)).replaceAll('-', '_');

// Anthropic, OpenAI and Google agree on [a-zA-Z0-9_-]{1,64}; Google wants a letter or an underscore first. Dots part our words.
const FORM = /^[A-Za-z][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*$/;
const LONGEST = 64;
const SHOWN = 12;

const listed = (names: readonly string[], and: string): string => (names.length > SHOWN ? `${names.slice(0, SHOWN).join(and)}, …` : names.join(and));

const SAYS = {
  missing: (all: readonly string[]): Bilingual => ({
    en: `A call must name its tool. Write one of these names exactly: ${listed(all, ', ')}.`,
    zh: `调用必须写明工具名称。请原样写出其中一个：${listed(all, '、')}。`,
  }),
  unknown: (name: string, all: readonly string[]): Bilingual => ({
    en: `No tool is named "${name}". Write one of these names exactly: ${listed(all, ', ')}.`,
    zh: `没有名为“${name}”的工具。请原样写出其中一个：${listed(all, '、')}。`,
  }),
  near: (name: string, near: string): Bilingual => ({
    en: `No tool is named "${name}". Did you mean "${near}"? Names count letter by letter; write it exactly so.`,
    zh: `没有名为“${name}”的工具。是否想用“${near}”？名称须逐字一致，请原样写出。`,
  }),
  badForm: (name: string): Bilingual => ({
    en: `A tool cannot be named "${name}". Begin with a Latin letter, use letters, digits, "_" and "-", and part words with single dots: "database.query".`,
    zh: `工具不能命名为“${name}”。请以拉丁字母开头，只用字母、数字、“_”和“-”，词与词之间用一个点分开，例如“database.query”。`,
  }),
  tooLong: (name: string, length: number): Bilingual => ({
    en: `The name "${name}" has ${length} characters where providers are told it (a dot counts as two); they take ${LONGEST}. Shorten it.`,
    zh: `名称“${name}”传给模型服务时有 ${length} 个字符（一个点算两个），上限是 ${LONGEST} 个。请缩短名称。`,
  }),
  clash: (name: string, other: string): Bilingual => ({
    en: `The tools "${name}" and "${other}" cannot be told apart by a provider or a reader. Rename one of them.`,
    zh: `模型服务或读者无法区分工具“${name}”和“${other}”。请给其中一个改名。`,
  }),
};
