// A git repository with one commit, in a folder of its own under the temporary files of the system.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function newRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-teammates-'));
  writeFileSync(join(folder, 'README.md'), '# A small project\n');
  for (const args of [['init', '--quiet', '--initial-branch=main'], ['add', '--all'], ['-c', 'user.name=Example', '-c', 'user.email=example@example.org', 'commit', '--quiet', '-m', 'Begin']]) execFileSync('git', args, { cwd: folder });
  return folder;
}
