// The tools against a real server on the loopback, which they reach only because each test's own entries say so.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import type { ToolCall } from '../../ports/tool.ts';
import { httpTools, type HttpToolOptions } from './http-tools.ts';

type Route = (request: IncomingMessage, response: Parameters<RequestListener>[1]) => void;

async function serve(routes: Readonly<Record<string, Route>>): Promise<{ port: number; seen: { url: string; method: string; headers: IncomingMessage['headers']; body: string }[]; server: Server }> {
  const seen: { url: string; method: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    seen.push({ url: request.url ?? '', method: request.method ?? '', headers: request.headers, body });
    const route = routes[request.url ?? ''];
    if (route === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here');
    else route(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void (server.closeAllConnections(), server.close()));
  return { port: (server.address() as AddressInfo).port, seen, server };
}

const call = (args: JsonObject, signal: AbortSignal = new AbortController().signal): ToolCall => ({
  args, callId: 'c1', signal, caller: { goalId: 'g1', taskId: 't1', attemptId: 'a1', memberId: 'm1', locale: 'en', workspace: '/' },
});

async function ask(name: 'http.get' | 'http.post', args: JsonObject, options: HttpToolOptions, signal?: AbortSignal): Promise<JsonObject> {
  const answer: Json | undefined = await httpTools(options).find((tool) => tool.name === name)?.run(call(args, signal));
  if (!isJsonObject(answer)) throw new Error('no answer');
  return answer;
}

/** All hosts of the tests answer with the loopback; only these two may. */
const open = (port: number, more: HttpToolOptions = {}): HttpToolOptions => ({ privateHosts: [`here.test:${port}`, `there.test:${port}`], resolve: async () => ['127.0.0.1'], ...more });
const text = (body: string | Buffer, headers: Record<string, string> = {}): Route => (_request, response) => void response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(body);
const to = (location: string, status = 302): Route => (_request, response) => void response.writeHead(status, { location }).end();

test('a text comes with its status and type; a 404 is an answer, not a fault', async () => {
  const { port, seen } = await serve({ '/a': text('héllo 你好') });
  expect(await ask('http.get', { url: `http://here.test:${port}/a`, headers: { Accept: 'text/plain' } }, open(port))).toEqual({ url: `http://here.test:${port}/a`, status: 200, content_type: 'text/plain', text: 'héllo 你好' });
  expect(await ask('http.get', { url: `http://here.test:${port}/b` }, open(port))).toMatchObject({ status: 404, text: 'nothing here' });
  expect(seen[0]?.headers).toMatchObject({ accept: 'text/plain', 'user-agent': 'muster', host: `here.test:${port}` });
});

test('the same server is out of reach without the entry: by address, by name, and by a name that resolves to it', async () => {
  const { port, seen } = await serve({ '/': text('secret') });
  const resolve = async () => ['127.0.0.1'];
  for (const [url, rule] of [[`http://127.0.0.1:${port}/`, 'url.private_address'], [`http://localhost:${port}/`, 'url.local_name'], [`http://here.test:${port}/`, 'url.private_address']] as const) {
    await expect(ask('http.get', { url }, { resolve, ports: [port] })).rejects.toMatchObject({ code: 'tool.refused', details: { rule } });
  }
  expect(seen).toEqual([]);
});

test('the connection goes to the address that was judged, though a second look-up would answer otherwise', async () => {
  verifies('gate.way_out');
  const { port, seen } = await serve({ '/': text('hit') });
  const answers = [['127.0.0.1'], ['10.255.255.1']];
  let asked = 0;
  const resolve = async () => answers[asked++] ?? [];
  expect(await ask('http.get', { url: `http://here.test:${port}/` }, open(port, { resolve }))).toMatchObject({ text: 'hit' });
  expect([asked, seen.length]).toEqual([1, 1]);
});

test('a redirect is judged anew by name and by addresses, and 169.254.169.254 is never asked', async () => {
  verifies('gate.way_out');
  const { port, seen } = await serve({
    '/meta': to('http://169.254.169.254/latest'), '/odd': to('http://2130706433/'), '/file': to('file:///etc/passwd'), '/inside': to('https://inside.example.com/'),
    '/slashes': to('http:\\\\127.0.0.1/'), '/user': to('http://a@127.0.0.1/'), '/relative': to('//127.0.0.1:1/'), '/fine': to('/end'), '/end': text('the end'),
  });
  const resolve = async (host: string) => (host === 'inside.example.com' ? ['10.0.0.7'] : ['127.0.0.1']);
  const ruleAt = async (path: string) => ask('http.get', { url: `http://here.test:${port}${path}` }, open(port, { resolve })).catch((error: { details?: { rule?: string } }) => error.details?.rule);
  expect(await Promise.all(['/meta', '/odd', '/file', '/inside', '/slashes', '/user', '/relative'].map(ruleAt))).toEqual([
    'url.metadata', 'url.odd_address', 'url.not_http', 'url.private_address', 'url.backslash', 'url.credentials', 'url.private_address',
  ]);
  expect(await ruleAt('/fine')).toEqual({ url: `http://here.test:${port}/end`, status: 200, content_type: 'text/plain', redirects: 1, text: 'the end' });
  expect(seen.filter(({ url }) => url === '/end')).toHaveLength(1);
});

test('5 redirects are followed and the 6th is not', async () => {
  const chain = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`/${at}`, to(`/${at + 1}`)]));
  const { port } = await serve({ ...chain, '/7': text('far') });
  expect(await ask('http.get', { url: `http://here.test:${port}/2` }, open(port))).toMatchObject({ redirects: 5, text: 'far' });
  await expect(ask('http.get', { url: `http://here.test:${port}/1` }, open(port))).rejects.toMatchObject({ details: { rule: 'url.too_many_redirects' } });
});

