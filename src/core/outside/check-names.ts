// Whether the names that a program gives are names of options. The compiler knows, a program without types does not, and a name that
// there is not would quietly hold nothing. Each is told with the nearest that there is.
import { refuse, type ErrorCode, type Refusal } from '../errors.ts';
import { REFUSED_INPUT } from '../refusals/refused-input.ts';
import { foldText } from '../text/fold-text.ts';
import { joinSaid } from '../text/join-said.ts';
import { nearest } from '../text/nearest.ts';
import { shownName } from './shown-value.ts';

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

/** Said one by one; of more, how many there are. */
const MOST_SAID = 10;

/** All names that there are not, in one refusal. */
export function checkNames(said: unknown, { of, known, elsewhere = [], path = '', code }: OptionNames): Refusal | undefined {
  const noObject = checkObject(said, { of, path, code, ...(known[0] === undefined ? {} : { first: known[0] }) });
  if (noObject !== undefined) return noObject;
  const unknown = Object.keys(Object(said)).filter((name) => !known.includes(name));
  if (unknown.length === 0) return undefined;
  const found = unknown.slice(0, MOST_SAID).map((name) => ({ name, near: nearestName(name, [...known, ...elsewhere]) }));
  const says = found.map(({ name, near }) => REFUSED_INPUT.noOption(of, shownName(name), near));
  if (unknown.length > MOST_SAID) says.push(REFUSED_INPUT.moreOptions(unknown.length - MOST_SAID));
  const rest = found.some(({ near }) => near === undefined) ? [REFUSED_INPUT.takes(known)] : [];
  return refuse(code, joinSaid([...says, ...rest], 'sentences'), { fields: unknown.map((name) => (path === '' ? name : `${path}.${name}`)) });
}

/** Of options that stand below those of a team: their place is also what they are called. */
export const checkNamesBelow = (path: string, said: unknown, known: readonly string[]): Refusal | undefined => checkNames(said, { of: path, path, known, code: 'team.invalid' });

/** Of names that the program makes up, such as those of models; `first` is one of those that there are. */
export function checkObject(said: unknown, { of, path, code, first }: { readonly of: string; readonly path: string; readonly code: ErrorCode; readonly first?: string }): Refusal | undefined {
  if (typeof said === 'object' && said !== null && !Array.isArray(said)) return undefined;
  return refuse(code, REFUSED_INPUT.noOptions(of, first), { fields: path === '' ? [] : [path] });
}

/** Words of a file and of a program differ in how they part: `denied_tools` is `deniedTools` before it is `tools`. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const plain = (text: string): string => foldText(text).replaceAll(/[_-]/g, '');
  return known.find((each) => plain(each) === plain(name)) ?? nearest(name, known, 1)[0];
}

/** The names of the type; the compiler sees to it that none is left out and none is too many. */
export const namesIn = <Options extends object>(names: Readonly<Record<keyof Options, 1>>): readonly string[] => Object.keys(names);
