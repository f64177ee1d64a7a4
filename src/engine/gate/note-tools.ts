// Tools come and go while a team runs, such as those of a server that died: each goal that is open here has it on record, with why.
import type { Board } from '../../core/board/board.ts';
import { Draft, type Decision } from '../../core/change.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ToolChange } from '../../ports/tool.ts';
import { commit } from '../commit.ts';
import { drives, type Engine } from '../engine.ts';

export async function noteToolChange(engine: Engine, { source, came, went, because }: ToolChange): Promise<void> {
  await commit(engine, [], (board) => note(board, engine, { source, came, went, because: { en: because.en, zh: because.zh } }));
}

function note(board: Board, engine: Engine, details: JsonObject): Decision<undefined> {
  const draft = new Draft(board);
  for (const goal of board.openGoals()) if (drives(engine, goal)) draft.note('tools.changed', { goalId: goal.id }, details);
  return draft.events.length === 0 ? { ok: true, value: undefined } : draft.decision(undefined);
}
