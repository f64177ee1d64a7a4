// A call of `database.query` as the gate hands it over.
import type { JsonObject } from '../../src/core/json.ts';
import type { ToolCall } from '../../src/ports/tool.ts';

export const sqlCall = (args: JsonObject, signal: AbortSignal = new AbortController().signal): ToolCall => ({
  args,
  callId: 'call-1',
  caller: { goalId: 'goal-1', taskId: 'task-1', attemptId: 'attempt-1', memberId: 'analyst', locale: 'en', workspace: '/nowhere' },
  signal,
});
