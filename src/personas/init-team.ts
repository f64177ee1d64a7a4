// Writes a small team that works at once into a folder that is new or empty. A folder that holds anything is left alone: whatever
// is in it was put there by somebody.
import { readdir } from 'node:fs/promises';
import { refuse, type Refusal } from '../core/errors.ts';
import type { Bilingual, Locale } from '../core/json.ts';
import { isCode, placeFiles } from './place-files.ts';
import { STARTER_TEAMS } from './starter-teams.ts';

export interface NewTeam {
  readonly ok: true;
  /** What was written, inside the folder. */
  readonly files: readonly string[];
}

export async function initTeam(dir: string, locale: Locale): Promise<NewTeam | Refusal> {
  const present = await readdir(dir).catch((error: unknown) => (isCode(error, 'ENOENT') ? [] : undefined));
  if (present === undefined) return refuse('input.invalid', SAYS.notOpen(dir));
  if (present.length > 0) return refuse('input.invalid', SAYS.notEmpty(dir), { present: present.slice(0, 10) });
  const files = STARTER_TEAMS[locale];
  try {
    await placeFiles(dir, files, { replace: new Set() });
  } catch (error) {
    return refuse('input.invalid', SAYS.notWritten(dir, error instanceof Error ? error.message : String(error)));
  }
  return { ok: true, files: files.map(({ path }) => path) };
}

const SAYS = {
  notOpen: (dir: string): Bilingual => ({
    en: `${dir} is no folder that can be read. Give a new or empty folder.`,
    zh: `${dir} 不是可读取的文件夹。请给出一个新的或空的文件夹。`,
  }),
  notEmpty: (dir: string): Bilingual => ({
    en: `${dir} is not empty, and nothing was written. Give a new or empty folder.`,
    zh: `${dir} 不是空文件夹，没有写入任何内容。请给出一个新的或空的文件夹。`,
  }),
  notWritten: (dir: string, reason: string): Bilingual => ({
    en: `The team could not be written to ${dir} (${reason}), and nothing was left there. Mend that and try again.`,
    zh: `无法把团队写入 ${dir}（${reason}），没有留下任何内容。请处理后重试。`,
  }),
};
