// workspace_meta for a member that calls tools from its attempt, such as a function: the same deeds as in a turn of a model.
import type { Json } from '../../core/json.ts';
import { TeamError, type Refusal } from '../../core/errors.ts';
import { historyOut, locksOut } from '../../core/outside/team-out.ts';
import { timeOut } from '../../core/outside/time-out.ts';
import { sharedPath, type LockHolder } from '../../core/team/file-lock.ts';
import { lockFile, unlockFile } from '../../core/team/locks.ts';
import { TEAM_TOOLS } from '../../core/team/team-tools.ts';
import type { Tool, ToolCall } from '../../ports/tool.ts';
import { commit } from '../commit.ts';
import { eventsOf } from '../reads/read-goal.ts';
import type { AttemptGate } from './attempt-gate.ts';

const WORKSPACE_META = 'workspace_meta';

export const workspaceMetaTool = (gate: AttemptGate): Tool => ({
  name: WORKSPACE_META,
  description: TEAM_TOOLS.workspace_meta.says,
  parameters: { type: 'object', properties: { action: { enum: ['lock', 'unlock', 'locks', 'history'] }, path: { type: 'string' } }, required: ['action'], additionalProperties: false },
  meanings: { action: TEAM_TOOLS.workspace_meta.parameters.action.says, path: TEAM_TOOLS.workspace_meta.parameters.path.says },
  effects: [],
  isIdempotent: true,
  // A lock that somebody else has is asked for again.
  isWait: true,
  run: (call) => answer(gate, call),
});

async function answer(gate: AttemptGate, { args, caller: { locale } }: ToolCall): Promise<Json> {
  const { engine, goal, task, registration } = gate.parts;
  const goalId = goal.id;
  if (args['action'] === 'locks') return engine.store.look((board) => locksOut(board, goalId));
  const at = sharedPath(typeof args['path'] === 'string' ? args['path'] : '');
  const no = (refusal: Refusal): never => {
    throw new TeamError('tool.failed', refusal.says, { locale, details: { rule: refusal.code } });
  };
  if (!at.ok) return no(at);
  const { path } = at;
  const holder: LockHolder = { memberId: registration.agentId, attempt: { taskId: task.id, token: task.starts } };
  if (args['action'] === 'history') return historyOut(await Array.fromAsync(eventsOf(engine.store.read, { goal })), path);
  if (args['action'] === 'unlock') {
    const freed = await commit(engine, [], (board) => unlockFile(board, { goalId, path, holder }));
    return freed.ok ? { path, outcome: freed.value } : no(freed);
  }
  const locked = await commit(engine, [], (board) => lockFile(board, { goalId, path, holder }));
  return locked.ok ? { path, fencing: locked.value.fencing, until: timeOut(locked.value.expiresAt) } : no(locked);
}
