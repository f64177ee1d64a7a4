// All lifecycles on one page: what each state means, who owns the next move, and every move there is.
// The table says what is possible; `when` is the condition that a pure decision elsewhere holds as code.
// Invariants (lifecycles.model.test.ts): no state without an owner or a way out, also when all outside parties are mute;
// a final state is left only by a person's `reopen`; no row is superfluous.
import type { Bilingual } from './json.ts';
import { machine } from './state-machine.ts';
import type { EventOf, Mover, Row, StateOf, VerbOf } from './state-machine.ts';

export type { Mover } from './state-machine.ts';

// ── times and caps ──────────────────────────────────────────────────────────────────────────────────────────────────

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Default times, all of them settable in team.yaml. */
export const TIMES = {
  startMs: 60 * SECOND,             // an assigned member starts
  leaseMs: 60 * SECOND,             // a holder shows life
  leaseRenewalMs: 20 * SECOND,
  attemptMs: 30 * MINUTE,           // an attempt ends
  reviewMs: 10 * MINUTE,
  planDecisionMs: 10 * MINUTE,      // by the leader, then again as long by a person
  offerMs: 2 * MINUTE,              // pull: an unclaimed task is offered again
  unclaimedMs: 10 * MINUTE,         // an untaken task goes to the leader
  unassignedMs: 10 * MINUTE,        // the manager places, splits or reassigns
  replanMs: 10 * MINUTE,            // the manager mends a failed prerequisite
  questionMs: 72 * HOUR,
  personDueMs: 72 * HOUR,           // a person who holds a task hands in
  reminderMs: 24 * HOUR,
  sweepMs: 5 * SECOND,
  toolMs: 30 * SECOND,
  heartbeatMs: 30 * SECOND,         // a registered member shows that it is there
  goneMs: 90 * SECOND,
  runawayMs: 10 * MINUTE,           // the window in which `runawayStarts` are counted
  shutdownMs: 2 * MINUTE,           // a member that was asked to end ends its turn
  mailMs: 72 * HOUR,                // mail is read
  lockMs: 5 * MINUTE,               // a lock on a shared file is renewed by its living holder
} as const satisfies Record<`${string}Ms`, number>;
export type TimeName = keyof typeof TIMES;

/** Default caps, compared with >=. Each counter is its own; only a person's retry, reassign, edit or reopen grants more. */
export const LIMITS = {
  maxAttempts: 3,                   // results handed in
  losses: 3,                        // lost starts, leases, members, transport
  reviewFaults: 3,                  // unreadable, missing or late verdicts
  mergeConflicts: 3,
  planRefusals: 3,
  replans: 1,
  managerPlacements: 1,             // the manager's `place` of one task
  managerInterventions: 5,          // the manager's edits, reassignments and releases of one task together
  goalPlanTries: 3,
  goalPlanRefusals: 3,
  runawayStarts: 3,
  sameOutcomes: 4,                  // tool calls in a row that tell nothing new: warned; half as many more: a person is asked; twice: stopped
  sameErrors: 4,                    // tool calls in a row that fail in the same way, with the same steps
  forbiddenCalls: 3,                // calls of one attempt that the gate refused: a person is asked; twice: stopped
  idleKiloTokens: 400,              // thousands of tokens of one attempt that has handed in nothing, with the same steps
  idleMinutes: 15,                  // minutes of one attempt that has handed in nothing, with the same steps
  unchangedResults: 2,              // results in a row handed in again as they were sent back
  memberRestarts: 3,                // restarts of one member by the engine, after it broke or was cut off in its turn
  mailDepth: 6,                     // mail that answers mail that answers mail …: deeper than this it wakes nobody
} as const;
export type LimitName = keyof typeof LIMITS;

// ── tasks ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Given to a member, whether it has started or not: these have a holder. */
const HELD = ['assigned', 'claimed', 'plan_approved', 'executing'] as const;
/** Every open state except `escalated` (a person's) and `approved` (passing). */
const WITHDRAWABLE = ['blocked', 'pending', 'unassigned', ...HELD, 'pending_review', 'rejected'] as const;
const EDITABLE = ['pending', 'unassigned', ...HELD, 'pending_review', 'rejected'] as const;
const HANDS_IN = ['executing', 'plan_approved', 'claimed'] as const;
const ENDED = ['done', 'completed', 'failed', 'cancelled'] as const;

