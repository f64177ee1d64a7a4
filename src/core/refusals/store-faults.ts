// What is the matter with a store, in both languages: what was found, that nothing of it was changed, and what to do next.
import type { Bilingual } from '../json.ts';

const LEFT: Bilingual = { en: 'It was left as it is.', zh: '未作任何改动。' };
const RESTORE: Bilingual = { en: 'Restore it from a backup, or name another file.', zh: '请从备份恢复，或换一个文件。' };

/** A file that is no store of ours, or none any more. */
const unfit = (en: string, zh: string, mend: Bilingual = RESTORE) => (file: string): Bilingual => ({ en: `${file} ${en}. ${LEFT.en} ${mend.en}`, zh: `${file} ${zh}，${LEFT.zh}${mend.zh}` });

export const STORE_FAULTS = {
  // the file
  empty: unfit('is empty: it holds no store, or has lost it', '是空文件，其中没有数据，或数据已丢失', { en: 'Remove it to begin anew, or restore it from a backup.', zh: '请删除它以重新开始，或从备份恢复。' }),
  notOurs: unfit('is not a Muster store, or its beginning is damaged', '不是 Muster 的数据文件，或文件头已损坏'),
  noStamp: unfit('belongs to another program or has lost its stamp', '属于别的程序，或已失去标记'),
  otherStamp: unfit('belongs to another program or its stamp is damaged', '属于别的程序，或标记已损坏'),
  badBeginning: unfit('is damaged at its beginning', '的文件头已损坏'),
  newer: (file: string, form: number, known: number): Bilingual =>
    unfit(`was written by a newer Muster (form ${form}, this one knows ${known})`, `由更新版本的 Muster 写入（格式 ${form}，当前版本支持到 ${known}）`, { en: 'Update Muster, or name another file.', zh: '请更新 Muster，或换一个文件。' })(file),
  wrongSize: (file: string, { should, holds }: { readonly should: number; readonly holds: number }): Bilingual =>
    unfit(`should hold ${should} bytes and holds ${holds}: it was cut short or written to by something else`, `应有 ${should} 字节，实有 ${holds} 字节，可能被截断或被其他程序写过`)(file),
  lacksTables: (file: string, tables: readonly string[]): Bilingual =>
    unfit(`lacks tables that a Muster store has (${tables.join(', ')})`, `缺少 Muster 数据文件应有的表（${tables.join('、')}）`)(file),
  onlyLog: (file: string, log: string): Bilingual => ({
    en: `${file} is gone, but its log ${log} is still there and holds work. Nothing was changed. Put the file back, restore it from a backup, or remove the log to begin anew.`,
    zh: `${file} 已不在，但它的日志 ${log} 还在，其中有工作内容。未作任何改动。请放回该文件、从备份恢复，或删除日志以重新开始。`,
  }),
  damaged: (file: string): Bilingual => ({
    en: `${file} is damaged and was left as it is. Restore it from a backup; \`muster doctor\` says more.`,
    zh: `${file} 已损坏，未作任何改动。请从备份恢复；详情见 \`muster doctor\`。`,
  }),
  damagedPages: (file: string, found: readonly string[]): Bilingual => ({
    en: `${file} is damaged: ${found.join('; ')}. It was left as it is. Restore it from a backup.`,
    zh: `${file} 已损坏：${found.join('；')}。未作任何改动，请从备份恢复。`,
  }),
  unreadableRow: (table: string, key: string): Bilingual => ({
    en: `Row ${key} of table ${table} cannot be read. Nothing was changed. Restore the store from a backup.`,
    zh: `无法读取表 ${table} 的第 ${key} 行。未作任何改动，请从备份恢复。`,
  }),
  removed: (file: string): Bilingual => ({
    en: `${file} was removed while it was in use: what was done since then is lost. Restore it from a backup, and leave the file where it is while work goes on.`,
    zh: `${file} 在使用中被删除，此后的内容已丢失。请从备份恢复，工作期间请勿移动该文件。`,
  }),
  putInPlace: (file: string): Bilingual => ({
    en: `${file} was replaced while it was in use: what was done since then is lost. Restore it from a backup, and leave the file where it is while work goes on.`,
    zh: `${file} 在使用中被替换，此后的内容已丢失。请从备份恢复，工作期间请勿移动该文件。`,
  }),
  busy: (file: string): Bilingual => ({
    en: `Another process holds ${file}. Try again, or end the other process.`,
    zh: `另一个进程正占用 ${file}。请重试，或结束那个进程。`,
  }),
  busyFor: (ms: number): Bilingual => ({
    en: `Another process has held the store for ${ms} ms. Try again, or end the other process.`,
    zh: `另一个进程已占用数据文件 ${ms} 毫秒。请重试，或结束那个进程。`,
  }),
  strayRow: (file: string, said: string): Bilingual => ({
    en: `A row of ${file} was written by someone else without a trace in the log (${said}). Nothing was written; read it again and repeat.`,
    zh: `${file} 中有一行被别处写入，日志中没有记录（${said}）。没有写入任何内容，请重新读取后再试。`,
  }),
  unwritable: (file: string, said: string): Bilingual => ({
    en: `${file} cannot be read or written (${said}). Check the disk's free space and the rights of the folder, then try again.`,
    zh: `无法读写 ${file}（${said}）。请检查磁盘空间和文件夹权限，然后重试。`,
  }),
  diskFault: (file: string): Bilingual => ({
    en: `The transaction on ${file} was ended by a fault of the disk. Nothing was written; try again.`,
    zh: `${file} 上的事务因磁盘故障而终止，没有写入任何内容，请重试。`,
  }),
  noStoreFor: (scheme: string): Bilingual => ({
    en: `There is no store for ${scheme}:// yet. Give a file path, or "memory".`,
    zh: `尚不支持 ${scheme}:// 存储。请写文件路径，或 "memory"。`,
  }),

  // commits that wait
  waitsForRoom: (file: string, said = ''): Bilingual => ({
    en: `Work waits: ${file} cannot be written${said === '' ? '' : ` (${said})`}. Make room on the disk, or see that you may write to the file and its folder; it then goes on by itself.`,
    zh: `工作正在等待：无法写入 ${file}${said === '' ? '' : `（${said}）`}。请腾出磁盘空间，或确认对该文件及其文件夹有写入权限，之后会自动继续。`,
  }),
  waitsForLock: (file: string): Bilingual => ({
    en: `Work waits: another process holds ${file}. Wait for it, or end it; work then goes on by itself.`,
    zh: `工作正在等待：另一个进程正占用 ${file}。请等它结束，或结束那个进程，之后会自动继续。`,
  }),

  // backups
  noBackup: {
    en: 'This store lives in memory only and cannot be backed up. Open the team with a file as its store.',
    zh: '数据只在内存中，无法备份。请在打开团队时指定数据文件。',
  },
  targetThere: (file: string): Bilingual => ({
    en: `${file} already exists and was left as it is. Name a file that does not exist yet.`,
    zh: `${file} 已存在，未作任何改动。请换一个尚不存在的文件名。`,
  }),

  // commits
  closed: {
    en: 'The store has been closed. Open it again to go on.',
    zh: '数据文件已关闭。请重新打开后继续。',
  },
  changedMeanwhile: (id: string): Bilingual => ({
    en: `${id} was changed by someone else in the middle of this transaction. Nothing was written; read it again and repeat.`,
    zh: `事务进行中 ${id} 被别处改动，没有写入任何内容。请重新读取后再试。`,
  }),
  decisionFailed: (said: string): Bilingual => ({
    en: `A decision failed: ${said}. Nothing of it was written; please report it.`,
    zh: `一项决定执行出错：${said}。没有写入任何内容，请反馈此问题。`,
  }),
  undecided: {
    en: 'The commit ended without a decision; please report it.',
    zh: '提交结束时没有得到决定，请反馈此问题。',
  },
  noEvent: {
    en: 'A change writes rows and no event that tells of them. Nothing of it was written; note an event with it.',
    zh: '这次变更写入了数据，却没有相应的事件，因此没有写入任何内容。请同时记录事件。',
  },
};
