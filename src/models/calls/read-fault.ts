// Reads what a failed call threw: an error of the SDK, an error event of a stream, a broken socket.
// By the fields they carry, never by class, because each provider's package brings its own.
import type { CallFault } from './outcome.ts';
import { readRetryAfter } from './retry.ts';
import type { Mask } from '../../core/gate/secrets.ts';

export function readFault(thrown: unknown, { mask, now }: { mask: Mask; now: number }): CallFault {
  const error = fields(thrown);
  const body = errorFields(error);
  const status = statusOf(error, body);
  const said = mask(firstText(body['message'], error['message'], thrown)).slice(0, LONGEST);
  const retryAfterMs = readRetryAfter(textFields(error['responseHeaders']), now) ?? retryDelayIn(error['responseBody']);
  const transport = transportOf(error, status);
  // What the SDK refuses to send at all would be refused again.
  const unsendable = status === undefined && UNSENDABLE.test(String(error['name'] ?? ''));
  return {
    status: transport !== undefined ? undefined : unsendable ? 400 : status,
    codes: [body['code'], body['type'], body['status'], error['code'], error['type']].flatMap((code) => (typeof code === 'string' ? [code.toLowerCase()] : [])),
    said,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(transport === undefined ? {} : { transport }),
  };
}

/** The reply came whole, and what the SDK could not take in it is a call of a tool: one without a name, for example. */
export function isUnreadableCall(thrown: unknown): boolean {
  for (let link: unknown = thrown, depth = 0; isFields(link) && depth < 5; link = link['cause'], depth += 1) {
    const name = String(link['name'] ?? '');
    if (!CALL_WORDS.test(String(link['message']))) continue;
    if (/TypeValidation|InvalidResponseData/.test(name)) return true;
    if (/JSONParse/.test(name) && Object.keys(parsed(link['text'])).length > 0) return true;
  }
  return false;
}

const CALL_WORDS = /tool_calls|tool_use|function_call|functionCall|function\.name/;

/** A copy of what was thrown that is safe to keep as a cause: the SDK's errors hold the request, its address and headers. */
export function safeCause(thrown: unknown, mask: Mask): Error {
  const error = fields(thrown);
  const safe = new Error(mask(firstText(error['message'], thrown)).slice(0, LONGEST));
  safe.name = typeof error['name'] === 'string' ? error['name'] : 'Error';
  // The frames tell where it happened; the first line would repeat the unmasked message.
  if (typeof error['stack'] === 'string') safe.stack = [`${safe.name}: ${safe.message}`, ...mask(error['stack']).split('\n').filter((line) => /^\s+at /.test(line))].join('\n');
  return safe;
}

const LONGEST = 400;
const UNSENDABLE = /^(AI_(Unsupported|InvalidArgument|InvalidPrompt|Load|NoSuchModel)|TypeError|RangeError)/;

/** Google puts its Retry-After into the body, in seconds. */
function retryDelayIn(body: unknown): number | undefined {
  const seconds = typeof body === 'string' ? /"retryDelay"\s*:\s*"([\d.]+)s"/.exec(body)?.[1] : undefined;
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const fields = (value: unknown): Fields => (isFields(value) ? value : {});

const textFields = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields(value)).flatMap(([name, text]) => (typeof text === 'string' ? [[name.toLowerCase(), text]] : [])));

const firstText = (...candidates: unknown[]): string => candidates.find((text): text is string => typeof text === 'string' && text.trim() !== '') ?? '';

/** The `error` object of the body: parsed by the SDK, still text, or the thrown thing itself. */
function errorFields(error: Fields): Fields {
  const data = isFields(error['data']) ? error['data'] : parsed(error['responseBody']);
  const response = fields(data['response']);
  for (const candidate of [data['error'], response['error'], data, error]) {
    if (isFields(candidate) && typeof candidate['message'] === 'string') return candidate;
  }
  return {};
}

function parsed(text: unknown): Fields {
  if (typeof text !== 'string') return fields(text);
  try {
    return fields(JSON.parse(text));
  } catch {
    return {};
  }
}

function statusOf(error: Fields, body: Fields): number | undefined {
  return [error['statusCode'], error['status'], body['code'], error['code']].map(Number).find((status) => Number.isInteger(status) && status >= 200 && status < 600);
}

const SOCKET_CODES = /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_|EHOST|ENET|UND_ERR_|CERT_|DEPTH_|SELF_|ERR_TLS|ERR_SSL)/;

function transportOf(error: Fields, status: number | undefined): CallFault['transport'] {
  for (let link: unknown = error, depth = 0; isFields(link) && depth < 5; link = link['cause'], depth += 1) {
    const code = String(link['code'] ?? '');
    if (/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_BODY)/.test(code) || link['message'] === 'terminated') return 'cut';
    if (SOCKET_CODES.test(code)) return 'connection';
  }
  // The status was fine, so it is the reply that could not be read.
  if (status !== undefined && status < 300) return 'garbled';
  if (status !== undefined) return undefined;
  const name = String(error['name'] ?? '');
  if (/JSONParse|TypeValidation|InvalidResponseData|EmptyResponseBody|NoContent/.test(name)) return 'garbled';
  if (error['isRetryable'] === true || /fetch failed|socket hang up|cannot connect/i.test(String(error['message']))) return 'connection';
  return undefined;
}