export const TASK_TABLE = [
  { verb: 'create', from: null, to: 'pending', by: ['manager', 'person'], when: 'every prerequisite has succeeded, or there is none', emits: 'task.created' },
  { verb: 'create', from: null, to: 'blocked', by: ['manager', 'person'], when: 'a prerequisite has not succeeded yet', emits: 'task.created' },
  { verb: 'unblock', from: ['blocked'], to: 'pending', by: ['engine'], when: 'the last open prerequisite became done or completed, in that same commit', emits: 'task.unblocked' },
  { verb: 'rewire', from: ['blocked'], to: 'blocked', by: ['manager', 'person'], when: 'on_prerequisite_failure is replan, once: the failed prerequisite is replaced or its edge dropped', emits: 'task.rewired' },
  { verb: 'cancel', from: ['blocked'], to: 'cancelled', by: ['engine'], when: 'a prerequisite failed or was cancelled, or its re-plan is late; root cause attached, transitive', emits: 'task.cancelled' },
  { verb: 'add_dependency', from: ['pending', 'unassigned', 'assigned'], to: 'blocked', by: ['manager', 'person'], when: 'the new prerequisite has not succeeded; never on started work', emits: 'task.dependency_added' },
  { verb: 'assign', from: ['pending'], to: 'assigned', by: ['engine', 'manager', 'person'], when: 'push: the engine, pull: manager or person, whose accepted plan gives the task back to its author; the member covers the skills and has room', emits: 'task.assigned' },
  { verb: 'claim', from: ['pending'], to: 'claimed', by: ['member'], when: 'pull: the task is free and the claimer has room, checked in the commit', emits: 'task.claimed' },
  { verb: 'offer', from: ['pending'], to: 'pending', by: ['engine'], when: 'pull: unclaimed, so offered again', emits: 'task.offered' },
  { verb: 'shelve', from: ['pending'], to: 'unassigned', by: ['engine'], when: 'push: no registered member covers the skills, or none was available in time; pull: offers used up', emits: 'task.shelved' },
  { verb: 'place', from: ['unassigned'], to: 'pending', by: ['manager', 'engine'], when: 'skills or content changed (manager, once), or a new registration can do it (engine)', emits: 'task.placed' },
  { verb: 'split', from: ['unassigned'], to: 'cancelled', by: ['manager'], when: 'replaced by new tasks, edges moved to them', emits: 'task.split' },
  { verb: 'escalate', from: ['unassigned'], to: 'escalated', by: ['engine'], when: 're-plan used up or late', emits: 'task.escalated' },
  { verb: 'start', from: ['assigned'], to: 'executing', by: ['worker'], when: 'push, no plan gate', emits: 'task.started' },
  { verb: 'start', from: ['assigned'], to: 'claimed', by: ['holder'], when: 'pull, or plan gate without an accepted plan', emits: 'task.started' },
  { verb: 'start', from: ['assigned'], to: 'plan_approved', by: ['holder'], when: 'plan gate, and an accepted plan stands (rework, or taken up again by its author) or none is owed (the holder is a person that has handed in none)', emits: 'task.started' },
  { verb: 'decline', from: HELD, to: 'unassigned', by: ['holder'], when: 'outside its boundaries; reason attached', emits: 'task.declined' },
  { verb: 'lose', from: HELD, to: 'pending', by: ['engine'], when: 'start deadline, lease or member lost, or transport fault; losses left', emits: 'task.lost' },
  { verb: 'escalate', from: ['assigned', 'plan_approved', 'executing'], to: 'escalated', by: ['engine'], when: 'losses used up, a fault that no retry can mend, breaker stop, a person\'s due time passed, or the person who was asked decides about it', emits: 'task.escalated' },
  { verb: 'submit_plan', from: ['claimed'], to: 'claimed', by: ['holder'], when: 'plan gate; the attempt parks until the decision', emits: 'task.plan_submitted' },
  { verb: 'approve_plan', from: ['claimed'], to: 'plan_approved', by: ['manager', 'person'], when: 'the newest plan, undecided', emits: 'task.plan_approved' },
  { verb: 'refuse_plan', from: ['claimed'], to: 'claimed', by: ['manager', 'person'], when: 'feedback delivered; refusals left', emits: 'task.plan_refused' },
  { verb: 'escalate', from: ['claimed'], to: 'escalated', by: ['engine'], when: 'the same, or the last plan refusal, or nobody decided the plan (manager, then person)', emits: 'task.escalated' },
  { verb: 'submit', from: HANDS_IN, to: 'pending_review', by: ['holder'], when: 'a reviewer, any criterion or a working tree; from claimed only without a plan gate; attempts + 1', emits: 'task.submitted' },
  { verb: 'submit', from: HANDS_IN, to: 'completed', by: ['holder'], when: 'review none, no criteria and no working tree; from claimed only without a plan gate', emits: 'task.completed' },
  { verb: 'approve', from: ['pending_review'], to: 'approved', by: ['reviewer', 'engine'], when: 'every criterion met (engine: when code checks all), branch merged if there is one', emits: 'task.approved' },
  { verb: 'reject', from: ['pending_review'], to: 'rejected', by: ['reviewer', 'engine'], when: 'fix list attached', emits: 'task.rejected' },
  { verb: 'inconclusive', from: ['pending_review'], to: 'pending_review', by: ['engine'], when: 'verdict unreadable, missing or late; review faults left', emits: 'task.review_inconclusive' },
  { verb: 'escalate', from: ['pending_review'], to: 'escalated', by: ['engine'], when: 'review faults used up, nobody may review, the person who was asked decides about it, or the budget used up, on the way to its end', emits: 'task.escalated' },
  { verb: 'accept', from: ['approved'], to: 'done', by: ['engine'], when: 'in the manager\'s name, in the same commit as approve', emits: 'task.accepted' },
  { verb: 'rework', from: ['rejected'], to: 'assigned', by: ['engine'], when: 'attempts left; same author', emits: 'task.rework_requested' },
  { verb: 'release', from: ['rejected'], to: 'pending', by: ['engine'], when: 'attempts left; author gone or busy too long', emits: 'task.released' },
  { verb: 'escalate', from: ['rejected'], to: 'escalated', by: ['engine'], when: 'attempts used up, after_cap ask; after_cap accept_best, and its branch cannot be merged; or the budget used up, on the way to its end', emits: 'task.escalated' },
  { verb: 'accept', from: ['rejected'], to: 'done', by: ['engine'], when: 'attempts used up, after_cap accept_best, branch merged if there is one; in the manager\'s name, marked below standard', emits: 'task.accepted' },
  { verb: 'fail', from: ['rejected'], to: 'failed', by: ['engine'], when: 'attempts used up, after_cap fail', emits: 'task.failed' },
  { verb: 'retry', from: ['escalated'], to: 'pending', by: ['person'], when: 'note attached; one more attempt, other counters to 0', emits: 'task.retried' },
  { verb: 'reassign', from: ['escalated'], to: 'assigned', by: ['person'], when: 'as retry, to a named member', emits: 'task.reassigned' },
  { verb: 'accept', from: ['escalated'], to: 'done', by: ['person'], when: 'there is a result, branch merged if there is one; marked below standard', emits: 'task.accepted' },
  { verb: 'edit_result', from: ['escalated'], to: 'done', by: ['person'], when: 'the person\'s output fits output_schema; a branch stays as it is, not merged', emits: 'task.result_edited' },
  { verb: 'split', from: ['escalated'], to: 'cancelled', by: ['person'], when: 'replaced by new tasks, edges moved to them', emits: 'task.split' },
  { verb: 'cancel', from: ['escalated'], to: 'cancelled', by: ['person'], when: 'at will', emits: 'task.cancelled' },
  { verb: 'fail', from: ['escalated'], to: 'failed', by: ['person'], when: 'at will', emits: 'task.failed' },
  { verb: 'expire', from: ['escalated'], to: 'failed', by: ['engine'], when: 'unanswered at the deadline, or goal unattended (at once)', emits: 'task.expired' },
  { verb: 'expire', from: ['escalated'], to: 'done', by: ['engine'], when: 'the same, with unanswered accept_best and a result, branch merged if there is one', emits: 'task.expired' },
  { verb: 'edit', from: ['blocked'], to: 'blocked', by: ['manager', 'person'], when: 'at will', emits: 'task.edited' },
  { verb: 'edit', from: EDITABLE, to: 'pending', by: ['manager', 'person'], when: 'manager: interventions left; claim revoked, holder told', emits: 'task.edited' },
  { verb: 'edit', from: ['escalated'], to: 'pending', by: ['person'], when: 'as retry', emits: 'task.edited' },
  { verb: 'reassign', from: ['unassigned', ...HELD, 'rejected'], to: 'assigned', by: ['manager', 'person'], when: 'manager: interventions left; old holder told', emits: 'task.reassigned' },
  { verb: 'release', from: HELD, to: 'pending', by: ['manager', 'person'], when: 'manager: interventions left; old holder told', emits: 'task.released' },
  { verb: 'cancel', from: WITHDRAWABLE, to: 'cancelled', by: ['manager', 'person'], when: 'at will; for a person\'s task the manager asks first; in the manager\'s name when the budget is used up for good', emits: 'task.cancelled' },
  { verb: 'reopen', from: ENDED, to: 'pending', by: ['person'], when: 'recorded; one more attempt; not when replaced_by is set', emits: 'task.reopened' },
  { verb: 'reopen', from: ENDED, to: 'blocked', by: ['person'], when: 'the same, and a prerequisite has not succeeded', emits: 'task.reopened' },
] as const satisfies readonly Row[];

