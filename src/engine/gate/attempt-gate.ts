// The gate as one attempt sees it: what it may call, what it did so far, and how far its breakers have gone. It lives with the
// attempt; whatever another attempt needs to know is on record.
import type { MusterEvent } from '../../core/change.ts';
import type { Brief, Task } from '../../core/task.ts';
import { CALM, type BreakerState } from '../../core/gate/breakers.ts';
import type { Effect } from '../../core/gate/effects.ts';
import type { Heard } from '../../core/gate/heard-effects.ts';
import { grantOf, type Grant } from '../../core/gate/grant.ts';
import { callsIn, newestEffort, type CallRecord } from '../../core/gate/tool-history.ts';
import { TeamError } from '../../core/errors.ts';
import type { Goal } from '../../core/goal.ts';
import { attemptId, type TaskId } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Registration } from '../../core/members/registration.ts';
import type { EndedCall } from '../../core/moves/tool-calls.ts';
import { INTERRUPTED } from '../../core/refusals/interrupted.ts';
import type { TurnRecord } from '../../ports/member.ts';
import type { Tool, ToolBox, ToolCaller } from '../../ports/tool.ts';
import type { Engine, Held } from '../engine.ts';
import { historyOf } from '../reads/history-of.ts';

export interface GateParts {
  readonly engine: Engine;
  readonly box: ToolBox;
  readonly task: Task;
  readonly goal: Goal;
  readonly registration: Registration;
  readonly brief: Brief;
  /** Prerequisites: what was done for their results counts here too. */
  readonly needs: readonly TaskId[];
  readonly held: Held;
  /** The working tree of the task, once it is entered; the team's folder otherwise. */
  readonly folder?: () => string | undefined;
  /** Gives up the turns that are not on record yet. */
  readonly takeTurns: () => readonly TurnRecord[];
  /** When its member last began to work on it, where that is not all the time. */
  readonly workingSince?: () => number;
  /** Tokens that the attempt has taken so far. */
  readonly tokens: () => number;
}

export class AttemptGate {
  readonly parts: GateParts;
  readonly grant: Grant;
  /** Shared files that it has read, each with the number of its lock at that time. */
  readonly readUnder = new Map<string, number | undefined>();
  breakers: BreakerState = CALM;
  /** The last calls, for whoever looks at an alert. */
  readonly latest: EndedCall[] = [];
  /** What the breakers have to say; it goes with the next answer. */
  warnings: string[] = [];
  pauses = 0;
  /** The attempt in which the conversation began that this one goes on from. */
  origin: string;
  /** Ends that are not on record yet: of calls that changed nothing and were made by a function. */
  unwritten: EndedCall[] = [];
  /** Tools that only an attempt can have. */
  private own: ReadonlyMap<string, Tool> = new Map();
  private readonly done = new Set<Effect>();
  private readonly times = new Map<Effect, number>();
  /** The tasks that this one builds on, with what was done for their results. */
  builtOn: readonly JsonObject[] = [];
  private readonly letters = new Map<string, Heard>();
  private inherited: Promise<void> | undefined;
  /** Of this task, from before this attempt; read when they are first needed. */
  private past: Promise<readonly MusterEvent[]> | undefined;
  private earlier: Promise<ReadonlyMap<string, CallRecord>> | undefined;
  private judging: Promise<unknown> = Promise.resolve();
  private open = new AbortController();
  /** What is listened to: of a member with turns, that of the present one. */
  private following: AbortSignal | undefined;
  private isOver = false;
  private readonly counts = new Map<string, number>();

  /** When the attempt began to use it. */
  readonly openedAt: number;

  constructor(parts: GateParts) {
    this.parts = parts;
    this.openedAt = parts.engine.clock.now();
    this.grant = grantOf(parts.registration, parts.brief.tools);
    const { task } = parts;
    this.origin = attemptId(task.id, task.starts);
  }

  get caller(): ToolCaller {
    const { task, goal, box, registration, folder } = this.parts;
    return { goalId: goal.id, taskId: task.id, attemptId: attemptId(task.id, task.starts), memberId: registration.agentId, locale: goal.locale, workspace: folder?.() ?? box.workspace };
  }

