// The models of the AI SDK: one call through a provider's package, in the SDK's own form (specification v4).
// The packages are loaded at the first call and asked directly, so that one call here is one HTTP request:
// the SDK's loop above them would bring a second layer of retries. The only file that imports `@ai-sdk/*`.
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import type { Exchange, Model, ModelUsage, ToolOffer } from '../ports/model.ts';
import { collectParts } from './conversation/collect-parts.ts';
import type { ModelPlace, Protocol } from './catalog.ts';
import type { Call, OpenCall } from './calls/model-call.ts';
import type { CallResult } from './calls/outcome.ts';
import { providerModels, type ModelOptions } from './calls/provider-model.ts';
import { partsOf, plainOptions, textOf, type SaidPart } from './conversation/said-parts.ts';
import { fitsStrict, sentSchema } from './calls/schema-ways.ts';

/** One model by its `provider/model` name. Costs nothing until the first `generate`, which also says what is missing. */
export const aiSdkModel = (name: string, options: ModelOptions): Model => providerModels(options, openCall)(name);

/** Models by name that share what their providers limit: concurrency, requests and tokens a minute. */
export const aiSdkModels = (options: ModelOptions): ((name: string) => Model) => providerModels(options, openCall);

type SdkModel = LanguageModelV4;
type SdkCall = Parameters<SdkModel['doGenerate']>[0];
type SdkResult = Awaited<ReturnType<SdkModel['doGenerate']>>;

const openCall: OpenCall = async (place) => {
  const model = await OPENERS[place.protocol](place);
  return async (call) => {
    const asked = sdkCall(call, place);
    return call.onText === undefined ? askAtOnce(model, asked) : askAsStream(model, asked, call);
  };
};

// Keys and addresses are handed over, never left for the SDK to find: what was checked is what is used.
const OPENERS: Readonly<Record<Protocol, (place: ModelPlace) => Promise<SdkModel>>> = {
  anthropic: async (place) => (await import('@ai-sdk/anthropic')).createAnthropic(access(place)).messages(place.modelId),
  responses: async (place) => (await import('@ai-sdk/openai')).createOpenAI(access(place)).responses(place.modelId),
  chat: async (place) => (await import('@ai-sdk/openai')).createOpenAI(access(place)).chat(place.modelId),
  google: async (place) => (await import('@ai-sdk/google')).createGoogle(access(place)).languageModel(place.modelId),
  compatible: async (place) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({
      name: place.provider,
      baseURL: place.endpoint,
      ...(place.key === undefined ? {} : { apiKey: place.key }),
      includeUsage: true,
      supportsStructuredOutputs: place.schemaWay === 'bound',
    }).chatModel(place.modelId);
  },
};

const access = ({ endpoint, key = '' }: ModelPlace): { baseURL: string; apiKey: string } => ({ baseURL: endpoint, apiKey: key });