export type TaskState = StateOf<typeof TASK_TABLE>;
export type TaskVerb = VerbOf<typeof TASK_TABLE>;
export type TaskEvent = EventOf<typeof TASK_TABLE>;

/** Whom a state waits for. `prerequisite` is not a mover: its own end moves the task. */
export type Owner = Mover | 'prerequisite';

export interface StateRow<Verb extends string> {
  readonly means: Bilingual;
  /** Who makes the next move. */
  readonly owner: readonly Owner[];
  /** The times that run while the state lasts. */
  readonly deadline: readonly TimeName[];
  /** What the engine does when the owner stays mute: the first that its counters still allow. */
  readonly ifMute: readonly Verb[];
  /** Nothing but a person's reopen leaves it. What is not final is open. */
  readonly final: boolean;
}

export const TASK_STATES: Readonly<Record<TaskState, StateRow<TaskVerb>>> = {
  blocked: { means: { en: 'waits for prerequisites', zh: '等待前置任务' }, owner: ['prerequisite', 'manager'], deadline: ['replanMs'], ifMute: ['cancel'], final: false },
  pending: { means: { en: 'ready and free', zh: '已就绪，尚无人承担' }, owner: ['engine', 'member'], deadline: ['offerMs', 'unclaimedMs'], ifMute: ['offer', 'shelve'], final: false },
  unassigned: { means: { en: 'nobody has the skills, or nobody took it', zh: '没有成员具备所需技能，或无人领取' }, owner: ['manager'], deadline: ['unassignedMs'], ifMute: ['escalate'], final: false },
  assigned: { means: { en: 'given to a member that has not started', zh: '已分配给成员，尚未开始' }, owner: ['worker', 'holder'], deadline: ['startMs', 'personDueMs'], ifMute: ['lose', 'escalate'], final: false },
  claimed: { means: { en: 'taken by a member that works or prepares its plan', zh: '已被成员领取，正在执行或准备方案' }, owner: ['holder', 'manager', 'person'], deadline: ['leaseMs', 'attemptMs', 'planDecisionMs', 'personDueMs'], ifMute: ['lose', 'escalate'], final: false },
  plan_approved: { means: { en: 'at work, its plan approved', zh: '方案已通过，正在执行' }, owner: ['holder'], deadline: ['leaseMs', 'attemptMs', 'personDueMs'], ifMute: ['lose', 'escalate'], final: false },
  executing: { means: { en: 'at work', zh: '正在执行' }, owner: ['holder'], deadline: ['leaseMs', 'attemptMs', 'personDueMs'], ifMute: ['lose', 'escalate'], final: false },
  pending_review: { means: { en: 'result handed in, waits for review', zh: '成果已提交，等待审阅' }, owner: ['reviewer', 'engine'], deadline: ['reviewMs'], ifMute: ['inconclusive', 'escalate'], final: false },
  rejected: { means: { en: 'did not meet its criteria; the engine decides what follows', zh: '未达到验收标准，由引擎决定下一步' }, owner: ['engine'], deadline: ['sweepMs'], ifMute: ['rework', 'release', 'escalate', 'accept', 'fail'], final: false },
  approved: { means: { en: 'met its criteria; being accepted', zh: '已达到验收标准，正在验收' }, owner: ['engine'], deadline: ['sweepMs'], ifMute: ['accept'], final: false },
  escalated: { means: { en: 'a person must decide; nobody works on it', zh: '需要人来决定，目前无人执行' }, owner: ['person'], deadline: ['questionMs'], ifMute: ['expire'], final: false },
  done: { means: { en: 'accepted', zh: '已验收通过' }, owner: [], deadline: [], ifMute: [], final: true },
  completed: { means: { en: 'declared complete where no review is asked for', zh: '已完成，无需审阅' }, owner: [], deadline: [], ifMute: [], final: true },
  failed: { means: { en: 'ended without a result', zh: '已失败，没有成果' }, owner: [], deadline: [], ifMute: [], final: true },
  cancelled: { means: { en: 'called off', zh: '已取消' }, owner: [], deadline: [], ifMute: [], final: true },
};

