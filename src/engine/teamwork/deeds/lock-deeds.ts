// Locks on the shared files of a goal, and who changed them. The lock binds: the file tools ask before each write.
import { historyOut, locksOut } from '../../../core/outside/team-out.ts';
import { timeOut } from '../../../core/outside/time-out.ts';
import { sharedPath, type LockHolder } from '../../../core/team/file-lock.ts';
import { lockFile, unlockFile } from '../../../core/team/locks.ts';
import { eventsOf } from '../../reads/read-goal.ts';
import type { MemberTurn } from '../member-turn.ts';
import { WORDS } from '../turn-words.ts';
import { does, looked, refusedBy, saysNo, textArg, type Deed } from './deed.ts';

export const sharedFiles: Deed = async (deed) => {
  const { turn, args } = deed;
  const { engine, goal } = turn.parts;
  const path = textArg(deed, 'path');
  if (args['action'] === 'locks') return looked(engine.store.look((board) => locksOut(board, goal.id)));
  if (path === undefined) return saysNo(turn, 'input.invalid', WORDS.needsPath);
  const holder = holderOf(turn);
  if (args['action'] === 'lock') {
    return does(deed, {
      decide: (board) => lockFile(board, { goalId: goal.id, path, holder }),
      say: (lock) => WORDS.locked(lock.path, lock.fencing, timeOut(lock.expiresAt)),
    });
  }
  if (args['action'] === 'unlock') return does(deed, { decide: (board) => unlockFile(board, { goalId: goal.id, path, holder }), say: () => WORDS.unlocked(path) });
  const at = sharedPath(path);
  if (!at.ok) return refusedBy(turn, at);
  const events = await Array.fromAsync(eventsOf(engine.store.read, { goal }));
  return looked(historyOut(events, at.path));
};

/** For the task in hand, so that the lock ends with it; a leader holds it for itself. */
export function holderOf(turn: MemberTurn): LockHolder {
  const task = turn.held();
  return { memberId: turn.memberId, attempt: task === undefined ? null : { taskId: task.id, token: task.starts } };
}
