// Reads a folder of agent files: Markdown with front matter and JSON registrations, side by side. Each file is read by itself, so
// one bad file never hides the others; what is decided across files is only who takes which id.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Registration } from '../core/members/registration.ts';
import { shareOutIds } from './reading/agent-ids.ts';
import { findFiles, type FoundFile } from './reading/find-files.ts';
import { readAgentFile } from './read-agent-file.ts';
import type { ReadOptions } from './reading/read-tools.ts';
import { readBytes } from './reading/read-bytes.ts';
import { readJsonFile } from './read-json-file.ts';
import { inOrder, remarksOn, type Remark } from './remarks.ts';

export interface FolderMember {
  /** Inside the folder, with "/". */
  readonly file: string;
  readonly registration: Registration;
  readonly notes: readonly Remark[];
}

export interface AgentFolder {
  /** In the order of their paths. */
  readonly members: readonly FolderMember[];
  readonly complaints: readonly Remark[];
  /** Documents such as README.md and settings of programs, which are no agents. */
  readonly skipped: readonly string[];
}

export async function readAgentFolder(dir: string, options: ReadOptions = {}): Promise<AgentFolder> {
  const { files, complaints } = await findFiles(dir);
  const readings: Reading[] = [];
  for (const file of files) readings.push(await readOne(file, options));
  const { members, twins } = withOwnIds(readings.flatMap((reading) => reading.members));
  return {
    members,
    complaints: [...complaints, ...readings.flatMap((reading) => reading.complaints), ...twins].toSorted((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1)),
    skipped: readings.flatMap((reading) => reading.skipped),
  };
}

interface ReadMember extends FolderMember {
  readonly givenId: boolean;
  readonly line: number;
}

interface Reading {
  readonly members: readonly ReadMember[];
  readonly complaints: readonly Remark[];
  readonly skipped: readonly string[];
}

const NOTHING: Reading = { members: [], complaints: [], skipped: [] };
const MAX_BYTES = 1_048_576;

async function readOne({ path, real }: FoundFile, options: ReadOptions): Promise<Reading> {
  if (isProgramFile(path)) return { ...NOTHING, skipped: [path] };
  const remarks = remarksOn(path);
  const bytes = await readPlainFile(real);
  if (typeof bytes === 'string') remarks.complain(1, undefined, SAYS[bytes]);
  const text = typeof bytes === 'string' ? undefined : readBytes(bytes, remarks);
  if (text === undefined) return { ...NOTHING, complaints: remarks.complaints };
  return /\.json$/iu.test(path) ? fromJson(text, path) : fromMarkdown(text, path, options);
}

function fromJson(text: string, path: string): Reading {
  const { registrations, complaints } = readJsonFile(text, path);
  return { ...NOTHING, complaints, members: registrations.map(({ registration, line }) => ({ file: path, registration, line, givenId: true, notes: [] })) };
}

function fromMarkdown(text: string, path: string, options: ReadOptions): Reading {
  const read = readAgentFile(text, path, options);
  if (!read.ok) return isDocument(path) && !/^\s*---/u.test(text) ? { ...NOTHING, skipped: [path] } : { ...NOTHING, complaints: read.complaints };
  if (!read.hasFrontMatter && isDocument(path)) return { ...NOTHING, skipped: [path] };
  return { ...NOTHING, members: [{ file: path, registration: read.registration, notes: read.notes, givenId: read.givenId, line: read.nameLine }] };
}

/** Files that stand in many folders and describe the folder, also as README.zh.md. With front matter they are agents all the same. */
const isDocument = (path: string): boolean => DOCUMENTS.test(path.split('/').at(-1) ?? '');
const DOCUMENTS = /^(?:readme|changelog|contributing|code_of_conduct|licen[cs]e|security|agents|claude|gemini|todo)(?:[._-][a-z-]+)?\.(?:md|markdown)$/iu;
/** JSON that belongs to a program and never holds a registration. */
const isProgramFile = (path: string): boolean => /(?:^|\/)(?:package(?:-lock)?|[jt]sconfig(?:\.[a-z]+)?|settings(?:\.[a-z]+)?|plugin|marketplace)\.json$/iu.test(path);

/** Opened without following a link that was put there meanwhile, and without waiting for a pipe. */
async function readPlainFile(real: string): Promise<Uint8Array | 'unreadable' | 'tooLarge'> {
  try {
    await using file = await open(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const { size, isFile } = await file.stat().then((stats) => ({ size: stats.size, isFile: stats.isFile() }));
    if (!isFile) return 'unreadable';
    return size > MAX_BYTES ? 'tooLarge' : await file.readFile();
  } catch {
    return 'unreadable';
  }
}

function withOwnIds(members: readonly ReadMember[]): { readonly members: readonly FolderMember[]; readonly twins: readonly Remark[] } {
  const ids = shareOutIds(members.map(({ registration, givenId }) => ({ id: registration.agentId, fixed: givenId })));
  const twins: Remark[] = [];
  const own = members.flatMap(({ file, registration, notes, line }, at): readonly FolderMember[] => {
    const id = ids[at];
    if (id === registration.agentId) return [{ file, registration, notes }];
    const remarks = remarksOn(file);
    if (id === undefined) remarks.complain(line, 'agent_id', { en: `another file has the id ${registration.agentId}; choose another one`, zh: `另一个文件已使用编号 ${registration.agentId}；请另选一个` });
    else remarks.note(line, undefined, {
      en: `another member is called ${registration.agentId}, so the id is ${id}; write agent_id: … to choose it`,
      zh: `已有成员叫 ${registration.agentId}，编号取为 ${id}；如需指定请写 agent_id: …`,
    });
    twins.push(...remarks.complaints);
    return id === undefined ? [] : [{ file, registration: { ...registration, agentId: id }, notes: inOrder([...notes, ...remarks.notes]) }];
  });
  return { members: own, twins };
}

const SAYS = {
  unreadable: { en: 'cannot be read; give the right to read it', zh: '无法读取；请授予读取权限' },
  tooLarge: { en: 'is larger than 1 MB; shorten the prompt', zh: '超过 1 MB；请缩短提示词' },
} as const;
