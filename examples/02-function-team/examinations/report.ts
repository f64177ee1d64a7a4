// The report: Markdown from the results of the five others, without looking at the repository again. Every figure stands
// beside the command that checks it. Names of files and licences are material: they are shown as code and cannot be markup.
import type { Locale } from '../../../src/core/json.ts';
import type { WorkInput, WorkOptions, WorkResult } from './git.ts';
import { agreementWords, SPDX_LINE } from './licence-check.ts';
import { sectionsOf } from './report-facts.ts';
import type { List, Results, Section } from './report-facts.ts';
import { MARKS } from './unfinished-work.ts';

export interface ReportInput extends WorkInput {
  readonly results: Results;
}

export interface Report {
  readonly markdown: string;
}

export async function writeReport({ results, locale = 'en' }: ReportInput, { signal }: WorkOptions): Promise<WorkResult<Report>> {
  signal.throwIfAborted();
  const words = WORDS[locale];
  const sections = sectionsOf(results);
  const parts = [
    `# ${words.title}${words.colon}${asCode(results.inventory.root)}`,
    words.howToCheck,
    ...sections.flatMap((section) => [
      ...sectionParts(section, locale),
      ...(section.title.en === 'Licence' ? licenceParts(results, locale) : []),
      ...(section.title.en === 'Churn' ? [historyWords(results, locale)] : []),
      ...(section.title.en === 'Unfinished work' ? placesParts(results, locale) : []),
    ]),
  ];
  const figures = sections.reduce((sum, { facts, lists }) => sum + facts.length + lists.reduce((all, { rows, columns }) => all + rows.length * columns.length, 0), 0);
  return { output: { markdown: `${parts.join('\n\n')}\n` }, executionSummary: words.summary(figures) };
}

const WORDS = {
  en: {
    title: 'Repository report',
    howToCheck: 'Every command is to be typed at the top of the repository. FILE stands for the name in the row, quoted for the shell; where `git log` prints names, one with quotes or control characters is quoted by git as well. Control characters are shown as `\\u000a`.',
    colon: ': ', check: (command: string) => ` (check: ${asCode(command)})`, name: 'name', path: 'path', lines: 'line numbers', none: 'None.',
    unknown: 'not recognised', undeclared: 'declares none',
    whole: 'This is the whole history up to HEAD.', part: 'Older commits were not read.', shallow: 'The clone is shallow: older history is elsewhere.',
    summary: (figures: number) => `Report with ${figures} figures, each beside the command that checks it.`,
  },
  zh: {
    title: '仓库报告',
    howToCheck: '所有命令都在仓库顶层目录执行。FILE 代表该行的名称（按 shell 规则加引号）；含引号或控制字符的文件名，`git log` 输出时会由 git 另加引号转义。控制字符写作 `\\u000a` 的形式。',
    colon: '：', check: (command: string) => `（核对：${asCode(command)}）`, name: '名称', path: '路径', lines: '行号', none: '无。',
    unknown: '未能识别', undeclared: '未声明',
    whole: '以上为截至 HEAD 的全部历史。', part: '更早的提交没有读取。', shallow: '这是浅克隆，更早的历史不在本地。',
    summary: (figures: number) => `报告包含 ${figures} 个数字，每个都附有核对命令。`,
  },
} as const;

function sectionParts({ title, facts, lists }: Section, locale: Locale): readonly string[] {
  const words = WORDS[locale];
  const factLines = facts.map(({ says, value, check }) => `- ${says[locale]}${words.colon}**${value}**${words.check(check)}`);
  return [`## ${title[locale]}`, factLines.join('\n'), ...lists.flatMap((list) => listParts(list, locale))];
}

function listParts({ about, columns, rows }: List, locale: Locale): readonly string[] {
  const words = WORDS[locale];
  if (rows.length === 0) return [`### ${about[locale]}`, words.none];
  const heads = columns.map(({ says }) => says[locale]);
  return [
    `### ${about[locale]}`,
    table([words.name, ...heads], rows.map(({ path, values }) => [asCode(path), ...values.map(String)])),
    columns.map(({ says, check }) => `- ${says[locale]}${words.check(check)}`).join('\n'),
  ];
}

function licenceParts({ licence }: Results, locale: Locale): readonly string[] {
  const words = WORDS[locale];
  const line = (what: string, is: string, check: string) => `- ${what}${words.colon}${is}${words.check(check)}`;
  const lines = [
    ...licence.licenceFiles.map(({ path, licence: found }) => line(asCode(path), found ?? words.unknown, 'head FILE')),
    ...licence.declared.map(({ path, licence: found }) => line(asCode(path), asCode(found), 'grep -n license FILE')),
    ...licence.undeclared.map((path) => line(asCode(path), words.undeclared, 'grep -n license FILE')),
    ...licence.spdxLines.map(({ licence: found, lines: count }) =>
      line(`SPDX ${asCode(found)}`, `**${count}**`, `git grep -I -h -o -E '${SPDX_LINE}' | sed 's/^[^:]*:[[:blank:]]*//; s/[[:blank:]-]*$//' | sort | uniq -c`)),
  ];
  return [`**${agreementWords(locale, licence.agreement)}**`, ...(lines.length === 0 ? [] : [lines.join('\n')])];
}

function placesParts({ unfinished }: Results, locale: Locale): readonly string[] {
  const PLACES_SHOWN = 20;
  const words = WORDS[locale];
  const rows = unfinished.files.slice(0, PLACES_SHOWN).map(({ path, lines, lineNumbers }) => [asCode(path), `${lineNumbers.join(', ')}${lines > lineNumbers.length ? ', …' : ''}`]);
  if (rows.length === 0) return [];
  return [table([words.path, words.lines], rows), `- ${words.lines}${words.check(`git --literal-pathspecs grep -I -n -w -E -e '${MARKS.join('|')}' -- FILE`)}`];
}

function historyWords({ churn }: Results, locale: Locale): string {
  const words = WORDS[locale];
  return [churn.isWholeHistory ? words.whole : words.part, ...(churn.isShallow ? [words.shallow] : [])].join(' ');
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

/** As code that no name can break out of: the fence is longer than any run of backticks inside. */
function asCode(text: string): string {
  const shown = text.replace(/[\p{Cc}\u2028\u2029]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const longest = Math.max(0, ...(shown.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = shown.startsWith('`') || shown.endsWith('`') || shown === '' ? ' ' : '';
  return `${fence}${pad}${shown}${pad}${fence}`;
}
