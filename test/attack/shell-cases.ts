// Calls of shell.run as models and attackers write them, tried on the real guard; innocent ones also run.
import { attackKind, type AttackCase, type Judgement } from '../../scripts/attack/attack-kind.ts';
import { shellRun } from '../../src/tools/run/shell-run.ts';
import { attackWorkspace, SECRET } from './workspace.ts';

interface ShellInput {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Judged only: the program need not be installed where the suite runs. */
  readonly isOnlyJudged?: boolean;
}

/** Their arguments are judged by the rows of the table wherever they are installed. */
const PROGRAMS = ['git', 'find', 'tar', 'grep', 'sed', 'cat', 'ls', 'wc', 'sort', 'cp', 'echo', 'node', 'python3', 'npm', 'rg', 'go', 'make', 'zip', 'rsync', 'pip', 'perl', 'jq'];

const bad = (name: string, line: readonly [string, ...string[]], rule: string): AttackCase<ShellInput> => ({
  name, kind: 'shell', innocent: false, input: { program: line[0], args: line.slice(1), isOnlyJudged: true }, expect: 'blocked', rule,
});
const good = (name: string, ...[program = '', ...args]: readonly string[]): AttackCase<ShellInput> => ({ name, kind: 'shell', innocent: true, input: { program, args }, expect: 'allowed' });
const judged = (name: string, ...[program = '', ...args]: readonly string[]): AttackCase<ShellInput> => ({ name, kind: 'shell', innocent: true, input: { program, args, isOnlyJudged: true }, expect: 'allowed' });

const ARGUMENT = 'shell.refused_argument';