export const taskMachine = machine(TASK_TABLE, TASK_STATES);

/** The only states that count as success for those who wait on a task. */
const SUCCEEDED: ReadonlySet<TaskState> = new Set(['done', 'completed']);
export const hasSucceeded = (state: TaskState): boolean => SUCCEEDED.has(state);

/** In these states somebody holds the task; leaving them tells the holder. */
const WITH_HOLDER: ReadonlySet<TaskState> = new Set(HELD);
export const hasHolder = (state: TaskState): boolean => WITH_HOLDER.has(state);

/** An attempt has begun and its holder is at work. */
const AT_WORK: ReadonlySet<TaskState> = new Set(HANDS_IN);
export const isAtWork = (state: TaskState): boolean => AT_WORK.has(state);

// ── goals ───────────────────────────────────────────────────────────────────────────────────────────────────────────

export const GOAL_TABLE = [
  { verb: 'open', from: null, to: 'planning', by: ['person', 'api'], when: 'the text and the limits fit', emits: 'goal.opened' },
  { verb: 'propose', from: ['planning'], to: 'plan_review', by: ['engine'], when: 'policy approve_goal_plan is person', emits: 'goal.plan_proposed' },
  { verb: 'adopt', from: ['planning'], to: 'running', by: ['engine', 'person'], when: 'the task graph is made in the same commit', emits: 'goal.plan_adopted' },
  { verb: 'adopt', from: ['plan_review'], to: 'running', by: ['person'], when: 'the same; the plan as it was shown, or the one that the person gives instead', emits: 'goal.plan_adopted' },
  { verb: 'refuse', from: ['plan_review'], to: 'planning', by: ['person'], when: 'with a reason; refusals left', emits: 'goal.plan_refused' },
  { verb: 'fail', from: ['planning'], to: 'failed', by: ['engine'], when: 'no usable plan after the last try, and nobody to ask; or no money to plan with', emits: 'goal.failed' },
  { verb: 'fail', from: ['plan_review'], to: 'failed', by: ['engine'], when: 'nobody accepted the plan in time', emits: 'goal.failed' },
  { verb: 'drain', from: ['running'], to: 'closing', by: ['engine'], when: 'every task has ended', emits: 'goal.drained' },
  { verb: 'extend', from: ['closing'], to: 'running', by: ['manager', 'person'], when: 'new tasks in the same commit', emits: 'goal.extended' },
  { verb: 'close', from: ['closing'], to: 'done', by: ['engine'], when: 'summary stored; every task is done, completed, replaced, or cancelled by a person', emits: 'goal.closed' },
  { verb: 'close', from: ['closing'], to: 'failed', by: ['engine'], when: 'summary stored; otherwise', emits: 'goal.closed' },
  { verb: 'cancel', from: ['planning', 'plan_review', 'running', 'closing'], to: 'cancelled', by: ['person'], when: 'every open task, question and attempt ends in the same commit', emits: 'goal.cancelled' },
  { verb: 'reopen', from: ['done', 'failed'], to: 'running', by: ['person'], when: 'by reopening a task', emits: 'goal.reopened' },
] as const satisfies readonly Row[];

