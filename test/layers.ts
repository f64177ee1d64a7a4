// Who may import whom, as one table, and the check that reads it.
// Invariant: layers point one way, an outside package has one home, and core touches nothing that does I/O.
import { posix } from 'node:path';
import type { SourceFile } from '../scripts/source/list-files.ts';
import { readImports } from '../scripts/source/read-imports.ts';

export interface LayerRow {
  /** The layers it may import, itself aside. */
  readonly sees: readonly string[];
  /** The outside packages that live here; `@x/*` stands for a whole scope. */
  readonly owns: readonly string[];
}

const WAY_OUT = ['core', 'ports'];
const WAY_IN = ['core', 'ports', 'engine'];

export const LAYERS: Readonly<Record<string, LayerRow>> = {
  core: { sees: [], owns: ['zod', 'ajv'] },
  ports: { sees: ['core'], owns: [] },
  engine: { sees: ['core', 'ports'], owns: [] },
  stores: { sees: WAY_OUT, owns: ['node:sqlite', 'kysely', 'pg'] },
  queues: { sees: WAY_OUT, owns: ['bullmq', 'ioredis'] },
  models: { sees: WAY_OUT, owns: ['@ai-sdk/*'] },
  members: { sees: WAY_OUT, owns: ['node:child_process', 'standardwebhooks'] },
  workspaces: { sees: WAY_OUT, owns: ['node:child_process', 'node:sqlite'] },
  tools: { sees: WAY_OUT, owns: ['node:child_process', 'node:sqlite', 'pg', 'pgsql-parser', 'quickjs-emscripten', '@modelcontextprotocol/*'] },
  personas: { sees: WAY_OUT, owns: ['yaml'] },
  prompts: { sees: WAY_OUT, owns: [] },
  http: { sees: WAY_IN, owns: [] },
  mcp: { sees: WAY_IN, owns: [] },
  cli: { sees: WAY_IN, owns: ['commander', 'picocolors', '@clack/prompts'] },
  testing: { sees: WAY_OUT, owns: ['vitest', 'fast-check'] },
};

/** The files beside the layers see every layer. */
const ROOT_FILES: Readonly<Record<string, { readonly owns: readonly string[]; readonly usedBy: readonly string[] }>> = {
  'src/agent-files.ts': { owns: [], usedBy: ['src/cli/'] },
  'src/agents-from.ts': { owns: [], usedBy: ['src/config.ts', 'src/index.ts', 'src/cli/'] },
  'src/built-in-tools.ts': { owns: [], usedBy: ['src/config.ts', 'src/team-file.ts', 'src/index.ts', 'src/cli/'] },
  'src/compose.ts': { owns: [], usedBy: ['src/create-team.ts', 'src/team-types.ts', 'src/index.ts', 'src/cli/'] },
  'src/config.ts': { owns: [], usedBy: ['src/compose.ts', 'src/index.ts', 'src/cli/'] },
  'src/create-team.ts': { owns: [], usedBy: ['src/index.ts', 'src/cli/'] },
  'src/environment.ts': { owns: [], usedBy: ['src/config.ts', 'src/cli/'] },
  'src/goal-reads.ts': { owns: [], usedBy: ['src/create-team.ts', 'src/team-types.ts', 'src/index.ts', 'src/cli/'] },
  'src/member-specs.ts': { owns: ['zod'], usedBy: ['src/built-in-tools.ts', 'src/agents-from.ts', 'src/tool-specs.ts', 'src/compose.ts', 'src/config.ts', 'src/create-team.ts', 'src/team-options.ts', 'src/team-types.ts', 'src/rehearsal-team.ts', 'src/index.ts', 'src/cli/'] },
  'src/open-store.ts': { owns: [], usedBy: ['src/create-team.ts', 'src/cli/'] },
  'src/rehearsal-team.ts': { owns: [], usedBy: ['src/config.ts', 'src/cli/'] },
  'src/system-clock.ts': { owns: [], usedBy: ['src/built-in-tools.ts', 'src/compose.ts', 'src/open-store.ts', 'src/cli/'] },
  'src/task-input.ts': { owns: [], usedBy: ['src/create-team.ts', 'src/team-types.ts', 'src/index.ts', 'src/cli/'] },
  'src/team-options.ts': { owns: [], usedBy: ['src/create-team.ts'] },
  'src/team-types.ts': { owns: [], usedBy: ['src/create-team.ts', 'src/team-options.ts', 'src/index.ts', 'src/cli/'] },
  'src/tool-specs.ts': { owns: ['zod'], usedBy: ['src/index.ts', 'src/cli/'] },
  'src/team-file.ts': { owns: ['yaml'], usedBy: ['src/config.ts'] },
  'src/team-file-fields.ts': { owns: [], usedBy: ['src/team-file.ts'] },
  'src/index.ts': { owns: ['zod'], usedBy: [] },
};

