// The folder of a goal that its members share: `.team/` in every path of a file tool is one and the same place, in whichever tree a
// member works. A write there needs the lock of the file, under the number that the writer read the file with, and is on record
// before the bytes are put in place.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Goal } from '../../core/goal.ts';
import type { LockHolder } from '../../core/team/file-lock.ts';
import { isSharedFolder, sameHolder, SHARED_FOLDER, sharedPath } from '../../core/team/file-lock.ts';
import { recordWrite } from '../../core/team/locks.ts';
import type { FileChange, GuardVerdict, Tool, ToolCall } from '../../ports/tool.ts';
import { commit } from '../commit.ts';
import type { Engine } from '../engine.ts';
import type { AttemptGate } from './attempt-gate.ts';

/** The call as it is made: one about shared files goes to their folder. */
export function placedCall(gate: AttemptGate, tool: Tool, call: ToolCall): ToolCall {
  const path = sharedIn(tool, call);
  if (path === undefined || gate.parts.goal.policy.dispatch !== 'pull') return call;
  const { engine, goal } = gate.parts;
  const at = sharedPath(path);
  if (at.ok && tool.name === 'file.read') gate.readUnder.set(at.path, heldNumber(gate, at.path));
  return { ...call, args: { ...call.args, path }, caller: { ...call.caller, workspace: sharedHome(engine, goal) }, permit: (change) => permitShared(gate, change) };
}

/** The path in its plainest spelling, where it lies in the shared folder. */
function sharedIn({ name }: Tool, { args }: ToolCall): string | undefined {
  const written = args['path'];
  if (!name.startsWith('file.') || typeof written !== 'string') return undefined;
  const [first, ...below] = posix.normalize(written.replaceAll('\\', '/')).split('/');
  return isSharedFolder(first) ? [SHARED_FOLDER, ...below].join('/') : undefined;
}

export const isShared = (tool: Tool, call: ToolCall): boolean => sharedIn(tool, call) !== undefined;

/** Beside the store's own things in the team's folder, and out of sight of git. */
export function sharedHome({ folder }: Pick<Engine, 'folder'>, { id, createdAt }: Goal): string {
  const all = join(folder, '.muster', 'shared');
  const home = join(all, `${id}-${createdAt.toString(36)}`);
  mkdirSync(join(home, SHARED_FOLDER), { recursive: true });
  writeFileSync(join(all, '.gitignore'), '*\n');
  return home;
}

const holderOf = ({ parts: { task, registration } }: AttemptGate): LockHolder => ({ memberId: registration.agentId, attempt: { taskId: task.id, token: task.starts } });

/** The number under which this attempt holds the file now. */
function heldNumber(gate: AttemptGate, path: string): number | undefined {
  const lock = gate.parts.engine.store.look((board) => board.desk.lock(gate.parts.goal.id, path));
  return lock?.holder !== null && lock !== undefined && sameHolder(lock.holder, holderOf(gate)) ? lock.fencing : undefined;
}

async function permitShared(gate: AttemptGate, { path: written, sha256, bytes }: FileChange): Promise<GuardVerdict> {
  const { engine, goal } = gate.parts;
  const at = sharedPath(written);
  const path = at.ok ? at.path : written;
  const fencing = gate.readUnder.get(path) ?? heldNumber(gate, path) ?? 0;
  const outcome = await commit(engine, [], (board) => recordWrite(board, { goalId: goal.id, path, holder: holderOf(gate), fencing, sha256, bytes }));
  return outcome.ok ? { ok: true } : { ok: false, rule: `lock.${outcome.code.replaceAll('.', '_')}`, because: outcome.says, isSlip: true };
}
