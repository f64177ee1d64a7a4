// Reviewing one result: code first, for what takes time or touches the world; then a reviewer that is no author, for what
// code cannot check. A reviewer that fails, stays mute or answers unreadably gives an inconclusive verdict, never a pass.
import type { Board } from '../core/board/board.ts';
import { isHopeless, isTeamError, saidIn } from '../core/errors.ts';
import { endReview } from '../core/moves/budget.ts';
import { checkOut } from '../core/moves/attempt.ts';
import { checkTotal, needsOf, type CriterionResult } from '../core/criteria.ts';
import { REVIEW_POINTS } from '../core/prompts.ts';
import type { Goal } from '../core/goal.ts';
import type { TaskId } from '../core/ids.ts';
import { copyJson, sameInBoth, type Bilingual, type Json, type JsonObject, type Locale } from '../core/json.ts';
import type { Registration } from '../core/members/registration.ts';
import { askReviewer as askPerson, waitsForPerson } from '../core/moves/people.ts';
import { approvalOf, decideMerge, type Approval } from '../core/moves/merge.ts';
import { decideReview, nextReviewer, waitsForMerge, type Verdict } from '../core/moves/review.ts';
import { treeOf, type Brief, type ContextPiece, type Task, type TaskResult } from '../core/task.ts';
import type { ReviewOrder, TurnRecord } from '../ports/member.ts';
import type { Recalled } from '../ports/store.ts';
import { contextOf, readPaper } from './context-of.ts';
import { liveText, type Engine, type Held } from './engine.ts';
import { commit } from './commit.ts';
import { mergeNow, UNREADABLE } from './trees/merge-work.ts';
import { leaveEmptyTree } from './trees/own-tree.ts';
import { commitSpent, reserving } from './commit-spent.ts';

export async function reviewTask(engine: Engine, taskId: TaskId): Promise<void> {
  const found = engine.store.look((board) => {
    const task = board.task(taskId);
    const goal = task === undefined ? undefined : board.goal(task.goalId);
    return task?.state === 'pending_review' && !waitsForPerson(task) && goal !== undefined && goal.owner === engine.store.epoch ? { task, goal, isApproved: waitsForMerge(board, task) } : undefined;
  });
  if (found === undefined) return;
  const { task, goal, isApproved } = found;
  const held = engine.inHand.begin('review', taskId, roundOf(task));
  if (held === undefined) return;
  const turns: TurnRecord[] = [];
  try {
    const judging = { engine, task, goal, held, turns };
    const verdict = isApproved ? approvalOf(task) : await judge(engine, judging);
    if (verdict === undefined && engine.signal.aborted) return;
    // What a reviewer approved is put on record first; a merge may take long.
    if (verdict?.kind === 'approve' && treeOf(task) !== undefined && (isApproved || verdict.reviewerId === 'code')) return await mergeApproved(judging, verdict);
    const about = { id: taskId, goalId: task.goalId, assigneeId: verdict?.reviewerId ?? task.reviewerId };
    const decide = (board: Board) => (verdict === undefined ? endReview(board, taskId) : decideReview(board, { taskId, resultSeq: task.resultSeq }, verdict));
    await commitSpent(engine, [], { decide, about, turns });
  } finally {
    held.end();
  }
}

/** The last criterion of work that stands in a tree. Called off, it is begun again: what was merged is found merged. */
async function mergeApproved({ engine, task, goal, held }: Judging, approval: Approval): Promise<void> {
  const end = await mergeNow(engine, { task, goal, signal: held.signal });
  if (end === undefined) return;
  const outcome = await commit(engine, [task.id], (board) => decideMerge(board, { taskId: task.id, resultSeq: task.resultSeq }, approval, end));
  if (outcome.ok && end.kind === 'merged') await leaveEmptyTree(engine, goal, task);
}

