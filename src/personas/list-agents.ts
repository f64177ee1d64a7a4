// What a folder of agent files gives, as a list and as a check: for a person who wants to see it before a team runs on it.
import type { JsonObject } from '../core/json.ts';
import { registrationOut } from '../core/members/registration.ts';
import type { ReadOptions } from './reading/read-tools.ts';
import { readAgentFolder } from './read-agent-folder.ts';
import type { Remark } from './remarks.ts';

export interface AgentRow {
  readonly file: string;
  /** The outside form (snake_case), without the prompt. */
  readonly registration: JsonObject;
  readonly promptChars: number;
  readonly notes: readonly Remark[];
}

export interface AgentList {
  readonly agents: readonly AgentRow[];
  readonly complaints: readonly Remark[];
  readonly skipped: readonly string[];
}

export async function listAgents(dir: string, options: ReadOptions = {}): Promise<AgentList> {
  const { members, complaints, skipped } = await readAgentFolder(dir, options);
  const agents = members.map(({ file, registration, notes }): AgentRow => {
    const { prompt: _prompt, ...shown } = registrationOut(registration);
    return { file, registration: shown, promptChars: registration.prompt?.length ?? 0, notes };
  });
  return { agents, complaints, skipped };
}

export interface AgentCheck {
  /** 0 when a team can run on the folder as it is, 2 when something must be mended first. */
  readonly exit: 0 | 2;
  readonly agents: number;
  readonly complaints: readonly Remark[];
  readonly notes: readonly Remark[];
  readonly skipped: readonly string[];
}

export async function checkAgents(dir: string, options: ReadOptions = {}): Promise<AgentCheck> {
  const { members, complaints, skipped } = await readAgentFolder(dir, options);
  const all = members.length === 0 && complaints.length === 0 ? [{ file: dir, line: 1, says: NO_AGENTS }] : complaints;
  return { exit: all.length === 0 ? 0 : 2, agents: members.length, complaints: all, notes: members.flatMap(({ notes }) => notes), skipped };
}

const NO_AGENTS = {
  en: 'holds no agent file; add one such as writer.md, or write a team with `muster init`',
  zh: '没有成员文件；请添加例如 writer.md，或用 `muster init` 生成一支团队',
} as const;