export type GoalState = StateOf<typeof GOAL_TABLE>;
export type GoalVerb = VerbOf<typeof GOAL_TABLE>;
export type GoalEvent = EventOf<typeof GOAL_TABLE>;

/** `running` has no clock of its own: its tasks have. */
export const GOAL_STATES: Readonly<Record<GoalState, StateRow<GoalVerb>>> = {
  planning: { means: { en: 'the manager makes the plan', zh: '主管正在制定计划' }, owner: ['manager'], deadline: ['attemptMs'], ifMute: ['fail'], final: false },
  plan_review: { means: { en: 'a person looks at the plan', zh: '计划等待人来确认' }, owner: ['person'], deadline: ['questionMs'], ifMute: ['fail'], final: false },
  running: { means: { en: 'its tasks are being done', zh: '任务正在进行' }, owner: ['engine'], deadline: ['sweepMs'], ifMute: ['drain'], final: false },
  closing: { means: { en: 'every task has ended; the summary is being written', zh: '任务均已结束，正在撰写总结' }, owner: ['manager', 'engine'], deadline: ['attemptMs'], ifMute: ['close'], final: false },
  done: { means: { en: 'reached, with a summary', zh: '已达成，附有总结' }, owner: [], deadline: [], ifMute: [], final: true },
  failed: { means: { en: 'not reached', zh: '未达成' }, owner: [], deadline: [], ifMute: [], final: true },
  cancelled: { means: { en: 'called off by a person', zh: '已由人取消' }, owner: [], deadline: [], ifMute: [], final: true },
};

