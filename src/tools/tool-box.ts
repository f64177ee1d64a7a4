// All tools of a team under one roof: those of the program, the built-in ones and those of sources that come and go. A name belongs to
// one tool; two that a provider could not tell apart are refused at the start.
import { mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { TeamError } from '../core/errors.ts';
import { toolNames } from '../core/gate/tool-names.ts';
import { joinSaid } from '../core/text/join-said.ts';
import { OUTCOME_FAULTS } from '../core/refusals/outcome-faults.ts';
import type { Tool, ToolBox, ToolChange, ToolSource } from '../ports/tool.ts';

export interface BoxParts {
  readonly tools: readonly Tool[];
  readonly sources?: readonly ToolSource[];
  /** Absolute path. */
  readonly workspace: string;
  readonly mask: (text: string) => string;
}

export interface ClosableBox extends ToolBox {
  close(): Promise<void>;
}

/** Where outcomes stand that are too long to be told whole; inside the workspace, so that a member can read on. */
const KEPT = join('.muster', 'outcomes');

/** Contract: throws `tool.bad_name` with every name that cannot stand. */
export function toolBox({ tools, sources = [], workspace, mask }: BoxParts): ClosableBox {
  const fixed = new Map(tools.map((tool) => [tool.name, tool]));
  refuseNames(tools.map((tool) => tool.name));
  const find = (name: string): Tool | undefined => fixed.get(name) ?? sources.flatMap((source) => source.tools()).find((tool) => tool.name === name);
  const fileOf = (callKey: string): string => join(workspace, KEPT, `${callKey.replaceAll(/[^A-Za-z0-9._-]/g, '_')}.txt`);
  return {
    workspace,
    mask,
    find,
    names: () => [...fixed.keys(), ...sources.flatMap((source) => source.tools()).map((tool) => tool.name)],
    readWhole: (callKey) => readFile(fileOf(callKey), 'utf8').catch(() => undefined),
    async keepWhole(callKey, text) {
      const file = fileOf(callKey);
      // One after the other: where nothing can be made, `recursive` may try for ever.
      for (const folder of [dirname(KEPT), KEPT]) await mkdir(join(workspace, folder)).catch(unlessThere);
      // A program may have laid a link there, and through it this would write anywhere.
      if ((await realpath(join(workspace, KEPT))) !== join(workspace, KEPT)) throw new TeamError('tool.failed', OUTCOME_FAULTS.linkInWorkspace(KEPT));
      await rm(file, { force: true });
      await writeFile(file, text, { flag: 'wx' });
      return relative(workspace, file);
    },
    onChange(listener: (change: ToolChange) => void) {
      const ends = sources.map((source) => source.onChange(listener));
      return () => ends.forEach((end) => end());
    },
    async close() {
      await Promise.allSettled([...sources, ...tools].map(closeOf));
    },
  };
}

const unlessThere = (fault: NodeJS.ErrnoException): void => {
  if (fault.code !== 'EEXIST') throw fault;
};

/** Some tools hold something open, such as a process that reads a file. */
const closeOf = async (part: Tool | ToolSource): Promise<unknown> => ('close' in part && typeof part.close === 'function' ? part.close() : undefined);

function refuseNames(names: readonly string[]): void {
  const checked = toolNames(names);
  if (!checked.ok) throw new TeamError('tool.bad_name', joinSaid(checked.faults.map(({ because }) => because), 'sentences'), { details: { faults: checked.faults } });
}
