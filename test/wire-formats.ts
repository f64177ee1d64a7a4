// The wire formats of the providers as tables: how each writes an answer at once, as a stream, and an error.
// Written after the providers' public references; only what a client reads is filled in.
import type { IncomingHttpHeaders } from 'node:http';

export interface Answer {
  readonly say: string;
  readonly end?: 'stop' | 'length' | 'filter' | 'refusal' | 'tool';
  /** false: the provider tells no usage at all. */
  readonly usage?: false;
}
interface WireEvent {
  readonly name?: string;
  readonly data: unknown;
}
interface WireError {
  readonly status?: number;
  readonly code: string;
  readonly message: string;
}

export interface WireFormat {
  readonly keyOf: (headers: IncomingHttpHeaders) => string | undefined;
  readonly streams: (path: string, body: Record<string, unknown>) => boolean;
  readonly body: (answer: Answer) => unknown;
  readonly events: (answer: Answer) => WireEvent[];
  /** How many events bring the text, before those that end the answer. */
  readonly textEnds: (events: readonly WireEvent[]) => number;
  readonly errorBody: (error: WireError) => unknown;
  readonly errorEvent: (error: WireError) => WireEvent;
  /** Sent after the last event. */
  readonly closing?: string;
}

export const USAGE = { input: 120, cached: 100, output: 7 } as const;

export function wireFormatOf(path: string): WireFormat | undefined {
  if (path.startsWith('/v1/messages')) return anthropic;
  if (path.startsWith('/v1/responses')) return responses;
  if (path.startsWith('/v1/chat/completions')) return chat;
  return path.startsWith('/v1/models/') ? google : undefined;
}

const bearer = (headers: IncomingHttpHeaders): string | undefined => headers.authorization?.replace(/^Bearer /, '');
const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);
const pieces = (text: string): string[] => text.match(/.{1,8}/gsu) ?? [];
const openAiError = ({ code, message }: WireError): unknown => ({ error: { message, type: code, param: null, code } });
const callsTool = { name: 'delete_everything', arguments: '{"really":true}' };

