// Whether the names that a program gives are names of options. The compiler knows, a program without types does not, and a name that
// there is not would quietly hold nothing. Each is told with the nearest that there is.
import { refuse, type ErrorCode, type Refusal } from '../errors.ts';
import type { Bilingual } from '../json.ts';
import { foldText } from '../text/fold-text.ts';
import { joinSaid } from '../text/join-said.ts';
import { nearest } from '../text/nearest.ts';

export interface OptionNames {
  /** What takes the options: a function, or an option that has options of its own. */
  readonly of: string;
  readonly known: readonly string[];
  /** Names that stand elsewhere, to be suggested only: `policy.review`. */
  readonly elsewhere?: readonly string[];
  /** Where these options stand in those of the function; empty for its own. */
  readonly path?: string;
  readonly code: ErrorCode;
}

/** All names that there are not, in one refusal. */
export function checkNames(said: unknown, { of, known, elsewhere = [], path = '', code }: OptionNames): Refusal | undefined {
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return refuse(code, SAYS.noObject(of, known[0] ?? ''), { fields: path === '' ? [] : [path] });
  const unknown = Object.keys(said).filter((name) => !known.includes(name));
  if (unknown.length === 0) return undefined;
  const found = unknown.map((name) => ({ name, near: nearestName(name, [...known, ...elsewhere]) }));
  const says = found.map(({ name, near }) => SAYS.unknown(of, name, near));
  const rest = found.some(({ near }) => near === undefined) ? [SAYS.takes(known)] : [];
  return refuse(code, joinSaid([...says, ...rest], 'sentences'), { fields: unknown.map((name) => (path === '' ? name : `${path}.${name}`)) });
}

/** Words of a file and of a program differ in how they part: `denied_tools` is `deniedTools` before it is `tools`. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const plain = (text: string): string => foldText(text).replaceAll(/[_-]/g, '');
  return known.find((each) => plain(each) === plain(name)) ?? nearest(name, known, 1)[0];
}

/** The names of the type; the compiler sees to it that none is left out and none is too many. */
export const namesIn = <Options extends object>(names: Readonly<Record<keyof Options, 1>>): readonly string[] => Object.keys(names);

const SAYS = {
  noObject: (of: string, first: string): Bilingual => ({
    en: `${of} takes its options as an object, such as { ${first}: … }.`,
    zh: `${of} 的选项应是对象，例如 { ${first}: … }。`,
  }),
  unknown: (of: string, name: string, near: string | undefined): Bilingual => ({
    en: `${of} has no option ${name}.${near === undefined ? '' : ` Did you mean ${near}?`}`,
    zh: `${of} 没有 ${name} 这一选项。${near === undefined ? '' : `是否想写 ${near}？`}`,
  }),
  /** Once, behind all. */
  takes: (known: readonly string[]): Bilingual => ({ en: `It takes ${known.join(', ')}.`, zh: `可用的有 ${known.join('、')}。` }),
} as const;
