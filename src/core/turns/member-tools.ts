// What members may call, and what everybody may: taking tasks up and handing them in, their own working tree, the board, mail,
// shared files, and a question to a person.
import { TASK_STATES } from '../lifecycles.ts';
import { LONGEST_MAIL } from '../team/mail.ts';
import { oneOf, text, texts, yesOrNo, type TeamSetting, type ToolRow } from './tool-row.ts';

const taskId = { schema: text, says: { en: 'Id of the task, such as task_12.', zh: '任务编号，例如 task_12。' } };

/** The states that a task can be in where members claim. */
export const taskStatesFor = ({ mode }: Pick<TeamSetting, 'mode'>): readonly string[] =>
  Object.keys(TASK_STATES).filter((state) => state !== 'executing' && (state !== 'plan_approved' || mode === 'plan_mode'));

export const MEMBER_TOOLS = {
  claim_task: {
    who: 'member', effects: [], isIdempotent: true,
    says: { en: 'With status claimed: takes a free task, or one that was given to you. With status completed: hands in the result of a task you hold. You work on one task at a time.', zh: 'status=claimed：领取空闲的任务，或接手指派给你的任务。status=completed：提交你所持任务的成果。同一时间只做一个任务。' },
    inPlanMode: { en: 'Only a task in plan_approved can be completed.', zh: '只有处于 plan_approved 的任务才能提交完成。' },
    parameters: {
      task_id: taskId,
      status: { schema: oneOf('claimed', 'completed'), says: { en: 'claimed or completed.', zh: 'claimed 或 completed。' } },
      output: { optional: true, schema: {}, says: { en: 'With completed: the result itself, in the form that the task asks for. Without it your last text is the result.', zh: '仅用于 completed：成果本身，须符合任务要求的格式。不填则以你最后一段文字作为成果。' } },
      execution_summary: { optional: true, schema: text, says: { en: 'With completed: the steps you took, the data you used and what you concluded on the way.', zh: '仅用于 completed：执行步骤、所用数据与中间结论。' } },
    },
  },
  submit_plan: {
    who: 'member', exists: ({ mode }) => mode === 'plan_mode', effects: [], isIdempotent: false,
    says: { en: 'Hands in how you will do a task; a free one is claimed by it. Wait for the decision: until then nothing may be changed. Handing in again replaces the plan before.', zh: '提交某任务的执行方案；任务空闲时会同时领取。请等待裁决，此前不得作任何改动。再次提交将取代前一版方案。' },
    parameters: {
      task_id: taskId,
      plan: { schema: text, says: { en: 'What you will do in which order, what you will touch, and how it is checked.', zh: '打算做什么、先后顺序、会改动哪些内容、如何检验。' } },
    },
  },
  enter_worktree: {
    who: 'member', exists: ({ worktrees }) => worktrees, effects: ['writes_file'], isIdempotent: true,
    says: { en: 'Opens your own copy of the repository for a task you hold, and makes it the folder your file tools work in. Again for the same task: the same copy.', zh: '为你所持的任务打开专属的仓库副本，此后文件工具都在其中工作。同一任务再次调用，得到同一副本。' },
    parameters: { task_id: { ...taskId, optional: true, says: { en: 'The task it is for; without it the one you hold.', zh: '对应的任务编号；不填则为你当前所持的任务。' } } },
  },
  exit_worktree: {
    who: 'member', exists: ({ worktrees }) => worktrees, effects: ['writes_file'], isIdempotent: true,
    says: { en: 'Leaves your copy. What is in it is merged when the task is accepted. Removing is refused while anything in it could be lost.', zh: '离开你的副本；其中的改动在任务通过后合并。若删除会丢失任何内容，将被拒绝。' },
    parameters: {
      action: { schema: oneOf('keep', 'remove'), says: { en: 'keep leaves it as it is; remove deletes an empty one.', zh: 'keep：原样保留；remove：删除没有改动的副本。' } },
      discard_changes: { optional: true, schema: yesOrNo, says: { en: 'With remove: throw the changes away on purpose.', zh: '仅用于 remove：明确放弃其中的改动。' } },
    },
  },
} as const satisfies Readonly<Record<string, ToolRow>>;