test('credentials stay on their origin; a body is kept on it by 307, dropped by 303 and never sent to another host', async () => {
  const { port, seen } = await serve({});
  const other = `http://there.test:${port}`;
  const routes: Record<string, Route> = { '/away': to(`${other}/end`), '/303': to('/end', 303), '/307': to('/end', 307), '/307-away': to(`${other}/end`, 307), '/end': text('ok') };
  const second = await serve(routes);
  const options: HttpToolOptions = { privateHosts: ['here.test:*', 'there.test:*'], resolve: async () => ['127.0.0.1'] };
  const base = `http://here.test:${second.port}`;
  const headers = { authorization: 'Bearer key', cookie: 'a=b', 'x-key': 'k', 'accept-language': 'zh' };
  await ask('http.get', { url: `${base}/away`, headers }, options);
  expect(seen[0]?.headers).toMatchObject({ 'accept-language': 'zh', host: `there.test:${port}` });
  expect(Object.keys(seen[0]?.headers ?? {})).not.toEqual(expect.arrayContaining(['authorization']));
  expect(JSON.stringify(seen[0]?.headers)).not.toMatch(/Bearer|a=b|x-key/);
  await ask('http.post', { url: `${base}/303`, json: { a: 1 }, headers }, options);
  await ask('http.post', { url: `${base}/307`, json: { a: 1 }, headers }, options);
  const ends = second.seen.filter(({ url }) => url === '/end');
  expect(ends.map(({ method, body, headers: { authorization, 'content-type': type } }) => [method, body, authorization, type])).toEqual([
    ['GET', '', 'Bearer key', undefined], ['POST', '{"a":1}', 'Bearer key', 'application/json'],
  ]);
  await expect(ask('http.post', { url: `${base}/307-away`, body: 'secret' }, options)).rejects.toMatchObject({ details: { rule: 'url.body_elsewhere' } });
  expect(seen).toHaveLength(1);
});

test('GBK by its header, by <meta> and UTF-16 by its mark are read; a picture is refused with its size', async () => {
  const gbk = Buffer.from([0xc4, 0xe3, 0xba, 0xc3]); // 你好
  const { port } = await serve({
    '/gbk': text(gbk, { 'content-type': 'text/html; charset=GBK' }),
    '/meta': text(Buffer.concat([Buffer.from('<html><meta charset="gb2312">'), gbk]), { 'content-type': 'text/html' }),
    '/utf16': text(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('你好', 'utf16le')]), { 'content-type': 'text/plain' }),
    '/odd': text('ok', { 'content-type': 'text/plain; charset=no-such' }),
    '/png': text(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]), { 'content-type': 'image/png' }),
    '/lie': text(Buffer.from([1, 0, 2, 0]), { 'content-type': 'text/plain' }),
    '/unnamed': text('plain words', { 'content-type': 'application/octet-stream' }),
    '/json': text('{"a":1}', { 'content-type': 'application/vnd.api+json' }),
  });
  const get = async (path: string) => (await ask('http.get', { url: `http://here.test:${port}${path}` }, open(port)))['text'];
  expect(await Promise.all(['/gbk', '/meta', '/utf16', '/odd', '/unnamed', '/json'].map(get))).toEqual(['你好', '<html><meta charset="gb2312">你好', '你好', 'ok', 'plain words', '{"a":1}']);
  await expect(get('/png')).rejects.toMatchObject({ code: 'tool.failed', message: expect.stringContaining('image/png, 7 bytes') });
  await expect(get('/lie')).rejects.toMatchObject({ code: 'tool.failed', details: { bytes: 4 } });
});

