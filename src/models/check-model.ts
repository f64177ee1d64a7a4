// Says whether a model can be used, without spending money: asks the provider's free list of models with the key.
// For `muster doctor`. Never throws and never calls the model.
import type { ErrorCode } from '../core/errors.ts';
import type { Bilingual } from '../core/json.ts';
import { findPlace, type Environment, type ModelPlace, type PlaceSettings } from './catalog.ts';
import { judgeFault, STOP_CODES } from './calls/outcome.ts';
import { readFault } from './calls/read-fault.ts';
import { maskFor } from '../core/gate/secrets.ts';
import { SAYS, WHY_AGAIN } from './calls/sentences.ts';

export type ModelCheck =
  /** `sure` is false where the provider answers but lists no models. */
  | { readonly ok: true; readonly name: string; readonly sure: boolean; readonly says: Bilingual }
  | { readonly ok: false; readonly name: string; readonly code: ErrorCode; readonly says: Bilingual };

export interface CheckOptions {
  readonly settings?: PlaceSettings;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export async function checkModel(name: string, env: Environment, options: CheckOptions = {}): Promise<ModelCheck> {
  const found = findPlace(name, env, options.settings);
  if (!found.ok) return { ok: false, name, code: found.code, says: found.says };
  const { place } = found;
  try {
    const paths = [...(place.keyPath === undefined ? [] : [place.keyPath]), listPath(place)];
    let reply: unknown;
    for (const path of paths) reply = await getFree(place, path, options);
    return judgeList(place, reply);
  } catch (thrown) {
    // A server without a list of models is still a server that answers.
    if (place.protocol === 'compatible' && statusIn(thrown) === 404) return { ok: true, name, sure: false, says: SAYS.reachable({ name }) };
    return { ok: false, name, ...judgeFree(place, thrown, env) };
  }
}

const DEFAULT_TIMEOUT_MS = 10_000;

const listPath = ({ protocol, modelId }: ModelPlace): string => {
  if (protocol === 'compatible') return 'models';
  return protocol === 'google' && modelId.includes('/') ? modelId : `models/${encodeURIComponent(modelId)}`;
};

/** A request that costs nothing. Throws what `judgeFree` reads. */
export async function getFree(place: ModelPlace, path: string, { timeoutMs = DEFAULT_TIMEOUT_MS, signal }: CheckOptions): Promise<unknown> {
  const limit = AbortSignal.timeout(timeoutMs);
  const response = await fetch(`${place.endpoint}/${path}`, { headers: keyHeaders(place), signal: signal === undefined ? limit : AbortSignal.any([signal, limit]) });
  const responseBody = await response.text();
  if (!response.ok) throw { statusCode: response.status, responseBody, responseHeaders: {}, message: response.statusText };
  try {
    return JSON.parse(responseBody);
  } catch {
    return undefined;
  }
}

function keyHeaders({ protocol, key }: ModelPlace): Record<string, string> {
  if (key === undefined) return {};
  if (protocol === 'anthropic') return { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
  return protocol === 'google' ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` };
}

function judgeList({ name, modelId, protocol }: ModelPlace, reply: unknown): ModelCheck {
  if (protocol !== 'compatible') return { ok: true, name, sure: true, says: SAYS.usable({ name }) };
  const ids = listedIds(reply);
  if (ids.length === 0) return { ok: true, name, sure: false, says: SAYS.reachable({ name }) };
  // Ollama lists `llama3:latest` for what everybody calls `llama3`.
  if (ids.includes(modelId) || ids.includes(`${modelId}:latest`)) return { ok: true, name, sure: true, says: SAYS.usable({ name }) };
  return { ok: false, name, code: 'model.unknown', says: SAYS.notListed({ name, known: ids.slice(0, 20) }) };
}

function listedIds(reply: unknown): readonly string[] {
  const data = typeof reply === 'object' && reply !== null && 'data' in reply ? reply.data : reply;
  if (!Array.isArray(data)) return [];
  return data.flatMap((entry: unknown) => (typeof entry === 'object' && entry !== null && 'id' in entry && typeof entry.id === 'string' ? [entry.id] : []));
}

export const statusIn = (thrown: unknown): unknown => (typeof thrown === 'object' && thrown !== null && 'statusCode' in thrown ? thrown.statusCode : undefined);

export function judgeFree(place: ModelPlace, thrown: unknown, env: Environment): { code: ErrorCode; says: Bilingual } {
  const mask = maskFor(env, place.key === undefined ? [] : [place.key]);
  const { name, keyVariable: variable } = place;
  const timedOut = thrown instanceof DOMException;
  const outcome = timedOut ? ({ kind: 'again', why: 'timeout', said: '' } as const) : judgeFault(readFault(thrown, { mask, now: 0 }), false);
  if (outcome.kind === 'stop') return { code: STOP_CODES[outcome.why], says: SAYS[outcome.why]({ name, variable, said: outcome.said }) };
  const why = outcome.kind === 'again' ? outcome.why : 'connection';
  return { code: 'model.overloaded', says: SAYS.overloaded({ name, calls: 1, why: WHY_AGAIN[why], said: outcome.kind === 'again' ? outcome.said : '' }) };
}
