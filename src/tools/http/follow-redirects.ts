// From a URL to the final answer. Every step is judged anew, name and addresses; what a step may carry on is decided by where
// it leads: no credentials to another origin, no body to another host, never from https to http.
import type { IncomingMessage } from 'node:http';
import type { GuardRefusal } from '../../ports/tool.ts';
import { findAddresses, type Resolver } from './find-addresses.ts';
import type { OutboundRules } from './judge-url.ts';
import { refused } from './refusals.ts';
import { headersForStranger, headersWithoutBody } from './request-headers.ts';
import { sendRequest, type Sending } from './send-request.ts';

export interface Outbound {
  readonly rules: OutboundRules;
  readonly resolve: Resolver;
  readonly signal: AbortSignal;
}

export interface Answer {
  readonly ok: true;
  /** Where the answer came from in the end. */
  readonly url: URL;
  readonly redirects: number;
  readonly response: IncomingMessage;
}

const MOST_REDIRECTS = 5;

/** The body of the answer is still to be read or destroyed. */
export async function followRedirects(from: string, sending: Sending, outbound: Outbound): Promise<Answer | GuardRefusal> {
  let step: { readonly to: string; readonly sending: Sending } = { to: from, sending };
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const way = await findAddresses(step.to, outbound);
    if (!way.ok) return way;
    const { url } = way.target;
    const response = await sendRequest(way, step.sending, outbound.signal);
    const status = response.statusCode ?? 0;
    const location = response.headers.location;
    if (!REDIRECTS.has(status) || location === undefined) return { ok: true, url, redirects, response };
    response.destroy();
    const next = nextStep(url, { status, location }, step.sending);
    if ('ok' in next) return next;
    step = next;
  }
  return refused('url.too_many_redirects');
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const KEEPS_THE_BODY = new Set([307, 308]);

function nextStep(from: URL, { status, location }: { readonly status: number; readonly location: string }, sending: Sending): { readonly to: string; readonly sending: Sending } | GuardRefusal {
  // A whole address is judged as it was written; a relative one has no host of its own to hide.
  const isWhole = /^[a-z][a-z0-9+.-]*:/i.test(location);
  const url = URL.parse(location, from.href);
  if (url === null) return refused('url.unreadable');
  if (from.protocol === 'https:' && url.protocol === 'http:') return refused('url.downgrade', url.hostname);
  const to = isWhole ? location : url.href;
  const isSameOrigin = url.origin === from.origin;
  if (sending.method === 'POST' && KEEPS_THE_BODY.has(status)) {
    return isSameOrigin ? { to, sending } : refused('url.body_elsewhere', url.hostname);
  }
  const headers = headersWithoutBody(sending.headers);
  return { to, sending: { method: 'GET', body: undefined, headers: isSameOrigin ? headers : headersForStranger(headers) } };
}
