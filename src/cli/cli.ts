// What every command is given: where it writes, where it stands, which language it speaks, and what was typed.
import { TeamError } from '../core/errors.ts';
import { LOCALES, type Bilingual, type Locale } from '../core/json.ts';
import type { Screen } from './terminal/screen.ts';
import { SAYS } from './texts.ts';

export interface Cli {
  readonly screen: Screen;
  /** The environment over the `.env` of the working folder. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** `--locale`; it goes before the language of a goal. */
  readonly chosenLocale: Locale | undefined;
  /** Where no goal gives a language. */
  readonly locale: Locale;
  readonly args: readonly string[];
  readonly options: Options;
  /** A command as it is to be typed here, store and all. */
  typed(rest: string): string;
  /** What was typed into this process's keyboard or sent to it: the first asks to stop, the second stops at once. */
  onInterrupt(listener: () => void): () => void;
}

export type Options = Readonly<Record<string, unknown>>;

/** The exit code. */
export type Command = (cli: Cli) => Promise<number>;

export const EXIT = { done: 0, badInput: 2, failed: 3, needsPerson: 4, conflict: 5, providerAway: 6, interrupted: 130 } as const;

export const textOption = ({ options }: Cli, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};

export const isSet = ({ options }: Cli, name: string): boolean => options[name] === true;

export const listOption = ({ options }: Cli, name: string): readonly string[] => {
  const value = options[name];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
};

export function choiceOption<const T extends string>(cli: Cli, name: string, choices: readonly T[]): T | undefined {
  const given = textOption(cli, name);
  const found = choices.find((choice) => choice === given);
  if (given === undefined || found !== undefined) return found;
  throw badInput(cli, SAYS.badValue({ option: `--${name}`, value: given, want: choices.join(' | ') }));
}

export const badInput = ({ locale }: Pick<Cli, 'locale'>, says: Bilingual): TeamError => new TeamError('input.invalid', says, { locale });

/** Who acts, for the record. */
export const byName = (cli: Cli): string => textOption(cli, 'by') ?? userName(cli);

/** Whoever sits at the keyboard. */
export const userName = (cli: Cli): string => cli.env['USER'] || cli.env['USERNAME'] || 'person';

export const localeFor = (cli: Pick<Cli, 'locale' | 'chosenLocale'>, goal?: { readonly locale: Locale }): Locale => cli.chosenLocale ?? goal?.locale ?? cli.locale;

export function localeOfEnvironment(env: Cli['env']): Locale {
  const named = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return LOCALES.find((locale) => named.toLowerCase().startsWith(locale)) ?? 'en';
}