/** Grows with each move of the task and with each verdict that is kept while others are still asked. */
export const roundOf = (task: Task): number => task.version * MOST_VOTES + (task.more?.verdicts?.length ?? 0);

const MOST_VOTES = 1000;

interface Judging {
  readonly engine: Engine;
  readonly task: Task;
  readonly goal: Goal;
  readonly held: Held;
  readonly turns: TurnRecord[];
}

async function judge(engine: Engine, judging: Judging): Promise<Verdict | undefined> {
  const { task, goal } = judging;
  // Without a wait where it is at hand: the review begins before its author's next task.
  const recalled = engine.store.recall(task);
  const paper = recalled?.result === undefined ? await readPaper(engine, task) : recalled;
  if (paper?.result === undefined) return { kind: 'inconclusive', reviewerId: 'code', because: UNREADABLE[goal.locale] };
  const { brief, result } = paper;
  const checks = brief.criteria.length === 0 ? NOTHING : await checksOf(judging, brief, result);
  const criteria = checks.length === 0 ? NOTHING : checks.map((check) => checkOut(check, goal.locale));
  const verdict = checks.length === 0 ? undefined : verdictOf(checks, criteria, goal.locale);
  if (verdict !== undefined) return verdict;
  if (task.review !== 'reviewer') return { kind: 'approve', reviewerId: 'code', comment: '', criteria };
  const reviewer = pickReviewer(engine, task, goal);
  if (reviewer?.kind === 'human') {
    const question = { taskId: task.id, resultSeq: task.resultSeq, reviewerId: reviewer.agentId, points: pointsOf(brief), checks: criteria };
    await commit(engine, [], (board) => askPerson(board, question));
    return undefined;
  }
  const said = await askMember(engine, judging, { ...paper, result, reviewerId: reviewer?.agentId });
  // What code found belongs to the verdict, so that results of several attempts can be compared.
  return said === undefined || said.kind === 'inconclusive' || criteria.length === 0 ? said : { ...said, criteria: [...criteria, ...said.criteria] };
}

const NOTHING: readonly never[] = [];

/** What code alone says: a criterion that is not met, or one that it could not check. */
function verdictOf(checks: readonly CriterionResult[], criteria: readonly JsonObject[], locale: Locale): Verdict | undefined {
  const failed = checks.filter((check) => check.passed === false);
  if (failed.length > 0) {
    const fixes = failed.map((check) => check.fix?.[locale] ?? check.id);
    return { kind: 'reject', reviewerId: 'code', comment: fixes.join('\n'), fixes, criteria };
  }
  const unjudged = checks.find((check) => check.passed === undefined);
  return unjudged === undefined ? undefined : { kind: 'inconclusive', reviewerId: 'code', because: unjudged.fix?.[locale] ?? unjudged.id };
}

async function checksOf({ engine, task, held }: Judging, brief: Brief, result: TaskResult): Promise<readonly CriterionResult[]> {
  const needs = needsOf(brief.criteria);
  const tree = treeOf(task);
  const about = { output: result.output, input: brief.input, signal: held.signal, ...(tree === undefined ? {} : { folder: tree.folder }) };
  // A command is run where the work is merged; before that only to spare a reviewer what fails anyway.
  const world = tree === undefined || task.review === 'reviewer' ? needs.world : needs.world.filter(({ rule }) => rule !== 'command');
  const slow = await Promise.all([...needs.time, ...world].map((criterion) => engine.checks.check(criterion, about)));
  return [...checkTotal(brief.criteria, result.output), ...slow];
}