export interface ForbiddenImport {
  readonly file: string;
  readonly line: number;
  readonly module: string;
  readonly because: string;
}

export function findForbiddenImports(sources: readonly SourceFile[]): ForbiddenImport[] {
  return sources.flatMap(({ file, text }) =>
    readImports(text).flatMap(({ module, line }) => {
      const because = module.startsWith('.') ? refuseFile(file, posix.join(posix.dirname(file), module)) : refusePackage(file, module);
      return because === undefined ? [] : [{ file, line, module, because }];
    }),
  );
}

export const inWords = ({ file, line, module, because }: ForbiddenImport): string => `${file}:${line} imports ${module}: ${because}`;

const layerOf = (file: string): string => /^src\/([^/]+)\//.exec(file)?.[1] ?? '';

function refuseFile(from: string, to: string): string | undefined {
  if (!to.startsWith('src/')) return 'it lies outside src. Move what both need into src.';
  const root = ROOT_FILES[to];
  if (root) {
    const mayUse = root.usedBy.some((user) => from === user || (user.endsWith('/') && from.startsWith(user)));
    return mayUse ? undefined : `only ${root.usedBy.join(', ') || 'users of the package'} may. Hand over what is needed as a parameter.`;
  }
  if (ROOT_FILES[from] || layerOf(from) === layerOf(to)) return undefined;
  const row = LAYERS[layerOf(from)];
  if (!row) return `${from} is in no layer of test/layers.ts. Add a row, or move the file.`;
  if (row.sees.includes(layerOf(to))) return undefined;
  return `${layerOf(from)} sees ${row.sees.join(', ') || 'no other layer'}. Move the shared part down, or pass it in through a port.`;
}

function refusePackage(file: string, module: string): string | undefined {
  const owns = ROOT_FILES[file]?.owns ?? LAYERS[layerOf(file)]?.owns ?? [];
  const name = packageOf(module);
  if (owns.some((owned) => fits(owned, name))) return undefined;
  if (name.startsWith('node:')) return refuseNode(file, name);
  const homes = homesOf(name);
  return homes.length > 0
    ? `its home is src/${homes.join(', src/')}.`
    : 'this package has no home yet. Name its layer in test/layers.ts.';
}

function refuseNode(file: string, name: string): string | undefined {
  if (layerOf(file) === 'core') return 'core is pure and uses nothing of Node. Take the value as a parameter.';
  const homes = homesOf(name);
  return homes.length > 0 ? `its home is src/${homes.join(', src/')}.` : undefined;
}

const homesOf = (name: string): string[] => Object.keys(LAYERS).filter((layer) => LAYERS[layer]?.owns.some((owned) => fits(owned, name)));

const fits = (owned: string, name: string): boolean => (owned.endsWith('/*') ? name.startsWith(owned.slice(0, -1)) : owned === name);

function packageOf(module: string): string {
  const parts = module.split('/');
  if (module.startsWith('node:')) return parts[0] ?? module;
  return parts.slice(0, module.startsWith('@') ? 2 : 1).join('/');
}