const anthropicUsage = { input_tokens: 20, cache_read_input_tokens: USAGE.cached, cache_creation_input_tokens: 0, output_tokens: USAGE.output };
const anthropicStop = { stop: 'end_turn', length: 'max_tokens', filter: 'refusal', refusal: 'refusal', tool: 'tool_use' } as const;
const anthropic: WireFormat = {
  keyOf: (headers) => one(headers['x-api-key']),
  streams: (_path, body) => body['stream'] === true,
  body: ({ say, end = 'stop' }) => ({
    id: 'msg_1', type: 'message', role: 'assistant', model: 'claude', stop_sequence: null, stop_reason: anthropicStop[end], usage: anthropicUsage,
    content: [...(say === '' ? [] : [{ type: 'text', text: say }]), ...(end === 'tool' ? [{ type: 'tool_use', id: 'toolu_1', name: callsTool.name, input: {} }] : [])],
  }),
  events: ({ say, end = 'stop' }) => {
    const event = (data: { type: string } & Record<string, unknown>): WireEvent => ({ name: data.type, data });
    return [
      event({ type: 'message_start', message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude', content: [], stop_reason: null, stop_sequence: null, usage: { ...anthropicUsage, output_tokens: 1 } } }),
      event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
      event({ type: 'ping' }),
      ...pieces(say).map((text) => event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
      event({ type: 'content_block_stop', index: 0 }),
      event({ type: 'message_delta', delta: { stop_reason: anthropicStop[end], stop_sequence: null }, usage: { output_tokens: USAGE.output } }),
      event({ type: 'message_stop' }),
    ];
  },
  textEnds: (events) => events.length - 3,
  errorBody: ({ code, message }) => ({ type: 'error', error: { type: code, message } }),
  errorEvent: ({ code, message }) => ({ name: 'error', data: { type: 'error', error: { type: code, message } } }),
};

const responsesUsage = { input_tokens: USAGE.input, input_tokens_details: { cached_tokens: USAGE.cached }, output_tokens: USAGE.output, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: USAGE.input + USAGE.output };
const responsesDone = ({ say, end = 'stop', usage }: Answer): Record<string, unknown> => ({
  id: 'resp_1', object: 'response', created_at: 1_700_000_000, model: 'gpt', error: null, usage: usage === false ? null : responsesUsage,
  status: end === 'length' || end === 'filter' ? 'incomplete' : 'completed',
  incomplete_details: end === 'length' ? { reason: 'max_output_tokens' } : end === 'filter' ? { reason: 'content_filter' } : null,
  output: end === 'tool'
    ? [{ type: 'function_call', id: 'fc_1', call_id: 'call_1', name: callsTool.name, arguments: callsTool.arguments, status: 'completed' }]
    : [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [end === 'refusal' ? { type: 'refusal', refusal: say } : { type: 'output_text', text: say, annotations: [] }] }],
});
const responses: WireFormat = {
  keyOf: bearer,
  streams: (_path, body) => body['stream'] === true,
  body: responsesDone,
  events: (answer) => {
    const { say, end = 'stop' } = answer;
    let sequence = 0;
    const event = (data: { type: string } & Record<string, unknown>): WireEvent => ({ name: data.type, data: { sequence_number: (sequence += 1), ...data } });
    const at = { item_id: 'msg_1', output_index: 0, content_index: 0 };
    const final = responsesDone(answer);
    const item = Array.isArray(final['output']) ? final['output'][0] : undefined;
    const opened = end === 'tool' ? { ...item, status: 'in_progress', arguments: '' } : { type: 'message', id: 'msg_1', role: 'assistant', status: 'in_progress', content: [] };
    const kind = end === 'refusal' ? 'refusal' : 'output_text';
    return [
      event({ type: 'response.created', response: { ...final, status: 'in_progress', output: [], usage: null, incomplete_details: null } }),
      event({ type: 'response.output_item.added', output_index: 0, item: opened }),
      ...(end === 'tool' ? [] : pieces(say).map((delta) => event({ type: `response.${kind}.delta`, ...at, delta, ...(kind === 'output_text' ? { logprobs: [] } : {}) }))),
      event({ type: 'response.output_item.done', output_index: 0, item }),
      event({ type: final['status'] === 'completed' ? 'response.completed' : 'response.incomplete', response: final }),
    ];
  },
  textEnds: (events) => events.length - 2,
  errorBody: openAiError,
  errorEvent: ({ code, message }) => ({ name: 'error', data: { type: 'error', sequence_number: 9, code, message, param: null } }),
};

const chatUsage = { prompt_tokens: USAGE.input, completion_tokens: USAGE.output, total_tokens: USAGE.input + USAGE.output, prompt_tokens_details: { cached_tokens: USAGE.cached } };
const chatStop = { stop: 'stop', length: 'length', filter: 'content_filter', refusal: 'stop', tool: 'tool_calls' } as const;
const chatTool = { index: 0, id: 'call_1', type: 'function', function: callsTool };
const chat: WireFormat = {
  keyOf: bearer,
  streams: (_path, body) => body['stream'] === true,
  body: ({ say, end = 'stop', usage }) => ({
    id: 'chatcmpl-1', object: 'chat.completion', created: 1_700_000_000, model: 'gpt', ...(usage === false ? {} : { usage: chatUsage }),
    choices: [{ index: 0, finish_reason: chatStop[end], message: { role: 'assistant', content: end === 'refusal' || end === 'tool' ? null : say, ...(end === 'refusal' ? { refusal: say } : {}), ...(end === 'tool' ? { tool_calls: [chatTool] } : {}) } }],
  }),
  events: ({ say, end = 'stop', usage }) => {
    const chunk = (delta: unknown, finish_reason: string | null = null): WireEvent => ({ data: { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'gpt', choices: [{ index: 0, delta, finish_reason }] } });
    return [
      chunk({ role: 'assistant', content: '' }),
      ...(end === 'tool' ? [chunk({ tool_calls: [chatTool] })] : pieces(say).map((text) => chunk(end === 'refusal' ? { refusal: text } : { content: text }))),
      chunk({}, chatStop[end]),
      { data: { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'gpt', choices: [], ...(usage === false ? {} : { usage: chatUsage }) } },
    ];
  },
  textEnds: (events) => events.length - 2,
  errorBody: openAiError,
  errorEvent: (error) => ({ data: openAiError(error) }),
  closing: 'data: [DONE]\n\n',
};

const googleUsage = { promptTokenCount: USAGE.input, cachedContentTokenCount: USAGE.cached, candidatesTokenCount: USAGE.output, totalTokenCount: USAGE.input + USAGE.output };
const googleStop = { stop: 'STOP', length: 'MAX_TOKENS', filter: 'SAFETY', refusal: 'PROHIBITED_CONTENT', tool: 'STOP' } as const;
const googleChunk = (part: unknown, { end, usage }: { end?: Answer['end'] | undefined; usage?: false | undefined } = {}): unknown => ({
  candidates: [{ index: 0, content: { role: 'model', parts: part === undefined ? [] : [part] }, ...(end === undefined ? {} : { finishReason: googleStop[end] }) }],
  ...(end === undefined || usage === false ? {} : { usageMetadata: googleUsage }),
});
const googlePart = ({ say, end }: Answer): unknown => (end === 'tool' ? { functionCall: { name: callsTool.name, args: {} } } : { text: say });
const google: WireFormat = {
  keyOf: (headers) => one(headers['x-goog-api-key']),
  streams: (path) => path.includes(':streamGenerateContent'),
  body: (answer) => googleChunk(googlePart(answer), { end: answer.end ?? 'stop', usage: answer.usage }),
  events: (answer) => [
    ...(answer.end === 'tool' ? [{ data: googleChunk(googlePart(answer)) }] : pieces(answer.say).map((text) => ({ data: googleChunk({ text }) }))),
    { data: googleChunk(undefined, { end: answer.end ?? 'stop', usage: answer.usage }) },
  ],
  textEnds: (events) => events.length - 1,
  errorBody: ({ status = 500, code, message }) => ({ error: { code: status, message, status: code.toUpperCase() } }),
  errorEvent: ({ code, message }) => ({ data: { error: { code: 503, message, status: code.toUpperCase() } } }),
};
