// Replaces texts in a text, each found exactly once. Invariant: all edits or none; where one does not fit, the reason says
// which one and how often its text was found.
import type { Bilingual } from '../../core/json.ts';
import { quoted } from '../refusal.ts';

export interface Edit {
  readonly old: string;
  readonly new: string;
}

export type Edited = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly because: Bilingual };

export function applyEdits(text: string, edits: readonly Edit[]): Edited {
  // Models write \n whatever the file has; where every line of the file ends in \r\n the edits are meant so too.
  const hasWindowsLines = text.includes('\r\n') && !/(?<!\r)\n/.test(text);
  let edited = text;
  for (const [index, edit] of edits.entries()) {
    const old = hasWindowsLines ? toWindowsLines(edit.old) : edit.old;
    const at = edited.indexOf(old);
    if (old === '') return { ok: false, because: EMPTY(index + 1) };
    if (at < 0) return { ok: false, because: ABSENT(index + 1, edit.old) };
    if (edited.indexOf(old, at + 1) >= 0) return { ok: false, because: TWICE(index + 1, edit.old) };
    edited = edited.slice(0, at) + (hasWindowsLines ? toWindowsLines(edit.new) : edit.new) + edited.slice(at + old.length);
  }
  return { ok: true, text: edited };
}

const toWindowsLines = (text: string): string => text.replaceAll(/\r?\n/g, '\r\n');

const EMPTY = (number: number): Bilingual => ({
  en: `Edit ${number} looks for an empty text. Give the text to replace, or use content for a new file.`,
  zh: `第 ${number} 处修改要查找的文本为空。请给出要替换的文本；新建文件请用 content。`,
});

const ABSENT = (number: number, old: string): Bilingual => ({
  en: `Edit ${number} looks for ${quoted(old)}, which is not in the file. Read the file and copy the text exactly, blanks included. Nothing was changed.`,
  zh: `第 ${number} 处修改要查找的 ${quoted(old)} 不在文件中。请读取文件，连同空白原样复制。文件未作任何更改。`,
});

const TWICE = (number: number, old: string): Bilingual => ({
  en: `Edit ${number} looks for ${quoted(old)}, which is in the file more than once. Add lines around it until it is unique. Nothing was changed.`,
  zh: `第 ${number} 处修改要查找的 ${quoted(old)} 在文件中出现不止一次。请加上前后几行，使其唯一。文件未作任何更改。`,
});