  get ref() {
    return { taskId: this.parts.task.id, token: this.parts.task.starts };
  }
  get about() {
    return { ...this.ref, goalId: this.parts.goal.id, memberId: this.parts.registration.agentId };
  }
  /** Aborted when the attempt is called off, and when its member is done: nobody goes through a gate behind which nobody works. */
  get signal(): AbortSignal {
    const held = this.parts.held.signal;
    if (held === this.following) return this.open.signal;
    const open = new AbortController();
    this.open = open;
    this.following = held;
    if (held.aborted || this.isOver) open.abort();
    else held.addEventListener('abort', () => open.abort(), { once: true });
    return open.signal;
  }
  close(): void {
    this.isOver = true;
    this.open.abort();
  }
  /** Contract: throws `engine.interrupted` once the gate is closed. */
  mustBeOpen(): void {
    if (this.signal.aborted) throw new TeamError('engine.interrupted', INTERRUPTED.attemptEnded(this.caller.attemptId));
  }
  /** How often a function has asked for this before, this time included. */
  countOf(asked: string): number {
    const count = (this.counts.get(asked) ?? 0) + 1;
    this.counts.set(asked, count);
    return count;
  }

  find(name: string): Tool | undefined {
    return this.own.get(name) ?? this.parts.box.find(name);
  }

  give(own: readonly Tool[]): void {
    this.own = new Map(own.map((tool) => [tool.name, tool]));
  }

  /** Of every tool that there is, whoever may call it. */
  names(): readonly string[] {
    return [...this.own.keys(), ...this.parts.box.names()];
  }

  /** The tools of the grant that are there now. */
  tools(): readonly Tool[] {
    return [...this.grant.allowed.keys()].flatMap((name) => this.find(name) ?? []);
  }

  /** What was done to the world before this call, by this task and by those it builds on. */
  effects(): ReadonlySet<Effect> {
    return this.done;
  }
  /** Before the first call is judged; `read` says what was done before this attempt. */
  inherit(read: () => Promise<Iterable<Effect>>): Promise<void> {
    return (this.inherited ??= read().then((effects) => this.did(effects)));
  }
  did(effects: Iterable<Effect>): void {
    for (const effect of effects) {
      this.done.add(effect);
      this.times.set(effect, (this.times.get(effect) ?? 0) + 1);
    }
  }
  /** Mail that its member was shown, with what its senders had done: it counts as if this attempt had done it. */
  hear(heard: readonly Heard[]): void {
    for (const each of heard) {
      if (this.letters.has(each.messageId)) continue;
      this.letters.set(each.messageId, each);
      this.did(each.effects);
    }
  }
  heard(): readonly Heard[] {
    return [...this.letters.values()];
  }
  /** A call that was counted and then not made. */
  didNot(effects: Iterable<Effect>): void {
    for (const effect of effects) {
      const left = (this.times.get(effect) ?? 1) - 1;
      this.times.set(effect, left);
      if (left === 0) this.done.delete(effect);
    }
  }

  /** The events of this task from before this attempt; empty for the first. */
  history(): Promise<readonly MusterEvent[]> {
    if (this.parts.task.starts <= 1) return NO_HISTORY;
    return (this.past ??= historyOf(this.parts.engine, this.parts.task));
  }

  /** The call of an earlier attempt under this key. */
  async earlierCall(callKey: string): Promise<CallRecord | undefined> {
    if (this.parts.task.starts <= 1) return undefined;
    this.earlier ??= this.history().then((events) => new Map(callsIn(events).map((call) => [call.callKey, call])));
    return (await this.earlier).get(callKey);
  }

  /** Where the run of attempts begins that this one goes on from. */
  async effort(): Promise<{ readonly seq: number; readonly at: number }> {
    const [first] = newestEffort(await this.history());
    return first ?? { seq: 0, at: 0 };
  }

  /** One after another: what a call adds up to depends on those before it. */
  inTurn<T>(judge: () => Promise<T>): Promise<T> {
    const judged = this.judging.then(judge);
    this.judging = judged.catch(() => undefined);
    return judged;
  }
}

const NO_HISTORY: Promise<readonly MusterEvent[]> = Promise.resolve([]);
