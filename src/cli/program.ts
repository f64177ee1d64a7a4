// The command line as a whole: what was typed is parsed by the table of commands, the command runs, and what comes of it is an
// exit code. Every fault ends here as one message that says what to do; only a defect of Muster shows a trace.
import { Command as Parser, CommanderError } from 'commander';
import { readEnvironment, type Environment } from '../environment.ts';
import { ERRORS, isTeamError, TeamError } from '../core/errors.ts';
import { LOCALES, type Locale } from '../core/json.ts';
import { badInput, choiceOption, EXIT, localeOfEnvironment, type Cli, type Options } from './cli.ts';
import { COMMANDS, NOT_BUILT, type CommandRow } from './command-table.ts';
import { commandHelp, overview } from './help.ts';
import { onInterrupt } from './terminal/interrupts.ts';
import { harmless, processScreen, type Screen } from './terminal/screen.ts';
import { SAYS } from './texts.ts';
import { unknownCommand, usageError } from './usage-errors.ts';

/** Where a command runs; the process that it is in, unless a test says otherwise. */
export interface Surroundings {
  readonly env: Environment;
  readonly cwd: string;
  readonly screenFor: (env: Environment) => Screen;
}

/** Runs what was typed and gives the exit code. Contract: never throws. */
export async function runCli(argv: readonly string[], { env: own, cwd, screenFor }: Surroundings = { env: process.env, cwd: process.cwd(), screenFor: processScreen }): Promise<number> {
  let screen = screenFor(own);
  let locale = localeTyped(argv) ?? localeOfEnvironment(own);
  try {
    const env = readEnvironment(cwd, own);
    screen = screenFor(env);
    locale = localeTyped(argv) ?? localeOfEnvironment(env);
    return await parseAndRun(argv, { screen, env, cwd, locale, command: commandWord() });
  } catch (error) {
    return tell(error, { screen, locale, json: argv.includes('--json') });
  }
}

interface Start extends Pick<Cli, 'screen' | 'env' | 'cwd' | 'locale'> {
  /** How this program is called here. */
  readonly command: string;
}

async function parseAndRun(argv: readonly string[], start: Start): Promise<number> {
  const { command, locale, screen } = start;
  const instead = answerAtOnce(argv, start);
  if (instead !== undefined) {
    screen.print(await instead);
    return EXIT.done;
  }
  const typed = await parse(argv, start);
  if (typed === undefined) {
    // Nothing was asked for: the overview is the best answer, and yet nothing was done.
    screen.warn(overview(command, locale));
    return EXIT.badInput;
  }
  const { row, args, options } = typed;
  const cli: Cli = { ...start, args, options, chosenLocale: undefined, onInterrupt, typed: (rest) => `${command} ${rest}${storeTyped(options)}` };
  return (await row.load()).run({ ...cli, chosenLocale: choiceOption(cli, 'locale', LOCALES) });
}

/** Help and version need no more than the word itself. */
function answerAtOnce(argv: readonly string[], { command, locale }: Start): Promise<string> | string | undefined {
  const [first, second] = argv;
  if (first === '--version' || first === '-V') return versionText();
  if (first !== 'help' && !argv.some((word) => word === '--help' || word === '-h')) return undefined;
  const row = COMMANDS.find(({ name }) => name === (first === 'help' ? second : first));
  return row === undefined ? overview(command, locale) : commandHelp(command, row, locale);
}

interface Typed {
  readonly row: CommandRow;
  readonly args: readonly string[];
  readonly options: Options;
}

async function parse(argv: readonly string[], { command, locale }: Start): Promise<Typed | undefined> {
  let typed: Typed | undefined;
  const parser = quiet(new Parser('muster')).enablePositionalOptions().argument('[words...]').option('--locale <LOCALE>');
  parser.action(([word]: readonly string[]) => {
    if (word !== undefined) throw badInput({ locale }, unknownCommand(word, command));
  });
  for (const name of NOT_BUILT) {
    quiet(parser.command(name)).allowUnknownOption().allowExcessArguments().action(() => {
      throw badInput({ locale }, SAYS.notBuilt({ name: `\`${name}\`` }));
    });
  }
  for (const row of COMMANDS) addCommand(parser, row, (args, options) => void (typed = { row, args, options }));
  try {
    await parser.parseAsync([...argv], { from: 'user' });
    return typed;
  } catch (error) {
    const row = argv.flatMap((word) => COMMANDS.find(({ name }) => name === word) ?? [])[0];
    const options = (row === undefined ? COMMANDS : [row]).flatMap((each) => each.options);
    throw error instanceof CommanderError ? usageError(error, { locale, command: row === undefined ? command : `${command} ${row.name}`, options }) : error;
  }
}

function addCommand(parser: Parser, { name, args, options }: CommandRow, take: (args: readonly string[], options: Options) => void): void {
  const command = quiet(parser.command(name));
  for (const word of args.split(' ').filter((each) => each !== '')) command.argument(word);
  for (const { flags, many } of options) {
    if (many === true) command.option(flags, '', (value: string, before: string[]) => [...before, value], []);
    else command.option(flags);
  }
  command.action((...given: unknown[]) => take(command.args, optionsIn(given)));
}

const optionsIn = (given: readonly unknown[]): Options => {
  const options = given.at(-2);
  return typeof options === 'object' && options !== null ? Object.fromEntries(Object.entries(options)) : {};
};

const quiet = (parser: Parser): Parser => parser
  .helpOption(false)
  .helpCommand(false)
  .exitOverride()
  .configureOutput({ writeOut: () => undefined, writeErr: () => undefined })
  .showSuggestionAfterError(false);

async function versionText(): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  const about: unknown = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  return typeof about === 'object' && about !== null && 'version' in about ? String(about.version) : '';
}

/** In a checkout the command goes through npm; installed it has its own name. */
const commandWord = (): string => (process.argv[1]?.endsWith('.ts') === true ? 'npm run -s muster --' : 'muster');

const storeTyped = (options: Options): string => (typeof options['store'] === 'string' && options['store'] !== 'memory' ? ` --store ${quoted(options['store'])}` : '');

const quoted = (word: string): string => (/^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** Read before anything is parsed, so that what is wrong can be said in the right language. */
function localeTyped(argv: readonly string[]): Locale | undefined {
  const at = argv.findIndex((word) => word === '--locale' || word.startsWith('--locale='));
  const value = argv[at]?.startsWith('--locale=') === true ? argv[at].slice('--locale='.length) : argv[at + 1];
  return at < 0 ? undefined : LOCALES.find((locale) => locale === value);
}

interface Telling {
  readonly screen: Screen;
  readonly locale: Locale;
  readonly json: boolean;
}

function tell(error: unknown, { screen, locale, json }: Telling): number {
  const fault = isTeamError(error) ? error : defectOf(error);
  const row = ERRORS[fault.code];
  const message = fault.says[locale];
  if (json) screen.warn(JSON.stringify({ error: { code: fault.code, message, retry: row.retry, details: fault.details } }));
  else screen.warn(`${screen.colors.red(`${SAYS.error[locale]} ${fault.code}`)}\n${harmless(message)}`);
  return row.exit;
}

/** What nobody foresaw has no words of ours; where it happened is what helps whoever mends it. */
function defectOf(error: unknown): TeamError {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new TeamError('engine.defect', { en: trace, zh: `${ERRORS['engine.defect'].saysZh}\n${trace}` }, { cause: error });
}
