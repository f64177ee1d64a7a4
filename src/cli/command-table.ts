// Every command as a row: how it is written, what it does, and the file that does it. Parsing, help and the list of what is
// not built yet are all read from here; a command's file is loaded when the command is typed.
import type { Bilingual } from '../core/json.ts';
import type { Command } from './cli.ts';

export interface CommandRow {
  readonly name: string;
  /** As commander reads it: `<needed>`, `[optional]`. */
  readonly args: string;
  readonly says: Bilingual;
  readonly options: readonly OptionRow[];
  readonly load: () => Promise<{ readonly run: Command }>;
}

export interface OptionRow {
  readonly flags: string;
  readonly says: Bilingual;
  /** It may be given several times. */
  readonly many?: true;
}

const option = (flags: string, en: string, zh: string): OptionRow => ({ flags, says: { en, zh } });

const STORE = option('--store <FILE>', 'where the data lives: a file, or memory (default: .muster/muster.db)', '数据存放位置：文件路径，或 memory（默认 .muster/muster.db）');
const LOCALE = option('--locale <LOCALE>', 'language: en or zh (default: that of the goal)', '语言：en 或 zh（默认与目标一致）');
const JSON_DOCUMENT = option('--json', 'as one JSON document', '输出为一个 JSON 文档');
const JSON_LINES = option('--json', 'one event a line, as JSON', '每行一个 JSON 事件');
const TEAM = option('--team <DIR>', 'folder with team.yaml (default: ./team.yaml, else the built-in team)', '含 team.yaml 的目录（默认 ./team.yaml，没有则用内置团队）');
const MODEL = option('--model <MODEL>', 'provider/model, or rehearsal (default: of the team, MUSTER_MODEL, rehearsal)', '服务商/模型，或 rehearsal（默认依次取团队、MUSTER_MODEL、rehearsal）');
const ANSWERED_BY = option('--by <NAME>', 'who answers: a person of the team, where it names any (default: you)', '由谁答复：团队列有人员时须是其中一位（默认为当前用户）');
const BY = option('--by <NAME>', 'who acts, for the record (default: you)', '操作者姓名，记入历史（默认为当前用户）');
const DURABILITY = option('--durability <MODE>', 'FULL survives power loss, NORMAL the end of the process (default: FULL)', 'FULL 可抵御断电，NORMAL 只保证进程退出不丢（默认 FULL）');
const PACE = option('--pace <MS>', 'milliseconds that a rehearsed answer takes (default: 150 in a terminal, else 0)', '排演时每次回答所需毫秒数（终端默认 150，其他为 0）');

const ATTACH: OptionRow = { ...option('--attach <FILE>', 'a file for the task; may be repeated', '给任务附上文件，可多次使用'), many: true };

const READS = [STORE, LOCALE, JSON_DOCUMENT];
const DRIVES = [TEAM, MODEL, STORE, LOCALE, DURABILITY, JSON_LINES, PACE];