export const goalMachine = machine(GOAL_TABLE, GOAL_STATES);

// ── questions ────────────────────────────────────────────────────────────────────────────────────

export const QUESTION_TABLE = [
  { verb: 'ask', from: null, to: 'open', by: ['engine', 'holder', 'manager'], when: 'something waits for the manager or a person', emits: 'question.asked' },
  { verb: 'answer', from: ['open'], to: 'answered', by: ['manager', 'person'], when: 'the answer fits; its move is in the same commit', emits: 'question.answered' },
  { verb: 'expire', from: ['open'], to: 'expired', by: ['engine'], when: 'unanswered at the deadline, or goal unattended (at once); the default is taken', emits: 'question.expired' },
  { verb: 'withdraw', from: ['open'], to: 'withdrawn', by: ['engine', 'holder', 'manager', 'person'], when: 'what it was asked for has moved on or ended', emits: 'question.withdrawn' },
] as const satisfies readonly Row[];

export type QuestionState = StateOf<typeof QUESTION_TABLE>;
export type QuestionVerb = VerbOf<typeof QUESTION_TABLE>;
export type QuestionEvent = EventOf<typeof QUESTION_TABLE>;

export const QUESTION_STATES: Readonly<Record<QuestionState, StateRow<QuestionVerb>>> = {
  open: { means: { en: 'waits for an answer', zh: '等待回答' }, owner: ['manager', 'person'], deadline: ['questionMs'], ifMute: ['expire'], final: false },
  answered: { means: { en: 'answered', zh: '已回答' }, owner: [], deadline: [], ifMute: [], final: true },
  expired: { means: { en: 'nobody answered in time; the default was taken', zh: '逾期未答，已按默认处理' }, owner: [], deadline: [], ifMute: [], final: true },
  withdrawn: { means: { en: 'no longer needed', zh: '已不再需要' }, owner: [], deadline: [], ifMute: [], final: true },
};

