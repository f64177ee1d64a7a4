// What a task is told: the outputs of its declared prerequisites and nothing else, each with the task it came from. A long
// one is summarised once for a model, by the manager's model where there is one; the summary is on record and used again.
import type { Board } from '../core/board/board.ts';
import type { Goal } from '../core/goal.ts';
import type { TaskId } from '../core/ids.ts';
import type { Json } from '../core/json.ts';
import { isTeamError } from '../core/errors.ts';
import { hasSucceeded } from '../core/lifecycles.ts';
import { shorten } from '../core/text/fold-text.ts';
import { CUT_MARK } from '../core/text/shorten-parts.ts';
import { Draft } from '../core/change.ts';
import type { ContextPiece, Task } from '../core/task.ts';
import type { Recalled } from '../ports/store.ts';
import type { Member, TurnRecord } from '../ports/member.ts';
import type { Engine } from './engine.ts';
import { commitSpent, reserving } from './commit-spent.ts';

/** What a task says, waits for and last gave, read from the store. */
export async function readPaper(engine: Engine, task: Task): Promise<Recalled | undefined> {
  const [brief, needs, result] = await Promise.all([
    engine.store.read.brief(task.id),
    engine.store.read.prerequisites(task.id),
    task.resultSeq === 0 ? undefined : engine.store.read.result(task.resultSeq),
  ]);
  return brief === undefined ? undefined : { brief, needs, result };
}

interface Told {
  readonly goal: Goal;
  readonly reader: Member;
}

/** A function reads as much as there is, and half a JSON text would be of no use to it. */
const mostChars = ({ goal, reader }: Told): number => (reader.registration.kind === 'function' ? Infinity : goal.policy.contextChars);

/** Given at once when everything is at hand and short, which is the rule for work that has just been done. */
export function contextOf(engine: Engine, told: Told, { brief, needs }: Recalled): readonly ContextPiece[] | Promise<readonly ContextPiece[]> {
  const sources = brief.contextFrom ?? needs;
  const pieces: ContextPiece[] = [...brief.context];
  for (const source of sources) {
    const result = engine.store.recallResult(source);
    const text = result === undefined ? undefined : asText(result.output);
    if (text === undefined || text.length > mostChars(told)) return readContext(engine, told, brief.context, sources);
    pieces.push({ source, text });
  }
  return pieces;
}

async function readContext(engine: Engine, told: Told, given: readonly ContextPiece[], sources: readonly TaskId[]): Promise<readonly ContextPiece[]> {
  const pieces = await Promise.all((await standingFor(engine, sources)).map((id) => pieceOf(engine, told, id)));
  return [...given, ...pieces.flatMap((piece) => piece ?? [])];
}

/**
 * The sources whose results count: of one that was replaced those in its place, of one that ended otherwise without success
 * nothing, for a rejected result is nobody's ground to build on.
 */
export async function standingFor({ store }: Pick<Engine, 'store'>, sources: readonly TaskId[]): Promise<readonly TaskId[]> {
  const found = await Promise.all(sources.map(async (id) => {
    const task = await store.read.task(id);
    if (task?.more?.replacedBy !== undefined) return standingFor({ store }, task.more.replacedBy);
    return task !== undefined && hasSucceeded(task.state) ? [id] : [];
  }));
  return [...new Set(found.flat())];
}

async function pieceOf(engine: Engine, told: Told, source: TaskId): Promise<ContextPiece | undefined> {
  const task = await engine.store.read.task(source);
  const result = task === undefined || task.resultSeq === 0 ? undefined : await engine.store.read.result(task.resultSeq);
  if (task === undefined || result === undefined) return undefined;
  const text = asText(result.output);
  if (text.length <= mostChars(told)) return { source, text };
  return { source, text: await summaryOf(engine, told.goal, task, text) };
}

export const asText = (output: Json): string => (typeof output === 'string' ? output : JSON.stringify(output));

async function summaryOf(engine: Engine, goal: Goal, task: Task, text: string): Promise<string> {
  const known = await recordedSummary(engine, task);
  if (known !== undefined) return known;
  const turns: TurnRecord[] = [];
  const summary = await summarise(engine, goal, text, turns);
  const decide = (board: Board) => {
    const draft = new Draft(board);
    draft.note('task.context_summarised', { goalId: goal.id, taskId: task.id }, { source: task.id, text: summary, chars: text.length, result_seq: task.resultSeq });
    return draft.decision(undefined);
  };
  await commitSpent(engine, [], { decide, about: { id: task.id, goalId: goal.id, assigneeId: engine.members.manager(goal.team, 'summarise')?.registration.agentId ?? null }, turns });
  return summary;
}

async function recordedSummary(engine: Engine, task: Task): Promise<string | undefined> {
  const events = await engine.store.read.events({ afterSeq: task.resultSeq, taskId: task.id, limit: 100 });
  const found = events.findLast((event) => event.type === 'task.context_summarised' && event.details?.['result_seq'] === task.resultSeq);
  const text = found?.details?.['text'];
  return typeof text === 'string' ? text : undefined;
}

/** When no model can, the beginning stands for the whole and says so: a task is not held up by its context. */
async function summarise(engine: Engine, goal: Goal, text: string, turns: TurnRecord[]): Promise<string> {
  const maxChars = goal.policy.contextChars;
  const manager = engine.members.manager(goal.team, 'summarise');
  if (manager?.summarise !== undefined) {
    try {
      const summary = await manager.summarise({
        text,
        maxChars,
        locale: goal.locale,
        signal: engine.signal,
        record: (turn) => void turns.push(turn),
        reserve: reserving(engine, goal, () => engine.signal),
        onText: () => undefined,
      });
      if (summary.trim() !== '') return shorten(summary, maxChars);
    } catch (error) {
      // Without money the whole step waits; a summary by code would stay for good.
      if (isTeamError(error, 'budget.used_up')) throw error;
      // The turn record says what went wrong; the beginning of the text is used instead.
    }
  }
  return `${shorten(text, maxChars)}\n${CUT_MARK[goal.locale]}`;
}
