// The tool file.search: lines of files that hold a text or fit a regular expression.
// Invariant: only what file.read would give is searched (no links, nothing protected, text only), within caps on files,
// bytes, hits and time; an answer that is not the whole says why.
import type { Meanings } from '../../core/gate/arguments.ts';
import type { Bilingual, Json } from '../../core/json.ts';
import type { Tool, ToolCall } from '../../ports/tool.ts';
import { INTAKE_BYTES } from '../limits.ts';
import { openPlainFile } from '../paths/held-folder.ts';
import { pathOf, shownPlace, type Place } from '../paths/inside.ts';
import { judgeNames } from '../paths/path-names.ts';
import { argumentFault, failedFault, quoted } from '../refusal.ts';
import { guardPath, numberArgument, onDisk, placeOf, readPlace, readUpTo, textArgument, type FileParts } from './file-parts.ts';
import { globOf } from './file-list.ts';
import { patternFinder, readPattern, textFinder, type LineFinder } from './line-finders.ts';
import { statsAt } from './replace-file.ts';
import { readText } from './text-bytes.ts';
import { walk, type Entry } from './walk.ts';

export const fileSearch = (parts: FileParts): Tool => ({
  name: 'file.search',
  description: {
    en: 'Finds lines in text files of the workspace: by text (as it stands) or by regex (JavaScript, within one line). Binary files, links, node_modules and .git are left out.',
    zh: '在工作区的文本文件中查找行：text 按原样查找，regex 按正则表达式（JavaScript 语法，限单行内）查找。不搜索二进制文件、链接、node_modules 与 .git。',
  },
  parameters: {
    type: 'object',
    properties: {
      text: { type: 'string', minLength: 1, maxLength: 1000 },
      regex: { type: 'string', minLength: 1, maxLength: 500 },
      path: { type: 'string' },
      files: { type: 'string', maxLength: 300 },
      ignore_case: { type: 'boolean' },
      most: { type: 'integer', minimum: 1, maximum: 200 },
    },
    additionalProperties: false,
  },
  meanings: MEANINGS,
  effects: ['reads_file'],
  guard: guardPath(parts, '.'),
  run: (call) => onDisk(call, () => search(call, parts)),
});

const MEANINGS: Meanings = {
  text: { en: 'Text to find. Give either text or regex.', zh: '要查找的文本。text 与 regex 二选一。' },
  regex: { en: 'Regular expression to find within a line.', zh: '在一行之内查找的正则表达式。' },
  path: { en: 'Folder or file to search; the workspace when left out.', zh: '要搜索的文件夹或文件；省略时为整个工作区。' },
  files: { en: 'Only files that fit, such as "*.ts" or "src/**/*.{ts,md}".', zh: '只搜索匹配的文件，例如 "*.ts" 或 "src/**/*.{ts,md}"。' },
  ignore_case: { en: 'Capital and small letters are the same.', zh: '不区分大小写。' },
  most: { en: 'Most lines to give back; 50 when left out.', zh: '最多返回多少行；省略时为 50。' },
};

const CAPS = { entries: 50_000, bytes: 128 * 1024 * 1024, chars: 12_000, totalMs: 15_000, oneFileMs: 2_000 } as const;

