// What a person adds to a task at any time: a word, or a file. It becomes part of what the task says, with the source `person`,
// so the next attempt and the reviewer are told it as they are told every other piece of context.
import type { Board } from '../board/board.ts';
import { Draft, type Decision } from '../change.ts';
import { refuse } from '../errors.ts';
import type { TaskId } from '../ids.ts';
import type { JsonObject, Locale } from '../json.ts';
import type { Brief, ContextPiece, Task } from '../task.ts';
import { REFUSED_MOVES } from '../refusals/refused-moves.ts';

/** A file as it was when the person attached it. */
export interface Attachment {
  readonly path: string;
  /** Of the whole file, as hex. */
  readonly sha256: string;
  readonly bytes: number;
  /** What stands in it; null for what is too large or no text, which is told by its path only. */
  readonly text: string | null;
}

export interface PersonsNote {
  readonly by: string;
  readonly note: string | null;
  readonly attached: readonly Attachment[];
  /** What the task says now. */
  readonly brief: Brief;
}

/** `briefSeq`: which version of the brief was read; two notes at once must both stay. */
export function addNote(board: Board, id: TaskId, given: PersonsNote & { readonly briefSeq: number }): Decision<undefined> {
  const task = board.task(id);
  if (task === undefined) return refuse('task.not_found', REFUSED_MOVES.noTask(id), { id });
  if (task.endedAt !== null) return refuse('lifecycle.illegal_move', REFUSED_MOVES.noteLate(id, task.state), { state: task.state });
  if (given.briefSeq !== task.briefSeq) return refuse('store.conflict', REFUSED_MOVES.taskChanged(id), { id });
  if ((given.note === null || given.note.trim() === '') && given.attached.length === 0) return refuse('input.invalid', REFUSED_MOVES.emptyNote);
  const draft = new Draft(board);
  noteOn(draft, task, given);
  return draft.decision(undefined);
}

export function noteOn(draft: Draft, task: Task, { by, note, attached, brief }: PersonsNote): { readonly task: Task; readonly brief: Brief } {
  const locale = draft.board.goal(task.goalId)?.locale ?? 'en';
  const pieces = [...(note === null || note.trim() === '' ? [] : [note]), ...attached.map((file) => fileText(file, locale))];
  const told: Brief = { ...brief, context: [...brief.context, ...pieces.map((text): ContextPiece => ({ source: 'person', text }))] };
  const files = attached.map(({ path, sha256, bytes }): JsonObject => ({ path, sha256, bytes }));
  return { task: draft.putBrief(task, told, { ...(note === null ? {} : { note }), ...(files.length === 0 ? {} : { files }), by }), brief: told };
}

/** The head says which file it was, so that a later one of the same name is not taken for it. */
function fileText({ path, sha256, bytes, text }: Attachment, locale: Locale): string {
  const head = { en: `Attached file ${path} (${bytes} bytes, sha256 ${sha256})`, zh: `附件 ${path}（${bytes} 字节，sha256 ${sha256}）` }[locale];
  if (text !== null) return `${head}\n${text}`;
  return `${head}\n${{ en: '[not shown here: too large, or not text; read it at its path]', zh: '［文件过大或不是文本，此处不展示，请按路径读取］' }[locale]}`;
}
