// One attempt while it lives: it is the order that the member gets, and it hands in what comes back. Whatever goes wrong ends
// in exactly one counted outcome: a result, a decline, a loss, or a fault that a person must see.
import type { Board } from '../core/board/board.ts';
import type { Decision } from '../core/change.ts';
import { isHopeless, isTeamError, saidIn } from '../core/errors.ts';
import { maskJson } from '../core/gate/secrets.ts';
import type { Goal } from '../core/goal.ts';
import { attemptId, type AttemptId } from '../core/ids.ts';
import { copyJson, sameJson, type JsonObject, type Locale } from '../core/json.ts';
import type { Registration } from '../core/members/registration.ts';
import { decline, giveUp, lose } from '../core/moves/attempt.ts';
import { putBack } from '../core/moves/budget.ts';
import type { Brief, ContextPiece, Task, TaskTree } from '../core/task.ts';
import type { CallTool, TaskView, ToolRounds, TurnRecord, WorkOrder, WorkReply } from '../ports/member.ts';
import type { Recalled } from '../ports/store.ts';
import { checkResult } from './check-result.ts';
import { contextOf, readPaper } from './context-of.ts';
import { liveText, type Engine, type Held } from './engine.ts';
import type { AttemptGate } from './gate/attempt-gate.ts';
import { callFrom, effectsOf } from './gate/from-function.ts';
import { writeEnds } from './gate/call-tool.ts';
import { roundsOf } from './gate/attempt-rounds.ts';
import { openGate } from './gate/open-gate.ts';
import { resultsOf } from './reads/results-of.ts';
import { submitResult } from './submit-result.ts';
import { treeForAttempt } from './trees/own-tree.ts';
import { commitSpent, reserving } from './commit-spent.ts';

export class Attempt implements WorkOrder {
  context: readonly ContextPiece[] = NOTHING;
  rework: WorkOrder['rework'] = null;
  private readonly engine: Engine;
  private readonly row: Task;
  private readonly goal: Goal;
  private readonly held: Held;
  /** Set before the member gets the order. */
  private brief: Brief | undefined;
  private needs: Recalled['needs'] = NOTHING;
  private ownInput: JsonObject | undefined;
  private turns: readonly TurnRecord[] = NO_TURNS;
  /** Made when a tool is first looked for. */
  private ownGate: AttemptGate | undefined;
  private readonly hasTools: boolean;
  private tree: TaskTree | undefined;
  private tokens = 0;
  /** The member is done: what it still calls comes too late. */
  private isOver = false;

  constructor(engine: Engine, row: Task, goal: Goal, held: Held) {
    this.engine = engine;
    this.row = row;
    this.goal = goal;
    this.held = held;
    this.hasTools = engine.tools !== undefined;
  }

  get taskId() {
    return this.row.id;
  }
  get token(): number {
    return this.row.starts;
  }
  get attemptId(): AttemptId {
    return attemptId(this.row.id, this.row.starts);
  }
  get attempt(): number {
    return this.row.attempts + 1;
  }
  /** Made when it is looked at: most functions read the input only. */
  get task(): TaskView {
    const { title = '', content = '', criteria = NOTHING } = this.brief ?? {};
    return { taskId: this.row.id, title, content, input: this.input, criteria };
  }
  /** A copy: what a member writes into it must not reach the next attempt. */
  get input(): JsonObject {
    return (this.ownInput ??= copyJson(this.brief?.input ?? NO_INPUT));
  }
  /** A function of its own, for it may be taken out of the order. */
  get results(): WorkOrder['results'] {
    return () => resultsOf(this.engine, this.row.id, this.brief);
  }
  get note(): string | null {
    return this.row.more?.note ?? null;
  }
  /** Where its files stand: its own working tree, or the team's folder. */
  get folder(): string {
    return this.tree?.folder ?? this.engine.folder;
  }
  get locale(): Locale {
    return this.goal.locale;
  }
  get signal(): AbortSignal {
    return this.held.signal;
  }
  get reserve(): WorkOrder['reserve'] {
    return reserving(this.engine, this.goal, () => this.held.signal);
  }
  record(turn: TurnRecord): void {
    this.turns = [...this.turns, turn];
    this.tokens += (turn.inputTokens ?? 0) + (turn.outputTokens ?? 0);
  }
  get tools(): ToolRounds | undefined {
    const gate = this.gate;
    return gate === undefined || gate.grant.allowed.size === 0 ? undefined : roundsOf(gate);
  }
  get callTool(): CallTool {
    return callFrom(() => this.gate);
  }
  onText(delta: string): void {
    this.live().onText(delta);
  }
  onRestart(): void {
    this.live().onRestart();
  }

  private live(): ReturnType<typeof liveText> {
    const { engine, goal, row } = this;
    return liveText(engine, { goalId: goal.id, taskId: row.id, memberId: row.assigneeId ?? '' });
  }