export const questionMachine = machine(QUESTION_TABLE, QUESTION_STATES);

// ── members ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export const MEMBER_TABLE = [
  { verb: 'spawn', from: null, to: 'unstarted', by: ['manager', 'person', 'engine'], when: 'the roster is open, or it is named by the team (engine)', emits: 'member.spawned' },
  { verb: 'start', from: ['unstarted'], to: 'starting', by: ['engine', 'manager', 'person', 'member'], when: 'work or mail is there; the first message of anybody starts every unstarted member', emits: 'member.started' },
  { verb: 'come_up', from: ['starting'], to: 'ready', by: ['member', 'engine'], when: 'it is there, in the process that started it', emits: 'member.came_up' },
  { verb: 'begin_turn', from: ['ready'], to: 'busy', by: ['member'], when: 'there is news for it; its mail is delivered in the same commit', emits: 'member.turn_began' },
  { verb: 'end_turn', from: ['busy'], to: 'ready', by: ['member'], when: 'the turn is the current one; the mail it saw is read in the same commit', emits: 'member.turn_ended' },
  { verb: 'end_turn', from: ['shutdown_requested'], to: 'shut_down', by: ['member'], when: 'the same, and it was asked to end', emits: 'member.turn_ended' },
  { verb: 'pause', from: ['ready', 'busy'], to: 'paused', by: ['manager', 'person'], when: 'at will; a turn that runs is void and its mail is delivered again', emits: 'member.paused' },
  { verb: 'resume', from: ['paused'], to: 'ready', by: ['manager', 'person'], when: 'at will', emits: 'member.resumed' },
  { verb: 'stop', from: ['starting', 'ready', 'busy', 'paused'], to: 'stopped', by: ['engine'], when: 'its process has ended or lets it go; its tasks are free, uncounted', emits: 'member.stopped' },
  { verb: 'fail', from: ['starting', 'ready', 'busy'], to: 'error', by: ['engine'], when: 'it did not come up in time, hangs or broke; its tasks are lost', emits: 'member.failed' },
  { verb: 'restart', from: ['stopped', 'error'], to: 'starting', by: ['engine', 'manager', 'person'], when: 'engine: restarts left, where it broke or was cut off in its turn', emits: 'member.restarted' },
  { verb: 'restart', from: ['shut_down'], to: 'starting', by: ['manager', 'person'], when: 'it is called back, or a person opens a goal for a team that names it; its conversation is kept', emits: 'member.restarted' },
  { verb: 'request_shutdown', from: ['busy'], to: 'shutdown_requested', by: ['manager', 'person'], when: 'it is in a turn and may end it', emits: 'member.shutdown_requested' },
  { verb: 'shut_down', from: ['unstarted', 'starting', 'ready', 'busy', 'paused', 'stopped', 'error'], to: 'shut_down', by: ['manager', 'person'], when: 'idle, or by force; its tasks are free, its mail goes on', emits: 'member.shut_down' },
  { verb: 'shut_down', from: ['shutdown_requested'], to: 'shut_down', by: ['engine', 'manager', 'person'], when: 'it did not end its turn in time, or by force', emits: 'member.shut_down' },
  { verb: 'shut_down', from: ['error', 'stopped'], to: 'shut_down', by: ['engine'], when: 'restarts used up, and nobody called it back', emits: 'member.shut_down' },
] as const satisfies readonly Row[];

export type MemberState = StateOf<typeof MEMBER_TABLE>;
export type MemberVerb = VerbOf<typeof MEMBER_TABLE>;
export type MemberEvent = EventOf<typeof MEMBER_TABLE>;

