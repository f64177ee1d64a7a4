// Reads the table of refused arguments for one call: options alone, bundled, shortened, with values attached or after them.
// Invariant: where it is unclear whether something is an option, it is judged as one; so an unclear form is refused, not passed.
import type { GuardRefusal } from '../../ports/tool.ts';
import { quoted, refuseCall } from '../refusal.ts';
import { WHY, type ProgramRules, type RefusedArguments, type Why } from './program-rules.ts';

export function judgeArguments(program: string, args: readonly string[], rules: ProgramRules | undefined): GuardRefusal | undefined {
  if (rules === undefined) return undefined;
  if (rules.never) return refuseArgument(program, program, rules.never);
  if (rules.needs && !beforeEnd(args).includes(rules.needs.option)) return needed(program, rules.needs);
  const rows = (rules.refused ?? []).filter(({ unless }) => unless === undefined || !beforeEnd(args).includes(unless));
  for (const { text, role, word, next } of readRoles(args, rules)) {
    const row = rows.find((candidate) => applies(candidate, word, role) && isRefused(candidate, { text, role, next, word }, rules));
    if (row) return refuseArgument(program, text, row.why);
  }
  return undefined;
}

interface Role {
  readonly text: string;
  readonly next: string;
  /** `bundle`: letters without a dash, as tar takes them. */
  readonly role: 'option' | 'bundle' | 'word' | 'value';
  /** The first word so far; empty before it. */
  readonly word: string;
}

type Reading = Pick<ProgramRules, 'expression' | 'bareBundle' | 'stopsAtFile' | 'valueLetters' | 'valueOptions' | 'lastLetters'>;

export function* readRoles(args: readonly string[], rules: Reading): Generator<Role> {
  let word = '';
  let areOver = false;
  for (const [at, text] of args.entries()) {
    const before = args[at - 1] ?? '';
    const next = args[at + 1] ?? '';
    if (text === '--' && rules.expression !== true) {
      areOver = true;
    } else if (!areOver && text.startsWith('-') && text.length > 1) {
      yield { text, next, role: 'option', word };
      if (isLast(text, rules) && !takesNext(text, rules)) areOver = true;
    } else if (!areOver && takesNext(before, rules)) {
      yield { text, next, role: 'value', word };
      if (isLast(before, rules)) areOver = true;
    } else {
      yield { text, next, role: at === 0 && rules.bareBundle === true ? 'bundle' : 'word', word };
      // What stands behind a long option may be its value; then the first word, or the file, is still to come.
      if (!areOver && rules.valueOptions === undefined && before.startsWith('--') && !before.includes('=')) continue;
      if (word === '') word = text;
      if (rules.stopsAtFile === true) areOver = true;
    }
  }
}

const isLast = (option: string, { lastLetters = '', valueLetters = '' }: Reading): boolean =>
  /^-[^-]/.test(option) && [...bundleOf(option.slice(1), valueLetters).flags].some((letter) => lastLetters.includes(letter));

function takesNext(before: string, { valueLetters = '', valueOptions = [] }: Reading): boolean {
  if (valueOptions.includes(before)) return true;
  if (!/^-[^-]/.test(before)) return false;
  const at = Array.from(before).slice(1).findIndex((letter) => valueLetters.includes(letter));
  return at >= 0 && at === before.length - 2;
}

const beforeEnd = (args: readonly string[]): readonly string[] => (args.includes('--') ? args.slice(0, args.indexOf('--')) : args);

/** Rows that hold before the first word hold for that word's own options no more. */
function applies({ under }: RefusedArguments, word: string, role: Role['role']): boolean {
  return under === undefined || under.includes(word) || (role === 'word' && word === '' && under.includes(''));
}

function isRefused(row: RefusedArguments, { text, role, next, word }: Role, rules: ProgramRules): boolean {
  if (row.texts?.some((start) => text.trimStart().startsWith(start)) === true) return true;
  if (role === 'word') return word === '' && row.words?.includes(text) === true;
  if (role === 'value') return false;
  if (role === 'option' && row.options?.some((option) => isOption(text, option)) === true) return true;
  if (text.startsWith('--')) return false;
  const letters = bundleOf(role === 'bundle' ? text : text.slice(1), rules.valueLetters ?? '');
  if ([...letters.flags].some((letter) => row.letters?.includes(letter) === true)) return true;
  return row.letterValues !== undefined && letters.flags.endsWith(row.letterValues.letter) && row.letterValues.values.some((value) => isModule(letters.value || next, value));
}

/** `-xzf name` in one: the letters up to the one that takes a value, and that value. */
function bundleOf(text: string, valueLetters: string): { readonly flags: string; readonly value: string } {
  const at = [...text].findIndex((letter) => valueLetters.includes(letter));
  return at < 0 ? { flags: text, value: '' } : { flags: text.slice(0, at + 1), value: text.slice(at + 1) };
}

const isModule = (given: string, refused: string): boolean => given === refused || given.startsWith(`${refused}.`);

const SHORTEST_FORM = '--abc'.length;

function isOption(text: string, option: string): boolean {
  const name = text.includes('=') ? text.slice(0, text.indexOf('=')) : text;
  if (!option.startsWith('--')) return name === option || name === `-${option}`;
  return name === option || (name.length >= SHORTEST_FORM && option.startsWith(name));
}

const refuseArgument = (program: string, argument: string, why: Why): GuardRefusal =>
  refuseCall(program === argument ? 'shell.refused_program' : 'shell.refused_argument', {
    en: `${quoted(argument)} is refused${program === argument ? '' : ` for ${program}`}: ${WHY[why].en}. Do the step in another way, with plain arguments.`,
    zh: `${program === argument ? '' : `${program} 的参数 `}${quoted(argument)} 被拒绝：${WHY[why].zh}。请用普通参数换一种方式完成。`,
  });

const needed = (program: string, { option, why }: { readonly option: string; readonly why: Why }): GuardRefusal =>
  refuseCall('shell.needed_argument', {
    en: `${program} runs only with ${option}: without it ${WHY[why].en}. Add ${option} before the other arguments.`,
    zh: `${program} 必须带 ${option} 运行：否则${WHY[why].zh}。请在其他参数之前加上 ${option}。`,
  });
