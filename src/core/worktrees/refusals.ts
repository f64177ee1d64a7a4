// Why something about a working tree was not done, as one table: each reason with a sentence that ends in what to do next.
// Also how git's own words are told apart. A refusal is a value; nothing has been changed when it is given.
import { inBoth, type Bilingual, type Locale } from '../json.ts';
import { sayFindings, type Finding } from './findings.ts';

/** What a sentence may name. */
interface Facts {
  readonly path?: string | undefined;
  readonly name?: string | undefined;
  readonly said?: string | undefined;
}

/** What is no name, but words of ours, comes in both languages. */
interface SaidFacts {
  readonly path?: string | undefined;
  readonly name?: string | Bilingual | undefined;
  readonly said?: string | Bilingual | undefined;
}

const REASONS = {
  git_missing: ({ name = 'git' }) => ({ en: `The program ${name} cannot be started. Install git 2.30 or newer, and see that it is on the PATH.`, zh: `无法启动程序 ${name}。请安装 git 2.30 或更新版本，并确认它在 PATH 中。` }),
  git_too_old: ({ said = '' }) => ({ en: `${said} is too old for working trees. Install git 2.30 or newer.`, zh: `${said} 版本过旧，无法使用工作树。请安装 git 2.30 或更新版本。` }),
  not_a_repository: ({ path = '' }) => ({ en: `${path} is not in a git repository. Run "git init" there, make a first commit, and try again.`, zh: `${path} 不在 git 仓库中。请在那里运行“git init”并完成首次提交，然后重试。` }),
  inside_git_folder: ({ path = '' }) => ({ en: `${path} lies in git's own folder. Name the folder that holds your files.`, zh: `${path} 位于 git 自己的目录里。请改为指定存放文件的目录。` }),
  unsafe_directory: ({ path = '', said = '' }) => ({ en: `git does not trust the owner of ${path}: ${said} If it is yours, run: git config --global --add safe.directory "${path}"`, zh: `git 不信任 ${path} 的所有者：${said} 如果这是你的目录，请运行：git config --global --add safe.directory "${path}"。` }),
  odd_path: ({ path = '' }) => ({ en: `The path ${JSON.stringify(path)} holds a line break, which git's lists cannot show. Rename the folder.`, zh: `路径 ${JSON.stringify(path)} 含有换行，git 的列表无法表示。请重命名该文件夹。` }),
  no_commit: ({ name = '' }) => ({ en: `The repository has no commit yet, and ${name} would not be in the working trees. Run "git add -A" and "git commit", and try again.`, zh: `仓库还没有任何提交，而 ${name} 不会出现在工作树中。请运行“git add -A”和“git commit”，然后重试。` }),
  names_taken: ({ name = '' }) => ({ en: `No free name for a branch of ${name} was found. Rename branches that begin with "muster".`, zh: `找不到 ${name} 可用的分支名。请给以“muster”开头的分支改名。` }),
  locked: ({ said = '' }) => ({ en: `git is locked: ${said} It was waited for and left as it is. If no git is running there, delete that lock file and try again.`, zh: `git 被锁住：${said} 已等待，且未改动它。如果那里没有 git 在运行，请删除该锁文件后重试。` }),
  busy: ({ name = '', said = '' }) => ({ en: `Another process holds ${name}${said === '' ? '' : ` (${said})`}. Try again when it has ended.`, zh: `另一个进程占用着 ${name}${said === '' ? '' : `（${said}）`}。请在它结束后重试。` }),
  branch_in_use: ({ name = '', path = '' }) => ({ en: `The branch ${name} is checked out in ${path}. Switch to another branch there, and try again.`, zh: `分支 ${name} 已在 ${path} 检出。请在那里切换到别的分支，然后重试。` }),
  branch_gone: ({ name = '' }) => ({ en: `The branch ${name} is gone, and its last commit with it. Enter the working tree again to begin anew.`, zh: `分支 ${name} 及其最后的提交都不存在了。请重新进入工作树，从头开始。` }),
  no_tree: ({ name = '' }) => ({ en: `${name} has no working tree. Enter one first.`, zh: `${name} 没有工作树。请先进入一个。` }),
  no_goal_branch: ({ name = '' }) => ({ en: `${name} has no branch yet. It gets one when a member enters its first working tree.`, zh: `${name} 还没有分支。成员首次进入工作树时才会创建。` }),
  not_empty: ({ path = '', said = '' }) => ({ en: `${path} is kept, for it holds: ${said}. Hand the work in, or remove it with discard_changes.`, zh: `${path} 已保留，因为其中有：${said}。请先提交成果，或用 discard_changes 移除。` }),
  never_discarded: ({ path = '', said = '' }) => ({ en: `${path} is kept even with discard_changes, for it holds: ${said}. A person has to look at it.`, zh: `即使使用 discard_changes，${path} 也会保留，因为其中有：${said}。需要由人查看。` }),
  unsaved: ({ path = '', said = '' }) => ({ en: `${path} holds work that is in no commit: ${said}. Save it first.`, zh: `${path} 中有未提交的内容：${said}。请先保存。` }),
  other_branch: ({ path = '', name = '', said = '' }) => ({ en: `${path} stands on ${said} instead of ${name}. Run "git switch ${name}" there, take the commits over, and try again.`, zh: `${path} 停在 ${said}，而不是 ${name}。请在那里运行“git switch ${name}”并带上相应提交，然后重试。` }),
  operation: ({ path = '', said = '' }) => ({ en: `A ${said} is in progress in ${path}. Finish or abort it there, and try again.`, zh: `${path} 中有一个 ${said} 正在进行。请在那里完成或中止它，然后重试。` }),
  unwritable: ({ said = '' }) => ({ en: `The disk could not be read or written: ${said}. See that there is room and that the folder may be written, and try again.`, zh: `磁盘读写失败：${said}。请确认有足够空间且目录可写，然后重试。` }),
  raced: ({ name = '' }) => ({ en: `The branch ${name} moved each time while work was merged. Try again.`, zh: `每次合并期间分支 ${name} 都发生了变动。请重试。` }),
  git_failed: ({ said = '' }) => ({ en: `git said: ${said} See to that, and try again.`, zh: `git 报告：${said} 请处理后重试。` }),
} as const satisfies Record<string, (facts: Facts) => Bilingual>;

