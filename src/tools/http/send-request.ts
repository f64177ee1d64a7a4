// One request to one of the addresses that were judged, over a connection of its own. The name is not looked up again: the
// connection asks us, and we answer with what was judged. When `signal` is aborted the socket is gone.
import { request as requestPlain, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { OpenWay } from './find-addresses.ts';

export interface Sending {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const MOST_HEADER_BYTES = 32 * 1024;

/** Resolves with the head of the answer; its body is still to be read or destroyed. Rejects when the connection fails. */
export function sendRequest({ target: { url }, addresses }: OpenWay, { method, headers, body }: Sending, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestSecure : requestPlain;
    const sent: OutgoingHttpHeaders = body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) };
    // No pool: a kept connection was opened under the verdict of another call.
    const request = send(url, { method, headers: sent, lookup: answerWith(addresses), agent: false, maxHeaderSize: MOST_HEADER_BYTES, signal });
    request.once('response', resolve);
    request.on('error', reject);
    request.end(body);
  });
}

function answerWith(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, done) => {
    const [first] = answers;
    if (all === true) done(null, answers);
    else if (first === undefined) done(new Error('no address'), '');
    else done(null, first.address, first.family);
  };
}
