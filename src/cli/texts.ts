// What the command line says to people, in both languages. A sentence that asks for something ends with what to type.
// `type` in the facts is a whole command, ready to be copied.
import type { Bilingual, Locale } from '../core/json.ts';

const say = <Facts>(fill: (facts: Facts) => Bilingual): ((facts: Facts) => Bilingual) => fill;

export const SAYS = {
  // a run
  dataAt: say<{ location: string }>(({ location }) => ({ en: `Data: ${location}`, zh: `数据：${location}` })),
  memoryOnly: { en: 'memory only; nothing is left when this command ends', zh: '仅在内存中，命令结束后不会留下任何内容' },
  model: say<{ name: string }>(({ name }) => ({ en: `Model: ${name}`, zh: `模型：${name}` })),
  rehearsal: { en: 'rehearsal (offline, made-up texts, costs nothing)', zh: 'rehearsal（离线排演，内容为示例，不产生费用）' },
  team: say<{ name: string; members: number }>(({ name, members }) => ({ en: `Team: ${name} (${members} members)`, zh: `团队：${name}（${members} 名成员）` })),
  unfinished: say<{ id: string; text: string; type: string }>(({ id, text, type }) => ({ en: `Unfinished: ${id} "${text}". Go on with it: ${type}`, zh: `未完成：${id}“${text}”。继续：${type}` })),
  moreUnfinished: say<{ count: number; type: string }>(({ count, type }) => ({ en: `and ${count} more: ${type}`, zh: `另有 ${count} 个：${type}` })),
  stopping: { en: 'Stopping cleanly; Ctrl-C again stops at once', zh: '正在安全停止；再按 Ctrl-C 立即退出' },
  interrupted: say<{ id: string; type: string }>(({ id, type }) => ({ en: `Stopped. ${id} is kept as it stands. Go on with: ${type}`, zh: `已停止。${id} 的进度已保留。继续：${type}` })),
  interruptedEarly: { en: 'Stopped before a goal was opened.', zh: '已停止，尚未创建目标。' },
  pausedHere: say<{ type: string }>(({ type }) => ({ en: `Paused: nothing new is started. Go on with: ${type}`, zh: `已暂停：不再开始新的工作。继续：${type}` })),
  summary: { en: 'Summary', zh: '总结' },
  ended: {
    done: say<{ id: string }>(({ id }) => ({ en: `${id} is done.`, zh: `${id} 已达成。` })),
    failed: say<{ id: string }>(({ id }) => ({ en: `${id} failed.`, zh: `${id} 未达成。` })),
    cancelled: say<{ id: string }>(({ id }) => ({ en: `${id} was called off.`, zh: `${id} 已取消。` })),
  },
  seeMore: say<{ type: string }>(({ type }) => ({ en: `Results and history: ${type}`, zh: `成果与经过：${type}` })),
  wholeResult: say<{ type: string }>(({ type }) => ({ en: `A result in full, with every attempt: ${type}`, zh: `查看某个任务的完整成果与历次尝试：${type}` })),
  needsPerson: say<{ id: string; count: number }>(({ id, count }) => ({ en: count === 1 ? `${id} waits for you. Answer, then let it go on:` : `${id} waits for you: ${count} questions. Answer, then let it go on:`, zh: `${id} 在等你决定（${count} 个问题）。请先回答，再继续：` })),
  providerAway: say<{ says: string }>(({ says }) => ({ en: `The model could not be reached: ${says}`, zh: `无法使用模型：${says}` })),
  resumesElsewhere: say<{ id: string }>(({ id }) => ({ en: `${id} goes on in the process that runs it.`, zh: `${id} 已在运行它的进程中继续。` })),

  // the tree
  tasksEnded: say<{ ended: number; all: number }>(({ ended, all }) => ({ en: `${ended} of ${all} tasks ended`, zh: `任务 ${ended}/${all}` })),
  taskCount: say<{ count: number }>(({ count }) => ({ en: count === 1 ? '1 task' : `${count} tasks`, zh: `${count} 个任务` })),
  makesPlan: { en: 'the manager makes the plan', zh: '主管正在制定计划' },
  attempt: say<{ number: number; most: number }>(({ number, most }) => ({ en: `attempt ${number}/${most}`, zh: `第 ${number}/${most} 次` })),
  waitsFor: say<{ ids: string }>(({ ids }) => ({ en: `waits for ${ids}`, zh: `等待 ${ids}` })),
  waitsForAnswer: say<{ id: string }>(({ id }) => ({ en: `waits for you: ${id}`, zh: `等你回答：${id}` })),
  waitsForPerson: say<{ name: string; id: string }>(({ name, id }) => ({ en: `waits for ${name}: ${id}`, zh: `等待 ${name}：${id}` })),
  missingSkills: say<{ skills: string }>(({ skills }) => ({ en: `nobody has: ${skills}`, zh: `无人具备：${skills}` })),
  wasInterrupted: say<{ state: string }>(({ state }) => ({ en: `interrupted (${state})`, zh: `已中断（${state}）` })),
  ownedElsewhere: say<{ id: string }>(({ id }) => ({ en: `Another process is running ${id}; nothing was changed. Wait for it, or end that process first.`, zh: `另一个进程正在运行 ${id}，没有改动。请等它结束，或先结束那个进程。` })),
  managerPlaces: { en: 'the manager looks for another way', zh: '主管正在重新安排' },
  reviewedBy: say<{ name: string }>(({ name }) => ({ en: `in review by ${name}`, zh: `审阅中：${name}` })),
  calledOffFor: say<{ id: string }>(({ id }) => ({ en: `called off, because of ${id}`, zh: `已取消，起因 ${id}` })),
  belowStandard: { en: 'accepted below standard', zh: '低于标准验收' },
  moreTasks: say<{ count: number }>(({ count }) => ({ en: `… and ${count} more`, zh: `… 另有 ${count} 个任务` })),
  openQuestions: say<{ count: number; type: string }>(({ count, type }) => ({ en: `${count === 1 ? 'A question waits' : `${count} questions wait`} for you: ${type}`, zh: `有 ${count} 个问题等你回答：${type}` })),
  stopHint: { en: 'Ctrl-C stops cleanly; the state is kept', zh: 'Ctrl-C 可安全停止，进度会保留' },

  // lists and pages
  noGoals: say<{ location: string; type: string }>(({ location, type }) => ({ en: `No goals in ${location} yet. Start one: ${type}`, zh: `${location} 中还没有目标。开始一个：${type}` })),
  noQuestions: { en: 'No question waits for an answer.', zh: '没有等待回答的问题。' },
  noAlerts: { en: 'No alerts.', zh: '没有需要关注的情况。' },
  noSuchGoal: say<{ id: string; type: string }>(({ id, type }) => ({ en: `There is no ${id} here. See which there are: ${type}`, zh: `这里没有 ${id}。查看现有目标：${type}` })),
  noSuchTask: say<{ id: string }>(({ id }) => ({ en: `There is no ${id} here. \`show\` with the goal's id lists its tasks.`, zh: `这里没有 ${id}。用 show 加目标编号可列出其任务。` })),
  badId: say<{ id: string; kinds: string }>(({ id, kinds }) => ({ en: `"${id}" is no id. Give one such as ${kinds}.`, zh: `“${id}”不是编号。请写成 ${kinds} 这样。` })),
  standing: {
    paused: { en: 'paused', zh: '已暂停' },
    needsPerson: { en: 'waits for an answer', zh: '等待回答' },
    interrupted: { en: 'interrupted', zh: '已中断' },
  },
  answerWith: { en: 'Answer with one of', zh: '可以这样回答' },
  fixes: { en: 'To mend', zh: '需要修改' },
  dueAt: { en: 'Until', zh: '截止' },
  askedOf: { en: 'Asked of', zh: '询问' },
  noteForYou: { en: 'Note', zh: '附言' },
  pointsToJudge: { en: 'Judge by', zh: '审阅要点' },
  wholeText: say<{ type: string }>(({ type }) => ({ en: `[cut; the whole of it: ${type}]`, zh: `［已截短，完整内容：${type}］` })),
  noted: say<{ id: string }>(({ id }) => ({ en: `Noted on ${id}; its next attempt and its reviewer are told.`, zh: `已记入 ${id}，下一次尝试和审阅者都会看到。` })),
  taskChanged: say<{ id: string; state: string }>(({ id, state }) => ({ en: `${id} was changed. It is now: ${state}.`, zh: `${id} 已变更，当前状态：${state}。` })),
  badTaskVerb: say<{ verb: string; verbs: string }>(({ verb, verbs }) => ({ en: `"${verb}" is nothing that can be done to a task. Choose one of: ${verbs}.`, zh: `不能对任务执行“${verb}”。可选：${verbs}。` })),
  needsOption: say<{ option: string }>(({ option }) => ({ en: `Add ${option}.`, zh: `请加上 ${option}。` })),
  answered: say<{ id: string; choice: string }>(({ id, choice }) => ({ en: `${id} is answered: ${choice}.`, zh: `${id} 已回答：${choice}。` })),
  thenResume: say<{ type: string }>(({ type }) => ({ en: `No process runs the goal now. Let it go on: ${type}`, zh: `目前没有进程在运行该目标。继续：${type}` })),
  takesEffect: { en: 'The process that runs the goal goes on with it.', zh: '运行该目标的进程会据此继续。' },
  afterPause: { en: 'The goal is paused; the answer takes effect when it goes on.', zh: '目标已暂停，恢复后生效。' },
  paused: say<{ id: string; type: string }>(({ id, type }) => ({ en: `${id} is paused: nothing new is started, its clocks stand still. Go on with: ${type}`, zh: `${id} 已暂停：不再开始新的工作，计时停止。继续：${type}` })),
  alreadyPaused: say<{ id: string; type: string }>(({ id, type }) => ({ en: `${id} was paused already. Go on with: ${type}`, zh: `${id} 之前已暂停。继续：${type}` })),
  cancelled: say<{ id: string }>(({ id }) => ({ en: `${id} is called off, with everything that was open in it.`, zh: `${id} 已取消，其中未完成的内容一并结束。` })),
  alreadyCancelled: say<{ id: string }>(({ id }) => ({ en: `${id} was called off already.`, zh: `${id} 之前已取消。` })),
  goalEnded: say<{ id: string; state: string; type: string }>(({ id, state, type }) => ({ en: `${id} has ended (${state}); nothing was changed. See it: ${type}`, zh: `${id} 已结束（${state}），没有改动。查看：${type}` })),
  exported: say<{ file: string; events: number }>(({ file, events }) => ({ en: `Wrote ${file} (${events} events).`, zh: `已写入 ${file}（${events} 条事件）。` })),
  backedUp: say<{ from: string; to: string }>(({ from, to }) => ({ en: `Copied ${from} to ${to}.`, zh: `已将 ${from} 备份到 ${to}。` })),
  nothingToBackUp: say<{ location: string }>(({ location }) => ({ en: `There is no ${location} yet, so there is nothing to back up.`, zh: `还没有 ${location}，没有可备份的内容。` })),
  fileThere: say<{ file: string }>(({ file }) => ({ en: `${file} is there already and is not overwritten. Give another name, or move it away.`, zh: `${file} 已存在，不会覆盖。请换一个文件名，或先移走它。` })),
  fileUnreadable: say<{ file: string }>(({ file }) => ({ en: `${file} cannot be read. See that it is there and that you may read it.`, zh: `无法读取 ${file}。请确认文件存在且可读。` })),
  fileUnwritable: say<{ file: string }>(({ file }) => ({ en: `${file} cannot be written. See that you may write there and that the disk has room.`, zh: `无法写入 ${file}。请确认有写入权限且磁盘空间充足。` })),

  agentsChecked: say<{ agents: number; complaints: number; notes: number }>(({ agents, complaints, notes }) => ({ en: `Agents: ${agents}. To be mended: ${complaints}. Notes: ${notes}.`, zh: `共 ${agents} 名成员，${complaints} 处需要修改，${notes} 条提示。` })),
  agentsImported: say<{ written: number; unchanged: number; to: string }>(({ written, unchanged, to }) => ({ en: `Agent files written to ${to}: ${written}. There already: ${unchanged}.`, zh: `已向 ${to} 写入 ${written} 个成员文件；${unchanged} 个原已存在。` })),
  teamMade: say<{ type: string }>(({ type }) => ({ en: `A team that works as it is. Try it: ${type}`, zh: `团队已生成，可直接使用。试试：${type}` })),

  // what was typed
  emptyGoal: say<{ type: string }>(({ type }) => ({ en: `The goal has no text. Say in a sentence what is to be reached: ${type}`, zh: `目标没有内容。请用一句话说明要达成什么：${type}` })),
  notBuilt: say<{ name: string }>(({ name }) => ({ en: `${name} is not built yet.`, zh: `${name} 尚未实现。` })),
  badValue: say<{ option: string; value: string; want: string }>(({ option, value, want }) => ({ en: `${option} cannot be "${value}". Write ${want}.`, zh: `${option} 不能是“${value}”。请写 ${want}。` })),
  badJson: say<{ option: string; because: string }>(({ option, because }) => ({ en: `${option} is not JSON (${because}). Put it in single quotes, such as '[{"title": "…"}]'.`, zh: `${option} 不是合法的 JSON（${because}）。请用单引号括起来，例如 '[{"title": "…"}]'。` })),
  badSet: say<{ value: string }>(({ value }) => ({ en: `--set "${value}" is not FIELD=VALUE. Fields: title, content, skills, input, criteria.`, zh: `--set“${value}”不是 字段=值 的形式。可改的字段：title、content、skills、input、criteria。` })),
  bothOutputs: { en: 'Give --output or --output-file, not both.', zh: '--output 与 --output-file 只能写一个。' },
  badRaise: { en: 'Say by how much with numbers above 0: --set tokens=50000, cents=100, turns=20 or minutes=30, each with its own --set.', zh: '请用大于 0 的数写明追加多少：--set tokens=50000、cents=100、turns=20 或 minutes=30，每项各写一个 --set。' },
  error: { en: 'Error', zh: '错误' },
};

/** Between a label and what it labels. */
export const COLON: Readonly<Record<Locale, string>> = { en: ': ', zh: '：' };
