// One turn of a member that claims, while it lives: who it is, what it was woken for, what it holds, and what it has spent. It is the
// order that the member gets; how a turn begins and ends is in take-turn.ts.
import { TeamError } from '../../core/errors.ts';
import type { Goal } from '../../core/goal.ts';
import { attemptId } from '../../core/ids.ts';
import type { Bilingual, Locale } from '../../core/json.ts';
import { isAtWork } from '../../core/lifecycles.ts';
import type { Task } from '../../core/task.ts';
import { leaderOf, type News } from '../../core/team/concerns.ts';
import type { Message } from '../../core/team/message.ts';
import type { TurnPart } from '../../core/team/turn-calls.ts';
import type { Member, TurnOrder, TurnRecord, TurnRounds, TurnSight } from '../../ports/member.ts';
import { liveText, type Engine } from '../engine.ts';
import { reserving, type TurnsAbout } from '../commit-spent.ts';
import type { TurnLog } from './turn-log.ts';
import type { RunningTurn, TurnsHere } from './turns-here.ts';

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
  readonly rounds: TurnRounds;
  private seen: TurnSight | undefined;
  roundCount = 0;
  private records: readonly TurnRecord[] = [];

  constructor(parts: TurnParts, rounds: (turn: MemberTurn) => TurnRounds) {
    this.parts = parts;
    this.rounds = rounds(this);
  }

  /** Read before the member gets the order. */
  get sight(): TurnSight {
    if (this.seen === undefined) throw new TeamError('engine.defect', UNSEEN);
    return this.seen;
  }
  see(sight: TurnSight): void {
    this.seen = sight;
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
    const task = this.held();
    if (task !== undefined) this.parts.turns.spend(attemptId(task.id, task.starts), (turn.inputTokens ?? 0) + (turn.outputTokens ?? 0));
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
    return engine.store.look((board) => [...board.claims(goal.id).of(this.memberId)]
      .filter((task) => isAtWork(task.state))
      .toSorted((a, b) => b.updatedAt - a.updatedAt || b.key - a.key)[0]);
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
}

const UNSEEN: Bilingual = { en: 'A turn was asked for before it had looked at the board; please report it.', zh: '回合尚未查看看板就被请求，请反馈此问题。' };
