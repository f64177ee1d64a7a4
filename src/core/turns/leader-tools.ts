// What only a leader may call: who is on the team, what there is to do, and what members may go on with. It has no tool that does a
// task, so it cannot fall into doing the work itself.
import { criterionSchemaOf, plannersRules } from '../criteria.ts';
import type { JsonObject } from '../json.ts';
import { oneOf, schemaFor, text, texts, yesOrNo, type Parameters, type TeamSetting, type ToolRow } from './tool-row.ts';

/** A countable rule, or a sentence. */
const criteria = ({ programs }: TeamSetting): JsonObject => ({ type: 'array', items: { anyOf: [criterionSchemaOf(plannersRules(programs ? ['some'] : [])), text] } });

const memberName = { schema: text, says: { en: 'Name of the member, as list_members shows it.', zh: '成员名（member_name），以 list_members 显示的为准。' } };
const taskId = { schema: text, says: { en: 'Id of the task, such as task_12.', zh: '任务编号，例如 task_12。' } };

const NEW_TASK: Parameters = {
  task_id: { optional: true, schema: text, says: { en: 'A short name for this task, by which others in this call can depend on it. The board gives it an id of its own.', zh: '该任务的简短代号，供本次调用中的其他任务引用；看板会另给正式编号。' } },
  title: { schema: text, says: { en: 'What is to be made, in a few words.', zh: '用几个字写明要产出什么。' } },
  content: { schema: text, says: { en: 'What is wanted and why: the aim, what to start from, what the result has to hold, what to leave alone. No list of steps: how it is done is the member’s affair.', zh: '写明要什么、为什么：目标、起点资料、成果应包含的内容、不可触碰的范围。不要写步骤，怎么做由成员决定。' } },
  skills: { optional: true, schema: texts, says: { en: 'Skill tags that the task takes, copied from the members.', zh: '所需技能标签，从成员名册中原样抄写。' } },
  input: { optional: true, schema: { type: 'object', additionalProperties: true }, says: { en: 'Values that the member needs, by name.', zh: '成员所需的数据，按字段名给出。' } },
  criteria: { optional: true, schema: criteria, says: { en: 'Rules by which the result is judged; countable ones where possible, else a sentence.', zh: '验收标准，尽量写成可计数的规则，否则写一句话。' } },
  depends_on: { optional: true, schema: texts, says: { en: 'Tasks whose results must exist first: names of this call, or ids on the board. Real needs only, the rest runs side by side.', zh: '必须先完成的任务：本次调用中的代号或看板上的编号。只写真正的依赖，其余可并行。' } },
  assignee: { optional: true, schema: text, says: { en: 'Only where it must be this very member; else whoever it fits claims it.', zh: '仅在必须由某位成员承担时填写；否则由合适的成员自行领取。' } },
};

