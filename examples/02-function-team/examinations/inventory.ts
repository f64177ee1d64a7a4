// What is in the repository: tracked paths by extension, the bytes of the plain files, and the lines of the text files. A
// line is a newline byte, as `wc -l` counts. paths = text + binary + empty files + links + submodules + missing.
import { posix } from 'node:path';
import { openRepository } from './git.ts';
import type { WorkInput, WorkOptions, WorkResult } from './git.ts';
import { piecesOf, trackedFiles } from './tracked-files.ts';
import type { Tracked, TrackedFile } from './tracked-files.ts';

export interface Inventory {
  readonly root: string;
  /** All tracked paths: plain files, links, submodules and missing ones. */
  readonly paths: number;
  readonly textFiles: number;
  readonly binaryFiles: number;
  readonly emptyFiles: number;
  readonly links: number;
  readonly submodules: number;
  readonly missing: number;
  readonly lines: number;
  readonly bytes: number;
  /** Most paths first. */
  readonly extensions: readonly ExtensionCount[];
}

export interface ExtensionCount {
  /** In small letters with its dot; empty where the name has none. */
  readonly extension: string;
  readonly paths: number;
  readonly lines: number;
  readonly bytes: number;
}

export async function takeInventory(input: WorkInput, options: WorkOptions): Promise<WorkResult<Inventory>> {
  const repository = await openRepository(input, options);
  const tracked = await trackedFiles(repository);
  const extensions = await countByExtension(tracked, options.signal);
  const textFiles = tracked.files.filter(({ isText }) => isText).length;
  const emptyFiles = tracked.files.filter(({ bytes }) => bytes === 0).length;
  const output: Inventory = {
    root: repository.root.toString(),
    paths: tracked.paths.length,
    textFiles,
    binaryFiles: tracked.files.length - textFiles - emptyFiles,
    emptyFiles,
    links: tracked.linkCount,
    submodules: tracked.submoduleCount,
    missing: tracked.missingCount,
    lines: extensions.reduce((sum, { lines }) => sum + lines, 0),
    bytes: extensions.reduce((sum, { bytes }) => sum + bytes, 0),
    extensions,
  };
  return { output, executionSummary: SUMMARY[input.locale ?? 'en'](output) };
}

const SUMMARY = {
  en: ({ paths, textFiles, lines, extensions }: Inventory) => `${paths} tracked paths, ${textFiles} of them text files with ${lines} lines, in ${extensions.length} kinds by extension.`,
  zh: ({ paths, textFiles, lines, extensions }: Inventory) => `共 ${paths} 个受版本管理的路径，其中文本文件 ${textFiles} 个、${lines} 行，按扩展名分为 ${extensions.length} 类。`,
};

async function countByExtension({ paths, files }: Tracked, signal: AbortSignal): Promise<readonly ExtensionCount[]> {
  const counts = new Map<string, ExtensionCount>();
  const add = (path: string, more: { paths: number; lines: number; bytes: number }): void => {
    const extension = posix.extname(path).toLowerCase();
    const before = counts.get(extension) ?? { extension, paths: 0, lines: 0, bytes: 0 };
    counts.set(extension, { extension, paths: before.paths + more.paths, lines: before.lines + more.lines, bytes: before.bytes + more.bytes });
  };
  for (const path of paths) add(path, { paths: 1, lines: 0, bytes: 0 });
  for (const file of files) add(file.path, { paths: 0, lines: file.isText ? await lineCount(file, signal) : 0, bytes: file.bytes });
  return [...counts.values()].toSorted((left, right) => right.paths - left.paths || (left.extension < right.extension ? -1 : 1));
}

async function lineCount(file: TrackedFile, signal: AbortSignal): Promise<number> {
  const NEWLINE = 10;
  let lines = 0;
  for await (const piece of piecesOf(file, signal)) {
    for (let at = piece.indexOf(NEWLINE); at !== -1; at = piece.indexOf(NEWLINE, at + 1)) lines += 1;
  }
  return lines;
}
