// What allowed programs are still refused: one row for each program, with the arguments that would let it run text as code,
// start other programs, follow links or remove files. Invariant: a table only; judge-arguments.ts reads it.
import type { Bilingual } from '../../core/json.ts';
import type { Effect } from '../../ports/tool.ts';

export const WHY = {
  starts_programs: { en: 'it starts other programs, so the list of allowed programs would mean nothing', zh: '它会启动其他程序，允许列表便形同虚设' },
  runs_text: { en: 'it runs text as code', zh: '它会把文本当作代码执行' },
  installs: { en: 'it installs or fetches code from elsewhere and may run it', zh: '它会从别处安装或下载代码并可能执行' },
  other_settings: { en: 'it brings in settings that name programs to start', zh: '它会引入可指定启动程序的设置' },
  follows_links: { en: 'it follows links out of the workspace', zh: '它会顺着链接走出工作区' },
  leaves: { en: 'it works outside the workspace', zh: '它会在工作区之外操作' },
  removes: { en: 'it removes files in bulk', zh: '它会批量删除文件' },
  writes_by_name: { en: 'it writes to files that the path guard does not see', zh: '它会写入路径检查看不到的文件' },
} as const satisfies Record<string, Bilingual>;

export type Why = keyof typeof WHY;

export interface RefusedArguments {
  readonly why: Why;
  /** One-letter options: alone, in a bundle, or with the value attached. */
  readonly letters?: string;
  /** `--long` also shortened and with `=value`; `-word` as find and go write them. */
  readonly options?: readonly string[];
  /** First word that is no option: `npm exec`. */
  readonly words?: readonly string[];
  /** Any argument that begins so. */
  readonly texts?: readonly string[];
  /** A one-letter option together with one of these values: `-m pip`. */
  readonly letterValues?: { readonly letter: string; readonly values: readonly string[] };
  /** Only after one of these first words; an empty one means before any. */
  readonly under?: readonly string[];
  /** Fine where this argument is there as well. */
  readonly unless?: string;
}

export interface ProgramRules {
  readonly programs: readonly string[];
  /** May not be on a list at all. */
  readonly never?: Why;
  readonly refused?: readonly RefusedArguments[];
  /** Must be among the arguments. */
  readonly needs?: { readonly option: string; readonly why: Why };
  /** One-letter options that take a value: what follows in the bundle is that value. */
  readonly valueLetters?: string;
  /** Long options whose value is the next argument, all of them. Where they are not known, what follows a long option may be its value or not. */
  readonly valueOptions?: readonly string[];
  /** Letters whose value is the last that the program reads for itself: `python -m module …`. */
  readonly lastLetters?: string;
  /** After the first file the arguments belong to what it holds. */
  readonly stopsAtFile?: true;
  /** Its first word is an expression and no path, unless -e or -f gives it. */
  readonly textFirst?: true;
  /** `--` ends nothing, and a first word without a dash may be a bundle of letters. */
  readonly expression?: true;
  readonly bareBundle?: true;
  /** All that it can do. A program without a row may do everything. */
  readonly effects?: readonly Effect[];
}

const READS: readonly Effect[] = ['executes', 'reads_file'];
const READS_AND_WRITES: readonly Effect[] = ['executes', 'reads_file', 'writes_file'];

