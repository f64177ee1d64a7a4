// Calls of tools as a script writes them. What a model may get wrong can be written too: a name that nobody offers, no name,
// arguments that are no data, an id of one's own. A class, so that no answer that is data can be taken for calls.
import type { Json, JsonObject } from '../core/json.ts';
import type { ModelRequest, ToolRequest } from '../ports/model.ts';

export interface ScriptedCall {
  /** As the model is offered it; `''` is a call without a name. */
  readonly name: string;
  /** `{}` when absent; a text is what could not be read as data. */
  readonly args?: Json;
  /** Absent: `call_1`, `call_2`, … through the whole conversation. */
  readonly callId?: string;
  readonly meta?: JsonObject;
}

export class ScriptedCalls {
  readonly text: string;
  readonly calls: readonly ScriptedCall[];

  constructor(text: string, calls: readonly ScriptedCall[]) {
    this.text = text;
    this.calls = calls;
  }
}

/** The model calls tools, all at once: `calling({ name: 'file_read', args: { path: 'a.md' } })`. A text in front is said beside them. */
export const calling = (first: string | ScriptedCall, ...others: readonly ScriptedCall[]): ScriptedCalls =>
  (typeof first === 'string' ? new ScriptedCalls(first, others) : new ScriptedCalls('', [first, ...others]));

export function requestsOf({ calls }: ScriptedCalls, { exchanges = [] }: ModelRequest): readonly ToolRequest[] {
  const before = exchanges.reduce((sum, exchange) => sum + exchange.calls.length, 0);
  return calls.map(({ name, args = {}, callId, meta }, index) => ({
    callId: callId ?? `call_${before + index + 1}`, name, args, ...(meta === undefined ? {} : { meta }),
  }));
}
