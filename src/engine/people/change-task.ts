// What a person does to one task from whichever door: edit it, give it to somebody, free it, call it off, open it again, or let it
// wait for another. What the decision needs is read first; a task that was changed in between is read again.
import { isTeamError, TeamError } from '../../core/errors.ts';
import { isTaskId, type RowId, type TaskId } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import { addDependency } from '../../core/moves/add-dependency.ts';
import { assignTask, cancelTask, editTask, reassignTask, releaseTask, type Intervening } from '../../core/moves/intervene.ts';
import { reopenTask, type Reopening } from '../../core/moves/reopen.ts';
import { readEdits } from '../../core/planning/read-edits.ts';
import type { Task } from '../../core/task.ts';
import type { Decision } from '../../core/change.ts';
import type { Board } from '../../core/board/board.ts';
import { REFUSED_INPUT } from '../../core/refusals/refused-input.ts';
import { REFUSED_MOVES } from '../../core/refusals/refused-moves.ts';
import type { Store } from '../../ports/store.ts';
import { commitOrThrow } from '../commit.ts';
import type { Engine } from '../engine.ts';
import { readBrief } from './read-brief.ts';

export type TaskChange =
  | { readonly do: 'edit'; readonly set: JsonObject }
  | { readonly do: 'reassign'; readonly to: string }
  | { readonly do: 'release' }
  | { readonly do: 'cancel' }
  | { readonly do: 'reopen' }
  | { readonly do: 'wait_for'; readonly needs: readonly string[] };

export const TASK_CHANGES = ['edit', 'reassign', 'release', 'cancel', 'reopen', 'wait_for'] as const satisfies readonly TaskChange['do'][];

export type ChangeInput = TaskChange & {
  /** Who; on record. */
  readonly by: string;
  /** `manager` where the leader of a team does it by its tools; a person where nothing is said. */
  readonly as?: 'manager' | 'person';
  /** What the next attempt must see. */
  readonly note?: string;
};

/** What was read before the commit may have changed by then; after this many times somebody changes it without end. */
const MOST_TRIES = 20;

/** Resolves with the task as the change leaves it, before what follows from it. */
export async function changeTask({ store }: Pick<Engine, 'store'>, id: TaskId, input: ChangeInput): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { ids, decide } = await readFor(store, id, input);
    try {
      return void (await commitOrThrow({ store }, ids, decide));
    } catch (error) {
      if (tries >= MOST_TRIES || !isTeamError(error, 'store.conflict')) throw error;
    }
  }
}

interface Read {
  readonly ids: readonly RowId[];
  readonly decide: (board: Board) => Decision<unknown>;
}

async function readFor(store: Store, id: TaskId, input: ChangeInput): Promise<Read> {
  const { task, brief } = await readBrief(store, id);
  if (task === undefined || brief === undefined) throw new TeamError('task.not_found', REFUSED_MOVES.noTask(id), { details: { id } });
  const who: Intervening = { taskId: id, by: input.by, as: input.as ?? 'person', note: input.note ?? null };
  const ids: readonly RowId[] = [id, task.goalId];
  switch (input.do) {
    case 'edit': {
      const edits = editsIn(input.set);
      return { ids, decide: (board) => editTask(board, { ...who, brief, briefSeq: task.briefSeq, edits }) };
    }
    case 'reassign':
      // Where members claim, what is free is meant for the member instead: nothing has begun that could be taken from anybody.
      return { ids, decide: (board) => (isFreeToClaim(board, id) ? assignTask : reassignTask)(board, { ...who, to: input.to }) };
    case 'release':
      return { ids, decide: (board) => releaseTask(board, who) };
    case 'cancel':
      return { ids, decide: (board) => cancelTask(board, who) };
    case 'reopen': {
      const read = await graphOf(store, task);
      return { ids: [task.goalId, ...read.edges.keys()], decide: (board) => reopenTask(board, { taskId: id, by: input.by, note: input.note ?? null, ...read }) };
    }
    case 'wait_for': {
      const needs = input.needs.map((need) => (isTaskId(need) ? need : refuseId(need)));
      const known = (await graphOf(store, task)).edges;
      return { ids: [...ids, ...needs], decide: (board) => addDependency(board, { ...who, needs, known }) };
    }
  }
}

const isFreeToClaim = (board: Board, id: TaskId): boolean => {
  const task = board.task(id);
  return task?.state === 'pending' && board.goal(task.goalId)?.policy.dispatch === 'pull';
};

function editsIn(set: JsonObject): ReturnType<typeof readEdits> {
  const edits = readEdits(set);
  const unread = Object.keys(set).filter((field) => !Object.hasOwn(edits, field));
  if (unread.length > 0) throw new TeamError('input.invalid', REFUSED_MOVES.unreadEdits(unread), { details: { fields: unread } });
  return edits;
}

/** Who needs what among all tasks of the goal, ended ones too. */
async function graphOf(store: Store, task: Task): Promise<Pick<Reopening, 'edges' | 'nextTask'>> {
  const nextTask = store.look((board) => board.next.task);
  const goal = await store.read.goal(task.goalId);
  const tasks = goal === undefined ? [] : await store.read.tasksOf(goal);
  return { edges: new Map(await Promise.all(tasks.map(async ({ id }) => [id, await store.read.prerequisites(id)] as const))), nextTask };
}

function refuseId(text: string): never {
  throw new TeamError('task.not_found', REFUSED_INPUT.notATaskId(text), { details: { id: text } });
}
