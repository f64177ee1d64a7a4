// The largest tracked files, by their bytes in the work tree.
import { openRepository } from './git.ts';
import type { WorkInput, WorkOptions, WorkResult } from './git.ts';
import { trackedFiles } from './tracked-files.ts';

export interface LargestFiles {
  /** Bytes of all tracked plain files together. */
  readonly totalBytes: number;
  /** Largest first, at most 20. */
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
}

const SHOWN = 20;

export async function findLargestFiles(input: WorkInput, options: WorkOptions): Promise<WorkResult<LargestFiles>> {
  const { files } = await trackedFiles(await openRepository(input, options));
  const largest = files.toSorted((left, right) => right.bytes - left.bytes || (left.path < right.path ? -1 : 1)).slice(0, SHOWN);
  const output: LargestFiles = {
    totalBytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    files: largest.map(({ path, bytes }) => ({ path, bytes })),
  };
  return { output, executionSummary: SUMMARY[input.locale ?? 'en'](output) };
}

const SUMMARY = {
  en: ({ totalBytes, files: [first] }: LargestFiles) =>
    first === undefined ? 'No tracked files.' : `The largest tracked file has ${first.bytes} of ${totalBytes} bytes: ${first.path}`,
  zh: ({ totalBytes, files: [first] }: LargestFiles) =>
    first === undefined ? '没有受版本管理的文件。' : `最大的文件占 ${first.bytes} 字节（总计 ${totalBytes} 字节）：${first.path}`,
};
