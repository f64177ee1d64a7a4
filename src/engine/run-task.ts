// One attempt at a task: the member gets the order, its reply is checked by code and handed in. Whatever goes wrong ends in
// exactly one counted outcome: a result, a decline, a loss, or a fault that a person must see.
import { decline, giveUp, lose, type AttemptRef } from '../core/moves/attempt.ts';
import { ERRORS, isTeamError } from '../core/errors.ts';
import type { Goal } from '../core/goal.ts';
import { attemptId, type TaskId } from '../core/ids.ts';
import type { ContextPiece, Task } from '../core/task.ts';
import type { Member, TurnRecord, WorkOrder } from '../ports/member.ts';
import type { Recalled } from '../ports/store.ts';
import { checkResult } from './check-result.ts';
import { commit } from './commit.ts';
import { contextOf, readPaper } from './context-of.ts';
import type { Engine, Held } from './engine.ts';
import { submitResult } from './submit-result.ts';
import { noteTurns } from './turns.ts';

export async function runTask(engine: Engine, attempt: AttemptRef): Promise<void> {
  const found = engine.store.look((board) => {
    const task = board.task(attempt.taskId);
    const goal = task === undefined ? undefined : board.goal(task.goalId);
    return task?.state === 'executing' && task.starts === attempt.token && task.epoch === engine.store.epoch && goal !== undefined ? { task, goal } : undefined;
  });
  if (found === undefined) return;
  const held = engine.inHand.begin('run', attempt.taskId, attempt.token);
  if (held === undefined) return;
  const turns: TurnRecord[] = [];
  try {
    await attemptTask(engine, attempt, { task: found.task, goal: found.goal, held, turns });
  } catch (error) {
    if (!engine.signal.aborted) await reportFault(engine, attempt, error, turns);
  } finally {
    held.end();
  }
}

interface Attempting {
  readonly task: Task;
  readonly goal: Goal;
  readonly held: Held;
  readonly turns: TurnRecord[];
}

async function attemptTask(engine: Engine, attempt: AttemptRef, attempting: Attempting): Promise<void> {
  const { task, goal, turns } = attempting;
  // What this process wrote lately is at hand; only a task from before, or of another process, is read.
  const paper = engine.store.recall(task) ?? (await readPaper(engine, task));
  const member = task.assigneeId === null ? undefined : engine.members.find(goal.team, task.assigneeId);
  if (paper === undefined || member?.work === undefined) {
    await commit(engine, [], (board) => lose(board, attempt, 'member_not_here'));
    return;
  }
  const context = paper.needs.length === 0 ? paper.brief.context : await contextOf(engine, goal, paper);
  const reply = await member.work(orderOf(engine, attempting, paper, { context, member }));
  if ('declined' in reply) {
    const outcome = await commit(engine, [], (board) => noteTurns(board, decline(board, attempt, reply.declined), task, turns));
    if (!outcome.ok) await noteTurnsAlone(engine, task, turns);
    return;
  }
  const checked = checkResult(paper.brief, member.registration, reply.output);
  await submitResult(engine, { taskId: task.id, token: attempt.token, result: reply, checks: checked.checks, formFaults: checked.formFaults }, task, turns);
}

interface Setting {
  readonly context: readonly ContextPiece[];
  readonly member: Member;
}

function orderOf(engine: Engine, { task, goal, held, turns }: Attempting, { brief, result }: Recalled, { context, member }: Setting): WorkOrder {
  const fixes = task.more?.fixes;
  return {
    task: { taskId: task.id, title: brief.title, content: brief.content, input: brief.input, criteria: brief.criteria },
    input: brief.input,
    attemptId: attemptId(task.id, task.starts),
    attempt: task.attempts + 1,
    context,
    rework: fixes === undefined || result === undefined ? null : { previousOutput: result.output, fixes },
    note: task.more?.note ?? null,
    locale: goal.locale,
    get signal() {
      return held.signal;
    },
    record: (turn) => void turns.push(turn),
    onText: (delta) => engine.feed.publish({ kind: 'turn.text', goalId: goal.id, taskId: task.id, memberId: member.registration.agentId, delta }),
  };
}

/** A fault of the transport is lost and tried again; one that no retry can mend goes to a person at once. */
async function reportFault(engine: Engine, attempt: AttemptRef, error: unknown, turns: readonly TurnRecord[]): Promise<void> {
  const task = engine.store.look((board) => board.task(attempt.taskId));
  const message = error instanceof Error ? error.message : String(error);
  const hopeless = isTeamError(error) && ERRORS[error.code].retry === 'never' && error.code !== 'engine.interrupted';
  const decide: Parameters<typeof commit<undefined>>[2] = hopeless
    ? (board) => giveUp(board, attempt, 'cannot_succeed', { fault: message, code: error.code })
    : (board) => lose(board, attempt, isTeamError(error) ? `${error.code}: ${message}` : message);
  await commit(engine, [attempt.taskId], (board) => (task === undefined ? decide(board) : noteTurns(board, decide(board), task, turns)));
}

async function noteTurnsAlone(engine: Engine, task: { readonly id: TaskId; readonly goalId: Task['goalId']; readonly assigneeId: string | null }, turns: readonly TurnRecord[]): Promise<void> {
  if (turns.length > 0) await commit(engine, [], (board) => noteTurns(board, { ok: true, value: undefined }, task, turns));
}
