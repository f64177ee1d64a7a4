// What a member or a person should know about a working tree that is there nevertheless: a table of sentences.
import type { Bilingual } from '../json.ts';

const NOTICES = {
  uncommitted_checkout: (what) => ({ en: `${what} in your own checkout is not committed and so not in the working trees.`, zh: `你自己的检出中有 ${what} 未提交，因此不在工作树里。` }),
  detached_head: (what) => ({ en: `The checkout stands on no branch; the work begins at commit ${what}.`, zh: `当前检出不在任何分支上；工作从提交 ${what} 开始。` }),
  empty_start: () => ({ en: 'The repository had no commit; the work begins with an empty one.', zh: '仓库还没有提交；工作从一个空提交开始。' }),
  renamed_branch: (what) => ({ en: `The usual name of the branch was taken, so it is called ${what}.`, zh: `惯用的分支名已被占用，因此改用 ${what}。` }),
  no_identity: () => ({
    en: 'git knows no name and e-mail address here, so a commit by hand would be refused. Work that is handed in is committed all the same.',
    zh: '此处 git 没有配置姓名和邮箱，手动提交会被拒绝；提交成果时仍会照常生成提交。',
  }),
  submodules: () => ({ en: 'The submodules are not filled in this tree. Run "git submodule update --init" in it where they are needed.', zh: '此工作树中的子模块尚未填充。需要时请在其中运行“git submodule update --init”。' }),
  large_files: () => ({ en: 'Files under Git LFS may be pointers only. Run "git lfs pull" in the tree where their content is needed.', zh: 'Git LFS 管理的文件可能只是指针。需要其内容时，请在工作树中运行“git lfs pull”。' }),
  sparse: () => ({ en: 'The checkout is sparse: the tree holds only a part of the files.', zh: '检出是稀疏的：工作树只包含部分文件。' }),
  restored: (what) => ({ en: `The folder ${what} was gone and was made again from what was committed and staged. What was neither is not in it.`, zh: `文件夹 ${what} 曾丢失，已按已提交和已暂存的内容重建。其他内容不在其中。` }),
  started_over: (what) => ({ en: `The branch ${what} was deleted by someone; the tree begins anew from the branch of the goal.`, zh: `分支 ${what} 已被删除；工作树从目标的分支重新开始。` }),
  set_aside: (what) => ({
    en: `The earlier folder ${what} is no working tree any more. It was left as it is; this tree goes on from what was committed.`,
    zh: `原来的文件夹 ${what} 已不再是工作树。它被原样保留；本工作树从已提交的内容继续。`,
  }),
  half_made: (what) => ({ en: `The folder ${what} was left half made by a process that ended. It was left as it is.`, zh: `文件夹 ${what} 由一个已结束的进程建到一半。它被原样保留。` }),
  others_work: (what) => ({ en: `Earlier work on this task by others stands on: ${what}.`, zh: `其他成员此前对该任务的工作在：${what}。` }),
  goal_branch_back: (what) => ({ en: `The branch ${what} had been deleted and was set again to its last known commit.`, zh: `分支 ${what} 曾被删除，已恢复到最后已知的提交。` }),
  kept_repositories: (what) => ({ en: `Repositories inside the tree were not committed: ${what}. Take them out, or add them to .gitignore.`, zh: `工作树内的嵌套仓库没有提交：${what}。请移出它们，或加入 .gitignore。` }),
} as const satisfies Record<string, (what: string) => Bilingual>;

export type NoticeKind = keyof typeof NOTICES;

export interface Notice {
  readonly kind: NoticeKind;
  readonly text: Bilingual;
}

export const notice = (kind: NoticeKind, what = ''): Notice => ({ kind, text: NOTICES[kind](what) });
