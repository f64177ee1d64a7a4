// How the work functions ask git: without a shell, arguments as an array, names separated by NUL, and with settings that
// keep a foreign repository from running programs of its own or changing the form of the answers. Nothing is written.
import { execFile } from 'node:child_process';
import { TeamError } from '../../../src/core/errors.ts';
import type { Bilingual } from '../../../src/core/json.ts';
import type { Locale } from '../../../src/core/json.ts';

/** What each work function of this team is given. */
export interface WorkInput {
  /** A folder in the work tree of a git repository; the whole repository is examined. */
  readonly repository: string;
  /** Language of the summary (en). */
  readonly locale?: Locale;
}

export interface WorkOptions {
  readonly signal: AbortSignal;
}

export interface WorkResult<Output> {
  readonly output: Output;
  readonly executionSummary: string;
}

export interface Repository {
  /** Top folder of the work tree; bytes, for a name need not be UTF-8. */
  readonly root: Buffer;
  readonly signal: AbortSignal;
  /** The answer of git, run at the root. `quietExit` is an exit code that means "nothing found". */
  git(args: readonly string[], quietExit?: number): Promise<Buffer>;
}

/** Throws TeamError `input.invalid` when the folder is not in a work tree; rejects with the reason of `signal` once it is aborted. */
export async function openRepository({ repository }: WorkInput, { signal }: WorkOptions): Promise<Repository> {
  if (repository === '') throw invalid(repository, SAYS.noPath);
  const state = await runGit(repository, ['rev-parse', '--is-bare-repository', '--is-inside-work-tree'], { signal });
  const [isBare, isInside] = state.toString().split('\n');
  if (isBare === 'true') throw invalid(repository, SAYS.bare(repository));
  if (isInside !== 'true') throw invalid(repository, SAYS.insideGit(repository));
  const top = await runGit(repository, ['rev-parse', '--show-toplevel'], { signal });
  // The name may end with a newline of its own: only the one that git adds is cut off.
  const root = top.subarray(0, -1);
  const git: Repository['git'] = (args, quietExit) =>
    runGit('.', args, { signal, cwd: root.toString(), ...(quietExit === undefined ? {} : { quietExit }) });
  return { root, signal, git };
}

/** The names in an answer with `-z`. */
export function splitNames(answer: Buffer): readonly Buffer[] {
  const names: Buffer[] = [];
  let from = 0;
  for (let end = answer.indexOf(0); end !== -1; end = answer.indexOf(0, from)) {
    names.push(answer.subarray(from, end));
    from = end + 1;
  }
  return names;
}

const QUIET_SETTINGS = ['core.fsmonitor=false', 'core.untrackedCache=false', 'log.showSignature=false', 'log.showRoot=true', 'submodule.recurse=false']
  .flatMap((setting) => ['-c', setting]);

interface GitOptions {
  readonly signal: AbortSignal;
  readonly cwd?: string;
  readonly quietExit?: number;
}

function runGit(folder: string, args: readonly string[], { signal, cwd, quietExit }: GitOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { cwd, signal, env: plainEnvironment(), encoding: 'buffer', maxBuffer: 512 * 1024 * 1024 } as const;
    execFile('git', ['-C', folder, ...QUIET_SETTINGS, ...args], options, (error, stdout, stderr) => {
      if (error === null || (quietExit !== undefined && error.code === quietExit)) resolve(stdout);
      else if (signal.aborted) reject(signal.reason);
      else reject(faultOf(error, { folder: cwd ?? folder, said: stderr.toString().trim(), verb: args[0] ?? '' }));
    });
  });
}

/** Where git is told by variables which repository to use, it would not look at the one that was given. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' };
}

function faultOf(error: Error & { code?: unknown }, at: { folder: string; said: string; verb: string }): TeamError {
  if (error.code === 'ENOENT') return new TeamError('input.invalid', SAYS.noGit, { cause: error });
  if (at.said.includes('not a git repository')) return invalid(at.folder, SAYS.notInRepository(at.folder));
  if (at.said.includes('cannot change to')) return invalid(at.folder, SAYS.notAFolder(at.folder));
  return new TeamError('input.invalid', SAYS.failed(at.verb, at.folder, at.said || error.message), { cause: error });
}

function invalid(folder: string, says: Bilingual): TeamError {
  return new TeamError('input.invalid', says, { details: { repository: folder } });
}

const SAYS = {
  noGit: { en: 'The program git was not found. Install git and see that it is on the PATH.', zh: '没有找到 git 程序。请安装 git，并确认它在 PATH 中。' },
  notInRepository: (folder: string): Bilingual => ({ en: `${folder} is not in a git repository. Give the path of a clone.`, zh: `${folder} 不在 git 仓库中。请给出克隆所在的路径。` }),
  noPath: { en: 'An empty path names no folder. Give the path of a clone.', zh: '路径为空。请给出克隆所在的路径。' },
  bare: (folder: string): Bilingual => ({ en: `${folder} is a bare repository: it has no files to read. Give a clone with a work tree.`, zh: `${folder} 是裸仓库，没有可读取的文件。请给出带工作树的克隆。` }),
  insideGit: (folder: string): Bilingual => ({ en: `${folder} is inside the .git folder. Give the folder above it.`, zh: `${folder} 位于 .git 文件夹之内。请给出它的上级文件夹。` }),
  notAFolder: (folder: string): Bilingual => ({ en: `${folder} is not a folder that can be opened. Check the path.`, zh: `无法打开文件夹 ${folder}。请检查路径。` }),
  failed: (verb: string, folder: string, said: string): Bilingual => ({ en: `git ${verb} failed in ${folder}: ${said}. Run it there by hand to see why.`, zh: `git ${verb} 在 ${folder} 中失败：${said}。请在那里手动执行以查看原因。` }),
};
