// Which providers Muster can talk to, as one table: the first part of `provider/model` names a row.
// A row says which wire format is spoken, where, with which key from the environment, and how a schema is asked for.
// Keys come from the environment only; nothing here opens a connection.
import type { ErrorCode } from '../core/errors.ts';
import type { Bilingual } from '../core/json.ts';
import { SAYS } from './calls/sentences.ts';

/** The wire formats: Anthropic Messages, OpenAI Responses, OpenAI Chat, Google Gemini, and Chat as others speak it. */
export type Protocol = 'anthropic' | 'responses' | 'chat' | 'google' | 'compatible';

/** How a schema is asked for: bound by the provider, JSON without a schema, or only in words. */
export type SchemaWay = 'bound' | 'json' | 'words';

interface ProviderRow {
  readonly protocol: Protocol;
  /** Where it listens unless a variable or setting says otherwise; absent when only the user can know. */
  readonly endpoint?: string;
  readonly endpointVariable: string;
  /** Read in this order; the first that is set counts and the first is the one that messages name. */
  readonly keyVariables: readonly string[];
  readonly needsKey: boolean;
  readonly schemaWay: SchemaWay;
  /** The wire format lives under `/v1`, and users often leave that out of the address. */
  readonly underV1?: true;
  /** It refuses a conversation that shows it its own thinking, where others refuse one that does not. */
  readonly thinkingBack?: false;
  /** A free address that judges the key, where the list of models is open to everybody. */
  readonly keyPath?: string;
}

/** A row of what speaks the Chat format at its own address; most differ in nothing else. */
const compatible = (row: Omit<ProviderRow, 'protocol' | 'needsKey' | 'schemaWay'> & Partial<ProviderRow>): ProviderRow => ({
  protocol: 'compatible',
  needsKey: true,
  schemaWay: 'bound',
  ...row,
});