  /** One function from the start to the reply: each that waits inside another costs half a kilobyte while the work goes on. */
  async run(): Promise<void> {
    const { row, engine } = this;
    try {
      const member = row.assigneeId === null ? undefined : engine.members.find(this.goal.team, row.assigneeId);
      // What this process wrote lately is at hand; only a task from before, or of another process, is read.
      const paper = engine.store.recall(row) ?? (await readPaper(engine, row));
      if (paper === undefined || member?.work === undefined) return await this.hand((board) => lose(board, this, 'member_not_here'));
      this.take(paper, paper.needs.length === 0 ? paper.brief.context : await contextOf(engine, { goal: this.goal, reader: member }, paper));
      if (engine.workspaces !== undefined) this.tree = await treeForAttempt(engine, { goal: this.goal, attempt: this, memberId: member.registration.agentId });
      const reply = this.masked(await member.work(this));
      this.end();
      await this.answer(reply, paper, member.registration);
    } catch (error) {
      if (!engine.signal.aborted) await this.reportFault(error);
    } finally {
      this.end();
      this.held.end();
    }
  }

  private async answer(reply: WorkReply, { brief, needs }: Recalled, registration: Registration): Promise<void> {
    const { row, engine } = this;
    const effects = this.hasTools ? await effectsOf(engine, row, { gate: this.ownGate, needs }) : undefined;
    if ('declined' in reply) return this.hand((board) => decline(board, this, reply.declined));
    // Of work in a tree the output says little: what changed is in its files.
    const marks = {
      ...(effects === undefined ? {} : { effects }),
      ...(this.rework !== null && this.tree === undefined && sameJson(this.rework.previousOutput, reply.output) ? { isUnchanged: true } : {}),
    };
    await submitResult(engine, { taskId: row.id, token: row.starts, result: reply, ...checkResult(brief.criteria, registration, reply.output), ...marks }, row, this.turns);
  }

  /** Where there are tools, what they found may be in the result; what has none is its own program's affair. */
  private masked(reply: WorkReply): WorkReply {
    const mask = this.engine.tools?.mask;
    if (mask === undefined) return reply;
    if ('declined' in reply) return { declined: mask(reply.declined) };
    return { output: maskJson(reply.output, mask), executionSummary: mask(reply.executionSummary) };
  }

  private get gate(): AttemptGate | undefined {
    const { engine, row, goal, held, brief } = this;
    const registration = row.assigneeId === null ? undefined : engine.members.find(goal.team, row.assigneeId)?.registration;
    if (engine.tools === undefined || registration === undefined || brief === undefined) return undefined;
    this.ownGate ??= openGate({
      engine,
      folder: () => this.tree?.folder,
      box: engine.tools,
      task: row,
      goal,
      registration,
      brief,
      needs: this.needs,
      held,
      tokens: () => this.tokens,
      takeTurns: () => this.takeTurns(),
    });
    if (this.isOver) this.ownGate.close();
    return this.ownGate;
  }

  private end(): void {
    this.isOver = true;
    this.ownGate?.close();
  }

  private takeTurns(): readonly TurnRecord[] {
    const { turns } = this;
    this.turns = NO_TURNS;
    return turns;
  }

  private take({ brief, needs, result }: Recalled, context: readonly ContextPiece[]): void {
    const fixes = this.row.more?.fixes;
    this.brief = brief;
    this.needs = needs;
    this.context = context;
    if (fixes !== undefined && result !== undefined) this.rework = { previousOutput: copyJson(result.output), fixes };
  }

  /** A fault of the transport is lost and tried again; one that no retry can mend goes to a person at once. */
  private async reportFault(error: unknown): Promise<void> {
    this.end();
    // What the attempt did counts for the next one.
    if (this.ownGate !== undefined) await writeEnds(this.ownGate);
    if (isTeamError(error, 'budget.used_up')) return this.hand((board) => putBack(board, this));
    const said = saidIn(error, this.locale);
    const message = this.engine.tools?.mask(said) ?? said;
    if (isTeamError(error, 'tool.stopped')) return this.hand((board) => giveUp(board, this, 'breaker_stop', { fault: message, code: error.code, trip: String(error.details['trip']) }));
    if (isHopeless(error)) return this.hand((board) => giveUp(board, this, 'cannot_succeed', { fault: message, code: error.code }));
    return this.hand((board) => lose(board, this, isTeamError(error) ? `${error.code}: ${message}` : message));
  }

  /** What was spent is written even when the attempt is no longer the current one. */
  private async hand(decide: (board: Board) => Decision<undefined>): Promise<void> {
    const { row, turns } = this;
    await commitSpent(this.engine, [row.id], { decide, about: row, turns });
  }
}

const NO_TURNS: readonly TurnRecord[] = [];
const NOTHING: readonly never[] = [];
const NO_INPUT: JsonObject = {};
