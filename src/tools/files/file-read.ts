// The tool file.read: lines of a text file. It remembers what it saw, so that file.write can tell a change.
// Invariant: nothing but text goes to a model, and never more than a page; what is left over has a line number to go on from.
import type { Meanings } from '../../core/gate/arguments.ts';
import { OUTCOME_CHARS } from '../../core/gate/outcome.ts';
import type { Bilingual, Json } from '../../core/json.ts';
import type { Tool, ToolCall } from '../../ports/tool.ts';
import { INTAKE_BYTES } from '../limits.ts';
import { pathOf, shownPlace } from '../paths/inside.ts';
import { failedFault, quoted } from '../refusal.ts';
import { guardPath, hashOf, numberArgument, onDisk, placeOf, readPlace, sizeInWords, type FileParts } from './file-parts.ts';
import { readText } from './text-bytes.ts';

export const fileRead = (parts: FileParts): Tool => ({
  name: 'file.read',
  description: {
    en: 'Reads a text file of the workspace. Long files come in pages: call again with from_line = next_line. Line numbers start at 1.',
    zh: '读取工作区内的文本文件。长文件分页返回：以 from_line = next_line 再次调用。行号从 1 开始。',
  },
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string' },
      from_line: { type: 'integer', minimum: 1 },
      to_line: { type: 'integer', minimum: 1 },
    },
    required: ['path'],
    additionalProperties: false,
  },
  meanings: MEANINGS,
  effects: ['reads_file'],
  guard: guardPath(parts),
  run: (call) => onDisk(call, () => read(call, parts)),
});

const MEANINGS: Meanings = {
  path: { en: 'Path inside the workspace, such as "src/main.ts".', zh: '工作区内的路径，例如 "src/main.ts"。' },
  from_line: { en: 'First line to read; 1 when left out.', zh: '从第几行开始读；省略时为 1。' },
  to_line: { en: 'Last line to read; the end of the page when left out.', zh: '读到第几行；省略时读到本页末尾。' },
};

/** Room for the names of the fields and for quotation marks that take two characters. */
const PAGE_CHARS = Math.floor(OUTCOME_CHARS * 0.75);

async function read(call: ToolCall, parts: FileParts): Promise<Json> {
  const { locale, attemptId } = call.caller;
  const place = await placeOf(call, parts);
  const { bytes, size } = await readPlace(place, locale);
  const isCut = bytes.length >= INTAKE_BYTES;
  const file = readText(bytes, { isCut });
  if (file === undefined) throw failedFault(noText(shownPlace(place), size), { locale, rule: 'file.not_text' });
  // Of a file that was not read to its end nothing is known that would allow writing over it.
  if (!isCut) parts.memory.remember(attemptId, pathOf(place), { hash: hashOf(bytes) });
  const page = pageOf(file.text, { from: numberArgument(call, 'from_line', 1), to: numberArgument(call, 'to_line', Number.MAX_SAFE_INTEGER) });
  return {
    path: shownPlace(place),
    ...page,
    bytes: Math.max(size, bytes.length),
    ...(file.encoding === 'utf-8' ? {} : { encoding: file.encoding }),
    ...(isCut ? { only_first_bytes: INTAKE_BYTES } : {}),
  };
}

export const noText = (shown: string, size: number): Bilingual => ({
  en: `${quoted(shown)} is no text in UTF-8 or UTF-16 (${sizeInWords(size)}). Use a tool that knows its format, or go on without it.`,
  zh: `${quoted(shown)} 不是 UTF-8 或 UTF-16 文本（大小 ${sizeInWords(size)}）。请改用能处理其格式的工具，或不使用它继续。`,
});

interface Page {
  readonly text: string;
  readonly from_line: number;
  readonly line_count: number;
  readonly next_line?: number;
}

/** Whole lines, as many as a page holds; a first line that is longer than a page stands alone. */
function pageOf(text: string, { from, to }: { readonly from: number; readonly to: number }): Page {
  const lines = text.split('\n');
  if (lines.at(-1) === '' && lines.length > 1) lines.pop();
  const page: string[] = [];
  let chars = 0;
  for (const line of lines.slice(from - 1, to)) {
    chars += line.length + 1;
    if (chars > PAGE_CHARS && page.length > 0) break;
    page.push(line);
  }
  const next = from + page.length;
  return { text: page.join('\n'), from_line: from, line_count: lines.length, ...(next <= lines.length && page.length > 0 ? { next_line: next } : {}) };
}
