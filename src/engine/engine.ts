// What every step of the engine is given, and what this process has in hand right now. The registry of work in hand is a
// convenience, not truth: it is lost with the process, and the sweep finds again what it forgot.
import type { ErrorCode } from '../core/errors.ts';
import type { Goal } from '../core/goal.ts';
import type { RowId } from '../core/ids.ts';
import type { Bilingual, JsonObject, Locale } from '../core/json.ts';
import type { Registration } from '../core/members/registration.ts';
import type { Checks } from '../ports/checks.ts';
import type { Clock } from '../ports/clock.ts';
import type { Feed, TurnPlace } from '../ports/feed.ts';
import type { Member } from '../ports/member.ts';
import type { Queue } from '../ports/queue.ts';
import type { Store } from '../ports/store.ts';
import type { ToolBox } from '../ports/tool.ts';
import type { Workspaces } from '../ports/workspaces.ts';
import type { TurnsHere } from './teamwork/turns-here.ts';

export interface Engine {
  readonly store: Store;
  readonly queue: Queue;
  readonly clock: Clock;
  readonly feed: Feed;
  /** Checks by code that need time limits or touch the world. */
  readonly checks: Checks;
  /** Whether a program that the team allows may be called with these arguments by a plan; what it gives is why not. */
  readonly judgeCommand?: ((command: readonly string[]) => Bilingual | undefined) | undefined;
  /** The team this engine works for; goals of other teams in the same store are none of its business. */
  readonly team: string;
  /** The members that live in this process, by team and id. */
  readonly members: MemberBook;
  readonly inHand: InHand;
  /** The tools of the team; absent where it has none. */
  readonly tools?: ToolBox;
  /** Absolute path of the team's folder. */
  readonly folder: string;
  /** Working trees for its members; absent where they work in the team's folder. */
  readonly workspaces?: Workspaces;
  /** The turns of the members here; absent where code gives tasks out. */
  readonly turns?: TurnsHere;
  /** Members that a leader adds; absent where nobody may. */
  readonly recruits?: Recruits;
  /** Takes a fault that no step may have, for whoever started a step without waiting for it. */
  readonly failed?: (fault: unknown) => void;
  /** Aborted when the engine is told to stop. */
  readonly signal: AbortSignal;
}

export interface Recruits {
  /** The fields of a registration, in the outside form. */
  readAgent(path: string, locale: Locale): Promise<{ readonly ok: true; readonly fields: JsonObject } | { readonly ok: false; readonly because: string }>;
  /** Why none of these models can be asked here, by name and key alone; undefined where one can. */
  judgeModels(names: readonly string[]): Promise<{ readonly code: ErrorCode; readonly says: Bilingual } | undefined>;
  /** The member works in this process from now on. */
  join(registration: Registration): void;
}

/** The goals of this engine: its process drives them, and its team is theirs. A store may serve several teams. */
export const drives = (engine: Pick<Engine, 'store' | 'team'>, goal: Pick<Goal, 'owner' | 'team'>): boolean => goal.owner !== 0 && goal.owner === engine.store.epoch && goal.team === engine.team;

export interface MemberBook {
  find(team: string, agentId: string): Member | undefined;
  /** The first registered member that can do the step. */
  manager(team: string, step: 'plan' | 'replan' | 'summarise'): Member | undefined;
}

/** The step and what it is about; goals and tasks have ids of their own, so one map per step holds them. */
export type Step = 'run' | 'review' | 'replan' | 'plan' | 'close';

export interface Held {
  readonly token: number;
  /** Made when it is first asked for: most work never looks at it. */
  readonly signal: AbortSignal;
  abort(): void;
  end(): void;
}

export class InHand {
  private readonly held: Readonly<Record<Step, Map<RowId, Work>>> = { run: new Map(), review: new Map(), replan: new Map(), plan: new Map(), close: new Map() };

  /** Undefined when the same work is in hand already. A newer token takes the place of an older one and aborts it. */
  begin(step: Step, id: RowId, token: number): Held | undefined {
    const works = this.held[step];
    const before = works.get(id);
    if (before !== undefined && before.token >= token) return undefined;
    before?.abort();
    const work = new Work(works, id, token);
    works.set(id, work);
    return work;
  }

  tokenOf(step: Step, id: RowId): number | undefined {
    return this.held[step].get(id)?.token;
  }

  abort(step: Step, id: RowId): void {
    this.held[step].get(id)?.abort();
  }

  abortAll(): void {
    for (const works of Object.values(this.held)) for (const work of works.values()) work.abort();
  }

  /** How many pieces of work of one step, or of all, are in hand. */
  count(step?: Step): number {
    if (step !== undefined) return this.held[step].size;
    return Object.values(this.held).reduce((sum, works) => sum + works.size, 0);
  }
}

class Work implements Held {
  readonly token: number;
  private readonly place: Map<RowId, Work>;
  private readonly id: RowId;
  private controller: AbortController | undefined;
  private aborted = false;

  constructor(place: Map<RowId, Work>, id: RowId, token: number) {
    this.place = place;
    this.id = id;
    this.token = token;
  }

  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.aborted) this.controller.abort();
    return this.controller.signal;
  }

  abort(): void {
    this.aborted = true;
    this.controller?.abort();
  }

  end(): void {
    if (this.place.get(this.id) === this) this.place.delete(this.id);
  }
}

/** Text as it is written, told to whoever listens. Nothing depends on it and nothing of it is kept. */
export const liveText = ({ feed }: Engine, turn: TurnPlace): { readonly onText: (delta: string) => void; readonly onRestart: () => void } => ({
  onText: (delta) => feed.publish({ kind: 'turn.text', ...turn, delta }),
  onRestart: () => feed.publish({ kind: 'turn.restarted', ...turn }),
});