export const SHARED_TOOLS = {
  view_task: {
    who: 'both', effects: [], isIdempotent: true,
    says: { en: 'Looks at the board: one task in full, a list, or what you may claim with how well it fits you and how long it has waited. You are told of news; do not call it again and again.', zh: '查看看板：单个任务详情、列表，或你可领取的任务（含匹配程度与等待时长）。有新情况会通知你，不要反复查询。' },
    parameters: {
      action: { optional: true, schema: oneOf('get', 'list', 'claimable'), says: { en: 'get (one task, with task_id), list (the default) or claimable (what you may claim).', zh: 'get（按 task_id 查看一个）、list（默认）或 claimable（你可领取的）。' } },
      task_id: { ...taskId, optional: true },
      status: { optional: true, schema: (setting) => oneOf(...taskStatesFor(setting), 'claimable'), says: { en: 'With list: only tasks in this state; claimable means pending.', zh: '用于 list：只列出该状态的任务；claimable 即 pending。' } },
    },
  },
  send_message: {
    who: 'both', effects: [], isIdempotent: false,
    says: { en: `Sends mail; nothing else you write reaches the others. At most ${LONGEST_MAIL} characters: longer things go into a file of which you send the path. "*" costs a turn of every member.`, zh: `发送消息；除此之外，你写的任何文字别人都看不到。至多 ${LONGEST_MAIL} 个字符，更长的内容请写入文件并发送路径。发给 "*" 会让每位成员各耗费一个回合。` },
    parameters: {
      to: { schema: { anyOf: [text, { ...texts, minItems: 1 }] }, says: { en: 'A member name, a display name, a list of them, "*" for everybody else, or "user" for the owner of the goal.', zh: '成员名、显示名或其列表；"*" 表示其他所有成员；"user" 表示目标的提出者。' } },
      content: { schema: text, says: { en: 'What you have to say.', zh: '消息正文。' } },
      summary: { optional: true, schema: text, says: { en: 'The same in one line, for lists.', zh: '一行摘要，用于列表显示。' } },
    },
  },
  workspace_meta: {
    who: 'both', exists: ({ sharedFolder }) => sharedFolder, effects: [], isIdempotent: true,
    says: { en: 'Locks of the shared files under .team/, and who changed them. Writing one takes its lock: lock, read, write, unlock.', zh: '.team/ 共享文件的锁与修改历史。写入须持有锁：先 lock，再读取、写入，最后 unlock。' },
    parameters: {
      action: { schema: oneOf('lock', 'unlock', 'locks', 'history'), says: { en: 'lock or unlock a file, list the locks, or show the history of a file.', zh: 'lock 加锁、unlock 解锁、locks 列出现有的锁、history 查看某文件的历史。' } },
      path: { optional: true, schema: text, says: { en: 'The file, relative to .team/; not needed for locks.', zh: '相对于 .team/ 的文件路径；locks 不需要。' } },
    },
  },
  ask_human: {
    who: 'both', effects: [], isIdempotent: true, isWait: true,
    says: { en: 'Asks a person a question that neither you nor the team can decide, and waits for the answer. Give choices where there are some.', zh: '向人提出一个你和团队都无法决定的问题，并等待答复。若有备选项请一并列出。' },
    parameters: {
      question: { schema: text, says: { en: 'The question, with what one must know to answer it.', zh: '问题，以及回答它所需的背景。' } },
      choices: { optional: true, schema: texts, says: { en: 'Answers to choose from.', zh: '可供选择的答案。' } },
    },
  },
} as const satisfies Readonly<Record<string, ToolRow>>;
