// Paths as models, files and attackers write them, tried on the real file tools in a real folder. The guard is asked first;
// what it lets through is read or written, and a case counts as blocked only when a rule said no.
import { attackKind, type AttackCase, type Judgement } from '../../scripts/attack/attack-kind.ts';
import { isTeamError } from '../../src/core/errors.ts';
import { fileTools } from '../../src/tools/files/file-tools.ts';
import type { Tool, ToolCall } from '../../src/ports/tool.ts';
import { attackWorkspace, SECRET } from './workspace.ts';

interface PathInput {
  /** `{root}` stands for the workspace. */
  readonly path: string;
  readonly use: 'read' | 'write' | 'list';
}

const row = (innocent: boolean, use: PathInput['use'], name: string, [path, rule]: readonly [string, string?]): AttackCase<PathInput> => ({
  name, kind: 'path', innocent, input: { path, use }, expect: innocent ? 'allowed' : 'blocked', ...(rule === undefined ? {} : { rule }),
});
const read = (name: string, path: string, rule: string) => row(false, 'read', name, [path, rule]);
const write = (name: string, path: string, rule: string) => row(false, 'write', name, [path, rule]);
const reads = (name: string, path: string) => row(true, 'read', name, [path]);
const writes = (name: string, path: string) => row(true, 'write', name, [path]);

