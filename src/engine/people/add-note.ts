// A person's note on an open task, with or without files. Read, decide, commit; a task that was changed in between is read again.
import { isTeamError, TeamError } from '../../core/errors.ts';
import type { TaskId } from '../../core/ids.ts';
import { addNote as decideNote } from '../../core/moves/add-note.ts';
import { commitOrThrow } from '../commit.ts';
import type { Engine } from '../engine.ts';
import { REFUSED_MOVES } from '../../core/refusals/refused-moves.ts';
import { readAttachments } from './read-attachments.ts';
import { readBrief } from './read-brief.ts';

export interface NoteInput {
  /** Who adds it; on record. */
  readonly by: string;
  readonly note?: string;
  /** Paths of files. */
  readonly attach?: readonly string[];
}

const LONGEST_NOTE = 64 * 1024;
const MOST_TRIES = 20;

export async function addNote({ store }: Pick<Engine, 'store'>, id: TaskId, { by, note, attach = [] }: NoteInput): Promise<void> {
  if (note !== undefined && note.length > LONGEST_NOTE) throw new TeamError('input.too_large', REFUSED_MOVES.longNote(LONGEST_NOTE));
  const attached = await readAttachments(attach);
  for (let tries = 1; ; tries += 1) {
    const { task, brief } = await readBrief(store, id);
    if (task === undefined || brief === undefined) throw new TeamError('task.not_found', REFUSED_MOVES.noTask(id), { details: { id } });
    try {
      return void (await commitOrThrow({ store }, [id, task.goalId], (board) => decideNote(board, id, { by, note: note ?? null, attached, brief, briefSeq: task.briefSeq })));
    } catch (error) {
      if (tries >= MOST_TRIES || !isTeamError(error, 'store.conflict')) throw error;
    }
  }
}