async function askMember(engine: Engine, judging: Judging, paper: Paper & { readonly reviewerId: string | undefined }): Promise<Verdict | undefined> {
  const { task, goal, held } = judging;
  const reviewer = paper.reviewerId === undefined ? undefined : engine.members.find(goal.team, paper.reviewerId);
  if (reviewer?.review === undefined) return { kind: 'inconclusive', reviewerId: task.reviewerId ?? 'nobody', because: NOBODY_HERE[goal.locale] };
  const reviewerId = reviewer.registration.agentId;
  try {
    const context = paper.needs.length === 0 ? paper.brief.context : await contextOf(engine, { goal, reader: reviewer }, paper);
    const reply = await reviewer.review(new Review(judging, paper, context));
    return { ...reply, reviewerId };
  } catch (error) {
    if (engine.signal.aborted || held.signal.aborted || isTeamError(error, 'budget.used_up')) return undefined;
    const because = saidIn(error, goal.locale);
    return { kind: 'inconclusive', reviewerId, because, ...(isHopeless(error) ? { isHopeless: true } : {}) };
  }
}

/**
 * The reviewer that was chosen at the hand-in, if it is still there; once somebody has voted on this result, or cannot judge it,
 * the next one.
 */
function pickReviewer(engine: Engine, task: Task, goal: Goal): Registration | undefined {
  return engine.store.look((board) => {
    const { seats } = board.crew(goal);
    const isFirst = task.more?.verdicts === undefined && task.more?.cannotJudge === undefined;
    const chosen = isFirst ? seats.get(task.reviewerId ?? '')?.registration : undefined;
    if (chosen !== undefined && canReview(engine, goal, chosen)) return chosen;
    return seats.get(nextReviewer(board, task) ?? '')?.registration;
  });
}

/** Who has left has no role any more; a person need not be in this process. */
const canReview = (engine: Engine, goal: Goal, { agentId, kind, roles }: Registration): boolean =>
  roles.length > 0 && (kind === 'human' || engine.members.find(goal.team, agentId)?.review !== undefined);

interface Paper extends Recalled {
  readonly result: TaskResult;
}

/** The order of one review. A class, so that its signal is made only when it is looked at. */
class Review implements ReviewOrder {
  readonly task: ReviewOrder['task'];
  readonly context: readonly ContextPiece[];
  readonly points: ReviewOrder['points'];
  private readonly judging: Judging;
  private readonly result: TaskResult;
  private ownOutput: Json | undefined;

  constructor(judging: Judging, { brief, result }: Paper, context: readonly ContextPiece[]) {
    this.judging = judging;
    this.result = result;
    this.task = { taskId: judging.task.id, title: brief.title, content: brief.content, input: brief.input, criteria: brief.criteria };
    this.context = context;
    this.points = pointsOf(brief);
  }

  /** A copy: a reviewer changes nothing. */
  get output(): Json {
    return (this.ownOutput ??= copyJson(this.result.output));
  }
  get executionSummary(): string {
    return this.result.executionSummary;
  }
  get locale(): Locale {
    return this.judging.goal.locale;
  }
  get signal(): AbortSignal {
    return this.judging.held.signal;
  }
  get reserve(): ReviewOrder['reserve'] {
    const { engine, goal, held } = this.judging;
    return reserving(engine, goal, () => held.signal);
  }
  record(turn: TurnRecord): void {
    this.judging.turns.push(turn);
  }
  onText(delta: string): void {
    this.live().onText(delta);
  }
  onRestart(): void {
    this.live().onRestart();
  }
  private live(): ReturnType<typeof liveText> {
    const { engine, goal, task } = this.judging;
    return liveText(engine, { goalId: goal.id, taskId: task.id, memberId: task.reviewerId ?? '' });
  }
}

const NOBODY_HERE: Bilingual = { en: 'No reviewer that may review it is here.', zh: '当前没有可以审阅它的成员。' };

/** Only what code could not check; without criteria of its own a task is reviewed on the four general points. */
function pointsOf(brief: Brief): readonly { readonly id: string; readonly text: Bilingual }[] {
  if (brief.criteria.length === 0) return REVIEW_POINTS;
  return needsOf(brief.criteria).reviewer.flatMap((criterion) => (criterion.rule === 'sentence' ? [{ id: criterion.id, text: sameInBoth(criterion.text) }] : []));
}
