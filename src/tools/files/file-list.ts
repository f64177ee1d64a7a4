// The tool file.list: names below a folder. A folder ends in "/", a link in "@".
// Invariant: links are shown and not followed, and a list that was cut says so.
import type { Meanings } from '../../core/gate/arguments.ts';
import type { Json } from '../../core/json.ts';
import type { Tool, ToolCall } from '../../ports/tool.ts';
import { readGlob, type PathTest } from '../paths/glob.ts';
import { shownPlace } from '../paths/inside.ts';
import { argumentFault, quoted } from '../refusal.ts';
import { guardPath, numberArgument, onDisk, placeOf, textArgument, type FileParts } from './file-parts.ts';
import { walk, type Entry } from './walk.ts';

export const fileList = (parts: FileParts): Tool => ({
  name: 'file.list',
  description: {
    en: 'Lists files and folders of the workspace. Folders end in "/", links in "@" (not followed). node_modules and .git are left out.',
    zh: '列出工作区内的文件和文件夹。文件夹以 "/" 结尾，链接以 "@" 结尾（不会跟随）。不列出 node_modules 与 .git。',
  },
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string' },
      pattern: { type: 'string', maxLength: 300 },
      depth: { type: 'integer', minimum: 1, maximum: 20 },
    },
    additionalProperties: false,
  },
  meanings: MEANINGS,
  effects: ['reads_file'],
  guard: guardPath(parts, '.'),
  run: (call) => onDisk(call, () => list(call, parts)),
});

const MEANINGS: Meanings = {
  path: { en: 'Folder to look into; the workspace when left out.', zh: '要查看的文件夹；省略时为整个工作区。' },
  pattern: {
    en: 'Only paths that fit: * and ? inside a name, ** for any folders, {a,b} for one of several; "*.ts" or "src/**/*.test.ts".',
    zh: '只列出匹配的路径：* 和 ? 匹配名称内的字符，** 匹配任意层文件夹，{a,b} 匹配其中之一；例如 "*.ts" 或 "src/**/*.test.ts"。',
  },
  depth: { en: 'How many levels down; 2 when left out, 20 with a pattern.', zh: '向下几层；省略时为 2，有 pattern 时为 20。' },
};

const MOST_NAMES = 1000;
const MOST_CHARS = 12_000;
const MOST_LOOKED_AT = 50_000;

async function list(call: ToolCall, parts: FileParts): Promise<Json> {
  const place = await placeOf(call, parts, '.');
  const pattern = textArgument(call, 'pattern');
  const isWanted = globOf(call, 'pattern');
  const names: string[] = [];
  let chars = 0;
  const left = { entries: MOST_LOOKED_AT };
  const depth = numberArgument(call, 'depth', pattern === '' ? 2 : 20);
  const answer = (isWhole: boolean): Json => ({ path: shownPlace(place), names, count: names.length, ...(isWhole ? {} : { more: MORE[call.caller.locale] }) });
  for await (const entry of walk({ root: place.root, parts: place.parts, ignoredFolders: parts.ignoredFolders, depth, signal: call.signal, left })) {
    if (!isWanted(entry.parts.slice(place.parts.length))) continue;
    const name = shownName(entry, place.parts.length);
    chars += name.length + 3;
    if (names.length >= MOST_NAMES || chars > MOST_CHARS) return answer(false);
    names.push(name);
  }
  return answer(left.entries >= 0);
}

const MORE = {
  en: 'There is more than is shown. Name a folder, or a pattern that fits less.',
  zh: '还有未显示的内容。请指定文件夹，或使用更窄的匹配模式。',
};

const MARKS: Readonly<Record<Entry['kind'], string>> = { file: '', folder: '/', link: '@', other: '?' };

const shownName = ({ parts, kind }: Entry, from: number): string => `${parts.slice(from).join('/')}${MARKS[kind]}`;

/** What the pattern in an argument lets through; everything without one. */
export function globOf(call: ToolCall, name: string): PathTest {
  const pattern = textArgument(call, name);
  if (pattern === '') return () => true;
  const test = readGlob(pattern);
  if (test === undefined) throw argumentFault({ en: `${quoted(pattern)} stands for too many forms. Use fewer braces.`, zh: `${quoted(pattern)} 展开后的形式过多。请少用花括号。` }, call.caller.locale);
  return test;
}
