// What the engine asks of a language model: one request, one reply, for every provider and for the rehearsal model.
// The request carries the filled prompt and, beside it, the facts it was filled from.
import type { Json, JsonObject, Locale } from '../core/json.ts';

/** The step a call serves. A team may name a model per step. */
export type ModelPurpose = 'plan' | 'work' | 'review' | 'summarise';

/** A tool as a model sees it; providers allow no dots in a name. */
export interface ToolOffer {
  readonly name: string;
  readonly description: string;
  /** JSON Schema (2020-12) of an object. */
  readonly parameters: JsonObject;
}

/** A call that a model asks for, as it wrote it: the name may be unknown and the arguments may be unreadable. */
export interface ToolRequest {
  /** Unique in its conversation; made by us where the provider gave none or one twice. */
  readonly callId: string;
  readonly name: string;
  /** The arguments as data; what could not be read as JSON is the text itself. */
  readonly args: Json;
  /** What the provider wants back with the call, untouched. */
  readonly meta?: JsonObject;
}

export interface ToolAnswer {
  readonly callId: string;
  readonly text: string;
  readonly isError: boolean;
}

/** One round of calls with what came of each, in the order of the calls. Invariant: every call has exactly one answer. */
export interface Exchange {
  /** What the model said beside the calls. */
  readonly text: string;
  readonly calls: readonly ToolRequest[];
  readonly answers: readonly ToolAnswer[];
}

export interface ModelRequest {
  readonly purpose: ModelPurpose;
  readonly locale: Locale;
  /** Stable part of the prompt: role, rules, form of the answer. */
  readonly system: string;
  /** The part that changes with each call. */
  readonly prompt: string;
  /** JSON Schema (2020-12) that the answer must fit; absent for plain text. */
  readonly schema?: JsonObject;
  /** The facts that the prompt was filled from, as data. Providers ignore them; the rehearsal model plays from them. */
  readonly facts: Readonly<Record<string, Json>>;
  /** What the model may call; it then answers with calls or with the end of its work. */
  readonly tools?: readonly ToolOffer[];
  /** The rounds so far, after the prompt. */
  readonly exchanges?: readonly Exchange[];
  readonly maxOutputTokens?: number;
  /** Ends the call and its sockets. */
  readonly signal: AbortSignal;
  /** Live signal: text as it comes. Never stored. */
  readonly onText?: (delta: string) => void;
  /** The try whose text came so far has failed: drop that text, what follows is a new try from its beginning. */
  readonly onRestart?: () => void;
  /** Asked before a further call of this request that comes after an answer which was paid for; throws when there is no money for it. */
  readonly beforeNextCall?: () => Promise<void>;
}

/** Tokens as the provider counts them; `undefined` is unknown, never 0. */
export interface ModelUsage {
  readonly inputTokens?: number;
  readonly cachedInputTokens?: number;
  readonly outputTokens?: number;
}

export interface ModelReply {
  /** The whole text of the answer as the model wrote it. */
  readonly text: string;
  /** The answer as data, when a schema was asked for and the text could be read by it. */
  readonly value?: Json;
  /** The calls that the model asks for; then there is no `value` yet, and `text` is what it said beside them. */
  readonly calls?: readonly ToolRequest[];
  /** The `provider/model` that answered. */
  readonly model: string;
  readonly usage: ModelUsage;
}

export interface Model {
  /** `provider/model`, or `rehearsal`. */
  readonly name: string;
  /** Models that are asked when this one cannot be. */
  readonly others?: readonly string[];
  /**
   * Contract: resolves with an answer that has text in it and, when a schema was asked for, a `value` that fits it;
   * throws TeamError with a `model.*` code for everything else (refusal, filter, empty, cut, unreadable, overload, key),
   * or `engine.interrupted` once `signal` is aborted. Owns its own transport retries; the engine never repeats a call at once.
   */
  generate(request: ModelRequest): Promise<ModelReply>;
}
