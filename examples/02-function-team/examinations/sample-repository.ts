// For the tests: small git repositories in a temporary folder, with the names and states that usually break a reader of
// git. Authors are given on the command line; no configuration outside the folder is read or written.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ENVIRONMENT = { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' };

export const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'muster-example-'));
export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** What git prints in the folder. */
export async function gitIn(folder: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run('git', ['-C', folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { env: ENVIRONMENT });
  return stdout;
}

/** What a shell prints for `command`, with FILE put in place of the word FILE, quoted. */
export async function shellIn(folder: string, command: string, file = ''): Promise<string> {
  const quoted = `'${file.replaceAll(`'`, `'\\''`)}'`;
  const text = command.replaceAll('FILE', () => quoted);
  // A count of 0 by grep ends with 1, and is an answer all the same.
  const { stdout } = await run('sh', ['-c', `${text}; true`], { cwd: folder, env: ENVIRONMENT });
  return stdout.trim();
}

export async function writeFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

export async function commitAll(folder: string, message: string, author = 'Ada <ada@example.org>'): Promise<void> {
  await gitIn(folder, 'add', '--all');
  await gitIn(folder, 'commit', '--quiet', '--no-gpg-sign', '--author', author, '--message', message);
}

const MIT = `MIT License

Permission is hereby granted, free of charge, to any person obtaining a copy of this software, to deal in it freely.
The above copyright notice and this permission notice shall be included in all copies.
`;

/** Names that the tests compare one by one. */
export const ODD_NAMES = { space: 'docs/two words.md', han: 'docs/说明.md', quote: `docs/it's "quoted".txt`, newline: 'docs/new\nline.txt', bar: 'docs/a|`b`.txt', dash: '-n' } as const;

/** Three commits by two authors and a merge; 17 tracked paths, one of them removed, one a link; one file that is not tracked. */
export async function sampleRepository(): Promise<string> {
  const folder = await newFolder();
  await gitIn(folder, 'init', '--quiet', '--initial-branch=main');
  await writeFiles(folder, {
    LICENSE: MIT,
    'package.json': '{ "name": "sample", "license": "MIT" }\n',
    'src/one.ts': '// SPDX-License-Identifier: MIT\n// TODO: first\nexport const one = 1; // FIXME and TODO on one line\n',
    'src/two.TS': 'const TODOS = 2; // not a mark: TODOS, XXXX, todo\nconst x = `HACK`',
    'src/windows.ts': '// XXX\r\n// fine\r\n',
    'crate/Cargo.toml': '[package]\nname = "sample"\nlicense = "MIT OR Apache-2.0" # both\n',
    'logo.bin': Buffer.concat([Buffer.from('TODO\n\n'), Buffer.alloc(9_000), Buffer.from('\n')]),
    'latin1.txt': Buffer.from([0xe9, 0x20, 0x54, 0x4f, 0x44, 0x4f, 0x0a]),
    empty: '',
    [ODD_NAMES.space]: 'TODO\n',
    [ODD_NAMES.han]: '# 说明\n\n待办 TODO 完成\n',
    [ODD_NAMES.quote]: 'XXX\nXXX\n',
    [ODD_NAMES.newline]: 'HACK\nno newline at the end',
    [ODD_NAMES.bar]: 'bar\n',
    [ODD_NAMES.dash]: 'TODO\n',
  });
  await symlink('one.ts', join(folder, 'src/link.ts'));
  await commitAll(folder, 'first');
  await gitIn(folder, 'switch', '--quiet', '--create', 'side');
  await writeFiles(folder, { [ODD_NAMES.han]: '# 说明\n\n待办 TODO 完成\n又一行\n', 'gone.txt': 'soon gone\n' });
  await commitAll(folder, 'second', 'Bo <bo@example.org>');
  await gitIn(folder, 'switch', '--quiet', 'main');
  await writeFiles(folder, { 'src/one.ts': '// SPDX-License-Identifier: MIT\n// TODO: first\nexport const one = 11;\n', [ODD_NAMES.newline]: 'HACK\n' });
  await commitAll(folder, 'third');
  await gitIn(folder, 'merge', '--quiet', '--no-ff', '--no-gpg-sign', '--message', 'merge', 'side');
  await rm(join(folder, 'gone.txt'));
  await writeFiles(folder, { 'untracked.ts': '// TODO\n' });
  return folder;
}
