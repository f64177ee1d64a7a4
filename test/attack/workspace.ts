// A real workspace on disk for attacks on paths and programs: files, links in and out, a pipe, what git keeps, and next to
// it a folder with a secret that no case may reach.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../src/core/json.ts';
import type { ToolCall } from '../../src/ports/tool.ts';

export interface AttackWorkspace {
  readonly root: string;
  /** A call by a member that works in it. */
  call(args: JsonObject): ToolCall;
  close(): void;
}

export const SECRET = 'only for the neighbour';

export function attackWorkspace(): AttackWorkspace {
  const around = realpathSync(mkdtempSync(join(tmpdir(), 'muster-attack-')));
  const root = join(around, 'workspace');
  for (const folder of ['src/deep/er', '.git/hooks', '.github/workflows', 'docs', 'emoji 👩‍💻', '中文目录', 'certs', 'empty', '.muster/outcomes']) mkdirSync(join(root, folder), { recursive: true });
  mkdirSync(join(around, 'neighbour'));
  mkdirSync(join(around, 'workspace-two'));
  const files: Readonly<Record<string, string>> = {
    'workspace/README.md': '# Hello\n', 'workspace/src/main.ts': 'export const port = 1;\n', 'workspace/src/deep/er/x.txt': 'x\n',
    'workspace/.git/config': '[core]\n', 'workspace/.gitignore': 'dist\n', 'workspace/.github/workflows/ci.yml': 'on: push\n', 'workspace/.env': 'KEY=1\n', 'workspace/.env.example': 'KEY=\n',
    'workspace/docs/..notes': 'n\n', 'workspace/docs/a..b.md': 'n\n', 'workspace/docs/100% sure.md': 'n\n', 'workspace/docs/environment.md': 'n\n', 'workspace/docs/proc.md': 'n\n',
    'workspace/emoji 👩‍💻/notes.md': 'n\n', 'workspace/中文目录/说明：第一版.md': '你好\n', 'workspace/certs/server.pem': 'k\n', 'workspace/.muster/outcomes/call-1.txt': 'o\n', 'workspace/.muster/muster.db': 'd\n', 'workspace/docs/café.md': 'n\n',
    'neighbour/secret.txt': `${SECRET}\n`, 'workspace-two/secret.txt': `${SECRET}\n`,
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(around, file), text);
  const links: Readonly<Record<string, string>> = {
    'link-in': 'src/main.ts', 'folder-in': 'src/deep', 'link-out': '../neighbour/secret.txt', 'folder-out': '../neighbour', 'link-root': '/', 'link-etc': '/etc/passwd', 'link-nowhere': '../neighbour/new.txt',
    'ring-a': 'ring-b', 'ring-b': 'ring-a', 'link-git': '.git/config', 'link-env': '.env', 'chain-1': 'chain-2', 'chain-2': 'folder-out', 'src/up': '../..', 'link-proc': '/proc/self/environ', 'link-dev': '/dev/zero',
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name));
  execFileSync('mkfifo', [join(root, 'pipe')]);
  const call = (args: JsonObject): ToolCall => ({
    args, callId: 'call-1', signal: new AbortController().signal,
    caller: { goalId: 'goal-1', taskId: 'task-1', attemptId: 'attempt-1', memberId: 'member-1', locale: 'en', workspace: root },
  });
  return { root, call, close: () => rmSync(around, { recursive: true, force: true }) };
}
