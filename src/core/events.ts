// Every event that Muster writes, once: its name, the sentence a person reads, and what its details hold.
// Events are facts in the past tense. A name never changes its meaning; details only gain optional fields.
import type { Bilingual } from './json.ts';
import type { GoalEvent, MemberEvent, MessageEvent, QuestionEvent, TaskEvent } from './lifecycles.ts';

interface EventRow {
  readonly says: Bilingual;
  /** Field of `details` → what it holds. */
  readonly details: Readonly<Record<string, string>>;
}

const row = (en: string, zh: string, details: Readonly<Record<string, string>> = {}): EventRow => ({ says: { en, zh }, details });

/** What a task says: the details of the events that write it. */
const BRIEF = {
  title: 'its title',
  content: 'what is to be done',
  skills: 'tags it asks for',
  input: 'fields for the worker',
  criteria: 'when it is good',
  context: 'what it is told from the start',
  context_from: 'the prerequisites whose outputs it is told; absent is all',
  tools: 'the tools of its member that it may use; absent is all of them',
  name: 'how others of its plan refer to it',
};

const TASK_EVENTS = {
  'task.created': row('Task created', '任务已创建', { ...BRIEF, depends_on: 'ids of its prerequisites, absent when there are none' }),
  'task.unblocked': row('Its last prerequisite succeeded', '前置任务均已完成，任务解除阻塞'),
  'task.rewired': row('A failed prerequisite was replaced or dropped', '失败的前置任务已被替换或移除', { dropped: 'id of the prerequisite', replaced_by: 'ids that stand in its place' }),
  'task.cancelled': row('Task called off', '任务已取消', { reason: 'why', root_cause: 'the task whose end caused it', by: 'the person who called it off' }),
  'task.dependency_added': row('A prerequisite was added', '新增了前置任务', { needs: 'ids of the prerequisites', by: 'who' }),
  'task.assigned': row('Task given to a member', '任务已分配给成员', { covered: 'how many of the required skills the member has', load: 'its attempts in progress before', candidates: 'how many members have the skills', by: 'who, where members claim', reason: '`plan_stands` where its author goes on from an accepted plan', revision: 'of that plan' }),
  'task.claimed': row('Task claimed by a member', '成员已领取任务', { attempt_id: 'the attempt', epoch: 'the stay of the process that runs it', covered: 'how many of the required skills the member has', missing_skills: 'required skills that the member lacks', request: 'the number under which the process of the member asked another one for it' }),
  'task.offered': row('Nobody claimed the task; offered again', '无人领取，任务再次发布'),
  'task.shelved': row('Nobody can take the task', '没有成员能承担该任务', { missing_skills: 'required skills that nobody has', reason: 'why' }),
  'task.placed': row('Task made ready again', '任务重新就绪', { reason: 'why', ...BRIEF }),
  'task.split': row('Task replaced by smaller ones', '任务已拆分', { replaced_by: 'ids of the new tasks' }),
  'task.escalated': row('Task brought to a person', '任务已上报给人处理', { reason: 'why', question_id: 'the question that waits', fault: 'what went wrong last, in its own words', code: 'its code', attempt_id: 'the attempt', reviewer: 'whose verdicts were of no use', conflicts: 'files in which the merge of its branch met a conflict', worktree_branch: 'the branch that could not be merged' }),
  'task.started': row('Attempt started', '开始执行', { attempt_id: 'the attempt', epoch: 'the stay of the process that runs it', request: 'as with `task.claimed`' }),
  'task.declined': row('The member declined: outside its boundaries', '成员婉拒：超出职责范围', { reason: 'in the member’s words' }),
  'task.lost': row('Attempt lost', '本次尝试中断', { reason: 'why', attempt_id: 'the attempt', from_epoch: 'the stay of the process that ended' }),
  'task.plan_submitted': row('The member handed in its plan', '成员已提交方案', { attempt_id: 'the attempt', plan: 'its text', revision: 'counted from 1' }),
  'task.plan_approved': row('The plan was approved', '方案已通过', { revision: 'which one', feedback: 'what the member is told with it', by: 'who' }),
  'task.plan_refused': row('The plan was refused', '方案被退回', { revision: 'which one', feedback: 'what is to change', by: 'who' }),
  'task.submitted': row('Result handed in for review', '成果已提交审阅', { attempt_id: 'the attempt', output: 'the result', execution_summary: 'steps, data used, intermediate conclusions', checks: 'results of the criteria that code checked' }),
  'task.completed': row('Result handed in; no review is asked for', '成果已提交，无需审阅', { attempt_id: 'the attempt', output: 'the result', execution_summary: 'steps, data used, intermediate conclusions' }),
  'task.approved': row('Result approved', '成果通过审阅', { reviewer: 'who, or `code`', comment: 'in the reviewer’s words', criteria: 'result of each criterion', scores: 'figures the reviewer gave', merge_commit: 'the commit that brought its branch into that of the goal' }),
  'task.rejected': row('Result sent back', '成果被打回', { reviewer: 'who, or `code`', comment: 'in the reviewer’s words', fixes: 'what to mend', criteria: 'result of each criterion', scores: 'figures the reviewer gave', conflicts: 'files in which the merge of its branch met a conflict' }),
  'task.review_inconclusive': row('The review gave no usable verdict', '审阅未得出有效结论', { reviewer: 'who', reason: 'why' }),
  'task.accepted': row('Result accepted', '成果已验收', { by: '`manager` or the person', below_standard: 'true when criteria were left unmet', note: 'a note with it', merge_commit: 'the commit that brought its branch into that of the goal' }),
  'task.rework_requested': row('Back to its author with the fix list', '退回原作者修改', { fixes: 'what to mend' }),
  'task.released': row('Task free again', '任务重新开放', { reason: 'why', by: 'who', from: 'the member that held it', note: 'what the next attempt must see' }),
  'task.failed': row('Task failed', '任务失败', { reason: 'why', by: 'the person who decided it' }),
  'task.retried': row('One more attempt granted by a person', '人工批准再试一次', { note: 'what the next attempt must see', by: 'who' }),
  'task.reassigned': row('Task given to another member', '任务改派给其他成员', { from: 'the member before', note: 'what the next attempt must see', by: 'who' }),
  'task.result_edited': row('A person supplied the result', '由人提供成果', { output: 'the result', execution_summary: 'who supplied it', by: 'who', left_branch: 'its branch, which is not merged; absent where it has none' }),
  'task.expired': row('Nobody answered in time; the default was taken', '逾期无人答复，已按默认处理', { reason: '`unanswered`, or `unattended` where nobody is there to ask', because: 'why a person was needed', below_standard: 'true when a result was taken as it was', merge_commit: 'the commit that brought its branch into that of the goal' }),
  'task.edited': row('The task was changed', '任务内容已修改', { by: 'who', fields: 'which fields', note: 'what the next attempt must see', ...BRIEF }),
  'task.reopened': row('The task was opened again', '任务已重新打开', { by: 'who', note: 'what the next attempt must see', root_cause: 'the reopened task that had taken it along' }),
} as const satisfies Record<TaskEvent, EventRow>;

