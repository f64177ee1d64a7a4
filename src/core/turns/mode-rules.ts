// How a team works, as far as it differs from team to team: one fact of the prompts, put together here from the rows that hold for a
// setting. So a prompt file has no conditions, and no sentence names a tool or a state that its reader does not have.
import type { Bilingual, Locale } from '../json.ts';
import type { TeamRole, TeamSetting } from './tool-row.ts';

interface ModeRule {
  readonly who: TeamRole;
  readonly holds: (setting: TeamSetting) => boolean;
  readonly says: Bilingual;
}

const MODE_RULES = {
  begin_at_once: {
    who: 'member', holds: ({ mode }) => mode === 'build_mode',
    says: { en: 'Plans need nobody’s word here: once a task is yours, begin.', zh: '这里的方案无需他人批准：任务到手即可开始。' },
  },
  plan_first: {
    who: 'member', holds: ({ mode }) => mode === 'plan_mode',
    says: {
      en: 'After step 4 your plan is decided about. Hand it in with `submit_plan`, which also claims a free task, and end the turn. Until the task is in `plan_approved` you may read but change nothing. If the plan is sent back, mend it by the feedback and hand it in again. Only a task in `plan_approved` can be completed.',
      zh: '第 4 步之后，方案须经裁决。用 `submit_plan` 提交（任务空闲时会同时领取），然后结束本回合。任务进入 `plan_approved` 之前，可以读取，不得作任何改动。方案被退回时，按意见修改后再次提交。只有处于 `plan_approved` 的任务才能提交完成。',
    },
  },
  own_copy: {
    who: 'member', holds: ({ worktrees }) => worktrees,
    says: {
      en: 'Before you change a file of the repository, open your own copy with `enter_worktree`; when the task is handed in, leave it with `exit_worktree`, action `keep`. What is in it is merged when the task is accepted. Make no working trees of git by yourself.',
      zh: '改动仓库里的文件之前，先用 `enter_worktree` 打开你自己的副本；任务提交后用 `exit_worktree` 离开，`action` 取 `keep`。其中的改动在任务通过后合并。不要自己用 git 建工作树。',
    },
  },
  lock_shared_files: {
    who: 'member', holds: ({ sharedFolder }) => sharedFolder,
    says: {
      en: 'Files under `.team/` belong to everybody. To write one, take its lock with `workspace_meta` (action `lock`), read it, write it, and give the lock back (action `unlock`). A write without the lock is refused.',
      zh: '`.team/` 下的文件归所有人共有。写入前用 `workspace_meta`（`action` 取 `lock`）加锁，读取、写入，再解锁（`action` 取 `unlock`）。没有锁的写入会被拒绝。',
    },
  },
  reading_is_free: {
    who: 'member', holds: ({ worktrees, sharedFolder }) => worktrees || sharedFolder,
    says: { en: 'Reading and looking around need neither lock nor worktree.', zh: '只读取、只查看时，既不需要锁，也不需要 worktree。' },
  },
  calls_wait: {
    who: 'member', holds: ({ approvals }) => approvals,
    says: { en: 'Some tools wait for a yes; the call goes on by itself once it is there. Say with the call what it is for.', zh: '有些工具要等待许可；获准后调用会自行继续。调用时请写明用途。' },
  },
  members_begin: {
    who: 'leader', holds: ({ mode }) => mode === 'build_mode',
    says: { en: 'Members begin as soon as they have claimed; their plans are not put before you.', zh: '成员领取后即可开始，方案不经过你。' },
  },
  decide_plans: {
    who: 'leader', holds: ({ mode }) => mode === 'plan_mode',
    says: {
      en: 'Members hand in a plan for each task and wait for your `approve_plan`. Read the newest plan against the aim and the criteria. Approve what reaches them, even if you would go another way; send back with concrete reasons in `feedback`. After three plans sent back a person decides about the task.',
      zh: '每项任务，成员都会先提交方案并等待你的 `approve_plan`。对照目标和验收标准看最新方案：能达成就批准，即使换作是你会用别的做法；要退回就在 `feedback` 里写明具体理由。同一任务退回三次后，由人来决定。',
    },
  },
  decide_calls: {
    who: 'leader', holds: ({ approvals }) => approvals,
    says: {
      en: 'Calls of some tools wait for your `approve_tool`. Judge by what the task needs and by what could go wrong. Use `always` only where every such call is harmless.',
      zh: '部分工具的调用要等你的 `approve_tool`。看任务是否需要、可能出什么问题。只有这类调用都无害时才用 `always`。',
    },
  },
  add_members: {
    who: 'leader', holds: ({ roster }) => roster === 'open',
    says: { en: 'You may add members with `spawn_member` where a field of work has nobody. Few members with clear fields are better than many that overlap.', zh: '某个领域无人负责时，可以用 `spawn_member` 增加成员。宁可少而分工清楚，不要多而重叠。' },
  },
  fixed_roster: {
    who: 'leader', holds: ({ roster }) => roster === 'fixed',
    says: { en: 'The roster is fixed: plan for the members there are.', zh: '成员名单是固定的：请按现有成员来安排。' },
  },
  copies_are_merged: {
    who: 'leader', holds: ({ worktrees }) => worktrees,
    says: { en: 'Each member works in its own copy of the repository, and what it made is merged when its task is accepted. Two tasks that change the same place cost a conflict: put one behind the other.', zh: '每位成员在自己的仓库副本中工作，任务通过后合并。两项任务改同一处会引起冲突：请让它们一前一后。' },
  },
  shared_by_path: {
    who: 'leader', holds: ({ sharedFolder }) => sharedFolder,
    says: { en: 'What several tasks need lies under `.team/` and is handed on by its path. `workspace_meta` shows who holds which lock (action `locks`) and who changed a file (action `history`).', zh: '多项任务都要用的内容放在 `.team/` 下，以路径转交。`workspace_meta` 可查看锁由谁持有（`action` 取 `locks`）、文件由谁改过（`action` 取 `history`）。' },
  },
} as const satisfies Readonly<Record<string, ModeRule>>;

/** The rules that hold for this reader, one a line. */
export function modeText(setting: TeamSetting, locale: Locale): string {
  const rules: readonly ModeRule[] = Object.values(MODE_RULES);
  return rules.filter(({ who, holds }) => who === setting.role && holds(setting)).map(({ says }) => `- ${says[locale]}`).join('\n');
}
