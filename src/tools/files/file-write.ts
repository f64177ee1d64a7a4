// The tool file.write: a whole new content, or edits of what is there.
// Invariant: a file is written over only by an attempt that has read exactly what is there now; all of the change or none.
import type { Stats } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { Meanings } from '../../core/gate/arguments.ts';
import type { Bilingual, Json, JsonObject, Locale } from '../../core/json.ts';
import { isJsonObject } from '../../core/json.ts';
import type { Tool, ToolCall } from '../../ports/tool.ts';
import { INTAKE_BYTES } from '../limits.ts';
import { holdFolder, openPlainFile, type HeldFolder } from '../paths/held-folder.ts';
import { pathOf, shownPlace, type Place } from '../paths/inside.ts';
import { clashKey, isOutcome } from '../paths/path-names.ts';
import { refuseTeamFiles } from '../paths/team-files.ts';
import { argumentFault, failedFault, quoted, refusedFault } from '../refusal.ts';
import { applyEdits, type Edit } from './apply-edits.ts';
import { guardPath, hashOf, onDisk, placeOf, readUpTo, sizeInWords, type FileParts } from './file-parts.ts';
import { noText } from './file-read.ts';
import { inTurn } from './in-turn.ts';
import { replaceFile, statsAt } from './replace-file.ts';
import { readText, writeText } from './text-bytes.ts';

export const fileWrite = (parts: FileParts): Tool => ({
  name: 'file.write',
  description: {
    en: 'Writes a text file of the workspace: content for the whole file, or edits that each replace one text found exactly once. A file that is already there must be read with file.read first. Missing folders are made.',
    zh: '写入工作区内的文本文件：用 content 写整个文件，或用 edits 逐处替换恰好出现一次的文本。已存在的文件必须先用 file.read 读取。缺少的文件夹会自动创建。',
  },
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string' },
      content: { type: 'string' },
      edits: {
        type: 'array',
        minItems: 1,
        maxItems: 100,
        items: {
          type: 'object',
          properties: { old: { type: 'string' }, new: { type: 'string' } },
          required: ['old', 'new'],
          additionalProperties: false,
        },
      },
    },
    required: ['path'],
    additionalProperties: false,
  },
  meanings: MEANINGS,
  effects: ['writes_file'],
  // The same call again finds its own work (by its id, or by the content that is there) or a file that it has not read: never a second change.
  isIdempotent: true,
  guard: guardPath(parts),
  run: (call) => onDisk(call, () => write(call, parts)),
});

const MEANINGS: Meanings = {
  path: { en: 'Path inside the workspace, such as "src/main.ts".', zh: '工作区内的路径，例如 "src/main.ts"。' },
  content: { en: 'The whole new text. Give either content or edits.', zh: '完整的新内容。content 与 edits 二选一。' },
  edits: { en: 'Replacements, done in order; all of them or none.', zh: '逐处替换，按顺序进行；要么全部完成，要么都不做。' },
  'edits.old': { en: 'Text that is in the file exactly once.', zh: '文件中恰好出现一次的文本。' },
  'edits.new': { en: 'What stands there afterwards.', zh: '替换后的文本。' },
};

const KEPT_OUTCOME: Bilingual = { en: 'Outcomes that were kept whole are there to be read only. Write to another place.', zh: '完整保存的工具结果只供读取。请写到别处。' };

type Change = { readonly kind: 'content'; readonly content: string } | { readonly kind: 'edits'; readonly edits: readonly Edit[] };

async function write(call: ToolCall, parts: FileParts): Promise<Json> {
  const change = changeOf(call);
  const place = await placeOf(call, parts);
  if (isOutcome(place.parts)) throw failedFault(KEPT_OUTCOME, { locale: call.caller.locale, rule: 'file.kept_outcome' });
  const refusal = refuseTeamFiles(place);
  if (refusal !== undefined) throw refusedFault(refusal, call.caller.locale);
  const path = pathOf(place);
  return inTurn(path, async () => {
    call.signal.throwIfAborted();
    const folder = await parentOf(place, call.caller.locale);
    try {
      return await writeInto(folder, { call, parts, place, change });
    } finally {
      await folder.close();
    }
  });
}