export const attack = attackKind<ShellInput>({
  kind: 'shell',
  cases: [
    bad('a program that is not listed', ['curl', 'http://example.com'], 'shell.not_listed'),
    bad('a shell', ['bash', '-c', 'id'], 'shell.not_listed'),
    bad('a program by its path', ['/bin/cat', 'README.md'], 'shell.not_listed'),
    bad('a program of the workspace', ['./cat', 'README.md'], 'shell.not_listed'),
    bad('a line instead of a name', ['cat README.md; id'], 'shell.not_listed'),
    bad('a name in capitals', ['CAT', 'README.md'], 'shell.not_listed'),
    bad('a name with a blank behind', ['cat ', 'README.md'], 'shell.not_listed'),
    bad('the constructor of objects', ['constructor'], 'shell.not_listed'),
    bad('a file outside', ['cat', '/etc/passwd'], 'shell.outside'),
    bad('steps up', ['cat', '../neighbour/secret.txt'], 'shell.outside'),
    bad('steps up in the middle', ['cat', 'src/../../neighbour/secret.txt'], 'shell.outside'),
    bad('a link to a file outside', ['cat', 'link-out'], 'shell.outside'),
    bad('a file behind a link outside', ['cat', 'folder-out/secret.txt'], 'shell.outside'),
    bad('a copy out of the workspace', ['cp', 'README.md', '/tmp/x'], 'shell.outside'),
    bad('a path behind an equals sign', ['sort', '--output=/etc/x', 'README.md'], 'shell.outside'),
    bad('a path behind a letter', ['sort', '-o../x', 'README.md'], 'shell.outside'),
    bad('a link outside behind a letter', ['sort', '-olink-out', 'README.md'], 'shell.outside'),
    bad('a link outside behind a bundle', ['sort', '-nrolink-out', 'README.md'], 'shell.outside'),
    bad('a file to send, behind @', ['git', 'x', 'a=@/etc/passwd'], 'shell.outside'),
    bad('a file to send, behind <', ['git', 'x', 'a=</etc/passwd'], 'shell.outside'),
    bad('a list of files to pack', ['tar', '-cf', 'x.tar', '-T', 'README.md'], ARGUMENT),
    bad('a list of files to count', ['wc', '--files0-from=README.md'], ARGUMENT),
    bad('a module of jq from elsewhere', ['jq', ' import "../x" as $x; $x', 'README.md'], ARGUMENT),
    bad('a file of patterns outside', ['grep', '-f', '/etc/passwd', 'README.md'], 'shell.outside'),
    bad('files where a pattern was given by -e', ['grep', '-e', 'root', '/etc/passwd'], 'shell.outside'),
    bad('a list of files outside', ['rg', '--files', '/etc'], 'shell.outside'),
    bad('an address of a file', ['git', 'clone', 'file:///etc', 'x'], 'shell.outside'),
    bad('another folder for git', ['git', '-C', '/etc', 'status'], 'shell.outside'),
    bad('a file of secrets', ['cat', '.env'], 'shell.protected'),
    bad('a file of secrets behind a link', ['cat', 'link-env'], 'shell.protected'),
    bad('what git keeps', ['cat', '.git/config'], 'shell.protected'),
    bad('what git keeps, in capitals', ['cp', 'README.md', '.GIT/hooks/pre-commit'], 'shell.protected'),
    bad('settings of git in the call', ['git', '-c', 'core.pager=id', 'log'], ARGUMENT),
    bad('settings of git from the environment', ['git', '--config-env=core.pager=X', 'log'], ARGUMENT),
    bad('a program for git to fetch with', ['git', 'fetch', '--upload-pack=touch x', '.'], ARGUMENT),
    bad('the same, shortened', ['git', 'fetch', '--upload-p=touch x', '.'], ARGUMENT),
    bad('the same, for a clone', ['git', 'clone', '-u', 'touch x', '.', 'y'], ARGUMENT),
    bad('a transport that is a program', ['git', 'clone', 'ext::sh -c id', 'x'], ARGUMENT),
    bad('a program for each commit', ['git', 'rebase', '-x', 'id', 'HEAD~1'], ARGUMENT),
    bad('a program for each module', ['git', 'submodule', 'foreach', 'id'], ARGUMENT),
    bad('an alias of git', ['git', 'config', 'alias.x', '!id'], ARGUMENT),
    bad('a pager of git grep', ['git', 'grep', '-Oid', 'x'], ARGUMENT),
    bad('another folder of records', ['git', '--git-dir=evil', 'status'], ARGUMENT),
    bad('a program for each file', ['find', '.', '-exec', 'id', ';'], ARGUMENT),
    bad('a program for each file behind --', ['find', '--', '.', '-execdir', 'id', ';'], ARGUMENT),
    bad('every file removed', ['find', '.', '-delete'], ARGUMENT),
    bad('links followed', ['find', '-L', '.'], ARGUMENT),
    bad('a file written by find', ['find', '.', '-fprintf', 'x', '%p'], ARGUMENT),
    bad('a program for each member', ['tar', '-xf', 'x.tar', '--to-command=id'], ARGUMENT),
    bad('the same, shortened', ['tar', '-xf', 'x.tar', '--to-c=id'], ARGUMENT),
    bad('a program at checkpoints', ['tar', '-cf', 'x.tar', '--checkpoint-action=exec=id', '.'], ARGUMENT),
    bad('a packer in a bundle without a dash', ['tar', 'xIf', 'id', 'x.tar'], ARGUMENT),
    bad('code for node', ['node', '-e', 'process.exit()'], ARGUMENT),
    bad('code for node in a bundle', ['node', '-pe', '1'], ARGUMENT),
    bad('code for node by its long name', ['node', '--eval=1'], ARGUMENT),
    bad('code for node as an import', ['node', '--import', 'data:text/javascript,1', 'src/main.ts'], ARGUMENT),
    bad('code for python', ['python3', '-c', 'print(1)'], ARGUMENT),
    bad('code for python, attached', ['python3', '-Ic1'], ARGUMENT),
    bad('packages by python', ['python3', '-m', 'pip', 'install', 'x'], ARGUMENT),
    bad('packages by python, attached', ['python3', '-mpip', 'install', 'x'], ARGUMENT),
    bad('code for perl', ['perl', '-ne', 'print'], ARGUMENT),
    bad('scripts of packages', ['npm', 'install', 'left-pad'], ARGUMENT),
    bad('scripts of packages let in again', ['npm', 'ci', '--ignore-scripts', '--ignore-scripts=false'], ARGUMENT),
    bad('a package that is run at once', ['npm', 'exec', 'cowsay'], ARGUMENT),
    bad('a package that makes a project', ['npm', 'create', 'x'], ARGUMENT),
    bad('packages by pip', ['pip', 'install', 'x'], ARGUMENT),
    bad('a program before each search', ['rg', '--pre', 'id', 'x'], ARGUMENT),
    bad('a tool for the tools of go', ['go', 'build', '-toolexec=id'], ARGUMENT),
    bad('another shell for make', ['make', 'SHELL=/bin/id'], ARGUMENT),
    bad('a program that tests a zip', ['zip', '-T', '-TT', 'id', 'x.zip', 'README.md'], ARGUMENT),
    bad('another shell for rsync', ['rsync', '-e', 'id', 'a:', 'b'], ARGUMENT),
    bad('a packer for sort', ['sort', '--compress-program=id', 'README.md'], ARGUMENT),
    bad('sed without its fence', ['sed', 's/x/id/e', 'README.md'], 'shell.needed_argument'),
    bad('a NUL', ['cat', 'README.md\0x'], 'shell.not_text'),
    { name: 'a folder outside to run in', kind: 'shell', innocent: false, input: { program: 'ls', args: [], cwd: '..', isOnlyJudged: true }, expect: 'blocked', rule: 'path.outside' },
    { name: 'a folder behind a link outside to run in', kind: 'shell', innocent: false, input: { program: 'ls', args: [], cwd: 'folder-out', isOnlyJudged: true }, expect: 'blocked', rule: 'path.outside' },
    good('a file', 'cat', 'README.md'),
    good('characters that a shell would read', 'echo', '$(id) `id` ; | & > x && *'),
    good('quotation marks and a line break', 'echo', 'it\'s "so"\nand so'),
    good('a list of a folder', 'ls', '-la', 'src'),
    good('a link that stays inside', 'cat', 'link-in'),
    good('a folder behind such a link', 'cat', 'folder-in/er/x.txt'),
    good('a step up that stays inside', 'cat', 'src/../README.md'),
    good('a file by a short count', 'wc', '-l', 'README.md', 'src/main.ts'),
    good('files by name', 'find', '.', '-name', '*.ts', '-type', 'f'),
    good('a pattern that begins with a slash', 'grep', '-rn', '/api/v1', 'src', 'README.md', '--include=*.ts', '-c'),
    good('a word that is an option elsewhere', 'grep', '-c', 'delete', 'src/main.ts', 'README.md', '-h', '-s', '-v'),
    good('output to /dev/null', 'cp', 'README.md', '/dev/null'),
    good('sed inside its fence', 'sed', '--sandbox', '-n', '/Hello/p', 'README.md'),
    good('a short list, sorted', 'sort', '-r', 'README.md'),
    good('an example of the environment', 'cat', '.env.example'),
    good('what git is to ignore', 'cat', '.gitignore'),
    judged('a filter of jq', 'jq', '-r', '.a | test("/etc")', 'package.json'),
    judged('a list that is sorted into a file', 'sort', '-nro', 'docs/sorted.txt', 'README.md'),
    judged('options in one bundle', 'ls', '-laht', 'src'),
    judged('the state of git', 'git', 'status', '--short'),
    judged('a branch with -c', 'git', 'switch', '-c', 'feature/x'),
    judged('a message of a commit', 'git', 'commit', '-m', 'Remove -exec; see /etc of "docs"\n\nBecause of ../x'),
    judged('a push that sets its upstream', 'git', 'push', '-u', 'origin', 'main'),
    judged('a range of commits', 'git', 'diff', 'main..feature', '--', 'src/main.ts'),
    judged('a file of an older commit', 'git', 'show', 'HEAD~2:src/main.ts'),
    judged('an address on the network', 'git', 'clone', 'https://example.com/x.git', 'x'),
    judged('a script with options of its own', 'node', 'src/main.ts', '-e', '--eval', '-p'),
    judged('tests by node', 'node', '--test', 'src/main.ts'),
    judged('a module of python', 'python3', '-m', 'pytest', '-c', 'x.ini'),
    judged('a script of python with -c', 'python3', '-u', 'src/main.py', '-c', 'x'),
    judged('tests by npm', 'npm', 'test'),
    judged('a script of the package', 'npm', 'run', 'build', '--', '--exec', 'x'),
    judged('packages without their scripts', 'npm', 'ci', '--ignore-scripts'),
    judged('an archive', 'tar', '-czf', 'out.tar.gz', 'src'),
    judged('an archive in the old way', 'tar', 'xzf', 'out.tar.gz'),
    judged('every package of go', 'go', 'test', './...'),
    judged('a target of make', 'make', '-j2', 'build'),
    judged('a pattern like a path', 'rg', '-n', '/etc/passwd', 'src'),
  ],
  open: async () => {
    const workspace = attackWorkspace();
    const tool = shellRun({ programs: PROGRAMS });
    if (!tool) throw new Error('No tool without programs.');
    const judge = async ({ program, args, cwd, isOnlyJudged }: ShellInput): Promise<Judgement> => {
      const call = workspace.call({ program, args, ...(cwd === undefined ? {} : { cwd }) });
      const verdict = (await tool.guard?.(call)) ?? { ok: true };
      if (!verdict.ok && !(isOnlyJudged === true && verdict.rule === 'shell.not_installed')) return { outcome: 'blocked', rule: verdict.rule };
      if (isOnlyJudged !== true && JSON.stringify(await tool.run(call)).includes(SECRET)) throw new Error('The secret came out.');
      return { outcome: 'allowed' };
    };
    return { judge, close: async () => workspace.close() };
  },
});
