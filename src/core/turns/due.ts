// What is due in a turn: why the member was woken, and where the tasks in its hands stand. One line each, said by code and never by
// anybody's text, so what a turn is for cannot be overwritten by what it reads.
import type { TaskId } from '../ids.ts';
import type { Bilingual, JsonObject, Locale } from '../json.ts';
import { hasHolder } from '../lifecycles.ts';
import { isParked } from '../moves/parked.ts';
import { offersFor } from '../team/claim.ts';
import { mayClaim, type TeamLook } from '../team/digest.ts';
import { waitsForPlan } from '../team/plan-waits.ts';
import type { Task } from '../task.ts';

/** `{id}` is a task, `{count}` a number. */
export const DUE = {
  // of a leader
  goal_opened: { en: 'The goal is new. See that the team is there, and put its tasks on the board.', zh: '这是新的目标。请确认团队已就位，并把任务放上看板。' },
  tasks_ended: { en: 'Every task has ended. Compare what is there with the goal: add a task for what is missing, or end the turn.', zh: '所有任务都已结束。请对照目标检查：缺什么就补任务，不缺就结束本回合。' },
  plan_to_decide: { en: 'A plan for {id} waits for your decision.', zh: '{id} 的方案等你裁决。' },
  call_to_decide: { en: 'A call of a tool for {id} waits for your decision.', zh: '{id} 的一次工具调用等你裁决。' },
  nobody_took_it: { en: 'Nobody took {id}. Say it more clearly, give it to a member, cut it differently or call it off.', zh: '{id} 没有人承担。请把它说清楚、交给某位成员、换一种切分，或取消。' },
  escalated: { en: '{id} lies with a person, and nobody works on it until they have decided. See whether other tasks have to change.', zh: '{id} 正等人来决定，在此之前没有人处理。请看看其他任务是否需要调整。' },
  // of a teammate
  work_on: { en: '{id} is in your hands. Do it and hand it in.', zh: '{id} 在你手上。请完成并提交。' },
  write_plan: { en: '{id} is in your hands. Hand in your plan for it.', zh: '{id} 在你手上。请提交它的执行方案。' },
  revise_plan: { en: 'Your plan for {id} was sent back. Mend it by the feedback and hand it in again.', zh: '你为 {id} 提交的方案被退回。请按意见修改后再次提交。' },
  wait_for_plan: { en: 'Your plan for {id} waits for a decision. Change nothing until then.', zh: '你为 {id} 提交的方案正在等待裁决，在此之前不要作任何改动。' },
  wait_for_answer: { en: '{id} waits for a person’s word.', zh: '{id} 正在等待人的答复。' },
  given: { en: '{id} was given to you. Take it up, or tell the leader why not.', zh: '{id} 指定给了你。请领取；若不合适，请告诉主管原因。' },
  mend: { en: '{id} was sent back by the review. Take it up again and work through its fixes.', zh: '{id} 被审阅打回。请重新领取，并逐条落实修改意见。' },
  offered: { en: '{id} is free. Claim it if it fits you, or leave it to another.', zh: '{id} 空闲。适合你就领取，否则留给别人。' },
  claimable: { en: 'Tasks that you may claim: {count}. Take one only if it fits you.', zh: '你可以领取的任务有 {count} 项。适合你才领取。' },
  // of both
  mail: { en: 'Messages for you: {count}. Act on what they ask for; what asks nothing needs no reply.', zh: '你有 {count} 条消息。有要求的照办；没有要求的不用回复。' },
  idle: { en: 'Nobody works although {id} is open. See to it that it goes on, or say what stands in its way.', zh: '{id} 还没有结束，却没有人在处理。请推动它继续，或说明障碍是什么。' },
  rest: { en: 'Nothing needs you now. End the turn.', zh: '目前没有需要你的事。请结束本回合。' },
} as const satisfies Readonly<Record<string, Bilingual>>;

type DueKind = keyof typeof DUE;

export interface Due {
  readonly kind: DueKind;
  readonly taskId?: TaskId;
  readonly count?: number;
}

/** Why the member was woken, as far as the look alone does not say it. */
export interface TurnNews {
  readonly kind: Extract<DueKind, 'goal_opened' | 'tasks_ended' | 'mail' | 'given' | 'offered' | 'plan_to_decide' | 'call_to_decide' | 'nobody_took_it' | 'escalated' | 'idle'>;
  readonly taskId: TaskId | null;
}

export interface DueLook {
  readonly look: TeamLook;
  readonly news: readonly TurnNews[];
  /** How many messages the turn has. */
  readonly mail: number;
}

export function dueFor({ look, news, mail }: DueLook): readonly Due[] {
  const told = news.filter(({ kind, taskId }) => kind !== 'mail' && isStillSo(look, kind, taskId)).map(({ kind, taskId }): Due => (taskId === null ? { kind } : { kind, taskId }));
  const own = ownDue(look);
  const known = new Set(own.map(({ taskId }) => taskId));
  const offers = offersFor(look.board, look.goal, look.memberId).filter(({ own: given }) => !given);
  const free: readonly Due[] = told.some(({ kind }) => kind === 'offered') || offers.length === 0 || !mayClaim(look) ? [] : [{ kind: 'claimable', count: offers.length }];
  const due = [...(mail === 0 ? [] : [{ kind: 'mail', count: mail } as const]), ...told.filter(({ taskId }) => taskId === undefined || !known.has(taskId)), ...own, ...free];
  return due.length === 0 ? [{ kind: 'rest' }] : due;
}

/** A task may have moved on between the wake-up and the turn. */
function isStillSo({ board }: TeamLook, kind: TurnNews['kind'], taskId: TaskId | null): boolean {
  const state = taskId === null ? undefined : board.task(taskId)?.state;
  if (kind === 'offered') return state === 'pending' || state === 'assigned';
  if (kind === 'nobody_took_it') return state === 'unassigned';
  if (kind === 'plan_to_decide') return state === 'claimed';
  return taskId === null || state !== undefined;
}

function ownDue({ board, goal, memberId }: TeamLook): readonly Due[] {
  const held = [...board.claims(goal.id).of(memberId)].filter((task) => hasHolder(task.state));
  return held.toSorted((a, b) => a.key - b.key).map((task) => ({ kind: kindOf(task, goal.policy.planGate), taskId: task.id }));
}

function kindOf(task: Task, planGate: boolean): DueKind {
  if (task.state === 'assigned') return (task.more?.fixes ?? []).length > 0 ? 'mend' : 'given';
  if (isParked(task)) return 'wait_for_answer';
  if (!planGate || task.state !== 'claimed') return 'work_on';
  return waitsForPlan(task) ? 'wait_for_plan' : task.more?.plan?.state === 'refused' ? 'revise_plan' : 'write_plan';
}

export const dueText = (due: readonly Due[], locale: Locale): string => due
  .map(({ kind, taskId, count }) => `- ${DUE[kind][locale].replace('{id}', taskId ?? '').replace('{count}', String(count ?? 0))}`)
  .join('\n');

export const dueFact = (due: readonly Due[]): readonly JsonObject[] => due.map(({ kind, taskId, count }) => ({
  kind,
  ...(taskId === undefined ? {} : { task_id: taskId }),
  ...(count === undefined ? {} : { count }),
}));
