// What a model said, piece by piece: text, thinking, calls of tools. It becomes a text with calls, and goes back to the same model
// in the same order with all that its provider wants to see again, untouched. Another model gets text and calls only.
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Exchange, ToolRequest } from '../../ports/model.ts';
import { readArgs } from './read-args.ts';
import { uniqueIds } from './valid-history.ts';

/** `options` is the provider's own, as plain JSON. */
export type SaidPart = Words | ({ readonly kind: 'call'; readonly callId: string; readonly name: string; readonly args: string } & Options);
/** The same on its way back: arguments are data. */
export type PartBack = Words | ({ readonly kind: 'call'; readonly callId: string; readonly name: string; readonly args: Json } & Options);

type Words = { readonly kind: 'text' | 'thought'; readonly text: string } & Options;
interface Options {
  readonly options?: JsonObject;
}

/** What a provider tells of a part, as plain data that can be kept and sent back. */
export function plainOptions(metadata: unknown): Options {
  const options: unknown = metadata === undefined ? undefined : JSON.parse(JSON.stringify(metadata));
  return isJsonObject(options) ? { options } : {};
}

export const textOf = (parts: readonly SaidPart[]): string => parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');

/** The calls with ids that are new in this conversation. What stands before a call is kept with it as far as a provider may want it back. */
export function callsIn(parts: readonly SaidPart[], { model, exchanges }: { readonly model: string; readonly exchanges: readonly Exchange[] }): readonly ToolRequest[] {
  const takeId = uniqueIds(exchanges);
  for (const { calls } of exchanges) for (const { callId } of calls) takeId(callId);
  // Where nothing but words stood between the calls, their place is not worth keeping.
  const isTold = parts.some((part) => part.kind === 'thought' || (part.kind === 'text' && part.options !== undefined));
  const calls: ToolRequest[] = [];
  let before: Before[] = [];
  for (const part of parts) {
    if (part.kind !== 'call') {
      before.push(part.kind === 'text' ? { chars: part.text.length, ...optionsOf(part) } : { thought: part.text, ...optionsOf(part) });
      continue;
    }
    const meta = metaOf(model, part, isTold ? before : []);
    calls.push({ callId: takeId(part.callId), name: part.name, args: readArgs(part.args), ...(meta === undefined ? {} : { meta }) });
    before = [];
  }
  return calls;
}

type Before = ({ readonly chars: number } | { readonly thought: string }) & Options;

const optionsOf = ({ options }: Options): Options => (options === undefined ? {} : { options });

function metaOf(model: string, part: SaidPart, before: readonly Before[]): JsonObject | undefined {
  if (before.length === 0 && part.options === undefined) return undefined;
  return { model, ...optionsOf(part), ...(before.length > 0 ? { before: before.map((piece): JsonObject => ({ ...piece })) } : {}) };
}

/** One round as it goes back to `model`. Text that no call claims stands in front of the first call. */
export function partsOf({ text, calls }: Exchange, model: string): readonly PartBack[] {
  const rest: Rest = { text };
  const perCall = calls.map((call) => {
    const own = call.meta?.['model'] === model ? call.meta : {};
    const { options, before } = own;
    return { before: Array.isArray(before) ? before.flatMap((piece: Json) => partBefore(piece, rest)) : [], call: callBack(call, options) };
  });
  return perCall.flatMap(({ before, call }, index) => [...before, ...(index === 0 ? textPart(rest.text) : []), call]);
}

interface Rest {
  text: string;
}

function partBefore(piece: Json, rest: Rest): readonly Words[] {
  if (!isJsonObject(piece)) return [];
  const { chars, thought } = piece;
  const options = isJsonObject(piece['options']) ? { options: piece['options'] } : {};
  if (typeof thought === 'string') return [{ kind: 'thought', text: thought.toWellFormed(), ...options }];
  if (typeof chars !== 'number' || chars > rest.text.length) return [];
  const text = rest.text.slice(0, chars);
  rest.text = rest.text.slice(chars);
  return textPart(text).map((part) => ({ ...part, ...options }));
}

const textPart = (text: string): readonly Words[] => (text.trim() === '' ? [] : [{ kind: 'text', text }]);

const callBack = ({ callId, name, args }: ToolRequest, options: Json | undefined): PartBack => ({ kind: 'call', callId, name, args, ...(isJsonObject(options) ? { options } : {}) });