export const PROGRAM_RULES: readonly ProgramRules[] = [
  { programs: ['sh', 'bash', 'dash', 'zsh', 'ksh', 'fish', 'csh', 'tcsh', 'ash', 'busybox', 'toybox', 'cmd', 'powershell', 'pwsh', 'eval', 'expect'], never: 'runs_text' },
  { programs: ['awk', 'gawk', 'mawk', 'nawk', 'vi', 'vim', 'nvim', 'ex', 'ed', 'emacs', 'nano', 'psql', 'mysql', 'sqlite3', 'gdb', 'lldb', 'patch'], never: 'runs_text' },
  {
    programs: ['env', 'xargs', 'sudo', 'su', 'doas', 'nohup', 'setsid', 'timeout', 'nice', 'ionice', 'stdbuf', 'time', 'watch', 'script', 'parallel', 'exec', 'command', 'less', 'more', 'man', 'screen', 'tmux', 'at', 'batch', 'crontab', 'chroot', 'unshare', 'nsenter', 'strace', 'ltrace', 'flock', 'entr', 'start-stop-daemon', 'systemctl', 'systemd-run'],
    never: 'starts_programs',
  },
  { programs: ['ssh', 'scp', 'sftp', 'telnet', 'nc', 'ncat', 'socat', 'docker', 'podman', 'kubectl', 'mount'], never: 'leaves' },
  { programs: ['npx', 'pnpx', 'bunx', 'uvx', 'pipx'], never: 'installs' },
  {
    programs: ['git'],
    valueLetters: 'CcmFbSXx',
    valueOptions: ['--git-dir', '--work-tree', '--namespace', '--exec-path', '--config-env'],
    refused: [
      { why: 'other_settings', letters: 'c', options: ['--config-env', '--exec-path', '--git-dir', '--work-tree'], under: [''] },
      { why: 'other_settings', letters: 'cu', options: ['--config', '--template'], under: ['clone', 'init'] },
      { why: 'other_settings', words: ['config', 'credential', 'lfs', 'maintenance'] },
      { why: 'starts_programs', options: ['--upload-pack', '--receive-pack', '--exec', '--extcmd', '--open-files-in-pager', '--tool'] },
      { why: 'starts_programs', letters: 'x', under: ['rebase', 'difftool', 'mergetool'] },
      { why: 'starts_programs', letters: 'O', under: ['grep'] },
      { why: 'starts_programs', words: ['difftool', 'mergetool', 'filter-branch', 'instaweb', 'web--browse', 'daemon', 'send-email', 'hook', 'shell', 'remote-ext', 'fsmonitor--daemon', 'gui', 'citool', 'p4', 'svn'] },
      { why: 'starts_programs', texts: ['run', 'foreach'], under: ['bisect', 'submodule'] },
      { why: 'starts_programs', texts: ['ext::', 'fd::'] },
      { why: 'leaves', options: ['--unsafe-paths', '--no-index'] },
    ],
  },
  {
    programs: ['find'],
    expression: true,
    effects: READS,
    refused: [
      { why: 'starts_programs', options: ['-exec', '-execdir', '-ok', '-okdir'] },
      { why: 'removes', options: ['-delete'] },
      { why: 'writes_by_name', options: ['-fprint', '-fprint0', '-fprintf', '-fls'] },
      { why: 'follows_links', letters: 'LH', options: ['-follow', '-files0-from'] },
    ],
  },
  {
    programs: ['fd', 'fdfind'],
    effects: READS,
    textFirst: true,
    refused: [
      { why: 'starts_programs', letters: 'xX', options: ['--exec', '--exec-batch'] },
      { why: 'follows_links', letters: 'L', options: ['--follow'] },
    ],
  },
  {
    programs: ['tar', 'bsdtar', 'gtar'],
    bareBundle: true,
    valueLetters: 'fCbTXVgKLNH',
    effects: READS_AND_WRITES,
    refused: [
      { why: 'starts_programs', letters: 'IF', options: ['--to-command', '--use-compress-program', '--checkpoint-action', '--rsh-command', '--rmt-command', '--info-script', '--new-volume-script'] },
      { why: 'leaves', letters: 'PT', options: ['--absolute-names', '--files-from'] },
      { why: 'follows_links', letters: 'h', options: ['--dereference'] },
      { why: 'removes', options: ['--remove-files'] },
    ],
  },
  { programs: ['zip'], effects: READS_AND_WRITES, refused: [{ why: 'starts_programs', letters: 'T', options: ['-TT', '--unzip-command'] }, { why: 'removes', letters: 'm', options: ['--move'] }] },
  {
    programs: ['node', 'bun', 'deno'],
    stopsAtFile: true,
    refused: [
      { why: 'runs_text', letters: 'ep', options: ['--eval', '--print', '--interactive', '--stdin', '--input-type'] },
      { why: 'runs_text', letters: 'ri', options: ['--require', '--import', '--loader', '--experimental-loader', '--preload'] },
      { why: 'other_settings', options: ['--env-file', '--env-file-if-exists', '--inspect-brk', '--inspect', '--inspect-wait', '--openssl-config'] },
      { why: 'runs_text', words: ['eval', 'repl', '-'] },
      { why: 'installs', words: ['x', 'add', 'install', 'i', 'create', 'upgrade'] },
    ],
  },
  {
    programs: ['python', 'python3', 'pypy', 'pypy3'],
    stopsAtFile: true,
    valueLetters: 'mWX',
    lastLetters: 'm',
    refused: [
      { why: 'runs_text', letters: 'ci', words: ['-'] },
      { why: 'runs_text', letterValues: { letter: 'm', values: ['timeit', 'code', 'pdb', 'cProfile', 'trace', 'runpy', 'asyncio'] } },
      { why: 'installs', letterValues: { letter: 'm', values: ['pip', 'ensurepip', 'easy_install', 'pipx', 'uv', 'conda'] } },
      { why: 'leaves', letterValues: { letter: 'm', values: ['http.server', 'webbrowser', 'ftplib', 'smtplib', 'telnetlib'] } },
    ],
  },
  { programs: ['perl', 'ruby', 'php', 'lua', 'luajit', 'Rscript', 'julia', 'guile'], stopsAtFile: true, refused: [{ why: 'runs_text', letters: 'eErRBcIMmd', options: ['--eval', '--print', '--run'], words: ['-'] }] },
  {
    programs: ['npm', 'pnpm', 'yarn'],
    valueLetters: 'wC',
    refused: [
      { why: 'installs', words: ['install', 'i', 'in', 'ins', 'inst', 'isntall', 'ci', 'clean-install', 'ic', 'install-test', 'it', 'cit', 'add', 'update', 'up', 'upgrade', 'rebuild', 'rb', 'dedupe', 'link', 'ln', 'import'], unless: '--ignore-scripts' },
      { why: 'installs', words: ['exec', 'x', 'init', 'create', 'innit', 'dlx', 'set-script'] },
      { why: 'other_settings', words: ['config', 'c', 'set', 'login', 'adduser', 'token', 'publish', 'edit'], options: ['--script-shell', '--shell', '--userconfig', '--globalconfig', '--node-options', '--no-ignore-scripts'] },
      { why: 'other_settings', texts: ['--ignore-scripts=false', '--ignore-scripts=0'] },
      { why: 'leaves', letters: 'g', options: ['--global', '--location'] },
    ],
  },
  { programs: ['pip', 'pip3', 'uv', 'gem', 'conda', 'brew', 'apt', 'apt-get', 'dpkg', 'yum', 'dnf', 'apk'], refused: [{ why: 'installs', words: ['install', 'add', 'wheel', 'download', 'sync', 'run', 'tool', 'exec', 'update', 'upgrade', 'remove', 'uninstall', 'config'] }] },
  { programs: ['cargo'], refused: [{ why: 'installs', words: ['install', 'add', 'publish', 'login'] }, { why: 'other_settings', options: ['--config'] }] },
  { programs: ['go'], refused: [{ why: 'starts_programs', options: ['-exec', '-toolexec', '-vettool'] }, { why: 'installs', words: ['install', 'get', 'generate', 'env'] }] },
  { programs: ['make', 'gmake'], refused: [{ why: 'runs_text', letters: 'E', options: ['--eval'], texts: ['SHELL=', 'MAKEFLAGS=', '.SHELLFLAGS='] }] },
  { programs: ['sed', 'gsed'], effects: READS_AND_WRITES, textFirst: true, valueLetters: 'ef', needs: { option: '--sandbox', why: 'runs_text' } },
  { programs: ['grep', 'egrep', 'fgrep'], effects: READS, textFirst: true, valueLetters: 'ABCmefdD', refused: [{ why: 'follows_links', letters: 'R', options: ['--dereference-recursive'] }] },
  {
    programs: ['rg'],
    effects: READS,
    textFirst: true,
    valueLetters: 'ABCmefgtTjEMr',
    refused: [
      { why: 'starts_programs', options: ['--pre', '--hostname-bin'] },
      { why: 'follows_links', letters: 'L', options: ['--follow'] },
    ],
  },
  { programs: ['sort'], effects: READS_AND_WRITES, valueLetters: 'koStT', refused: [{ why: 'starts_programs', options: ['--compress-program'] }, { why: 'leaves', options: ['--files0-from'] }] },
  { programs: ['split'], effects: READS_AND_WRITES, refused: [{ why: 'starts_programs', options: ['--filter'] }] },
  { programs: ['cp', 'ls', 'chmod', 'chown'], effects: READS_AND_WRITES, refused: [{ why: 'follows_links', letters: 'LH', options: ['--dereference', '--dereference-command-line'] }] },
  { programs: ['rsync'], refused: [{ why: 'starts_programs', letters: 'e', options: ['--rsh', '--rsync-path', '--daemon', '--config'] }, { why: 'leaves', options: ['--files-from', '--include-from', '--exclude-from', '--filter'] }, { why: 'follows_links', letters: 'Lk', options: ['--copy-links', '--copy-dirlinks', '--copy-unsafe-links'] }, { why: 'removes', options: ['--delete', '--del', '--remove-source-files'] }] },
  { programs: ['curl'], refused: [{ why: 'other_settings', letters: 'K', options: ['--config', '--netrc-file', '--unix-socket', '--abstract-unix-socket'] }] },
  { programs: ['wget'], refused: [{ why: 'other_settings', letters: 'e', options: ['--execute', '--config', '--use-askpass'] }, { why: 'leaves', letters: 'i', options: ['--input-file'] }] },
  { programs: ['wc', 'du'], effects: READS, refused: [{ why: 'leaves', options: ['--files0-from'] }, { why: 'follows_links', letters: 'LHD', options: ['--dereference', '--dereference-args'] }] },
  { programs: ['jq'], effects: READS, valueLetters: 'f', refused: [{ why: 'leaves', letters: 'Lf', options: ['--from-file'], texts: ['import ', 'include ', 'import"', 'include"'] }] },
  { programs: ['unzip'], effects: READS_AND_WRITES, refused: [{ why: 'leaves', letters: ':' }] },
  { programs: ['cat', 'head', 'tail', 'uniq', 'cut', 'tr', 'diff', 'cmp', 'stat', 'file', 'basename', 'dirname', 'date', 'echo', 'printf', 'pwd', 'true', 'false', 'md5sum', 'sha256sum', 'od', 'hexdump', 'strings', 'tree'], effects: READS },
  { programs: ['touch', 'mkdir', 'mv', 'rm', 'rmdir', 'ln', 'tee', 'gzip', 'gunzip', 'truncate'], effects: READS_AND_WRITES },
];
