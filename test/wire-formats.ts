// The wire formats of the providers as tables: how each writes an answer at once, as a stream, and an error.
// Written after the providers' public references; only what a client reads is filled in.
import type { IncomingHttpHeaders } from 'node:http';

export interface Answer {
  readonly say: string;
  /** Calls of tools beside the text; absent with the end `tool` is one call that nobody asked for. */
  readonly calls?: readonly WireCall[];
  /** Thinking before the text, with what the provider wants back. */
  readonly thinks?: string;
  readonly end?: 'stop' | 'length' | 'filter' | 'refusal' | 'tool';
  /** false: the provider tells no usage at all. */
  readonly usage?: false;
}
/** One call as the model writes it; null is a field that is missing. */
export interface WireCall {
  readonly id?: string | null;
  readonly name: string | null;
  /** The text of the arguments, be it JSON or not. */
  readonly args: string;
}
interface WireEvent {
  readonly name?: string;
  readonly data: unknown;
  /** Brings a piece of the answer: text or arguments. */
  readonly says?: true;
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
  readonly errorBody: (error: WireError) => unknown;
  readonly errorEvent: (error: WireError) => WireEvent;
  /** Sent after the last event. */
  readonly closing?: string;
}

/** What comes with thinking or with a call and has to go back untouched. */
export const SIGNATURE = 'c2lnbmVkLWJ5LXRoZS1wcm92aWRlcg==';

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
const callsIn = ({ calls, end }: Answer): readonly WireCall[] => calls ?? (end === 'tool' ? [{ name: 'delete_everything', args: '{"really":true}' }] : []);
const endOf = (answer: Answer): NonNullable<Answer['end']> => answer.end ?? (callsIn(answer).length > 0 ? 'tool' : 'stop');
const field = (name: string, value: string | null): Record<string, string> => (value === null ? {} : { [name]: value });
const idOf = ({ id }: WireCall, kind: string, index: number): string | null => (id === undefined ? `${kind}_${index + 1}` : id);

/** How many events bring the answer, before those that end it. */
export const textEnds = (events: readonly WireEvent[]): number => events.findLastIndex(({ says }) => says === true) + 1;

function parsed(args: string): unknown {
  try {
    return JSON.parse(args);
  } catch {
    return args;
  }
}

