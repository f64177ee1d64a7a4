// The code of the pages as programs. A page shows code and, right below it, what it prints; both are taken from the page
// itself, compiled and run, so a page cannot promise what the code does not do.
//   ```ts      runs; the ```text block right below must be its output
//   ```sh      its commands must exist; `npm start`, or an example, with a ```text block below is run and compared
//   <!-- not run: why --> above a block: it is compiled, or looked at, and not run
// A line with nothing but … stands for any lines; a path, a time of day and a duration may differ from machine to machine.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../scripts/source/list-files.ts';

export interface Block {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** Why it is not run. */
  readonly notRun: string | undefined;
  /** The ```text block right below. */
  readonly output: string | undefined;
}

export const readPage = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

export function blocksOf(page: string, markdown: string = readPage(page)): readonly Block[] {
  const found: (Block & { readonly end: number })[] = [];
  const fence = /^(<!-- not run: (?<why>.+) -->\n+)?```(?<language>\w+)\n(?<text>[\s\S]*?)^```$/gm;
  for (const match of markdown.matchAll(fence)) {
    const { why, language = '', text = '' } = match.groups ?? {};
    const start = match.index + match[0].indexOf('```');
    const block = { page, line: markdown.slice(0, start).split('\n').length, language, text: text.trimEnd(), notRun: why, output: undefined, end: match.index + match[0].length };
    const above = found.at(-1);
    const isOutput = language === 'text' && above !== undefined && above.language !== 'text' && markdown.slice(above.end, match.index).trim() === '';
    if (isOutput) found[found.length - 1] = { ...above, output: block.text };
    else found.push(block);
  }
  return found.map(({ end: _end, ...block }) => block);
}

/** Headings as their levels, for two languages have different words. */
export const headingLevels = (markdown: string): readonly number[] => withoutCode(markdown).match(/^#+(?= )/gm)?.map((marks) => marks.length) ?? [];

export const withoutCode = (markdown: string): string => markdown.replaceAll(/^```[\s\S]*?^```$/gm, '');

/** A program for a file of its own: what a reader would import from the package comes from this checkout. */
export const programOf = ({ text }: Block): string => text.replaceAll(/from 'muster(\/testing)?'/g, (_, sub?: string) => `from '${join(ROOT, sub === undefined ? 'src/index.ts' : 'src/testing/index.ts')}'`);

/** What stands in two languages differs in its texts and comments only. */
export const skeletonOf = (code: string): string =>
  code.replaceAll(/\/\/.*$/gm, '//').replaceAll(/\/\*.*?\*\//g, '/**/').replaceAll(/\.(says\??|text)\.zh\b/g, '.$1.en').replaceAll(/'(?:[^'\\\n]|\\.)*'/g, "''").replaceAll(/`(?:[^`\\]|\\.)*`/g, '``').replaceAll(/\s+/g, ' ');

/** `shown` as a pattern for what is printed. */
export function fits(printed: string, shown: string): boolean {
  const parts = shown.trim().split(/^…$/m).map((part) => evened(part.trim()));
  let from = 0;
  const text = evened(printed.trim());
  for (const [index, part] of parts.entries()) {
    const at = text.indexOf(part, from);
    if (at === -1 || (index === 0 && at !== 0)) return false;
    from = at + part.length;
  }
  return parts.at(-1) === '' || from === text.length || text.endsWith(parts.at(-1) ?? '');
}

const evened = (text: string): string => text.replaceAll(/\/\S*\.muster\/\S+/g, '/…/.muster/…').replaceAll(/^\d\d:\d\d:\d\d/gm, 'HH:MM:SS').replaceAll(/(duration in ms\s+│) \d+ +│/g, '$1 N │');

/** Lines of the commands, comments aside. */
export const commandsOf = ({ text }: Block): readonly string[] => text.split('\n').map((line) => line.replace(/\s+#.*$/, '').trim()).filter((line) => line !== '' && !line.startsWith('#'));
