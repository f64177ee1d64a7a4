// Help, read from the table of commands, in one language at a time.
import type { Locale } from '../core/json.ts';
import { COMMANDS, NOT_BUILT, type CommandRow } from './command-table.ts';
import { displayWidth } from './terminal/display-width.ts';
import { COLON } from './texts.ts';

export function overview(command: string, locale: Locale): string {
  const words = WORDS[locale];
  return [
    words.what, '',
    `${words.usage}${COLON[locale]}${command} ${words.commandWord} […]`, '',
    `${words.commands}${COLON[locale].trimEnd()}`, pairs(COMMANDS.map(({ name, args, says }) => [`${name} ${args}`.trimEnd(), says[locale]])), '',
    `${words.notBuilt}${COLON[locale]}${NOT_BUILT.join(', ')}`, '',
    words.more(command), '',
    `${words.exitCodes}${COLON[locale].trimEnd()}`, pairs(EXIT_CODES.map(({ code, says }) => [code, says[locale]])),
  ].join('\n');
}

export function commandHelp(command: string, { name, args, says, options }: CommandRow, locale: Locale): string {
  const words = WORDS[locale];
  return [
    `${says[locale]}`,
    '',
    `${words.usage}${COLON[locale]}${command} ${`${name} ${args}`.trimEnd()}${options.length > 0 ? ' […]' : ''}`,
    '',
    pairs(options.map((option) => [option.flags, option.says[locale]])),
  ].join('\n');
}

function pairs(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => displayWidth(left)));
  return rows.map(([left, right]) => `  ${left}${' '.repeat(width - displayWidth(left))}   ${right}`).join('\n');
}

const EXIT_CODES = [
  { code: '0', says: { en: 'the goal is done', zh: '目标已达成' } },
  { code: '2', says: { en: 'bad input, or not found', zh: '输入有误，或未找到' } },
  { code: '3', says: { en: 'the goal failed or was called off', zh: '目标未达成或已取消' } },
  { code: '4', says: { en: 'a person is needed; it says what to type', zh: '需要人来决定，屏幕会给出要输入的命令' } },
  { code: '5', says: { en: 'conflict: another process, or it has moved on', zh: '冲突：另一个进程在运行，或状态已改变' } },
  { code: '6', says: { en: 'the model provider is unavailable', zh: '模型服务不可用' } },
  { code: '130', says: { en: 'interrupted; the state is kept and resume goes on', zh: '已中断，进度保留，可用 resume 继续' } },
] as const;

const WORDS = {
  en: {
    what: 'Muster runs a team of agents on a goal: a manager plans, workers work, reviewers check, you decide what machines cannot.',
    usage: 'Usage', commandWord: 'COMMAND', commands: 'Commands', notBuilt: 'Not built yet', exitCodes: 'Exit codes',
    more: (command: string) => `A command says more: ${command} run --help`,
  },
  zh: {
    what: 'Muster 让一支智能体团队完成你的目标：主管规划，成员执行，审阅者把关，机器定不了的由你决定。',
    usage: '用法', commandWord: '命令', commands: '命令', notBuilt: '尚未实现', exitCodes: '退出码',
    more: (command: string) => `查看某个命令的用法：${command} run --help`,
  },
} as const;