const GOAL_EVENTS = {
  'goal.opened': row('Goal opened', '目标已创建', { text: 'what was asked for', team: 'the team', locale: 'its language' }),
  'goal.plan_proposed': row('The plan waits for a person', '计划等待人来确认', { plan: 'its tasks, as a planner writes them', notes: 'what code changed in the plan and why' }),
  'goal.plan_adopted': row('The plan was adopted', '计划已采纳', { tasks: 'how many tasks', notes: 'what code changed in the plan and why', by: 'the person who accepted it', edited: 'true when the person gave the plan' }),
  'goal.plan_refused': row('The plan was refused', '计划被退回', { reason: 'why', by: 'who' }),
  'goal.failed': row('No usable plan came about', '未能形成可用的计划', { problems: 'what was wrong with the last plan', reason: '`unanswered` when the question about it was', by: 'the person who decided it' }),
  'goal.drained': row('Every task has ended', '所有任务均已结束'),
  'goal.extended': row('More tasks were added', '追加了任务', { tasks: 'how many', notes: 'what code changed in the plan and why' }),
  'goal.closed': row('Goal closed with a summary', '目标已收尾并附总结', { summary: 'the summary', summarised_by: 'the model, or `code`' }),
  'goal.cancelled': row('Goal called off', '目标已取消', { by: 'who', tasks: 'how many open tasks ended with it' }),
  'goal.reopened': row('The goal was opened again', '目标已重新打开', { by: 'who' }),
} as const satisfies Record<GoalEvent, EventRow>;

