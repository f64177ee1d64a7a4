// Why a file of the shared folder is not locked or written, in both languages; models read these as answers of tools.
import type { Bilingual } from '../json.ts';

export const REFUSED_FILES = {
  noOpenGoal: (goal: string): Bilingual => ({
    en: `There is no open ${goal}; its files take no more locks.`,
    zh: `没有未结束的目标 ${goal}，其文件不能再加锁。`,
  }),
  outside: (written: string, folder: string): Bilingual => ({
    en: `"${written}" is no file of the shared folder. Give a path relative to ${folder}/, such as notes/plan.md.`,
    zh: `“${written}”不是共享文件夹中的文件。请写相对于 ${folder}/ 的路径，例如 notes/plan.md。`,
  }),
  locked: (path: string, { holder, task, until }: { readonly holder: string; readonly task: string | null; readonly until: string }): Bilingual => ({
    en: `${path} is locked by ${holder}${task === null ? '' : ` for ${task}`}, until ${until} unless it is renewed. Ask ${holder}, or wait and try again.`,
    zh: `${path} 已被 ${holder} 锁定${task === null ? '' : `（用于 ${task}）`}，若不续期，到 ${until} 为止。请与 ${holder} 沟通，或稍后再试。`,
  }),
  notLocked: (path: string): Bilingual => ({
    en: `You do not hold the lock of ${path}. Take it with workspace_meta(lock), read the file again, then write.`,
    zh: `你没有持有 ${path} 的锁。请用 workspace_meta(lock) 加锁，重新读取文件后再写入。`,
  }),
  lockLost: (path: string, then: number, now: number): Bilingual => ({
    en: `The lock of ${path} was lost and taken anew since you read the file (its number was ${then} and is ${now}). Read it again, then write.`,
    zh: `你读取 ${path} 之后，它的锁已失去并重新取得（锁的编号原为 ${then}，现为 ${now}）。请重新读取后再写入。`,
  }),
};