export const LEADER_TOOLS = {
  build_team: {
    who: 'leader', effects: [], isIdempotent: true,
    says: { en: 'Gives the team its name and its purpose. Comes first; a team that exists is taken over.', zh: '为团队命名并写明宗旨。应最先调用；团队已存在时直接接手。' },
    parameters: {
      display_name: { schema: text, says: { en: 'The team’s name, as people read it.', zh: '团队名称，供人阅读。' } },
      team_desc: { schema: text, says: { en: 'What the team is there for, in one or two sentences. Every member reads it.', zh: '团队的宗旨，一两句话；每位成员都会看到。' } },
    },
  },
  clean_team: {
    who: 'leader', effects: [], isIdempotent: true,
    says: { en: 'Ends the team. Refused while a task is open, a member is still there, or work is merged nowhere; the answer says which.', zh: '解散团队。若仍有未结束的任务、未离开的成员或未合并的成果，将被拒绝并说明是哪些。' },
    parameters: {},
  },
  spawn_member: {
    who: 'leader', exists: ({ roster }) => roster === 'open', effects: [], isIdempotent: true,
    says: { en: 'Adds a member for a field of work that nobody covers. Few members with clear fields are better than many that overlap.', zh: '为无人覆盖的领域增加成员。宁可少而分工清楚，不要多而重叠。' },
    parameters: {
      member_name: { schema: text, says: { en: 'Its address: letters or digits of any script, "_", "-" and ".", without spaces.', zh: '成员的地址：任意文字的字母、汉字、数字及“_”“-”“.”，不含空格。' } },
      display_name: { schema: text, says: { en: 'Its name as people read it; no other member may have it.', zh: '供人阅读的名称，不得与其他成员重复。' } },
      desc: { optional: true, schema: text, says: { en: 'What it is good at, for everybody to read.', zh: '擅长什么，所有成员可见。' } },
      prompt: { optional: true, schema: text, says: { en: 'How it should work, for its own eyes.', zh: '工作方式的要求，仅该成员自己可见。' } },
      model_name: { optional: true, schema: text, says: { en: 'A model as provider/model; without it the team’s own.', zh: '模型，写作 provider/model；不填则用团队的模型。' } },
      skills: { optional: true, schema: texts, says: { en: 'Skill tags, by which tasks are matched to it.', zh: '技能标签，用于匹配任务。' } },
      agent_file: { optional: true, schema: text, says: { en: 'An agent file in the folder of the team that describes it; what is given beside it goes before. It gets no tool that nobody on the team has.', zh: '团队文件夹中描述该成员的 agent 文件；同时给出的字段优先。团队中没有人拥有的工具，它也不会得到。' } },
    },
  },
  shutdown_member: {
    who: 'leader', effects: [], isIdempotent: true,
    says: { en: 'Lets a member leave: an idle one at once, a busy one after its turn. Its tasks become free and its mail comes to you.', zh: '请成员离开：空闲的立即离开，忙碌的在本回合结束后离开。它的任务会释放，未读消息转给你。' },
    parameters: {
      member_name: memberName,
      force: { optional: true, schema: yesOrNo, says: { en: 'At once, in the middle of its work. Last resort.', zh: '立即中断其工作；仅作最后手段。' } },
    },
  },
  list_members: {
    who: 'leader', effects: [], isIdempotent: true,
    says: { en: 'Lists the members: name, display name, role, skills, state, load, unread mail.', zh: '列出成员：成员名、显示名、角色、技能、状态、负载、未读消息数。' },
    parameters: {},
  },
  create_task: {
    who: 'leader', effects: [], isIdempotent: false,
    says: { en: 'Puts tasks on the board, all or none. Look at the board first, so that nothing is there twice.', zh: '把任务放上看板，要么全部成功，要么全不创建。请先查看看板，避免重复。' },
    parameters: {
      tasks: {
        schema: (setting, locale) => ({ type: 'array', minItems: 1, maxItems: 100, items: schemaFor(NEW_TASK, setting, locale) }),
        says: { en: 'The tasks. Coarse and checkable: each one a result that one member can make and another can judge.', zh: '任务列表。粒度宜粗且可检验：每项都是一位成员能完成、他人能判断的成果。' },
      },
    },
  },
  update_task: {
    who: 'leader', effects: [], isIdempotent: false,
    says: { en: 'Changes a task, gives it to somebody, takes it back or calls it off. New words or an owner end the claim of its holder, who is told. You may do so 5 times a task.', zh: '修改、指派、收回或取消任务。内容或承担者一变，原领取即失效，持有者会收到通知。每个任务至多 5 次。' },
    parameters: {
      task_id: { schema: text, says: { en: 'Id of the task; "*" with status cancelled is every open one.', zh: '任务编号；与 status=cancelled 连用时，"*" 表示全部未结束的任务。' } },
      title: { optional: true, schema: text, says: { en: 'New title.', zh: '新标题。' } },
      content: { optional: true, schema: text, says: { en: 'New content, whole.', zh: '新内容（完整）。' } },
      criteria: { optional: true, schema: criteria, says: { en: 'New rules, all of them.', zh: '新的验收标准（完整列表）。' } },
      add_depends_on: { optional: true, schema: texts, says: { en: 'Further tasks that it must wait for; only before it has begun.', zh: '追加的前置任务；仅限尚未开始的任务。' } },
      assignee: { optional: true, schema: text, says: { en: 'The one member that shall do it.', zh: '指定由哪位成员承担。' } },
      status: { optional: true, schema: oneOf('pending', 'cancelled'), says: { en: 'pending takes it from its holder and frees it; cancelled calls it off. A person’s task is called off only when that person agrees.', zh: 'pending：从持有者收回并释放；cancelled：取消。由人承担的任务，须本人同意才能取消。' } },
    },
  },
  approve_plan: {
    who: 'leader', exists: ({ mode }) => mode === 'plan_mode', effects: [], isIdempotent: true,
    says: { en: 'Decides about the newest plan for a task. Judge whether it reaches the aim, not whether you would do it so. What you say always reaches the member.', zh: '裁决某任务的最新方案。看它能否达成目标，而不是是否与你的做法一致。你的意见一定会送达成员。' },
    parameters: {
      task_id: taskId,
      approved: { schema: yesOrNo, says: { en: 'Whether the member may begin.', zh: '是否允许开始执行。' } },
      feedback: { optional: true, schema: text, says: { en: 'What has to change; needed for a no.', zh: '需要修改之处；不批准时必填。' } },
    },
  },
  approve_tool: {
    who: 'leader', exists: ({ approvals }) => approvals, effects: [], isIdempotent: true,
    says: { en: 'Decides about a call that waits for a yes. Ask whether the task needs it and what could go wrong.', zh: '裁决一次等待许可的工具调用。看任务是否需要、可能出什么问题。' },
    parameters: {
      member_name: memberName,
      tool_call_id: { schema: text, says: { en: 'Id of the call, from the request.', zh: '请求中给出的调用编号。' } },
      approved: { schema: yesOrNo, says: { en: 'Whether the call is made.', zh: '是否放行。' } },
      feedback: { optional: true, schema: text, says: { en: 'What the member should know; give a reason for a no.', zh: '给成员的说明；拒绝时请写明理由。' } },
      always: { optional: true, schema: yesOrNo, says: { en: 'The same for every further call of this tool in this goal. Only where all such calls are harmless.', zh: '本目标内该工具的后续调用一律照此处理；仅在这类调用都无害时使用。' } },
    },
  },
} as const satisfies Readonly<Record<string, ToolRow>>;