const QUESTION_EVENTS = {
  'question.asked': row('A question waits for an answer', '有问题等待回答', { question_id: 'the question', kind: 'its kind', asked_by: 'who asks', asked_of: 'the person it waits for; absent where anybody may answer', choices: 'the ways to answer' }),
  'question.answered': row('The question was answered', '问题已回答', { question_id: 'the question', choice: 'the answer', note: 'a note with it', by: 'who', extra: 'what the choice needs' }),
  'question.expired': row('Nobody answered in time', '问题逾期未答', { question_id: 'the question' }),
  'question.withdrawn': row('The question is no longer needed', '问题已撤回', { question_id: 'the question' }),
} as const satisfies Record<QuestionEvent, EventRow>;

const MEMBER_EVENTS = {
  'member.spawned': row('A member joined', '新成员加入', { team: 'the team', by: 'who asked for it' }),
  'member.started': row('A member is being started', '正在启动成员', { team: 'the team', epoch: 'the stay of the process that starts it' }),
  'member.came_up': row('A member is there', '成员已就绪', { team: 'the team', epoch: 'the stay of its process' }),
  'member.turn_began': row('A member began a turn', '成员开始一个回合', { team: 'the team', turn: 'counted from 1', mail: 'how many messages it was shown' }),
  'member.turn_ended': row('A member ended a turn', '成员结束一个回合', { team: 'the team', turn: 'counted from 1', mail: 'how many messages are read by it' }),
  'member.paused': row('A member was paused', '成员已暂停', { team: 'the team', by: 'who' }),
  'member.resumed': row('A member goes on', '成员继续工作', { team: 'the team', by: 'who' }),
  'member.stopped': row('The process of a member has ended', '成员所在进程已结束', { team: 'the team', reason: 'why' }),
  'member.failed': row('A member broke, hangs or did not come up', '成员出错、无响应或未能启动', { team: 'the team', reason: 'why' }),
  'member.restarted': row('A member is being started again', '正在重新启动成员', { team: 'the team', epoch: 'the stay of the process that starts it', by: 'who' }),
  'member.shutdown_requested': row('A member was asked to end', '已要求成员结束', { team: 'the team', by: 'who' }),
  'member.shut_down': row('A member has left', '成员已离开', { team: 'the team', by: 'who', reason: 'why' }),
} as const satisfies Record<MemberEvent, EventRow>;

const MAIL = { message_id: 'the message', team: 'the team' };

const MESSAGE_EVENTS = {
  'message.sent': row('A message was sent', '消息已发送', { ...MAIL, from: 'the sender', to: 'the receiver', summary: 'in one line', is_broadcast: 'true when it went to everybody', urgent: 'true when it may reach a turn that runs', wakes: 'whether the receiver is woken for it', depth: 'how many messages led to it', reply_to: 'what it answers', forwarded_from: 'the message that was sent on' }),
  'message.delivered': row('A message was shown to its receiver', '消息已送达', { ...MAIL, turn: 'the turn that has it', again: 'true when an earlier turn had it and never ended' }),
  'message.read': row('A message was read', '消息已读', { ...MAIL, turn: 'the turn that had it' }),
  'message.buried': row('A message could not be delivered', '消息无法送达', { ...MAIL, reason: 'why', forwarded_to: 'who got it instead' }),
} as const satisfies Record<MessageEvent, EventRow>;

const LOCK = { path: 'relative to the shared folder', fencing: 'the number of this holding; it only grows' };