test('a bomb of 64 MB in 64 KB of gzip, the same in brotli, and a flood are cut at 1 MB', async () => {
  const zeros = Buffer.alloc(64 * 1024 * 1024, 'a');
  let flooded = 0;
  const { port } = await serve({
    '/gzip': text(gzipSync(zeros), { 'content-encoding': 'gzip' }),
    '/br': text(brotliCompressSync(zeros.subarray(0, 8_000_000)), { 'content-encoding': 'br' }),
    '/twice': text(gzipSync(gzipSync('small')), { 'content-encoding': 'gzip, gzip' }),
    '/thrice': text('x', { 'content-encoding': 'gzip, gzip, gzip' }),
    '/odd': text('x', { 'content-encoding': 'compress' }),
    '/broken': text(gzipSync('whole').subarray(0, 12), { 'content-encoding': 'gzip' }),
    '/flood': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) flooded += 65_536;
      };
      response.on('drain', more);
      more();
    },
  });
  const get = (path: string) => ask('http.get', { url: `http://here.test:${port}${path}` }, open(port, { intakeBytes: 1_000_000 }));
  for (const path of ['/gzip', '/br', '/flood']) {
    const { text: cut, cut_after_bytes } = await get(path);
    expect([String(cut).length, cut_after_bytes]).toEqual([1_000_000, 1_000_000]);
  }
  expect(flooded).toBeLessThan(64_000_000);
  expect(await get('/twice')).toMatchObject({ text: 'small' });
  for (const path of ['/thrice', '/odd', '/broken']) await expect(get(path)).rejects.toMatchObject({ code: 'tool.failed' });
});

test('an abort ends the socket while the head, and while the body, is waited for', async () => {
  const { port, server } = await serve({
    '/silent': () => undefined,
    '/drip': (_request, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).write('one'),
  });
  for (const path of ['/silent', '/drip']) {
    const ending = new AbortController();
    const arrived = once(server, 'request');
    const answer = ask('http.get', { url: `http://here.test:${port}${path}` }, open(port), ending.signal);
    const settled = answer.catch((error: unknown) => error);
    const [{ socket }] = await arrived;
    const closed = once(socket, 'close');
    ending.abort(new Error('time is up'));
    expect(await settled).toMatchObject({ message: 'time is up' });
    await closed;
  }
});

test('a server that resets, and a port where nobody listens, are faults without the address or the query', async () => {
  const { port } = await serve({ '/reset?key=sk-1': (request) => void request.socket.destroy() });
  await expect(ask('http.get', { url: `http://here.test:${port}/reset?key=sk-1` }, open(port))).rejects.toMatchObject({ code: 'tool.failed', message: 'The request failed: ECONNRESET. Check the host, or try another source.' });
  const refused = ask('http.get', { url: 'http://here.test:1/?key=sk-1' }, open(1));
  await expect(refused).rejects.toMatchObject({ code: 'tool.failed', message: expect.not.stringContaining('sk-1') });
});

test.each([
  [{ host: 'other.test' }, 'host'], [{ 'Proxy-Authorization': 'x' }, 'Proxy-Authorization'], [{ 'Transfer-Encoding': 'chunked' }, 'Transfer-Encoding'], [{ 'x-a': 'b\r\nhost: c' }, 'x-a'],
  [{ 'x a': 'b' }, 'x a'], [{ 'Metadata-Flavor': 'Google' }, 'Metadata-Flavor'], [{ 'content-length': '3' }, 'content-length'], [{ 'x-a': '€' }, 'x-a'],
])('the headers %o are refused by the guard, before anything is sent', (headers, name) => {
  const [get] = httpTools();
  const verdict = get?.guard?.(call({ url: 'https://example.com/', headers }));
  expect(verdict).toMatchObject({ ok: false, rule: 'http.header', because: { en: expect.stringContaining(name) } });
});

test('a post with two bodies is refused; one of json keeps a type of its own', async () => {
  const { port, seen } = await serve({ '/': text('ok') });
  const post = httpTools().find((tool) => tool.name === 'http.post');
  expect(post?.guard?.(call({ url: 'https://example.com/', json: 1, body: 'x' }))).toMatchObject({ rule: 'http.two_bodies' });
  expect([post?.isIdempotent, post?.effects]).toEqual([false, ['network']]);
  await ask('http.post', { url: `http://here.test:${port}/`, json: { 名: '值' }, headers: { 'Content-Type': 'application/ld+json' } }, open(port));
  await ask('http.post', { url: `http://here.test:${port}/` }, open(port));
  expect(seen.map(({ method, body, headers }) => [method, body, headers['content-type'], headers['content-length']])).toEqual([
    ['POST', '{"名":"值"}', 'application/ld+json', '13'], ['POST', '', 'text/plain; charset=utf-8', '0'],
  ]);
});