function changeOf({ args: { content, edits }, caller: { locale } }: ToolCall): Change {
  if (typeof content === 'string' && edits === undefined) return { kind: 'content', content };
  if (content === undefined && Array.isArray(edits)) return { kind: 'edits', edits: edits.flatMap((edit: Json) => (isEdit(edit) ? [edit] : [])) };
  throw argumentFault({ en: 'Give either content (the whole text) or edits, not both and not neither.', zh: 'content（整个文本）与 edits 必须且只能给出一个。' }, locale);
}

const isEdit = (edit: Json): edit is JsonObject & Edit => isJsonObject(edit) && typeof edit.old === 'string' && typeof edit.new === 'string';

/** Makes the folders that are missing, once it is clear that their names clash with nothing. */
async function parentOf({ root, parts, missing }: Place, locale: Locale): Promise<HeldFolder> {
  if (parts.length === 0) throw failedFault({ en: 'The workspace itself cannot be written. Name a file in it.', zh: '不能写入工作区本身。请给出其中的文件。' }, { locale });
  if (missing > 0) {
    const known = await holdFolder({ root, parts: parts.slice(0, parts.length - missing) });
    try {
      await refuseClash(known, parts[parts.length - missing] ?? '', locale);
    } finally {
      await known.close();
    }
  }
  return holdFolder({ root, parts: parts.slice(0, -1), create: true });
}

/** On many disks `Readme.md` and `README.md` are one file, so two of them would be lost on the way to one of these. */
async function refuseClash(folder: HeldFolder, name: string, locale: Locale): Promise<void> {
  const key = clashKey(name);
  const clash = (await readdir(folder.at)).find((other) => other !== name && clashKey(other) === key);
  if (clash === undefined) return;
  const because = {
    en: `${quoted(clash)} is there already, and many disks take ${quoted(name)} for the same name. Use ${quoted(clash)}, or a name that differs in more than case.`,
    zh: `${quoted(clash)} 已经存在，许多磁盘会把 ${quoted(name)} 视为同一名称。请使用 ${quoted(clash)}，或换一个不只大小写不同的名称。`,
  };
  throw failedFault(because, { locale, rule: 'file.name_clash' });
}

interface Writing {
  readonly call: ToolCall;
  readonly parts: FileParts;
  readonly place: Place;
  readonly change: Change;
}

async function writeInto(folder: HeldFolder, writing: Writing): Promise<Json> {
  const { call, parts, place } = writing;
  const { locale, attemptId } = call.caller;
  const name = place.parts.at(-1) ?? '';
  const there = await lookAt(folder, name);
  const hash = there && hashOf(there.bytes);
  const seen = parts.memory.recall(attemptId, pathOf(place));
  if (there && seen?.writtenBy === call.callId && seen.hash === hash) return outcomeOf(place, there.bytes, 'written');
  const bytes = newBytes(there, writing);
  if (there && hashOf(bytes) === hash) return outcomeOf(place, there.bytes, 'unchanged');
  if (there) refuseUnseen({ place, hash, seen: seen?.hash, mode: there.stats.mode }, locale);
  const isDone = await replaceFile({ folder, name, bytes, before: there?.stats, permit: () => permit(writing, bytes) });
  if (!isDone) throw failedFault(changed(shownPlace(place)), { locale, rule: 'file.changed' });
  parts.memory.remember(attemptId, pathOf(place), { hash: hashOf(bytes), writtenBy: call.callId });
  return outcomeOf(place, bytes, there ? 'written' : 'created');
}

const outcomeOf = (place: Place, bytes: Uint8Array, done: 'created' | 'written' | 'unchanged'): Json => ({ path: shownPlace(place), done, bytes: bytes.length });

interface There {
  readonly bytes: Uint8Array;
  readonly stats: Stats;
}