function sdkCall(call: Call, place: ModelPlace): SdkCall {
  const { schema, schemaWay, maxOutputTokens, signal, tools } = call;
  const strictJsonSchema = fitsStrict(schema === undefined ? undefined : sentSchema(schema));
  return {
    prompt: promptOf(call, place),
    abortSignal: signal,
    ...(tools.length === 0 ? {} : { tools: tools.map((tool) => sdkTool(tool, place.protocol)) }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(schema === undefined || schemaWay === 'words' ? {} : { responseFormat: responseFormat(schema, schemaWay) }),
    providerOptions: {
      // Nothing of a goal shall stay with the provider.
      openai: { strictJsonSchema, store: false },
      openaiCompatible: { strictJsonSchema },
    },
  };
}

function responseFormat(schema: NonNullable<Call['schema']>, way: Call['schemaWay']): NonNullable<SdkCall['responseFormat']> {
  return way === 'bound' ? { type: 'json', name: 'answer', schema: { ...sentSchema(schema) } } : { type: 'json' };
}

type SdkMessage = SdkCall['prompt'][number];
type SdkPart = Extract<SdkMessage, { role: 'assistant' }>['content'][number];
type SdkTool = NonNullable<SdkCall['tools']>[number];

// Anthropic caches up to a mark, others find the prefix themselves. Tools stand before the system prompt, so its mark covers them.
const CACHED = { anthropic: { cacheControl: { type: 'ephemeral' } } };

function promptOf({ system, prompt, exchanges, turns, tools }: Call, place: ModelPlace): SdkCall['prompt'] {
  const messages: SdkMessage[] = [
    inWords('user', prompt),
    ...exchanges.flatMap((exchange) => [saidBefore(exchange, place), answered(exchange)]),
    ...turns.map(({ role, text }) => inWords(role, text)),
  ];
  // With tools the same conversation comes again, longer by a round: what stands here now is read from the cache then.
  const last = tools.length === 0 ? undefined : messages.pop();
  return [{ role: 'system', content: system, providerOptions: CACHED }, ...messages, ...(last === undefined ? [] : [{ ...last, providerOptions: CACHED }])];
}

const inWords = (role: 'user' | 'assistant', text: string): SdkMessage => ({ role, content: [{ type: 'text', text }] });

const saidBefore = (exchange: Exchange, { name, thinkingBack }: ModelPlace): SdkMessage => ({
  role: 'assistant',
  content: partsOf(exchange, name).filter(({ kind }) => thinkingBack || kind !== 'thought').map((part): SdkPart => {
    if (part.kind === 'call') return { type: 'tool-call', toolCallId: part.callId, toolName: part.name, input: part.args, ...forProvider(part.options) };
    return { type: part.kind === 'thought' ? 'reasoning' : 'text', text: part.text, ...forProvider(part.options) };
  }),
});

const answered = ({ calls, answers }: Exchange): SdkMessage => ({
  role: 'tool',
  content: calls.map(({ callId, name }, index) => {
    const { text = '', isError = false } = answers[index] ?? {};
    return { type: 'tool-result', toolCallId: callId, toolName: name, output: { type: isError ? 'error-text' : 'text', value: text } };
  }),
});

function sdkTool({ name, description, parameters }: ToolOffer, protocol: Protocol): SdkTool {
  const inputSchema = { properties: {}, ...sentSchema(parameters), type: 'object' as const };
  // Where OpenAI itself answers, a schema that it can bind keeps the arguments in form; others may not know the word.
  const strict = protocol === 'responses' || protocol === 'chat' ? { strict: fitsStrict(inputSchema) } : {};
  return { type: 'function', name, description, inputSchema, ...strict };
}

async function askAtOnce(model: SdkModel, call: SdkCall): Promise<CallResult> {
  const { content, finishReason, usage, response } = await model.doGenerate(call);
  const parts = content.flatMap(saidPart);
  return { parts, callBegan: hasCall(parts), ...readEnd(finishReason, saysIncomplete(response?.body)), usage: readUsage(usage, parts) };
}

async function askAsStream(model: SdkModel, call: SdkCall, { onText, heard }: Call): Promise<CallResult> {
  const { stream } = await model.doStream({ ...call, includeRawChunks: true });
  const said = collectParts();
  let callBegan = false;
  let incomplete = false;
  // A stream that ends without its closing part was cut, however tidily the connection was closed.
  let end: Pick<CallResult, 'finish' | 'rawFinish' | 'usage'> = { finish: 'interrupted', rawFinish: undefined, usage: {} };
  for await (const part of stream) {
    heard();
    if (part.type === 'error') throw part.error;
    if (part.type === 'text-delta') onText?.(part.delta);
    if (part.type === 'raw') incomplete ||= saysIncomplete(part.rawValue);
    if (part.type === 'finish') end = { ...readEnd(part.finishReason, incomplete), usage: readUsage(part.usage, said.parts()) };
    callBegan ||= part.type === 'tool-input-start' || part.type === 'tool-call';
    if (part.type === 'tool-call') said.add(saidPart(part));
    else said.take(part);
  }
  return { parts: said.parts(), callBegan, ...end };
}

/** Calls that the provider carries out itself, files and sources are nothing that was asked for. */
function saidPart(part: SdkResult['content'][number]): readonly SaidPart[] {
  if (part.type === 'text') return [{ kind: 'text', text: part.text, ...plainOptions(part.providerMetadata) }];
  if (part.type === 'reasoning') return [{ kind: 'thought', text: part.text, ...plainOptions(part.providerMetadata) }];
  if (part.type !== 'tool-call' || part.providerExecuted === true) return [];
  return [{ kind: 'call', callId: part.toolCallId, name: part.toolName, args: part.input, ...plainOptions(part.providerMetadata) }];
}

const hasCall = (parts: readonly SaidPart[]): boolean => parts.some(({ kind }) => kind === 'call');

/** The way back; options that are no longer in the form of the SDK are left out. */
function forProvider(options: JsonObject | undefined): { providerOptions?: Record<string, JsonObject> } {
  const entries = Object.entries(options ?? {}).flatMap(([provider, fields]) => (isJsonObject(fields) ? [[provider, fields] as const] : []));
  return entries.length === 0 ? {} : { providerOptions: Object.fromEntries(entries) };
}

type End = Pick<CallResult, 'finish' | 'rawFinish'>;

function readEnd({ unified, raw }: SdkResult['finishReason'], incomplete: boolean): End {
  return unified === 'stop' && incomplete ? { finish: 'length', rawFinish: 'incomplete' } : { finish: unified, rawFinish: raw };
}

/** OpenAI Responses marks half an answer by its status; where the reason beside it is missing, the SDK calls it a good end. */
function saysIncomplete(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  return ('status' in body && body.status === 'incomplete') || ('response' in body && saysIncomplete(body.response));
}

/** The SDK writes 0 where a provider said nothing; a call that was answered has read and written more than nothing. */
function readUsage({ inputTokens, outputTokens, raw }: SdkResult['usage'], parts: readonly SaidPart[]): ModelUsage {
  const input = inputTokens.total;
  const output = outputTokens.total;
  const cached = inputTokens.cacheRead;
  const cacheIsTold = cached !== undefined && (cached > 0 || /cache/i.test(JSON.stringify(raw ?? {})));
  const saidNothing = textOf(parts) === '' && !hasCall(parts);
  return {
    ...(input === undefined || !(input > 0) ? {} : { inputTokens: input }),
    ...(cacheIsTold ? { cachedInputTokens: cached } : {}),
    ...(output === undefined || !(output > 0 || saidNothing) ? {} : { outputTokens: output }),
  };
}
