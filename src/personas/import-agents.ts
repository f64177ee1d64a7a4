// Takes agent files of other tools over as our own: read, written in our form, read back and compared. Everything is decided
// before the first byte is written; a file that is there already stays unless the caller says otherwise.
import { realpath } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { refuse, type Refusal } from '../core/errors.ts';
import type { Bilingual } from '../core/json.ts';
import type { Registration } from '../core/members/registration.ts';
import { foldText } from '../core/text/fold-text.ts';
import { isCode, placeFiles, type NewFile } from './place-files.ts';
import { readAgentFile } from './read-agent-file.ts';
import type { ReadOptions } from './reading/read-tools.ts';
import { readAgentFolder, type AgentFolder, type FolderMember } from './read-agent-folder.ts';
import type { Remark } from './remarks.ts';
import { textIn } from './text-in.ts';
import { writeAgentFile } from './write-agent-file.ts';

export interface ImportOptions extends ReadOptions {
  /** Replace files of the same name. */
  readonly overwrite?: boolean;
}

export interface Imported {
  readonly ok: true;
  /** Names of the files in the target folder, with where each came from. */
  readonly written: readonly { readonly file: string; readonly from: string; readonly agentId: string }[];
  /** Files that were there already with the same text. */
  readonly unchanged: readonly string[];
  /** Files of the source that gave no member. */
  readonly complaints: readonly Remark[];
  readonly notes: readonly Remark[];
}

/** Refuses with `details.conflicts` (files that are in the way) or `details.complaints` (nothing could be read). */
export async function importAgents(fromDir: string, toDir: string, { overwrite = false, ...options }: ImportOptions = {}): Promise<Imported | Refusal> {
  if (await overlap(fromDir, toDir)) return refuse('input.invalid', SAYS.overlap(fromDir, toDir));
  const source = await readAgentFolder(fromDir, options);
  if (source.members.length === 0) return refuse('input.invalid', SAYS.nothing(fromDir), { complaints: source.complaints });
  const { files, complaints } = filesFor(source);
  const { conflicts, same, replace } = await compare(toDir, files, overwrite);
  if (conflicts.length > 0) return refuse('input.invalid', SAYS.inTheWay(toDir, conflicts, overwrite), { conflicts });
  const fresh = files.filter(({ path }) => !same.has(path));
  try {
    if (fresh.length > 0) await placeFiles(toDir, fresh, { replace });
  } catch (error) {
    return refuse('input.invalid', isCode(error, 'EEXIST') ? SAYS.putMeanwhile(toDir) : SAYS.notWritten(toDir, error instanceof Error ? error.message : String(error)));
  }
  return {
    ok: true,
    written: fresh.map(({ path, from, agentId }) => ({ file: path, from, agentId })),
    unchanged: [...same],
    complaints: [...source.complaints, ...complaints],
    notes: source.members.flatMap(({ notes }) => notes),
  };
}

interface ImportFile extends NewFile {
  readonly from: string;
  readonly agentId: string;
}

function filesFor({ members }: AgentFolder): { readonly files: readonly ImportFile[]; readonly complaints: readonly Remark[] } {
  const files: ImportFile[] = [];
  const complaints: Remark[] = [];
  for (const { file, registration } of members) {
    const path = fileNameOf(registration);
    const text = writeAgentFile(registration);
    if (readsBack(text, path, registration)) files.push({ path, text, from: file, agentId: registration.agentId });
    else complaints.push({ file, line: 1, says: NOT_THE_SAME });
  }
  return { files, complaints };
}

/** Knows every tool that the registration names: what a team has is not asked here. */
function readsBack(text: string, path: string, registration: Registration): boolean {
  const read = readAgentFile(text, path);
  // One that has no description gets the one that its prompt gives; see writeAgentFile.
  const description = registration.description?.trim() ?? (read.ok ? read.registration.description : undefined);
  return read.ok && isDeepStrictEqual({ ...read.registration }, { ...registration, ...(description === undefined ? {} : { description }) });
}

const SAYS = {
  overlap: (from: string, to: string): Bilingual => ({
    en: `${from} and ${to} lie one inside the other. Import from a folder that is apart from the target.`,
    zh: `${from} 与 ${to} 互相包含。请从目标之外的文件夹导入。`,
  }),
  nothing: (from: string): Bilingual => ({ en: `${from} gives no agent. Mend its files first; \`muster agents check\` says where.`, zh: `${from} 中没有可用的成员。请先修正其中的文件；\`muster agents check\` 会指出位置。` }),
  inTheWay: (to: string, files: readonly string[], overwrite: boolean): Bilingual => ({
    en: `These stand in the way in ${to}: ${files.join(', ')}. Move them away${overwrite ? '' : ', or say that they may be overwritten'}. Nothing was written.`,
    zh: `${to} 中已有这些文件：${files.join('、')}。请先移走${overwrite ? '' : '，或说明可以覆盖'}。没有写入任何内容。`,
  }),
  putMeanwhile: (to: string): Bilingual => ({ en: `Somebody else has just put a file into ${to}. Nothing was changed; import again.`, zh: `刚刚有别的程序把文件放进了 ${to}。没有改动任何内容，请重新导入。` }),
  notWritten: (to: string, reason: string): Bilingual => ({
    en: `The files could not be written to ${to} (${reason}). Nothing was changed; mend that and import again.`,
    zh: `无法写入 ${to}（${reason}）。没有改动任何内容，请处理后重新导入。`,
  }),
} as const;

const NOT_THE_SAME = { en: 'cannot be written as an agent file without loss; shorten its schemas, or keep it as it is', zh: '无法无损地写成成员文件；请精简它的 schema，或保留原文件' } as const;

/** A name that begins with a dot would be hidden, also from the reader. */
const fileNameOf = ({ agentId }: Registration): string => `${agentId.startsWith('.') ? '_' : ''}${agentId}.md`;

interface Comparison {
  readonly conflicts: readonly string[];
  readonly same: ReadonlySet<string>;
  readonly replace: ReadonlySet<string>;
}

async function compare(toDir: string, files: readonly ImportFile[], overwrite: boolean): Promise<Comparison> {
  const present = await readAgentFolder(toDir);
  const byId = new Map(present.members.map((member): [string, FolderMember] => [foldText(member.registration.agentId), member]));
  const conflicts = new Set<string>();
  const same = new Set<string>();
  const replace = new Set<string>();
  for (const { path, text, agentId } of files) {
    const there = await textIn(toDir, path);
    const twin = byId.get(foldText(agentId));
    if (there === text) same.add(path);
    // Another file with this id would make the folder unreadable, so that one is never written over by chance.
    else if (twin !== undefined && twin.file !== path) conflicts.add(`${twin.file} (${agentId})`);
    else if (there !== undefined && !overwrite) conflicts.add(path);
    else if (there !== undefined) replace.add(path);
  }
  return { conflicts: [...conflicts], same, replace };
}

async function overlap(fromDir: string, toDir: string): Promise<boolean> {
  const [from, to] = await Promise.all([fromDir, toDir].map((dir) => realpath(resolve(dir)).catch(() => resolve(dir))));
  return from !== undefined && to !== undefined && (isWithin(from, to) || isWithin(to, from));
}

const isWithin = (outer: string, inner: string): boolean => {
  const way = relative(outer, inner);
  return way !== '..' && !way.startsWith(`..${sep}`) && resolve(outer, way) === inner;
};