/** `ready` is no wait of its own: idle is normal. What waits is its work, and a team that is idle as a whole is woken by the sweep. */
export const MEMBER_STATES: Readonly<Record<MemberState, StateRow<MemberVerb>>> = {
  unstarted: { means: { en: 'on the roster, not started yet', zh: '已在名册中，尚未启动' }, owner: ['engine'], deadline: ['sweepMs'], ifMute: ['start'], final: false },
  starting: { means: { en: 'being started', zh: '正在启动' }, owner: ['member'], deadline: ['startMs'], ifMute: ['fail'], final: false },
  ready: { means: { en: 'there and idle, waits for news', zh: '已就绪，等待消息或任务' }, owner: ['engine'], deadline: ['leaseMs'], ifMute: ['stop'], final: false },
  busy: { means: { en: 'in a turn', zh: '正在处理' }, owner: ['member'], deadline: ['leaseMs', 'attemptMs'], ifMute: ['stop', 'fail'], final: false },
  paused: { means: { en: 'paused; its mail waits', zh: '已暂停，消息保留' }, owner: ['manager', 'person'], deadline: ['leaseMs'], ifMute: ['stop'], final: false },
  stopped: { means: { en: 'its process has ended; it can be started again', zh: '所在进程已结束，可重新启动' }, owner: ['engine'], deadline: ['sweepMs'], ifMute: ['restart', 'shut_down'], final: false },
  shutdown_requested: { means: { en: 'asked to end, ends its turn', zh: '已要求结束，正在完成当前回合' }, owner: ['member'], deadline: ['shutdownMs'], ifMute: ['shut_down'], final: false },
  shut_down: { means: { en: 'has left; it can be called back', zh: '已离开，可被召回' }, owner: [], deadline: [], ifMute: [], final: true },
  error: { means: { en: 'broken or did not come up', zh: '出错或未能启动' }, owner: ['engine', 'manager'], deadline: ['unassignedMs'], ifMute: ['restart', 'shut_down'], final: false },
};

export const memberMachine = machine(MEMBER_TABLE, MEMBER_STATES);

/** Mail to these is refused; what was in their box goes on. */
const DEPARTED: ReadonlySet<MemberState> = new Set(['shutdown_requested', 'shut_down']);
export const hasDeparted = (state: MemberState): boolean => DEPARTED.has(state);

// ── messages ────────────────────────────────────────────────────────────────────────────────────────────────────────

export const MESSAGE_TABLE = [
  { verb: 'send', from: null, to: 'sent', by: ['manager', 'member', 'person', 'engine'], when: 'the receiver is known and has not left', emits: 'message.sent' },
  { verb: 'deliver', from: ['sent', 'delivered'], to: 'delivered', by: ['member'], when: 'a turn of the receiver begins or asks; delivered again when the turn that had it never ended', emits: 'message.delivered' },
  { verb: 'read', from: ['delivered'], to: 'read', by: ['member'], when: 'the turn that had it ends, in the commit of its outcome', emits: 'message.read' },
  { verb: 'read', from: ['sent'], to: 'read', by: ['person'], when: 'a person has seen it', emits: 'message.read' },
  { verb: 'bury', from: ['sent', 'delivered'], to: 'dead', by: ['engine'], when: 'the receiver has left and it was sent on, or nobody read it in time', emits: 'message.buried' },
] as const satisfies readonly Row[];

export type MessageState = StateOf<typeof MESSAGE_TABLE>;
export type MessageVerb = VerbOf<typeof MESSAGE_TABLE>;
export type MessageEvent = EventOf<typeof MESSAGE_TABLE>;

export const MESSAGE_STATES: Readonly<Record<MessageState, StateRow<MessageVerb>>> = {
  sent: { means: { en: 'in the box of its receiver', zh: '已存入收件箱' }, owner: ['member', 'person'], deadline: ['mailMs'], ifMute: ['bury'], final: false },
  delivered: { means: { en: 'shown to a turn that has not ended', zh: '已送入当前回合，尚未完成' }, owner: ['member'], deadline: ['attemptMs', 'mailMs'], ifMute: ['bury'], final: false },
  read: { means: { en: 'read', zh: '已读' }, owner: [], deadline: [], ifMute: [], final: true },
  dead: { means: { en: 'could not be delivered', zh: '无法送达' }, owner: [], deadline: [], ifMute: [], final: true },
};

export const messageMachine = machine(MESSAGE_TABLE, MESSAGE_STATES);
