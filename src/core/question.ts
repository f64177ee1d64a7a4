// A question waits for a person (or the manager). It has a text, ways to answer, a deadline and a default,
// and the answer and the move it causes are one commit.
import type { GoalId, QuestionId, TaskId } from './ids.ts';
import type { Bilingual, Json, JsonObject } from './json.ts';
import type { QuestionState } from './lifecycles.ts';

export type QuestionKind = keyof typeof QUESTIONS;

export interface Question {
  readonly id: QuestionId;
  readonly key: number;
  readonly goalId: GoalId;
  readonly taskId: TaskId | null;
  readonly kind: QuestionKind;
  readonly state: QuestionState;
  readonly askedBy: string;
  /** The person it waits for; absent where anybody may answer. */
  readonly askedOf?: string;
  readonly text: Bilingual;
  /** The ways out, as words that `muster answer` takes. */
  readonly choices: readonly string[];
  /** What the person needs to see to decide. */
  readonly material: Json;
  readonly createdAt: number;
  /** Milliseconds the question may stay open while the goal is not paused. */
  readonly waitMs: number;
  /** How often it was brought to mind. */
  readonly reminders?: number;
  readonly answer: Answer | null;
  readonly closedAt: number | null;
}

export interface Answer {
  readonly choice: string;
  readonly note: string | null;
  readonly by: string;
  /**
   * What the choice needs: `to` for reassign, `output` for edit_result, `fixes` for reject, `raise` for raise, `files` for what was
   * attached. A result that is handed in and a plan stand in their own events.
   */
  readonly extra: JsonObject;
}

interface QuestionRow {
  /** The sentence that a person reads above everything else. */
  readonly asks: Bilingual;
  /** What follows when nobody answers in time. */
  readonly ifMute: Bilingual;
  /** Each way out: what it does, and what has to come with it. */
  readonly choices: Readonly<Record<string, Choice>>;
}

interface Choice {
  readonly does: Bilingual;
  /** Names of what comes with the answer; the first ones cannot be left out, those with a `?` can. */
  readonly takes: readonly string[];
}

const choice = (en: string, zh: string, ...takes: readonly string[]): Choice => ({ does: { en, zh }, takes });