export type WorktreeReason = keyof typeof REASONS;
export const WORKTREE_REASONS: readonly WorktreeReason[] = Object.keys(REASONS).filter((reason): reason is WorktreeReason => reason in REASONS);

/** What may be gone at the next try; everything else stays until somebody does something. */
const PASSING: ReadonlySet<WorktreeReason> = new Set(['locked', 'busy', 'raced', 'unwritable', 'git_failed']);

export const isPassing = (reason: WorktreeReason): boolean => PASSING.has(reason);

export interface WorktreeRefusal {
  readonly ok: false;
  readonly reason: WorktreeReason;
  readonly because: Bilingual;
  /** What was found, where that is the reason. */
  readonly findings?: readonly Finding[];
}

export function refuseTree(reason: WorktreeReason, { path, name, said }: SaidFacts = {}): WorktreeRefusal {
  const inWords = (fact: string | Bilingual | undefined, locale: Locale): string | undefined => (typeof fact === 'object' ? fact[locale] : fact);
  return { ok: false, reason, because: inBoth((locale) => REASONS[reason]({ path, name: inWords(name, locale), said: inWords(said, locale) })[locale]) };
}

/** Because of what stands in a tree. */
export const refuseFor = (reason: 'not_empty' | 'never_discarded' | 'unsaved', path: string, findings: readonly Finding[]): WorktreeRefusal =>
  ({ ...refuseTree(reason, { path, said: sayFindings(findings) }), findings });

/** Locks that git's own processes hold for moments; anything else that git says is final. */
const LOCKED = /\.lock['"]?: File exists|Unable to create '.*\.lock'|unable to lock|cannot lock ref(?!.*(?:exists; cannot create|reference already exists|but expected))|could not lock/iu;

export const isLockFault = (said: string): boolean => LOCKED.test(said);

/** Git makes the record of a new working tree file by file, and every other git that looks at all of them stumbles meanwhile. */
const HALF_WRITTEN = /failed to read .*\bworktrees[/\\](?<name>[^/\\]+)[/\\](?:commondir|gitdir|HEAD)\b/u;

/** The record of a working tree that git stumbles over: the name of its folder. */
export const halfWrittenTree = (said: string): string | undefined => HALF_WRITTEN.exec(said)?.groups?.['name'];

/** What is over in a moment. */
export const isPassingFault = (said: string): boolean => isLockFault(said) || HALF_WRITTEN.test(said);

export function refuseGit(said: string, path: string): WorktreeRefusal {
  const line = firstLines(said);
  if (/dubious ownership/u.test(said)) return refuseTree('unsafe_directory', { path: /repository at '([^']+)'/u.exec(said)?.[1] ?? path, said: line });
  if (/not a git repository/iu.test(said)) return refuseTree('not_a_repository', { path });
  const held = /'([^']+)' is already (?:checked out|used by worktree) at '([^']+)'/u.exec(said);
  if (held !== null) return refuseTree('branch_in_use', { name: held[1], path: held[2] });
  return refuseTree(isLockFault(said) ? 'locked' : 'git_failed', { said: line });
}

const MOST_SAID = 600;
/** The lines that tell what went wrong, without the hints. */
function firstLines(said: string): string {
  const lines = said.split('\n').map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('hint:'));
  const faults = lines.filter((line) => /^(?:fatal|error):/u.test(line));
  return (faults.length > 0 ? faults : lines).join(' ').slice(0, MOST_SAID) || '(nothing)';
}

/** Major and minor from `git version 2.39.5`; undefined where it is something else. */
export function isNewEnough(said: string): boolean | undefined {
  const found = /git version (\d+)\.(\d+)/u.exec(said);
  return found === null ? undefined : Number(found[1]) * 1000 + Number(found[2]) >= 2030;
}