async function lookAt(folder: HeldFolder, name: string): Promise<There | undefined> {
  if ((await statsAt(`${folder.at}/${name}`)) === undefined) return undefined;
  const { handle, stats } = await openPlainFile(folder, name);
  try {
    return { bytes: await readUpTo(handle, INTAKE_BYTES), stats };
  } finally {
    await handle.close();
  }
}

function newBytes(there: There | undefined, { call: { caller: { locale } }, place, change }: Writing): Uint8Array {
  const shown = shownPlace(place);
  const bytes = change.kind === 'content' ? Buffer.from(change.content, 'utf8') : editedBytes(there, change.edits, { shown, locale });
  if (bytes.length < INTAKE_BYTES) return bytes;
  throw argumentFault(
    {
      en: `${quoted(shown)} would be larger than ${sizeInWords(INTAKE_BYTES)}. Write less, or several files.`,
      zh: `${quoted(shown)} 将超过 ${sizeInWords(INTAKE_BYTES)}。请少写一些，或分成几个文件。`,
    },
    locale,
  );
}

function editedBytes(there: There | undefined, edits: readonly Edit[], { shown, locale }: { readonly shown: string; readonly locale: Locale }): Uint8Array {
  if (there === undefined) {
    throw failedFault(
      {
        en: `${quoted(shown)} is not there, so nothing in it can be replaced. Give content for a new file.`,
        zh: `${quoted(shown)} 不存在，无法替换其中的内容。新建文件请给出 content。`,
      },
      { locale, rule: 'file.enoent' },
    );
  }
  const file = readText(there.bytes);
  if (file === undefined) throw failedFault(noText(shown, there.stats.size), { locale, rule: 'file.not_text' });
  const edited = applyEdits(file.text, edits);
  if (!edited.ok) throw failedFault(edited.because, { locale, rule: 'file.edit_unfit' });
  return writeText({ ...file, text: edited.text });
}

const changed = (shown: string): Bilingual => ({
  en: `${quoted(shown)} was changed by somebody else since you read it. Read it again, then write what fits its new text.`,
  zh: `${quoted(shown)} 在你读取之后被别人改过。请重新读取，再按新的内容写入。`,
});

interface Unseen {
  readonly place: Place;
  readonly hash: string | undefined;
  readonly seen: string | undefined;
  readonly mode: number;
}

function refuseUnseen({ place, hash, seen, mode }: Unseen, locale: Locale): void {
  const shown = shownPlace(place);
  if (seen === undefined) {
    throw failedFault(
      {
        en: `${quoted(shown)} is there already and you have not read it. Read it with file.read first, so that nothing in it is lost.`,
        zh: `${quoted(shown)} 已经存在，而你还没有读过它。请先用 file.read 读取，以免丢失其中的内容。`,
      },
      { locale, rule: 'file.not_read' },
    );
  }
  if (seen !== hash) throw failedFault(changed(shown), { locale, rule: 'file.changed' });
  if ((mode & 0o222) === 0) {
    throw failedFault(
      {
        en: `${quoted(shown)} is write-protected. Leave it as it is, or ask a person to lift the protection.`,
        zh: `${quoted(shown)} 设有写保护。请保持原样，或请人解除保护。`,
      },
      { locale, rule: 'file.write_protected' },
    );
  }
}

/** The last words before the change: a lock of the team, and whether the call still counts. */
async function permit({ call, parts, place }: Writing, bytes: Uint8Array): Promise<void> {
  const path = shownPlace(place);
  const own = (await parts.mayWrite?.(path, call.caller)) ?? { ok: true };
  const verdict = own.ok ? ((await call.permit?.({ path, sha256: hashOf(bytes), bytes: bytes.length })) ?? own) : own;
  // A lock that somebody else has is no forbidden deed.
  if (!verdict.ok) throw verdict.isSlip === true ? failedFault(verdict.because, { locale: call.caller.locale, rule: verdict.rule }) : refusedFault(verdict, call.caller.locale);
  call.signal.throwIfAborted();
}
