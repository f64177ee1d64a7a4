// One turn of a member that claims: begun with the mail that waits, worked through in rounds of calls, ended with what came of it in
// one commit. A turn that breaks was none: its mail and its news come again, and what it did on the way stays done.
import type { Board } from '../../core/board/board.ts';
import type { Decision } from '../../core/change.ts';
import { isHopeless, isTeamError, TeamError } from '../../core/errors.ts';
import type { Goal } from '../../core/goal.ts';
import type { Locale } from '../../core/json.ts';
import { isAtWork } from '../../core/lifecycles.ts';
import { escalate } from '../../core/moves/escalation.ts';
import { planUnusable } from '../../core/moves/goal-plan.ts';
import type { Task } from '../../core/task.ts';
import { claimTask } from '../../core/team/claim.ts';
import type { Concern, News } from '../../core/team/concerns.ts';
import { leaderOf } from '../../core/team/concerns.ts';
import { failMember, heldBy } from '../../core/team/lives.ts';
import type { Message } from '../../core/team/message.ts';
import { beginTurn, endTurn } from '../../core/team/turn.ts';
import type { TurnPart } from '../../core/team/turn-calls.ts';
import type { Member, TurnDesk, TurnOrder, TurnRecord, TurnReply, TurnSight } from '../../ports/member.ts';
import { commit } from '../commit.ts';
import { liveText, type Engine } from '../engine.ts';
import { commitSpent, reserving, type TurnsAbout } from '../turns.ts';
import { openHeldGate } from './held-gate.ts';
import { turnDesk } from './turn-desk.ts';
import { seesNow } from './turn-sight.ts';
import { turnLogOf, type TurnLog } from './turn-log.ts';
import type { RunningTurn, TurnsHere } from './turns-here.ts';
import { WORDS } from './turn-words.ts';

/** Faults of its model in a row after which a member counts as broken. */
const MOST_FAULTS = 3;
/** After a fault it is left alone for so long, then twice as long. */
const REST_MS = 30_000;

/** Contract: never throws; what went wrong is on record. */
export async function takeTurn(engine: Engine, turns: TurnsHere, concern: Concern): Promise<void> {
  const member = engine.members.find(engine.team, concern.memberId);
  const running = member?.turn === undefined ? undefined : turns.begin(concern.memberId);
  if (member === undefined || running === undefined) return;
  const keys = concern.news.map(({ key }) => key);
  try {
    const goal = engine.store.look((board) => board.goal(concern.goalId));
    const begun = await commit(engine, [], (board) => beginTurn(board, { team: engine.team, memberId: concern.memberId }));
    if (!begun.ok || goal === undefined) return;
    running.number = begun.value.turn;
    turns.tell(concern.memberId, keys);
    const log = await turnLogOf(engine, turns, goal, concern.memberId);
    await new MemberTurn({ engine, turns, member, goal, running, log, news: concern.news, mail: begun.value.mail }).run();
  } finally {
    running.end();
    // What came in while it was busy woke nobody.
    if (!engine.signal.aborted) engine.queue.send({ kind: 'attend-team' });
  }
}

export interface TurnParts {
  readonly engine: Engine;
  readonly turns: TurnsHere;
  readonly member: Member;
  readonly goal: Goal;
  readonly running: RunningTurn;
  readonly log: TurnLog;
  readonly news: readonly News[];
  readonly mail: readonly Message[];
}

export class MemberTurn implements TurnOrder {
  readonly parts: TurnParts;
  readonly desk: TurnDesk;
  sight: TurnSight;
  rounds = 0;
  private records: readonly TurnRecord[] = [];

  constructor(parts: TurnParts) {
    this.parts = parts;
    this.desk = turnDesk(this);
    this.sight = NOTHING_SEEN;
  }

  get memberId(): string {
    return this.parts.member.registration.agentId;
  }
  get isLeader(): boolean {
    return this.parts.engine.store.look((board) => leaderOf(board, this.parts.engine.team)) === this.memberId;
  }
  get ref() {
    return { team: this.parts.engine.team, memberId: this.memberId, turn: this.parts.running.number };
  }
  get part(): TurnPart {
    return { ...this.ref, goalId: this.parts.goal.id, taskId: this.held()?.id ?? null };
  }
  get locale(): Locale {
    return this.parts.goal.locale;
  }
  get signal(): AbortSignal {
    return this.parts.running.signal;
  }
  get reserve(): TurnOrder['reserve'] {
    return reserving(this.parts.engine, this.parts.goal, () => this.signal);
  }
  record(turn: TurnRecord): void {
    this.records = [...this.records, turn];
  }
  onText(delta: string): void {
    this.live().onText(delta);
  }
  onRestart(): void {
    this.live().onRestart();
  }
  private live() {
    return liveText(this.parts.engine, { goalId: this.parts.goal.id, taskId: this.held()?.id ?? null, memberId: this.memberId });
  }

  /** What it is at work on: of several, the one that it took up last. */
  held(): Task | undefined {
    const { engine, goal } = this.parts;
    return engine.store.look((board) => [...board.openTasks(goal.id)].filter((task) => task.assigneeId === this.memberId && isAtWork(task.state)).toSorted((a, b) => b.updatedAt - a.updatedAt || b.key - a.key)[0]);
  }

  /** Gives up the model calls that are not on record yet, for a commit that carries them. */
  takeRecords(): readonly TurnRecord[] {
    const { records } = this;
    this.records = [];
    return records;
  }
  get about(): TurnsAbout {
    return { id: this.held()?.id ?? null, goalId: this.parts.goal.id, assigneeId: this.memberId };
  }

