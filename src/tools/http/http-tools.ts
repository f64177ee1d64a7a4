// `http.get` and `http.post`: the world by URL, behind one way out. What is refused by writing alone is refused before anybody
// is asked; names are looked up only when the call runs, because a look-up already tells somebody something.
import { isTeamError, TeamError } from '../../core/errors.ts';
import type { Meanings } from '../../core/gate/arguments.ts';
import { isJsonObject, type Bilingual, type Json, type JsonObject, type Locale } from '../../core/json.ts';
import type { GuardVerdict, Tool, ToolCall } from '../../ports/tool.ts';
import { INTAKE_BYTES } from '../limits.ts';
import { failedFault, refusedFault } from '../refusal.ts';
import { systemResolver, type Resolver } from './find-addresses.ts';
import { followRedirects, type Answer } from './follow-redirects.ts';
import { judgeUrl, outboundRules, type OutboundOptions, type OutboundRules } from './judge-url.ts';
import { readBody, UnknownCoding, type Body } from './read-response.ts';
import { readText } from './read-text.ts';
import { refused } from './refusals.ts';
import { headersOf, judgeHeaders, type HeaderMap } from './request-headers.ts';
import type { Sending } from './send-request.ts';

export interface HttpToolOptions extends OutboundOptions {
  /** Absent: the resolver of the system. */
  readonly resolve?: Resolver;
  /** Most bytes of a body that are read. */
  readonly intakeBytes?: number;
}

const MOST_BODY_CHARS = 1_000_000;
const URL_FIELD = { type: 'string' };
const HEADERS_FIELD = { type: 'object', additionalProperties: { type: 'string' } };
const MEANINGS: Meanings = {
  url: { en: 'Whole URL with http:// or https://', zh: '完整的 URL，以 http:// 或 https:// 开头' },
  headers: { en: 'Request headers, such as {"accept": "application/json"}', zh: '请求头，例如 {"accept": "application/json"}' },
  json: { en: 'Body as JSON', zh: 'JSON 格式的请求体' },
  body: { en: 'Body as text; give json or body', zh: '文本格式的请求体；json 与 body 二选一' },
};

/** Throws `team.invalid` for a host entry that names no host. */
export function httpTools(options: HttpToolOptions = {}): readonly Tool[] {
  const way: Way = { rules: outboundRules(options), resolve: options.resolve ?? systemResolver, limit: options.intakeBytes ?? INTAKE_BYTES };
  return [
    {
      name: 'http.get',
      description: {
        en: 'Fetches a public URL and gives its status, content type and text. Follows up to 5 redirects. Binary content is not given.',
        zh: '获取一个公网 URL，返回状态码、内容类型和文本。最多跟随 5 次重定向；不返回二进制内容。',
      },
      parameters: { type: 'object', properties: { url: URL_FIELD, headers: HEADERS_FIELD }, required: ['url'], additionalProperties: false },
      meanings: MEANINGS,
      effects: ['network'],
      isIdempotent: true,
      guard: ({ args }) => judge(args, way.rules),
      run: (call) => fetchText(call, { method: 'GET', headers: headersOf(headersIn(call.args)), body: undefined }, way),
    },
    {
      name: 'http.post',
      description: {
        en: 'Sends a body to a public URL by POST and gives the status, content type and text of the answer. It may change something there, so send it once.',
        zh: '用 POST 向公网 URL 发送内容，返回响应的状态码、内容类型和文本。这可能改变对方的数据，请只发送一次。',
      },
      parameters: {
        type: 'object',
        properties: { url: URL_FIELD, headers: HEADERS_FIELD, json: {}, body: { type: 'string' } },
        required: ['url'],
        additionalProperties: false,
      },
      meanings: MEANINGS,
      effects: ['network'],
      isIdempotent: false,
      guard: ({ args }) => judge(args, way.rules),
      run: (call) => fetchText(call, posting(call.args), way),
    },
  ];
}

interface Way {
  readonly rules: OutboundRules;
  readonly resolve: Resolver;
  readonly limit: number;
}

