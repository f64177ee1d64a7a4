// A server on this machine that speaks the wire formats of the model providers and follows a script of faults.
// It counts every request it sees: what a test says about the number of calls is what went over the socket.
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { wireFormatOf, textEnds, type Answer, type WireCall, type WireFormat } from './wire-formats.ts';
import { faultInRequest } from './wire-history.ts';

export type Reply =
  | Answer
  | { readonly status: number; readonly code?: string; readonly message?: string; readonly headers?: Record<string, string> }
  /** The socket closes: before the headers, after them, in the middle of the text, or tidily but without an end. */
  | { readonly cut: 'before' | 'headers' | 'middle' | 'tidy'; readonly say?: string; readonly calls?: readonly WireCall[] }
  /** Headers never come. */
  | { readonly hang: true }
  /** A stream that sends a piece of text every few milliseconds and never ends. */
  | { readonly drips: string }
  /** Status 200 with a body that is not the provider's. */
  | { readonly garbled: string }
  /** Status 200, some text, then an error event. Without streaming: an error with status 500. */
  | { readonly breaks: string; readonly message: string };

export interface Seen {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
  /** The client closed the connection before the answer was complete. */
  hungUp: boolean;
}

/** What a request is answered with, made up when it is there. */
export type Script = Reply | ((request: Seen) => Reply | Promise<Reply>);

export interface WireFake {
  /** `http://127.0.0.1:PORT/v1`, for every provider. */
  readonly endpoint: string;
  readonly seen: Seen[];
  /** What was wrong with the conversations that were answered with 400, as the provider says it. */
  readonly faults: string[];
  /** The most requests that were open at the same time. */
  mostAtOnce(): number;
  /** Plays the replies in order; the last one is repeated. */
  script(...replies: Script[]): void;
  /** Forgets what it saw. Whatever was sent so far has been seen by then, also by a caller that gave up meanwhile. */
  forget(): Promise<void>;
  /** The key that the server takes; any other gets the provider's own 401. */
  readonly key: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Asked for when nothing is wanted. */
const NOTHING = '/nothing';

export async function wireFake(): Promise<WireFake> {
  const key = 'sk-wire-4711-geheim-0815';
  const seen: Seen[] = [];
  const faults: string[] = [];
  let replies: Script[] = [];
  let open = 0;
  let most = 0;
  const server = createServer((request, response) => {
    if (request.url === NOTHING) return void response.end();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body: Record<string, unknown> = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
      const entry: Seen = { path: request.url ?? '', headers: request.headers, body, hungUp: false };
      seen.push(entry);
      most = Math.max(most, (open += 1));
      response.on('close', () => {
        open -= 1;
        entry.hungUp = !response.writableFinished;
      });
      const format = wireFormatOf(entry.path);
      if (format === undefined) return void response.writeHead(404).end();
      if (format.keyOf(entry.headers) !== key) return sendError(response, format, { status: 401, code: 'authentication_error', message: `Incorrect API key provided: ${format.keyOf(entry.headers)}` });
      const wrong = faultInRequest(entry.path, body);
      if (wrong !== undefined) {
        faults.push(wrong);
        return sendError(response, format, { status: 400, code: 'invalid_request_error', message: wrong });
      }
      const reply = replies.length > 1 ? replies.shift() : replies[0];
      if (reply === undefined) throw new Error('the script of the fake server is empty');
      const playing = (made: Reply): void => play({ response, format, reply: made, streams: format.streams(entry.path, body) });
      if (typeof reply !== 'function') return playing(reply);
      // An answer that cannot be made leaves the request without one, and the test says so.
      void Promise.resolve(reply(entry)).then(playing, (error: unknown) => response.destroy(error instanceof Error ? error : undefined));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}/v1`,
    seen,
    faults,
    key,
    mostAtOnce: () => most,
    script: (...next) => void (replies = next),
    async forget() {
      // A connection of its own stands behind all that were opened before.
      await new Promise((resolve, reject) => get({ port: address.port, host: '127.0.0.1', path: NOTHING, agent: false }, (response) => response.resume().on('end', resolve)).on('error', reject));
      await new Promise((resolve) => void setImmediate(resolve));
      seen.splice(0);
      faults.splice(0);
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Play {
  readonly response: ServerResponse;
  readonly format: WireFormat;
  readonly reply: Reply;
  readonly streams: boolean;
}

function play({ response, format, reply, streams }: Play): void {
  if ('hang' in reply) return;
  if ('status' in reply) return sendError(response, format, reply);
  if ('garbled' in reply) return void response.writeHead(200, { 'content-type': 'text/html' }).end(reply.garbled);
  if ('breaks' in reply && !streams) return sendError(response, format, { status: 500, code: reply.breaks, message: reply.message });
  if ('drips' in reply) return drip(response, format, reply.drips);
  if ('cut' in reply) return cutOff({ response, format, reply, streams }, reply);
  if ('breaks' in reply) {
    const events = format.events({ say: 'half an ' });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    return void response.end(asStream([...events.slice(0, textEnds(events)), format.errorEvent({ code: reply.breaks, message: reply.message })]));
  }
  if (!streams) return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(format.body(reply)));
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(asStream(format.events(reply)) + (format.closing ?? ''));
}

function drip(response: ServerResponse, format: WireFormat, say: string): void {
  const events = format.events({ say });
  const last = textEnds(events);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(asStream(events.slice(0, last)));
  const timer = setInterval(() => response.write(asStream(events.slice(last - 1, last))), 3);
  response.on('close', () => clearInterval(timer));
}

function cutOff({ response, format, streams }: Play, reply: Extract<Reply, { cut: string }>): void {
  if (reply.cut === 'before') return void response.destroy();
  const answer: Answer = { say: reply.say ?? 'this text is cut off', ...(reply.calls === undefined ? {} : { calls: reply.calls }) };
  const events = format.events(answer);
  const whole = streams ? asStream(events) : JSON.stringify(format.body(answer));
  // In the middle of a call: its last piece never comes.
  const part = streams ? asStream(events.slice(0, textEnds(events) - (reply.calls === undefined ? 0 : 1))) : whole.slice(0, whole.length / 2);
  if (reply.cut === 'tidy') return void response.writeHead(200, { 'content-type': streams ? 'text/event-stream' : 'application/json' }).end(part);
  response.writeHead(200, { 'content-type': streams ? 'text/event-stream' : 'application/json', 'content-length': String(whole.length + 500) });
  response.flushHeaders();
  if (reply.cut === 'headers') return void setImmediate(() => response.destroy());
  response.write(part, () => setImmediate(() => response.destroy()));
}

function sendError(response: ServerResponse, format: WireFormat, error: Extract<Reply, { status: number }>): void {
  response.writeHead(error.status, { 'content-type': 'application/json', ...error.headers });
  response.end(JSON.stringify(format.errorBody({ status: error.status, code: error.code ?? 'some_error', message: error.message ?? 'something is wrong' })));
}

const asStream = (events: readonly WireEvent[]): string => events.map(({ name, data }) => `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`).join('');
type WireEvent = ReturnType<WireFormat['events']>[number];
