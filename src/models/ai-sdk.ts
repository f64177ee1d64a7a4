// The models of the AI SDK: one call through a provider's package, in the SDK's own form (specification v4).
// The packages are loaded at the first call and asked directly, so that one call here is one HTTP request:
// the SDK's loop above them would bring a second layer of retries. The only file that imports `@ai-sdk/*`.
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Model, ModelUsage } from '../ports/model.ts';
import type { ModelPlace, Protocol } from './catalog.ts';
import type { Call, OpenCall } from './calls/model-call.ts';
import type { CallResult } from './calls/outcome.ts';
import { providerModels, type ModelOptions } from './calls/provider-model.ts';
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
  return async (call) => (call.onText === undefined ? askAtOnce(model, sdkCall(call)) : askAsStream(model, sdkCall(call), call));
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

function sdkCall({ system, turns, schema, schemaWay, maxOutputTokens, signal }: Call): SdkCall {
  const strictJsonSchema = fitsStrict(schema === undefined ? undefined : sentSchema(schema));
  return {
    prompt: [
      // The stable part stands first and is marked: Anthropic caches up to the mark, others find the prefix themselves.
      { role: 'system', content: system, providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } },
      ...turns.map(({ role, text }) => ({ role, content: [{ type: 'text' as const, text }] })),
    ],
    abortSignal: signal,
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

async function askAtOnce(model: SdkModel, call: SdkCall): Promise<CallResult> {
  const { content, finishReason, usage, response } = await model.doGenerate(call);
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { text, ...readEnd(finishReason, saysIncomplete(response?.body)), usage: readUsage(usage, text) };
}

async function askAsStream(model: SdkModel, call: SdkCall, { onText, heard }: Call): Promise<CallResult> {
  const { stream } = await model.doStream({ ...call, includeRawChunks: true });
  let text = '';
  let incomplete = false;
  // A stream that ends without its closing part was cut, however tidily the connection was closed.
  let end: Omit<CallResult, 'text'> = { finish: 'interrupted', rawFinish: undefined, usage: {} };
  for await (const part of stream) {
    heard();
    if (part.type === 'error') throw part.error;
    if (part.type === 'text-delta') {
      text += part.delta;
      onText?.(part.delta);
    }
    if (part.type === 'raw') incomplete ||= saysIncomplete(part.rawValue);
    if (part.type === 'finish') end = { ...readEnd(part.finishReason, incomplete), usage: readUsage(part.usage, text) };
  }
  return { text, ...end };
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
function readUsage({ inputTokens, outputTokens, raw }: SdkResult['usage'], text: string): ModelUsage {
  const input = inputTokens.total;
  const output = outputTokens.total;
  const cached = inputTokens.cacheRead;
  const cacheIsTold = cached !== undefined && (cached > 0 || /cache/i.test(JSON.stringify(raw ?? {})));
  return {
    ...(input === undefined || !(input > 0) ? {} : { inputTokens: input }),
    ...(cacheIsTold ? { cachedInputTokens: cached } : {}),
    ...(output === undefined || !(output > 0 || text === '') ? {} : { outputTokens: output }),
  };
}