function judge(args: JsonObject, rules: OutboundRules): GuardVerdict {
  const target = judgeUrl(textIn(args, 'url') ?? '', rules);
  if (!target.ok) return target;
  if (args['body'] !== undefined && args['json'] !== undefined) return refused('http.two_bodies');
  if ((bodyIn(args)?.length ?? 0) > MOST_BODY_CHARS) return refused('http.body_too_large');
  return judgeHeaders(headersIn(args)) ?? { ok: true };
}

const posting = (args: JsonObject): Sending => ({
  method: 'POST',
  headers: headersOf({ 'content-type': args['json'] === undefined ? 'text/plain; charset=utf-8' : 'application/json', ...lowerCased(headersIn(args)) }),
  body: bodyIn(args) ?? '',
});

const textIn = (args: JsonObject, key: string): string | undefined => (typeof args[key] === 'string' ? args[key] : undefined);
const bodyIn = (args: JsonObject): string | undefined => (args['json'] === undefined ? textIn(args, 'body') : JSON.stringify(args['json']));
const headersIn = (args: JsonObject): HeaderMap =>
  isJsonObject(args['headers']) ? Object.fromEntries(Object.entries(args['headers']).map(([name, value]) => [name, String(value)])) : {};
const lowerCased = (headers: HeaderMap): HeaderMap => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

async function fetchText(call: ToolCall, sending: Sending, way: Way): Promise<Json> {
  const { locale } = call.caller;
  // The guard ran before; a caller that left it out gains nothing.
  const verdict = judge(call.args, way.rules);
  if (!verdict.ok) throw refusedFault(verdict, locale);
  try {
    const answer = await followRedirects(textIn(call.args, 'url') ?? '', sending, { rules: way.rules, resolve: way.resolve, signal: call.signal });
    if (!answer.ok) throw refusedFault(answer, locale);
    return told(answer, await readBody(answer.response, way.limit), locale);
  } catch (error) {
    if (call.signal.aborted) throw call.signal.reason;
    throw isTeamError(error) ? error : failure(error, locale);
  }
}

function told({ url, response, redirects }: Answer, { bytes, isCut }: Body, locale: Locale): Json {
  const { contentType, text } = readText(bytes, { header: response.headers['content-type'], isCut });
  if (text === undefined) {
    throw new TeamError('tool.failed', SAYS.binary(contentType, bytes.length, isCut), {
      locale,
      details: { status: response.statusCode, content_type: contentType, bytes: bytes.length },
    });
  }
  return {
    url: url.href,
    status: response.statusCode ?? 0,
    content_type: contentType,
    ...(redirects === 0 ? {} : { redirects }),
    ...(isCut ? { cut_after_bytes: bytes.length } : {}),
    text,
  };
}

function failure(error: unknown, locale: Locale): TeamError {
  const says = error instanceof UnknownCoding ? SAYS.coding(error.message) : SAYS.connection(reasonOf(error));
  return failedFault(says, { locale, cause: error });
}

/** The code of the system, since its sentences name addresses; for TLS and DNS too it says what happened. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

const SAYS = {
  binary: (type: string, bytes: number, isCut: boolean): Bilingual => ({
    en: `The answer is not text but ${type === '' ? 'binary' : type}, ${isCut ? 'more than ' : ''}${bytes} bytes. Ask for a text form of it.`,
    zh: `响应不是文本，而是${type === '' ? '二进制内容' : ` ${type}`}，${isCut ? '超过 ' : ''}${bytes} 字节。请改为请求它的文本形式。`,
  }),
  coding: (coding: string): Bilingual => ({ en: `The answer is packed as ${coding}, which cannot be unpacked here. Ask another source.`, zh: `响应以 ${coding} 压缩，无法解压。请换一个来源。` }),
  connection: (reason: string): Bilingual => ({ en: `The request failed: ${reason}. Check the host, or try another source.`, zh: `请求失败：${reason}。请检查主机，或换一个来源。` }),
};