export const PROVIDERS: Readonly<Record<string, ProviderRow>> = {
  anthropic: { protocol: 'anthropic', endpoint: 'https://api.anthropic.com/v1', endpointVariable: 'ANTHROPIC_BASE_URL', keyVariables: ['ANTHROPIC_API_KEY'], needsKey: true, schemaWay: 'bound', underV1: true },
  openai: { protocol: 'responses', endpoint: 'https://api.openai.com/v1', endpointVariable: 'OPENAI_BASE_URL', keyVariables: ['OPENAI_API_KEY'], needsKey: true, schemaWay: 'bound' },
  'openai-chat': { protocol: 'chat', endpoint: 'https://api.openai.com/v1', endpointVariable: 'OPENAI_BASE_URL', keyVariables: ['OPENAI_API_KEY'], needsKey: true, schemaWay: 'bound' },
  google: { protocol: 'google', endpoint: 'https://generativelanguage.googleapis.com/v1beta', endpointVariable: 'GOOGLE_BASE_URL', keyVariables: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'], needsKey: true, schemaWay: 'bound' },
  ollama: compatible({ endpoint: 'http://127.0.0.1:11434/v1', endpointVariable: 'OLLAMA_BASE_URL', keyVariables: ['OLLAMA_API_KEY'], needsKey: false, underV1: true }),
  lmstudio: compatible({ endpoint: 'http://127.0.0.1:1234/v1', endpointVariable: 'LMSTUDIO_BASE_URL', keyVariables: ['LMSTUDIO_API_KEY'], needsKey: false, underV1: true }),
  compatible: compatible({ endpointVariable: 'OPENAI_COMPATIBLE_BASE_URL', keyVariables: ['OPENAI_COMPATIBLE_API_KEY'], needsKey: false }),
  mistral: compatible({ endpoint: 'https://api.mistral.ai/v1', endpointVariable: 'MISTRAL_BASE_URL', keyVariables: ['MISTRAL_API_KEY'], thinkingBack: false }),
  deepseek: compatible({ endpoint: 'https://api.deepseek.com/v1', endpointVariable: 'DEEPSEEK_BASE_URL', keyVariables: ['DEEPSEEK_API_KEY'], schemaWay: 'json' }),
  groq: compatible({ endpoint: 'https://api.groq.com/openai/v1', endpointVariable: 'GROQ_BASE_URL', keyVariables: ['GROQ_API_KEY'], thinkingBack: false }),
  openrouter: compatible({ endpoint: 'https://openrouter.ai/api/v1', endpointVariable: 'OPENROUTER_BASE_URL', keyVariables: ['OPENROUTER_API_KEY'], keyPath: 'key' }),
  together: compatible({ endpoint: 'https://api.together.xyz/v1', endpointVariable: 'TOGETHER_BASE_URL', keyVariables: ['TOGETHER_API_KEY'] }),
  xai: compatible({ endpoint: 'https://api.x.ai/v1', endpointVariable: 'XAI_BASE_URL', keyVariables: ['XAI_API_KEY'] }),
  moonshot: compatible({ endpoint: 'https://api.moonshot.cn/v1', endpointVariable: 'MOONSHOT_BASE_URL', keyVariables: ['MOONSHOT_API_KEY'], schemaWay: 'json' }),
  qwen: compatible({ endpoint: 'https://dashscope.aliyuncs.com/compatible-mode/v1', endpointVariable: 'DASHSCOPE_BASE_URL', keyVariables: ['DASHSCOPE_API_KEY'], schemaWay: 'json' }),
  zhipu: compatible({ endpoint: 'https://open.bigmodel.cn/api/paas/v4', endpointVariable: 'ZHIPU_BASE_URL', keyVariables: ['ZHIPU_API_KEY', 'ZHIPUAI_API_KEY'], schemaWay: 'json' }),
};

/** Where one named model is found, ready to be called. */
export interface ModelPlace {
  readonly name: string;
  readonly provider: string;
  readonly modelId: string;
  readonly protocol: Protocol;
  readonly endpoint: string;
  readonly key?: string;
  /** The variable that holds the key, or the one to set. */
  readonly keyVariable: string;
  readonly schemaWay: SchemaWay;
  /** What it thought in earlier rounds is shown to it again. */
  readonly thinkingBack: boolean;
  readonly keyPath?: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface PlaceSettings {
  /** Instead of the address of the row and its variable. */
  readonly endpoint?: string;
  /** For `openai/…`: which of its two wire formats. */
  readonly api?: 'chat' | 'responses';
}

export type PlaceFound =
  | { readonly ok: true; readonly place: ModelPlace }
  | { readonly ok: false; readonly code: ErrorCode; readonly says: Bilingual };

/** Finds the row, the key and the address for `provider/model`, or says what to set. Never throws, opens nothing. */
export function findPlace(name: string, env: Environment, settings: PlaceSettings = {}): PlaceFound {
  const slash = name.indexOf('/');
  const provider = slash < 0 ? name : name.slice(0, slash);
  const modelId = slash < 0 ? '' : name.slice(slash + 1).trim();
  const row = Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider] : undefined;
  if (row === undefined || modelId === '') {
    return { ok: false, code: 'model.unknown', says: SAYS.unknownName({ name, known: Object.keys(PROVIDERS) }) };
  }
  const keyVariable = row.keyVariables.find((variable) => isSet(env[variable])) ?? row.keyVariables[0] ?? '';
  const key = env[keyVariable]?.trim();
  if (row.needsKey && !isSet(key)) {
    return { ok: false, code: 'model.no_key', says: SAYS.noKey({ name, variable: keyVariable }) };
  }
  const address = settings.endpoint ?? (isSet(env[row.endpointVariable]) ? env[row.endpointVariable] : row.endpoint);
  const endpoint = tidyEndpoint(address, row.underV1 === true);
  if (endpoint === undefined) {
    return { ok: false, code: 'model.unknown', says: SAYS.noEndpoint({ name, variable: row.endpointVariable }) };
  }
  const protocol = provider === 'openai' && settings.api === 'chat' ? 'chat' : row.protocol;
  return {
    ok: true,
    place: {
      name, provider, modelId, protocol, endpoint, keyVariable, schemaWay: row.schemaWay, thinkingBack: row.thinkingBack !== false,
      ...(isSet(key) ? { key } : {}),
      ...(row.keyPath === undefined ? {} : { keyPath: row.keyPath }),
    },
  };
}

const isSet = (value: string | undefined): value is string => value !== undefined && value.trim() !== '';

function tidyEndpoint(address: string | undefined, underV1: boolean): string | undefined {
  const trimmed = address?.trim().replace(/\/+$/, '') ?? '';
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return undefined;
  return underV1 && !/\/v\d+\w*$/.test(trimmed) ? `${trimmed}/v1` : trimmed;
}