const anthropicUsage = { input_tokens: 20, cache_read_input_tokens: USAGE.cached, cache_creation_input_tokens: 0, output_tokens: USAGE.output };
const anthropicStop = { stop: 'end_turn', length: 'max_tokens', filter: 'refusal', refusal: 'refusal', tool: 'tool_use' } as const;
const anthropicToolUse = (call: WireCall, index: number, input: unknown): Record<string, unknown> => ({ type: 'tool_use', ...field('id', idOf(call, 'toolu', index)), ...field('name', call.name), input });
const anthropic: WireFormat = {
  keyOf: (headers) => one(headers['x-api-key']),
  streams: (_path, body) => body['stream'] === true,
  body: (answer) => ({
    id: 'msg_1', type: 'message', role: 'assistant', model: 'claude', stop_sequence: null, stop_reason: anthropicStop[endOf(answer)], usage: anthropicUsage,
    content: [
      ...(answer.thinks === undefined ? [] : [{ type: 'thinking', thinking: answer.thinks, signature: SIGNATURE }]),
      ...(answer.say === '' ? [] : [{ type: 'text', text: answer.say }]),
      ...callsIn(answer).map((call, index) => anthropicToolUse(call, index, parsed(call.args))),
    ],
  }),
  events: (answer) => {
    const event = (data: { type: string } & Record<string, unknown>, says?: true): WireEvent => ({ name: data.type, data, ...(says ? { says } : {}) });
    let index = -1;
    const block = (content_block: unknown, deltas: readonly WireEvent[]): WireEvent[] => [event({ type: 'content_block_start', index, content_block }), ...deltas, event({ type: 'content_block_stop', index })];
    const delta = (content: unknown, says?: true): WireEvent => event({ type: 'content_block_delta', index, delta: content }, says);
    return [
      event({ type: 'message_start', message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude', content: [], stop_reason: null, stop_sequence: null, usage: { ...anthropicUsage, output_tokens: 1 } } }),
      event({ type: 'ping' }),
      ...(answer.thinks === undefined ? [] : ((index += 1), block({ type: 'thinking', thinking: '', signature: '' }, [delta({ type: 'thinking_delta', thinking: answer.thinks }), delta({ type: 'signature_delta', signature: SIGNATURE })]))),
      ...((index += 1), block({ type: 'text', text: '' }, pieces(answer.say).map((text) => delta({ type: 'text_delta', text }, true)))),
      ...callsIn(answer).flatMap((call, at) => ((index += 1), block(anthropicToolUse(call, at, {}), pieces(call.args).map((partial_json) => delta({ type: 'input_json_delta', partial_json }, true))))),
      event({ type: 'message_delta', delta: { stop_reason: anthropicStop[endOf(answer)], stop_sequence: null }, usage: { output_tokens: USAGE.output } }),
      event({ type: 'message_stop' }),
    ];
  },
  errorBody: ({ code, message }) => ({ type: 'error', error: { type: code, message } }),
  errorEvent: ({ code, message }) => ({ name: 'error', data: { type: 'error', error: { type: code, message } } }),
};

const responsesUsage = { input_tokens: USAGE.input, input_tokens_details: { cached_tokens: USAGE.cached }, output_tokens: USAGE.output, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: USAGE.input + USAGE.output };
const responsesItems = (answer: Answer): Record<string, unknown>[] => {
  const { say, end, thinks } = answer;
  const calls = callsIn(answer);
  return [
    ...(thinks === undefined ? [] : [{ type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: thinks }], encrypted_content: SIGNATURE }]),
    ...(say === '' && calls.length > 0 ? [] : [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [end === 'refusal' ? { type: 'refusal', refusal: say } : { type: 'output_text', text: say, annotations: [] }] }]),
    ...calls.map((call, index) => ({ type: 'function_call', id: `fc_${index + 1}`, ...field('call_id', idOf(call, 'call', index)), ...field('name', call.name), arguments: call.args, status: 'completed' })),
  ];
};
const responsesDone = (answer: Answer): Record<string, unknown> => ({
  id: 'resp_1', object: 'response', created_at: 1_700_000_000, model: 'gpt', error: null, usage: answer.usage === false ? null : responsesUsage,
  status: answer.end === 'length' || answer.end === 'filter' ? 'incomplete' : 'completed',
  incomplete_details: answer.end === 'length' ? { reason: 'max_output_tokens' } : answer.end === 'filter' ? { reason: 'content_filter' } : null,
  output: responsesItems(answer),
});
const responses: WireFormat = {
  keyOf: bearer,
  streams: (_path, body) => body['stream'] === true,
  body: responsesDone,
  events: (answer) => {
    let sequence = 0;
    const event = (data: { type: string } & Record<string, unknown>, says?: true): WireEvent => ({ name: data.type, data: { sequence_number: (sequence += 1), ...data }, ...(says ? { says } : {}) });
    const final = responsesDone(answer);
    const kind = answer.end === 'refusal' ? 'refusal' : 'output_text';
    const said = (item: Record<string, unknown>, at: { item_id: unknown; output_index: number }): WireEvent[] => {
      if (item['type'] === 'message') return pieces(answer.say).map((delta) => event({ type: `response.${kind}.delta`, ...at, content_index: 0, delta, ...(kind === 'output_text' ? { logprobs: [] } : {}) }, true));
      if (item['type'] === 'function_call') return pieces(String(item['arguments'])).map((delta) => event({ type: 'response.function_call_arguments.delta', ...at, delta }, true));
      return [event({ type: 'response.reasoning_summary_part.added', ...at, summary_index: 0 }), event({ type: 'response.reasoning_summary_text.delta', ...at, summary_index: 0, delta: answer.thinks })];
    };
    const empty = (item: Record<string, unknown>): Record<string, unknown> => ({ ...item, status: 'in_progress', ...(item['type'] === 'message' ? { content: [] } : item['type'] === 'function_call' ? { arguments: '' } : { summary: [], encrypted_content: null }) });
    return [
      event({ type: 'response.created', response: { ...final, status: 'in_progress', output: [], usage: null, incomplete_details: null } }),
      ...responsesItems(answer).flatMap((item, output_index) => [
        event({ type: 'response.output_item.added', output_index, item: empty(item) }),
        ...said(item, { item_id: item['id'], output_index }),
        event({ type: 'response.output_item.done', output_index, item }),
      ]),
      event({ type: final['status'] === 'completed' ? 'response.completed' : 'response.incomplete', response: final }),
    ];
  },
  errorBody: openAiError,
  errorEvent: ({ code, message }) => ({ name: 'error', data: { type: 'error', sequence_number: 9, code, message, param: null } }),
};