  async run(): Promise<void> {
    const { engine, member } = this.parts;
    try {
      await this.regain();
      await openHeldGate(this);
      this.sight = await seesNow(this);
      await this.end((await member.turn?.(this)) ?? { text: '' });
    } catch (error) {
      if (!engine.signal.aborted) await this.broke(error);
    }
  }

  /** A turn that was cut off lost its tasks with its process; whatever is still free is its own again. */
  private async regain(): Promise<void> {
    const { engine, goal, log } = this.parts;
    if (log.cutOff.length === 0) return;
    const lost = engine.store.look((board) => [...board.openTasks(goal.id)].filter((task) => task.state === 'pending' && task.assigneeId === this.memberId && task.starts > 0));
    for (const { id } of lost) await commit(engine, [id], (board) => claimTask(board, { taskId: id, memberId: this.memberId }));
  }

  private async end({ text }: TurnReply): Promise<void> {
    const { engine, goal, news, turns } = this.parts;
    const about = this.about;
    const said = engine.tools?.mask(text) ?? text;
    const decide = (board: Board): Decision<unknown> => endTurn(board, this.ref, (draft) => {
      draft.note('member.said', { goalId: goal.id, taskId: about.id, memberId: this.memberId }, { turn: this.ref.turn, text: said, news: news.map(({ kind, taskId }) => (taskId === null ? kind : `${kind} ${taskId}`)), rounds: this.rounds });
      return undefined;
    });
    const outcome = await commitSpent(engine, [goal.id], { decide, about, turns: this.takeRecords() });
    turns.wake(this.memberId);
    if (outcome.ok && this.isLeader) await this.withoutTasks();
  }

  /** A leader that was woken for a goal and put no task on the board has made no plan, unless it waits for somebody's word. */
  private async withoutTasks(): Promise<void> {
    const { engine, goal } = this.parts;
    const waits = engine.store.look((board) => {
      const now = board.goal(goal.id);
      const others = board.members(engine.team).filter(({ agentId }) => agentId !== this.memberId);
      const talks = others.some(({ agentId, kind }) => kind !== 'human' && (board.desk.life(engine.team, agentId)?.state === 'busy' || board.desk.mailOf(engine.team, agentId).some(({ wakes }) => wakes)));
      return now?.state !== 'planning' || now.openEnded || talks || board.openQuestions(goal.id).length > 0 || board.desk.mailOf(engine.team, this.memberId).some(({ wakes }) => wakes);
    });
    if (waits) return;
    await commit(engine, [goal.id], (board) => planUnusable(board, goal.id, { tries: board.goal(goal.id)?.planTries ?? 0, problems: [WORDS.noTasks[this.locale]] }));
  }

  /** Void: what it was told is news again, at once where it was only stopped, after a rest where its model failed. */
  private async broke(error: unknown): Promise<void> {
    const { engine, turns, news, goal } = this.parts;
    const records = this.takeRecords();
    turns.untell(this.memberId, news.map(({ key }) => key));
    const isFault = !this.signal.aborted && !isTeamError(error, 'budget.used_up');
    const hopeless = isFault && (isHopeless(error) || isTeamError(error, 'tool.stopped'));
    const faults = isFault ? turns.rest(this.memberId, engine.clock.now() + REST_MS) : 0;
    if (isFault && faults > 1) turns.restUntil(this.memberId, engine.clock.now() + REST_MS * 2);
    const reason = isTeamError(error) ? `${error.code}: ${error.message}` : error instanceof Error ? error.message : String(error);
    const decide = (board: Board): Decision<unknown> => {
      if (hopeless) return stopHopeless(board, this.ref, { error, reason });
      return faults >= MOST_FAULTS ? failMember(board, this.ref, reason) : endTurn(board, { ...this.ref, void: true });
    };
    await commitSpent(engine, [goal.id], { decide, about: this.about, turns: records });
    if (hopeless) await commit(engine, [], (board) => failMember(board, this.ref, reason));
    if (hopeless && this.isLeader) await commit(engine, [goal.id], (board) => planUnusable(board, goal.id, { tries: board.goal(goal.id)?.planTries ?? 0, problems: [reason], isHopeless: true }));
  }
}

/** Nothing that is asked again would go better: what it holds goes to a person, and it is not asked before it is started anew. */
function stopHopeless(board: Board, ref: TurnPart | MemberTurn['ref'], { error, reason }: { readonly error: unknown; readonly reason: string }): Decision<unknown> {
  const held = heldBy(board, ref).filter((task) => isAtWork(task.state));
  return endTurn(board, { ...ref, void: true }, (draft) => {
    const isBreaker = isTeamError(error, 'tool.stopped');
    for (const task of held) escalate(draft, task, isBreaker ? 'breaker_stop' : 'cannot_succeed', { fault: reason, code: isTeamError(error) ? error.code : 'engine.defect' });
    return undefined;
  });
}

export const interrupted = (because: string): TeamError => new TeamError('engine.interrupted', because);

const NOTHING_SEEN: TurnSight = {
  setting: { role: 'member', mode: 'build_mode', roster: 'fixed', approvals: false, worktrees: false, sharedFolder: false },
  due: [], goal: { id: 'goal_0', text: '', state: 'planning', feedback: [] }, team: { name: '', description: '' }, roster: [], board: [], mail: [], decisions: [], own: [],
};