const FILE_EVENTS = {
  'file.locked': row('A shared file was locked', '共享文件已加锁', { ...LOCK, until: 'when it expires', from: 'the holder that it was taken over from', reason: 'why it could be' }),
  'file.lock_renewed': row('A lock was renewed', '锁已续期', { ...LOCK, until: 'when it expires' }),
  'file.unlocked': row('A shared file was unlocked', '共享文件已解锁', { ...LOCK, reason: 'why' }),
  'file.lock_broken': row('A person broke a lock', '人工解除了锁', { ...LOCK, by: 'who', from: 'the holder' }),
  'file.written': row('A shared file was written', '共享文件已写入', { ...LOCK, hash: 'sha256 of what was written', bytes: 'how many' }),
} as const satisfies Record<string, EventRow>;

const NOTES = {
  'goal.paused': row('Goal paused', '目标已暂停', { by: 'who' }),
  'goal.resumed': row('Goal goes on', '目标继续进行', { by: 'who' }),
  'goal.sealed': row('No more tasks will be added', '不再追加任务'),
  'goal.taken_over': row('A process took over the goal', '由新的进程接管目标', { epoch: 'the stay of the new process', from: 'the stay of the old one' }),
  'goal.released': row('The process let go of the goal; resume takes it up again', '进程已放开目标，可用 resume 继续', { epoch: 'the stay of the process' }),
  'goal.plan_rejected_by_code': row('The plan could not be used; the manager is asked again', '计划不可用，已请主管重新规划', { problems: 'what was wrong', try: 'which try' }),
  'task.result_set_aside': row('A late result was kept aside', '迟到的成果已另存', { attempt_id: 'the attempt', output: 'the result', execution_summary: 'as handed in', reason: 'why it is late', checks: 'results of the criteria that code checked', state: 'of the task by then' }),
  'task.verdict_given': row('One of several reviewers gave a verdict', '一位审阅者已给出结论', { reviewer: 'who', kind: 'approve or reject', comment: 'in the reviewer’s words', criteria: 'result of each criterion', fixes: 'what to mend' }),
  'task.replan_asked': row('The manager was asked to place the task', '已请主管重新安排该任务', { reason: 'why', missing_skills: 'what nobody has' }),
  'task.context_summarised': row('A long prerequisite was summarised', '过长的前置成果已压缩', { source: 'whose output', text: 'the summary', chars: 'length before', result_seq: 'the event that holds the whole' }),
  'task.dependency_moved': row('It now waits for what replaced its prerequisite', '改为等待替代前置任务的新任务', { from: 'the replaced task', to: 'ids of the new ones' }),
  'task.note_added': row('A person added a note or a file', '有人添加了备注或附件', { note: 'the note', files: 'path, sha256 and bytes of each attached file', by: 'who', title: 'and the other fields of task.created, as they are now' }),
  'task.tree_entered': row('The member works in a tree of its own', '成员在自己的工作树中工作', { attempt_id: 'the attempt', worktree_path: 'the folder', worktree_branch: 'its branch', base: 'the commit that it began at', notices: 'what the member should know about it' }),
  'task.merge_asked': row('Accepted as it is, once its work is merged', '已按现状验收，待其改动合并后生效', { by: 'who', note: 'a note with it', reason: '`unanswered` or `unattended`', because: 'why a person was needed' }),
  'task.not_merged': row('Accepted as it is, but its work could not be merged', '已按现状验收，但其改动无法合并', { fault: 'why', conflicts: 'files in which both sides stand now', worktree_branch: 'the branch that holds its work' }),
  'task.tree_left': row('The member left its working tree', '成员离开了工作树', { worktree_path: 'the folder', worktree_branch: 'its branch', outcome: 'kept or removed', parked: 'the ref that keeps what was discarded' }),
  'task.parked': row('A new attempt waits for an answer that an earlier one asked for', '新的尝试继续等待先前提出的问题', { question_id: 'the question' }),
  'task.input_stale': row('A prerequisite was opened again after its result was used', '前置任务在其成果被使用后重新打开', { reopened: 'the prerequisite' }),
  'member.said': row('A member ended a turn with a word', '成员结束回合时留言', { turn: 'which turn', text: 'its words', news: 'what it was woken for', rounds: 'how many times it called tools' }),
  'team.built': row('The leader named the team', '主管为团队命名', { team: 'the team', display_name: 'its name', desc: 'what it is there for', by: 'who' }),
  'team.cleaned': row('The team ended', '团队已解散', { team: 'the team', by: 'who', members: 'how many left with it' }),
  'question.reminded': row('A question still waits for an answer', '提醒：有问题仍在等待回答', { question_id: 'the question', kind: 'its kind', reminder: 'which reminder' }),
  'member.registered': row('A member registered', '成员已登记', { team: 'the team', agent_id: 'its id', role: 'its roles', skills: 'its tags' }),
  'turn.ended': row('A model call ended', '一次模型调用结束', { purpose: 'plan, work, review or summarise', model: 'which model', prompt: 'name of the prompt', locale: 'its language', hash: 'content hash of the prompt', input_tokens: 'as counted by the provider', cached_input_tokens: 'the part of the input that a cache held', output_tokens: 'as counted by the provider', cost_micros: 'micro-dollars by the price table of that time; absent is unknown', charged_tokens: 'what the budget is charged where the provider told no tokens', charged_micros: 'and the money of it', ms: 'how long it took', error: 'code when it failed' }),
  'budget.reserved': row('Room in the budget was reserved for a model call', '已为一次模型调用预留预算', { tokens: 'the most it may take', micros: 'in micro-dollars' }),
  'budget.used_up': row('The budget has no room for the next model call', '预算不足以进行下一次模型调用', { unit: 'which limit', limits: 'all limits', spent: 'what is settled', reserved: 'what is in flight', next_call: 'the most it would take', question_id: 'the question that waits' }),
  'budget.raised': row('The budget was raised', '预算已追加', { by: 'who', raise: 'by how much', limits: 'the limits from now on' }),
  'budget.stopped': row('Nothing new begins; the goal ends with what is there', '不再开始新的工作，目标按现状收尾', { by: 'who' }),
  'tool.requested': row('The member asked for tool calls', '成员请求调用工具', { attempt_id: 'the attempt', turn: 'the turn of the member, where members have turns', round: 'which round of the attempt, from 1', text: 'what was said beside the calls', calls: 'call_id, call_key, name and args of each' }),
  'tool.started': row('A call that changes something begins', '开始一次有影响的调用', { attempt_id: 'the attempt', call_key: 'the call, the same when it is made again', name: 'the tool', args: 'its arguments, secrets masked', effects: 'what it may do' }),
  'tool.ended': row('A tool call ended', '一次工具调用结束', { attempt_id: 'the attempt', turn: 'the turn of the member, where members have turns', call_key: 'the call', call_id: 'as the model knows it', name: 'the tool', purpose: 'why it was made', args: 'its arguments, secrets masked', outcome: 'ok, refused, failed, timed_out or unknown', rule: 'what refused it, or the kind of the fault', text: 'the outcome, as the member was told', is_json: 'true where the outcome is JSON', is_cut: 'true where the text is only its beginning', bytes: 'of the whole outcome', ms: 'how long it took', effects: 'what the tool may do', by: 'who approved it' }),
  'tool.allowed': row('A person lets this tool run for the rest of the goal', '在本目标内一律允许该工具', { name: 'the tool', by: 'who' }),
  'tools.changed': row('Tools came or went', '可用工具有变化', { source: 'where they come from', came: 'their names', went: 'their names', because: 'why' }),
  'alert.raised': row('Something a person should look at', '需要关注的情况', { kind: 'runaway, forbidden_call, dangerous_combination, a breaker …', says: 'in words', step: 'what the breaker did: warn, pause or stop', state: 'the row as it stood', history: 'what led here', call: 'the call it is about', rule: 'what refused it' }),
} as const satisfies Record<string, EventRow>;

export const EVENTS = { ...TASK_EVENTS, ...GOAL_EVENTS, ...QUESTION_EVENTS, ...MEMBER_EVENTS, ...MESSAGE_EVENTS, ...FILE_EVENTS, ...NOTES };

export type EventType = keyof typeof EVENTS;

export const isEventType = (text: string): text is EventType => Object.hasOwn(EVENTS, text);