const chatUsage = { prompt_tokens: USAGE.input, completion_tokens: USAGE.output, total_tokens: USAGE.input + USAGE.output, prompt_tokens_details: { cached_tokens: USAGE.cached } };
const chatStop = { stop: 'stop', length: 'length', filter: 'content_filter', refusal: 'stop', tool: 'tool_calls' } as const;
const chatCall = (call: WireCall, index: number): Record<string, unknown> => ({ ...field('id', idOf(call, 'call', index)), type: 'function', function: { ...field('name', call.name), arguments: call.args } });
const chat: WireFormat = {
  keyOf: bearer,
  streams: (_path, body) => body['stream'] === true,
  body: (answer) => {
    const { say, end, usage, thinks } = answer;
    const calls = callsIn(answer);
    return {
      id: 'chatcmpl-1', object: 'chat.completion', created: 1_700_000_000, model: 'gpt', ...(usage === false ? {} : { usage: chatUsage }),
      choices: [{
        index: 0, finish_reason: chatStop[endOf(answer)],
        message: {
          role: 'assistant', content: end === 'refusal' || (say === '' && calls.length > 0) ? null : say,
          ...(end === 'refusal' ? { refusal: say } : {}), ...(thinks === undefined ? {} : { reasoning_content: thinks }), ...(calls.length === 0 ? {} : { tool_calls: calls.map(chatCall) }),
        },
      }],
    };
  },
  events: (answer) => {
    const { say, end, usage, thinks } = answer;
    const whole = (choices: readonly unknown[], more: Record<string, unknown> = {}): unknown => ({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'gpt', choices, ...more });
    const chunk = (delta: unknown, finish_reason: string | null = null): WireEvent => ({ data: whole([{ index: 0, delta, finish_reason }]) });
    const saying = (delta: unknown): WireEvent => ({ ...chunk(delta), says: true });
    return [
      chunk({ role: 'assistant', content: '' }),
      ...(thinks === undefined ? [] : [chunk({ reasoning_content: thinks })]),
      ...pieces(say).map((text) => saying(end === 'refusal' ? { refusal: text } : { content: text })),
      ...callsIn(answer).flatMap((call, index) => {
        const [first = '', ...rest] = pieces(call.args);
        return [saying({ tool_calls: [{ index, ...chatCall({ ...call, args: first }, index) }] }), ...rest.map((text) => saying({ tool_calls: [{ index, function: { arguments: text } }] }))];
      }),
      chunk({}, chatStop[endOf(answer)]),
      { data: whole([], usage === false ? {} : { usage: chatUsage }) },
    ];
  },
  errorBody: openAiError,
  errorEvent: (error) => ({ data: openAiError(error) }),
  closing: 'data: [DONE]\n\n',
};

const googleUsage = { promptTokenCount: USAGE.input, cachedContentTokenCount: USAGE.cached, candidatesTokenCount: USAGE.output, totalTokenCount: USAGE.input + USAGE.output };
const googleStop = { stop: 'STOP', length: 'MAX_TOKENS', filter: 'SAFETY', refusal: 'PROHIBITED_CONTENT', tool: 'STOP' } as const;
const googleChunk = (parts: readonly unknown[], { end, usage }: { end?: Answer['end'] | undefined; usage?: false | undefined } = {}): unknown => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...(end === undefined ? {} : { finishReason: googleStop[end] }) }],
  ...(end === undefined || usage === false ? {} : { usageMetadata: googleUsage }),
});
/** Only the first call of an answer is signed. Ids are rare in this format: they come only when the script names one. */
const googleCalls = (answer: Answer): readonly unknown[] =>
  callsIn(answer).map((call, index) => ({
    functionCall: { ...field('id', call.id ?? null), ...field('name', call.name), args: parsed(call.args) },
    ...(answer.thinks !== undefined && index === 0 ? { thoughtSignature: SIGNATURE } : {}),
  }));
const googleThoughts = ({ thinks }: Answer): readonly unknown[] => (thinks === undefined ? [] : [{ text: thinks, thought: true }]);
const google: WireFormat = {
  keyOf: (headers) => one(headers['x-goog-api-key']),
  streams: (path) => path.includes(':streamGenerateContent'),
  body: (answer) => googleChunk([...googleThoughts(answer), ...(answer.say === '' && callsIn(answer).length > 0 ? [] : [{ text: answer.say }]), ...googleCalls(answer)], { end: endOf(answer), usage: answer.usage }),
  events: (answer) => [
    ...googleThoughts(answer).map((part) => ({ data: googleChunk([part]) })),
    ...pieces(answer.say).map((text) => ({ data: googleChunk([{ text }]), says: true as const })),
    ...googleCalls(answer).map((part) => ({ data: googleChunk([part]), says: true as const })),
    { data: googleChunk([], { end: endOf(answer), usage: answer.usage }) },
  ],
  errorBody: ({ status = 500, code, message }) => ({ error: { code: status, message, status: code.toUpperCase() } }),
  errorEvent: ({ code, message }) => ({ data: { error: { code: 503, message, status: code.toUpperCase() } } }),
};