export const attack = attackKind<PathInput>({
  kind: 'path',
  cases: [
    read('one step up', '../neighbour/secret.txt', 'path.outside'),
    read('many steps up', '../../../../../../etc/passwd', 'path.outside'),
    read('down and further up', 'src/../../neighbour/secret.txt', 'path.outside'),
    read('up by dots and slashes', './/src/.././../neighbour//secret.txt', 'path.outside'),
    read('an absolute path', '/etc/passwd', 'path.outside'),
    read('an absolute path up from the workspace', '{root}/../neighbour/secret.txt', 'path.outside'),
    read('a neighbour whose name begins alike', '{root}-two/secret.txt', 'path.outside'),
    read('the environment of the process', '/proc/self/environ', 'path.outside'),
    read('an open file of the process', '/proc/self/fd/0', 'path.outside'),
    read('the folder of the process', '/proc/self/cwd/package.json', 'path.outside'),
    read('a device', '/dev/zero', 'path.outside'),
    read('a link to a file outside', 'link-out', 'path.outside'),
    read('a file behind a link outside', 'folder-out/secret.txt', 'path.outside'),
    read('a link to the root of the disk', 'link-root/etc/passwd', 'path.outside'),
    read('a link to an absolute path', 'link-etc', 'path.outside'),
    read('a chain of links that ends outside', 'chain-1/secret.txt', 'path.outside'),
    read('a link upwards', 'src/up/neighbour/secret.txt', 'path.outside'),
    read('a link to the environment', 'link-proc', 'path.outside'),
    read('a link to a device', 'link-dev', 'path.outside'),
    read('a ring of links', 'ring-a', 'path.dangling_link'),
    read('a pipe, which would wait for ever', 'pipe', 'path.special_file'),
    write('a link to a file that is not there yet', 'link-nowhere', 'path.dangling_link'),
    write('a new file behind a link outside', 'folder-out/new.txt', 'path.outside'),
    write('new folders behind a link outside', 'folder-out/a/b/c.txt', 'path.outside'),
    write('a hook of git', '.git/hooks/pre-commit', 'path.git_internals'),
    write('git in capitals', '.GIT/config', 'path.git_internals'),
    write('git with a dot behind', '.git./config', 'path.git_internals'),
    write('git with a blank behind', '.git /config', 'path.git_internals'),
    write('git by its short name', 'GIT~1/config', 'path.git_internals'),
    write('git as a stream', '.git::$INDEX_ALLOCATION/config', 'path.git_internals'),
    write('git with a joiner that some disks ignore', '.g\u200dit/config', 'path.git_internals'),
    write('git with a mark that some disks ignore', '.g\u200cit/hooks/x', 'path.git_internals'),
    write('git in full width', '.ｇｉｔ/config', 'path.git_internals'),
    write('git with a full-width dot', '．git/config', 'path.git_internals'),
    write('git of a folder below', 'vendor/lib/.git/config', 'path.git_internals'),
    read('git behind a link', 'link-git', 'path.git_internals'),
    read('a file of secrets', '.env', 'path.protected'),
    read('a file of secrets behind a link', 'link-env', 'path.protected'),
    read('a file of secrets in capitals', '.ENV', 'path.protected'),
    read('a file of secrets with a blank behind', '.env ', 'path.protected'),
    read('a file of secrets as a stream', '.env::$DATA', 'path.protected'),
    read('a private key', 'certs/server.pem', 'path.protected'),
    write('the records of Muster', '.muster/muster.db', 'path.protected'),
    read('the records of Muster by way of an outcome', '.muster/outcomes/../muster.db', 'path.protected'),
    read('a NUL', 'README.md\0.png', 'path.control_character'),
    read('a line break', 'README.md\n', 'path.control_character'),
    write('an escape for the terminal', 'a\u001b[2Jb', 'path.control_character'),
    write('a name written from right to left', 'report\u202etxt.exe', 'path.invisible_character'),
    read('a drive of Windows', 'C:\\Windows\\win.ini', 'path.windows_form'),
    read('a drive without a slash', 'C:win.ini', 'path.windows_form'),
    read('a share', '\\\\server\\share\\x', 'path.windows_form'),
    read('a share with slashes', '//server/share/x', 'path.windows_form'),
    read('steps up with backslashes', '..\\..\\neighbour\\secret.txt', 'path.windows_form'),
    read('the home folder', '~/.ssh/id_rsa', 'path.home'),
    read('the home folder of root', '~root/.bashrc', 'path.home'),
    read('a slash that only looks like one', '..∕neighbour∕secret.txt', 'path.look_alike'),
    read('a full-width slash', '..／neighbour／secret.txt', 'path.look_alike'),
    read('full-width dots', '．．/neighbour/secret.txt', 'path.look_alike'),
    read('one character for two dots', '‥/neighbour/secret.txt', 'path.look_alike'),
    read('three dots', '.../neighbour', 'path.look_alike'),
    read('percent forms', '%2e%2e/neighbour/secret.txt', 'path.encoded'),
    read('doubled percent forms', '%252e%252e/secret.txt', 'path.encoded'),
    read('an address of a file', 'file:///etc/passwd', 'path.url'),
    read('half a character', 'a\ud800b', 'path.control_character'),
    read('an empty path', '', 'path.empty'),
    write('a name that is too long', `${'n'.repeat(256)}.txt`, 'path.too_long'),
    write('a path that is too long', 'a/'.repeat(4000), 'path.too_long'),
    row(false, 'list', 'a list of what lies outside', ['..', 'path.outside']),
    row(false, 'list', 'a list behind a link outside', ['folder-out', 'path.outside']),
    row(false, 'list', 'a list of what git keeps', ['.git/hooks', 'path.git_internals']),
    reads('a file', 'README.md'),
    reads('a file by its absolute path', '{root}/src/main.ts'),
    reads('dots that stay inside', './src/../src/./main.ts'),
    reads('doubled slashes', 'src//main.ts'),
    reads('a link that stays inside', 'link-in'),
    reads('a folder behind a link that stays inside', 'folder-in/er/x.txt'),
    reads('a name that begins with two dots', 'docs/..notes'),
    reads('two dots inside a name', 'docs/a..b.md'),
    reads('a percent sign', 'docs/100% sure.md'),
    reads('what git is to ignore', '.gitignore'),
    reads('workflows beside git', '.github/workflows/ci.yml'),
    reads('an example of the environment', '.env.example'),
    reads('a page about the environment', 'docs/environment.md'),
    reads('a page called after /proc', 'docs/proc.md'),
    reads('Chinese names with a full-width colon', '中文目录/说明：第一版.md'),
    reads('an emoji with a joiner and a blank', 'emoji 👩‍💻/notes.md'),
    reads('an accent', 'docs/café.md'),
    reads('an outcome that the gate kept whole', '.muster/outcomes/call-1.txt'),
    writes('a name with a colon', 'notes: day 1.md'),
    writes('a name with a backtick and a blank in front', ' `notes`.md'),
    writes('a new file', 'src/new.ts'),
    writes('new folders', 'reports/2026/q1/summary.md'),
    writes('a name with a dash in front', '-rf.txt'),
    writes('a page about git', 'docs/git.md'),
    writes('a folder called git without a dot', 'git/config.md'),
    writes('a file about keys', 'docs/keys.md'),
    writes('a name of 255 bytes', `${'n'.repeat(251)}.txt`),
    writes('a Persian name with a joiner', 'می‌خواهم.md'),
    writes('a name like a variable', '$HOME.md'),
    writes('a name like a command', '$(rm -rf x).md'),
    writes('a name with quotation marks', 'the "best" plan.md'),
    writes('git attributes', 'src/.gitattributes'),
    writes('a name that ends in a tilde', 'notes.md~'),
    writes('a device of Windows, which is a name here', 'src/aux.c'),
    row(true, 'list', 'a list of all', ['.']),
    row(true, 'list', 'a list of an empty folder', ['empty']),
    row(true, 'list', 'a list behind a link that stays inside', ['folder-in']),
  ],
  open: async () => {
    const workspace = attackWorkspace();
    const [reader, writer, lister] = fileTools();
    if (!reader || !writer || !lister) throw new Error('A file tool is missing.');
    const tools = { read: reader, write: writer, list: lister };
    return {
      judge: ({ path, use }) => judge(tools[use], workspace.call({ path: path.replace('{root}', workspace.root), ...(use === 'write' ? { content: 'new' } : {}) })),
      close: async () => workspace.close(),
    };
  },
});

/** The guard alone must see it: what only the run would refuse comes out as broken. */
async function judge(tool: Tool, call: ToolCall): Promise<Judgement> {
  const verdict = (await tool.guard?.(call)) ?? { ok: true };
  if (!verdict.ok) {
    await refusedToo(tool, call, verdict.rule);
    return { outcome: 'blocked', rule: verdict.rule };
  }
  const outcome = JSON.stringify(await tool.run(call));
  if (outcome.includes(SECRET)) throw new Error('The secret came out.');
  return { outcome: 'allowed' };
}

/** Whoever goes around the guard meets it again inside. */
async function refusedToo(tool: Tool, call: ToolCall, rule: string): Promise<void> {
  try {
    await tool.run(call);
  } catch (error) {
    if (isTeamError(error, 'tool.refused') && error.details.rule === rule) return;
    throw error;
  }
  throw new Error(`The guard refused by ${rule}, the run did not.`);
}
