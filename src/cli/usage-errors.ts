// What the parser could not read, said in our words: which word is wrong and what was probably meant.
import type { CommanderError } from 'commander';
import { TeamError } from '../core/errors.ts';
import type { Bilingual, Locale } from '../core/json.ts';
import { nearest } from '../core/text/nearest.ts';
import { COMMANDS, type OptionRow } from './command-table.ts';

interface Typed {
  readonly locale: Locale;
  /** How this program is called, and which of its commands was typed. */
  readonly command: string;
  /** Of that command. */
  readonly options: readonly OptionRow[];
}

export function usageError(error: CommanderError, { locale, command, options }: Typed): TeamError {
  // The parser puts the wrong word in single quotes, and only there.
  const word = /'([^']*)'/.exec(error.message)?.[1] ?? '';
  const says = SENTENCES[error.code]?.(word, command, options) ?? { en: error.message, zh: `命令写法有误：${error.message}` };
  return new TeamError('input.invalid', says, { locale, cause: error });
}

const SENTENCES: Readonly<Record<string, (word: string, command: string, options: readonly OptionRow[]) => Bilingual>> = {
  'commander.unknownCommand': unknownCommand,
  'commander.unknownOption': (word, command, options) => {
    const [near] = nearest(word, new Set(options.map(({ flags }) => flags.split(' ')[0] ?? '')), 1);
    return {
      en: `There is no option ${word} here.${near === undefined ? '' : ` Did you mean ${near}?`} See: ${command} --help`,
      zh: `这里没有选项 ${word}。${near === undefined ? '' : `是否想写 ${near}？`}用法：${command} --help`,
    };
  },
  'commander.missingArgument': (word, command) => ({ en: `<${word}> is missing. See: ${command} --help`, zh: `缺少 <${word}>。用法：${command} --help` }),
  'commander.optionMissingArgument': (word, command) => ({ en: `${word} needs a value. See: ${command} --help`, zh: `${word} 需要一个值。用法：${command} --help` }),
  'commander.excessArguments': (_word, command) => ({
    en: `There are too many words. A goal or a text of several words goes in quotes. See: ${command} --help`,
    zh: `参数过多。由多个词组成的目标或文字请加引号。用法：${command} --help`,
  }),
};

export function unknownCommand(word: string, command: string): Bilingual {
  const [near] = nearest(word, COMMANDS.map(({ name }) => name), 1);
  return {
    en: `There is no command "${word}".${near === undefined ? '' : ` Did you mean ${near}?`} See: ${command} --help`,
    zh: `没有命令“${word}”。${near === undefined ? '' : `是否想写 ${near}？`}用法：${command} --help`,
  };
}
