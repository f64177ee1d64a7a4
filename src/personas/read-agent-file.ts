// Reads one agent file: YAML front matter and a prompt, as Claude Code, agency-agents and we ourselves write them. A member gets
// only what its file says: no `tools` is no tools, and no words of a name make a role. What was decided on the way is a note.
// Pure, and it never throws, whatever the text is.
import type { Registration } from '../core/members/registration.ts';
import { shorten, tidyText } from '../core/text/fold-text.ts';
import { agentFields, MAX_NAME, type AgentFields } from './reading/agent-fields.ts';
import { idFromName } from './reading/agent-ids.ts';
import { describeBody } from './reading/describe-body.ts';
import { deriveSkills } from './reading/derive-skills.ts';
import { checkRegistration } from './reading/check-registration.ts';
import { inOrder, remarksOn, type Remark, type Remarks } from './remarks.ts';
import { readRoles } from './reading/read-roles.ts';
import { readTools, type ReadOptions } from './reading/read-tools.ts';
import { splitFrontMatter } from './reading/split-front-matter.ts';

export type { ReadOptions } from './reading/read-tools.ts';

export type ReadAgent =
  | {
    readonly ok: true;
    readonly registration: Registration;
    /** The id was written in the file, not made from its name. */
    readonly givenId: boolean;
    readonly hasFrontMatter: boolean;
    /** Where the name stands, for remarks about the id. */
    readonly nameLine: number;
    readonly notes: readonly Remark[];
  }
  | { readonly ok: false; readonly complaints: readonly Remark[] };

/** `path` is the path inside the folder, with "/": file and folder names stand in for what the file does not say. */
export function readAgentFile(text: string, path: string, options: ReadOptions = {}): ReadAgent {
  const remarks = remarksOn(path);
  if (!isReadable(text, remarks)) return { ok: false, complaints: remarks.complaints };
  const split = splitFrontMatter(text.toWellFormed(), remarks);
  if (split === undefined) return { ok: false, complaints: remarks.complaints };
  const fields = agentFields(split, remarks);
  const described = whoItIs(fields, { path, body: split.body, remarks });
  const roles = readRoles(fields, described, remarks);
  const skills = whatItCan(fields, { ...described, path, works: roles.includes('worker') }, remarks);
  const tools = readTools(fields, options, remarks);
  const registration = checkRegistration({ fields, remarks, input: { ...fields.plain(), ...described, ...tools, role: roles, skills } });
  if (registration === undefined || remarks.complaints.length > 0) return { ok: false, complaints: inOrder(remarks.complaints) };
  return {
    ok: true, registration, givenId: fields.has('agent_id'), hasFrontMatter: split.hasFrontMatter,
    nameLine: fields.lineOf(fields.has('agent_id') ? 'agent_id' : 'name'), notes: inOrder(remarks.notes),
  };
}

/** Folders of the path, from the outermost, and the name of the file without its ending. */
function partsOfPath(path: string): { readonly folders: readonly string[]; readonly stem: string } {
  const parts = path.normalize('NFC').split('/').filter((part) => part !== '' && part !== '.');
  const stem = (parts.pop() ?? '').replace(/\.[a-z]+$/iu, '');
  // One folder per agent is a habit of some tools; then the folder has the name.
  const named = /^(?:agent|skill|index|readme|prompt)$/iu.test(stem) ? parts.pop() : undefined;
  return { folders: parts, stem: named ?? stem };
}

function isReadable(text: string, remarks: Remarks): boolean {
  if (/^[\s\uFEFF]*$/u.test(text)) {
    remarks.complain(1, undefined, { en: 'the file is empty; write name and description between two lines ---, and the prompt below', zh: '文件是空的；请在两行 --- 之间写 name 和 description，并在下面写提示词' });
    return false;
  }
  const at = text.indexOf('\0');
  if (at < 0) return true;
  const line = text.slice(0, at).split('\n').length;
  remarks.complain(line, undefined, { en: 'the file holds a NUL character and is not plain text; save it as UTF-8 text', zh: '文件含有 NUL 字符，不是纯文本；请另存为 UTF-8 文本' });
  return false;
}

interface Source {
  readonly path: string;
  readonly body: string;
  readonly remarks: Remarks;
}

interface Described {
  readonly agent_id: string;
  readonly name: string;
  readonly description?: string;
  readonly prompt?: string;
}

function whoItIs(fields: AgentFields, { path, body, remarks }: Source): Described {
  const { stem } = partsOfPath(path);
  const written = fields.line('name');
  const name = written ?? shorten(tidyText(stem), MAX_NAME);
  if (written === undefined) remarks.note(1, undefined, { en: `gives no name, so the member is called ${name} after its file; write name: …`, zh: `没有写 name，成员以文件名“${name}”命名；请写 name: …` });
  const given = fields.text('agent_id')?.normalize('NFC');
  const id = given ?? idFromName(name) ?? idFromName(stem) ?? 'agent';
  if (given === undefined && idFromName(name) === undefined) {
    remarks.note(fields.lineOf('name'), 'name', { en: `holds no letter or digit, so the id is ${id}; write agent_id: … to choose it`, zh: `不含文字或数字，编号取为 ${id}；如需指定请写 agent_id: …` });
  }
  const description = fields.text('description')?.trim() ?? fields.text('vibe')?.trim() ?? describeBody(body);
  if (!fields.has('description') && !fields.has('vibe') && description !== undefined) {
    remarks.note(1, undefined, { en: 'gives no description; one is taken from the text: write description: … to choose it', zh: '没有写 description，已从正文中取用；如需指定请写 description: …' });
  }
  const prompt = promptOf(fields, body, remarks);
  return { agent_id: id, name, ...(description === undefined ? {} : { description }), ...(prompt === undefined ? {} : { prompt }) };
}

function promptOf(fields: AgentFields, body: string, remarks: Remarks): string | undefined {
  const below = body.trim();
  const given = fields.text('prompt')?.trim();
  if (below === '' && given === undefined && !fields.has('kind')) {
    remarks.note(1, undefined, { en: 'holds no text below the front matter, so the member has no prompt of its own; write what it should know there', zh: '头部信息下面没有正文，成员没有自己的提示词；请在下面写明它该知道的内容' });
  }
  if (below !== '' && given !== undefined) {
    remarks.note(fields.lineOf('prompt'), 'prompt', {
      en: 'is left out, as the text below the front matter is the prompt; keep one of them',
      zh: '未采用，因为头部信息下面的正文就是提示词；请只保留一处',
    });
  }
  return below === '' ? given : below;
}

/** Work finds its member by tags; who only plans or reviews needs none. */
function whatItCan(fields: AgentFields, { name, description = '', path, works }: Described & { readonly path: string; readonly works: boolean }, remarks: Remarks): readonly string[] {
  const given = fields.list('skills') ?? fields.list('capabilities') ?? fields.list('tags');
  if (given !== undefined || !works) return given ?? [];
  const derived = deriveSkills({ name, description, folders: partsOfPath(path).folders });
  const list = derived.join(', ');
  remarks.note(1, undefined, derived.length === 0
    ? { en: 'names no skills and none can be derived; write skills: [one, two]', zh: '没有写 skills，也无法推导；请写 skills: [一, 二]' }
    : { en: `names no skills; derived from name, folder and description: ${list}. Write skills: […] to choose them`, zh: `没有写 skills，已根据名称、文件夹和描述推导：${derived.join('、')}。如需指定请写 skills: […]` });
  return derived;
}