interface Hit {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

interface Found {
  readonly hits: Hit[];
  chars: number;
  files: number;
  bytes: number;
  cut?: keyof typeof CUT;
}

const CUT = {
  hits: { en: 'There are more lines than are shown. Narrow the search by path, by files or by a longer text.', zh: '匹配的行多于所显示的。请用 path、files 或更长的文本缩小范围。' },
  bytes: { en: 'The rest was not searched: there is too much text. Narrow the search by path or files.', zh: '文本过多，其余部分未搜索。请用 path 或 files 缩小范围。' },
  time: { en: 'The rest was not searched: time was up. Narrow the search by path or files.', zh: '时间已到，其余部分未搜索。请用 path 或 files 缩小范围。' },
  entries: { en: 'The rest was not searched: there are too many files. Narrow the search by path.', zh: '文件过多，其余部分未搜索。请用 path 缩小范围。' },
} as const satisfies Record<string, Bilingual>;

async function search(call: ToolCall, parts: FileParts): Promise<Json> {
  const place = await placeOf(call, parts, '.');
  const finder = finderOf(call);
  try {
    const found = await searchPlace(place, { call, parts, finder });
    return {
      path: shownPlace(place),
      hits: found.hits.map((hit) => ({ ...hit })),
      files_searched: found.files,
      ...(found.cut === undefined ? {} : { more: CUT[found.cut][call.caller.locale] }),
    };
  } finally {
    await finder.close();
  }
}

function finderOf(call: ToolCall): LineFinder {
  const { locale } = call.caller;
  const text = textArgument(call, 'text');
  const source = textArgument(call, 'regex');
  if ((text === '') === (source === '')) throw argumentFault({ en: 'Give either text or regex, not both and not neither.', zh: 'text 与 regex 必须且只能给出一个。' }, locale);
  const isCaseIgnored = call.args.ignore_case === true;
  if (text !== '') return textFinder(text, isCaseIgnored);
  const pattern = readPattern(source, isCaseIgnored);
  if (pattern === undefined) {
    throw argumentFault(
      {
        en: `${quoted(source)} is no regular expression. Put a backslash before its special characters, or use text.`,
        zh: `${quoted(source)} 不是有效的正则表达式。请在特殊字符前加反斜杠，或改用 text。`,
      },
      locale,
    );
  }
  return patternFinder(pattern, CAPS.oneFileMs);
}

interface Search {
  readonly call: ToolCall;
  readonly parts: FileParts;
  readonly finder: LineFinder;
}

async function searchPlace(place: Place, search: Search): Promise<Found> {
  const { call, parts } = search;
  const found: Found = { hits: [], chars: 0, files: 0, bytes: 0 };
  if (await isFile(place)) {
    const { bytes } = await readPlace(place, call.caller.locale);
    await searchBytes(bytes, shownPlace(place), { ...search, found });
    return found;
  }
  const isWanted = globOf(call, 'files');
  const until = performance.now() + CAPS.totalMs;
  const left = { entries: CAPS.entries };
  for await (const entry of walk({ root: place.root, parts: place.parts, ignoredFolders: parts.ignoredFolders, depth: 40, signal: call.signal, left })) {
    if (isSearched(entry, parts) && isWanted(entry.parts.slice(place.parts.length))) await searchEntry(entry, { ...search, found });
    if (found.cut === undefined && performance.now() > until) found.cut = 'time';
    if (found.cut !== undefined) return found;
  }
  if (left.entries < 0) found.cut = 'entries';
  return found;
}

const isFile = async (place: Place): Promise<boolean> => (await statsAt(pathOf(place)))?.isFile() === true;

/** A name anywhere on the way may be protected, since a folder can be. */
const isSearched = ({ kind, parts: path }: Entry, { protectedNames }: FileParts): boolean => kind === 'file' && judgeNames(path, protectedNames).ok;

interface Into extends Search {
  readonly found: Found;
}

async function searchEntry({ folder, name, parts }: Entry, into: Into): Promise<void> {
  const file = await openPlainFile(folder, name).catch(() => undefined);
  if (file === undefined) return;
  try {
    await searchBytes(await readUpTo(file.handle, INTAKE_BYTES), parts.join('/'), into);
  } finally {
    await file.handle.close();
  }
}

async function searchBytes(bytes: Uint8Array, path: string, { call, found, finder }: Into): Promise<void> {
  const file = readText(bytes, { isCut: bytes.length >= INTAKE_BYTES });
  if (file === undefined) return;
  found.files++;
  found.bytes += bytes.length;
  const most = numberArgument(call, 'most', 50);
  const matches = await finder.find(file.text, most - found.hits.length + 1);
  call.signal.throwIfAborted();
  if (matches === undefined) throw failedFault(tooSlow(path), { locale: call.caller.locale, rule: 'file.pattern_too_slow' });
  for (const match of matches) {
    found.chars += match.text.length + path.length + 40;
    if (found.hits.length >= most || found.chars > CAPS.chars) {
      found.cut = 'hits';
      return;
    }
    found.hits.push({ path, ...match });
  }
  if (found.bytes > CAPS.bytes) found.cut = 'bytes';
}

const tooSlow = (path: string): Bilingual => ({
  en: `The regular expression took too long on ${quoted(path)} and was stopped. Use text, or an expression without nested repetition.`,
  zh: `正则表达式在 ${quoted(path)} 上耗时过长，已被停止。请改用 text，或去掉嵌套的重复。`,
});