/** Every kind of question with its ways out. A single question may offer fewer of them. */
export const QUESTIONS = {
  escalation: {
    asks: { en: 'The team cannot go on with this task. Decide what becomes of it.', zh: '团队无法继续推进这项任务，请决定如何处理。' },
    ifMute: { en: 'The task fails, or its best result is accepted where `unanswered` says so.', zh: '任务失败；若策略 `unanswered` 允许，则按最佳成果验收。' },
    choices: {
      retry: choice('one more attempt, which sees the note', '再试一次，执行者会看到附言', 'note?'),
      reassign: choice('give it to the named member', '改派给指定成员', 'to', 'note?'),
      accept: choice('take the best result as it is', '按现有最佳成果验收'),
      edit_result: choice('supply the result oneself; a branch of the task is not merged', '由你直接提供成果；任务若有分支，不会合并', 'output'),
      edit: choice('change the task, then one more attempt', '修改任务后再试一次', 'set', 'note?'),
      split: choice('replace it by smaller tasks', '拆分成更小的任务', 'tasks'),
      cancel: choice('call it off; the goal does not fail for it', '取消任务，目标不因此失败', 'note?'),
      fail: choice('give it up as failed', '判定任务失败', 'note?'),
    },
  },
  goal_plan: {
    asks: { en: 'The manager proposes this plan. Nothing starts before you accept it.', zh: '主管提出了这份计划，在你通过之前不会开始任何工作。' },
    ifMute: { en: 'The goal fails; a plan that nobody accepted is never carried out.', zh: '目标失败；未经通过的计划不会执行。' },
    choices: {
      accept: choice('carry out the plan as it stands', '按原计划执行'),
      edit: choice('carry out this plan instead, given anew as a whole', '改按你重新给出的完整计划执行', 'tasks'),
      refuse: choice('send it back to the manager with a reason', '附上理由退回给主管', 'note'),
      cancel: choice('call the goal off', '取消目标'),
    },
  },
  plan_failed: {
    asks: { en: 'The manager found no plan that can be used. Retry with a note, or fail the goal.', zh: '主管没有给出可用的计划。可附上说明重试，或判定目标失败。' },
    ifMute: { en: 'The goal fails.', zh: '目标失败。' },
    choices: {
      retry: choice('let the manager plan once more, with the note', '附上说明，让主管重新规划', 'note?'),
      fail: choice('give the goal up as failed', '判定目标失败', 'note?'),
      cancel: choice('call the goal off', '取消目标'),
    },
  },
  budget: {
    asks: { en: 'The budget has no room for the next model call. Raise it, accept what is there, or cancel the goal.', zh: '预算已不足以进行下一次模型调用。可以追加预算、按现状收尾，或取消目标。' },
    ifMute: { en: 'The goal stops and ends with what is there.', zh: '目标停下来，按现状收尾。' },
    choices: {
      raise: choice('raise the budget by so much; without an amount, by as much as it had', '按给出的数额追加预算；不写数额则再追加与最初相同的数额', 'raise?'),
      accept_as_is: choice('start nothing more and end with what is there', '不再开始新的工作，按现状收尾'),
      cancel: choice('call the goal off', '取消目标'),
    },
  },
  work: {
    asks: { en: 'This task is yours. Hand in the result, split it, or decline it.', zh: '这项任务由你完成。请提交成果，或将它拆分，或说明理由婉拒。' },
    ifMute: { en: 'The task is escalated to whoever owns the goal.', zh: '任务上报给目标的负责人处理。' },
    choices: {
      hand_in: choice('hand in the result; it is checked and reviewed like any other', '提交成果，照常检查与审阅', 'output', 'summary?'),
      plan: choice('hand in a plan first; the result is taken once it is approved', '先提交方案，方案通过后再提交成果', 'plan'),
      decline: choice('give it back with a reason', '说明理由并退回任务', 'note'),
      split: choice('replace it by smaller tasks', '拆分成更小的任务', 'tasks'),
    },
  },
  member_plan: {
    asks: { en: 'A member waits for a word on its plan. Nothing of the task is done before.', zh: '成员正在等待对方案的答复，在此之前不会动手。' },
    ifMute: { en: 'The task is escalated to whoever owns the goal.', zh: '任务上报给目标的负责人处理。' },
    choices: {
      approve: choice('let the member do as it planned', '同意按方案执行', 'note?'),
      refuse: choice('send the plan back with what has to change', '说明需要修改之处并退回方案', 'note'),
    },
  },
  cancel_task: {
    asks: { en: 'The manager wants to call off this task, which you hold. Do you agree?', zh: '主管希望取消由你承担的这项任务，你是否同意？' },
    ifMute: { en: 'The task stays yours.', zh: '任务仍由你承担。' },
    choices: {
      agree: choice('call the task off', '同意取消任务', 'note?'),
      keep: choice('keep the task and say why', '保留任务并说明理由', 'note?'),
    },
  },
  stall: {
    asks: { en: 'Everybody on the team is idle although work is open, and waking them changed nothing.', zh: '仍有任务未完成，但全队都处于空闲，唤醒后也没有进展。' },
    ifMute: { en: 'The open tasks are called off and the goal ends with what is there.', zh: '取消未完成的任务，目标按现状收尾。' },
    choices: {
      go_on: choice('let the manager go on with this advice', '附上建议，让主管继续推进', 'note'),
      cancel: choice('call the goal off', '取消目标'),
    },
  },
  review: {
    asks: { en: 'A result waits for your review. Approve it, say what has to change, or change it yourself.', zh: '有一份成果等你审阅。请通过、说明需要修改之处，或直接改好。' },
    ifMute: { en: 'The review counts as inconclusive and is asked again; the third time the task is escalated.', zh: '本次审阅记为无结论并重新请求；第三次仍无结论时，任务上报处理。' },
    choices: {
      approve: choice('every point is met', '各项要求均已达到', 'note?'),
      reject: choice('send it back with a list of what to mend', '列出修改意见并退回', 'fixes'),
      edit_result: choice('supply the mended result oneself; it is taken as it is, and a branch of the task is not merged', '由你直接提供修改后的成果，不再审阅；任务若有分支，不会合并', 'output'),
      split: choice('replace it by smaller tasks', '拆分成更小的任务', 'tasks'),
      cannot_judge: choice('leave the judgement to somebody else', '无法判断，交由他人审阅', 'note?'),
    },
  },
  tool_approval: {
    asks: { en: 'A member wants to make this call. It waits for your word.', zh: '成员请求进行这次调用，等待你的许可。' },
    ifMute: { en: 'The call is refused and the member is told so.', zh: '调用被拒绝，并告知成员。' },
    choices: {
      approve: choice('let this one call run; the member sees the note', '允许这一次调用，成员会看到附言', 'note?'),
      approve_always: choice('let this tool run without asking for the rest of the goal', '在本目标内一律允许该工具，不再询问', 'note?'),
      refuse: choice('refuse it; the member sees the note', '拒绝，成员会看到附言', 'note?'),
    },
  },
  member_question: {
    asks: { en: 'A member asks for your help with its task.', zh: '成员在执行任务时向你求助。' },
    ifMute: { en: 'The member is told to decide itself or to decline the task.', zh: '成员被告知自行决定，或婉拒任务。' },
    choices: {
      answer: choice('answer it', '作出回答', 'note'),
      decide_yourself: choice('leave the decision to the member', '由成员自行决定', 'note?'),
    },
  },
  breaker: {
    asks: { en: 'An attempt spends without coming nearer. It is held until you decide.', zh: '本次尝试持续消耗却没有进展，已暂停等待你决定。' },
    ifMute: { en: 'The attempt is stopped and the task is escalated.', zh: '停止本次尝试，任务上报处理。' },
    choices: {
      go_on: choice('let it go on; the member sees the note', '允许继续，成员会看到附言', 'note?'),
      start_over: choice('end this attempt and begin another, which sees the note', '结束本次尝试并重新开始，执行者会看到附言', 'note?'),
      cancel: choice('call the task off; the goal does not fail for it', '取消任务，目标不因此失败', 'note?'),
    },
  },
} as const satisfies Readonly<Record<string, QuestionRow>>;