export const COMMANDS: readonly CommandRow[] = [
  {
    name: 'run', args: '<goal>', says: { en: 'open a new goal and work on it to its end', zh: '创建一个新目标并执行到底' }, load: () => import('./commands/run.ts'),
    options: [
      ...DRIVES,
      option('--unattended', 'nobody is there to ask: questions take their default at once', '无人值守：问题立即按默认处理'),
      option('--style <STYLE>', 'agency (work is given out) or team (members claim); default: of team.yaml, else agency', 'agency（分派任务）或 team（成员领取）；默认取 team.yaml，否则为 agency'),
    ],
  },
  { name: 'resume', args: '<id>', says: { en: 'go on with a goal that was interrupted or paused', zh: '继续一个中断或暂停的目标' }, options: [...DRIVES, BY], load: () => import('./commands/resume.ts') },
  { name: 'goals', args: '', says: { en: 'list all goals and where they stand', zh: '列出所有目标及其进展' }, options: READS, load: () => import('./commands/goals.ts') },
  { name: 'show', args: '<id>', says: { en: 'a goal with its tasks, or a task with its attempts', zh: '查看目标及其任务，或任务及其历次尝试' }, options: [option('--tools', 'of a task: every tool call with arguments and outcome', '用于任务：列出每次工具调用的参数与结果'), ...READS], load: () => import('./commands/show.ts') },
  { name: 'events', args: '<id>', says: { en: 'everything that happened to a goal or a task', zh: '查看目标或任务的全部经过' }, options: [STORE, LOCALE, JSON_LINES, option('--follow', 'go on until the goal has ended', '持续显示，直到目标结束')], load: () => import('./commands/events.ts') },
  { name: 'inbox', args: '', says: { en: 'questions that wait for you', zh: '查看等你回答的问题' }, options: [option('--for <NAME>', 'only what this person, or anybody, may answer', '只看这个人（或任何人）可以回答的问题'), ...READS], load: () => import('./commands/inbox.ts') },
  {
    name: 'answer', args: '<question> <choice>', says: { en: 'answer a question; inbox shows the ways', zh: '回答问题；可选的方式见 inbox' }, load: () => import('./commands/answer.ts'),
    options: [
      option('--note <TEXT>', 'what the next attempt must see', '给下一次尝试的说明'),
      option('--to <NAME>', 'for reassign: the member', '用于 reassign：改派给哪个成员'),
      option('--output <JSON>', 'for edit_result, hand_in: the result, as JSON or plain text', '用于 edit_result、hand_in：成果，JSON 或纯文本'),
      option('--output-file <FILE>', 'for edit_result, hand_in: the result from a file', '用于 edit_result、hand_in：从文件读取成果'),
      option('--summary <TEXT>', 'for hand_in: how it came about', '用于 hand_in：完成过程'),
      option('--plan <TEXT>', 'for plan: how you will go about your task', '用于 plan：说明打算如何完成自己的任务'),
      option('--plan-file <FILE>', 'for plan: the plan from a file', '用于 plan：从文件读取方案'),
      { ...option('--fix <TEXT>', 'for reject: what to mend; may be repeated', '用于 reject：需要修改之处，可多次使用'), many: true },
      { ...option('--set <FIELD=VALUE>', 'for edit: title, content, skills, input or criteria; for raise: tokens, cents, turns or minutes; may be repeated', '用于 edit：title、content、skills、input 或 criteria；用于 raise：tokens、cents、turns 或 minutes；可多次使用'), many: true },
      option('--tasks <JSON>', 'for split, or edit of a plan: a list of {title, content, skills, …}', '用于 split 或修改计划：任务列表 [{title, content, skills, …}]'),
      ATTACH,
      ANSWERED_BY, ...READS,
    ],
  },
  { name: 'note', args: '<task> [text]', says: { en: 'add a note or a file to an open task', zh: '给进行中的任务添加备注或附件' }, options: [ATTACH, BY, STORE, LOCALE], load: () => import('./commands/note.ts') },
  {
    name: 'task', args: '<verb> <task>', says: { en: 'change a task: edit, reassign, release, cancel, reopen, wait-for', zh: '变更任务：edit、reassign、release、cancel、reopen、wait-for' }, load: () => import('./commands/task.ts'),
    options: [
      option('--to <NAME>', 'for reassign: the member', '用于 reassign：改派给哪个成员'),
      { ...option('--set <FIELD=VALUE>', 'for edit: title, content, skills, input or criteria; may be repeated', '用于 edit：title、content、skills、input 或 criteria，可多次使用'), many: true },
      { ...option('--needs <TASK>', 'for wait-for: the task that goes before; may be repeated', '用于 wait-for：需要先完成的任务，可多次使用'), many: true },
      option('--note <TEXT>', 'what the next attempt must see', '给下一次尝试的说明'),
      BY, STORE, LOCALE,
    ],
  },
  { name: 'pause', args: '<id>', says: { en: 'start nothing new and stop all clocks', zh: '暂停：不再开始新的工作，计时停止' }, options: [STORE, LOCALE, BY], load: () => import('./commands/pause.ts') },
  { name: 'cancel', args: '<id>', says: { en: 'call a goal off, with everything open in it', zh: '取消目标及其中未完成的一切' }, options: [STORE, LOCALE, BY], load: () => import('./commands/cancel.ts') },
  { name: 'export', args: '<id>', says: { en: 'the whole history of a goal as one JSON document', zh: '将目标的完整历史导出为一个 JSON 文档' }, options: [option('--out <FILE>', 'a new file (default: stdout)', '写入新文件（默认输出到 stdout）'), STORE, LOCALE], load: () => import('./commands/export.ts') },
  { name: 'backup', args: '<file>', says: { en: 'copy the store while work goes on', zh: '在运行中备份存储' }, options: [STORE, LOCALE], load: () => import('./commands/backup.ts') },
  { name: 'doctor', args: '', says: { en: 'check the runtime, the store and the models, without spending', zh: '检查运行环境、存储与模型，不产生费用' }, options: [TEAM, MODEL, ...READS], load: () => import('./commands/doctor.ts') },
  {
    name: 'agents', args: '<verb> [dir]', says: { en: 'list, check or import a folder of agent files', zh: '列出（list）、检查（check）或导入（import）成员文件夹' }, load: () => import('./commands/agents.ts'),
    options: [option('--to <DIR>', 'for import: where they go (default: ./agents)', '用于 import：写入的文件夹（默认 ./agents）'), option('--overwrite', 'for import: replace files of the same name', '用于 import：覆盖同名文件'), LOCALE, JSON_DOCUMENT],
  },
  { name: 'init', args: '[dir]', says: { en: 'write a small team that works as it is', zh: '生成一支可直接使用的小团队' }, options: [LOCALE, JSON_DOCUMENT], load: () => import('./commands/init.ts') },
  { name: 'unlock', args: '<goal> <path>', says: { en: 'take the lock of a shared file away, whoever holds it', zh: '解除共享文件的锁，无论由谁持有' }, options: [BY, STORE, LOCALE], load: () => import('./commands/unlock.ts') },
  { name: 'worktrees', args: '', says: { en: 'working trees of members, with owner, age and state', zh: '列出成员的工作树：归属、存在时间与状态' }, options: [TEAM, ...READS], load: () => import('./commands/worktrees.ts') },
  { name: 'alerts', args: '', says: { en: 'what a person should look at', zh: '查看需要人关注的情况' }, options: READS, load: () => import('./commands/alerts.ts') },
];

export const NOT_BUILT = ['serve', 'work', 'mcp'] as const;
