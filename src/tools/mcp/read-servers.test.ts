// What mcpServers may say, in the shapes that other tools write, and what is said when it is wrong.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expandReach } from './expand-server.ts';
import { readServers } from './read-servers.ts';

const complaintsOf = (servers: unknown, strict = true): string[] => readServers(servers, { strict }).complaints.map(({ path, says }) => `${path.join('.')}: ${says.en}`);

test('a program, a server over HTTP and a disabled one are read with their rules', () => {
  const read = readServers({
    github: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-github', 7], env: { TOKEN: '${GITHUB_TOKEN}' }, cwd: 'servers' },
    docs: { type: 'http', url: 'https://docs.example.com/mcp', headers: { authorization: 'Bearer ${KEY:-none}' }, effects: ['network'], needs_approval: false, timeout: '2 min', trust_hints: true, tools: { search: { effects: [], idempotent: true, wait: true, timeout: 500 } } },
    off: { command: 'x', disabled: true },
    plain: { url: 'http://127.0.0.1:8000/mcp' },
  }, { strict: true });
  expect(read).toEqual({
    complaints: [],
    servers: [
      { name: 'github', reach: { kind: 'stdio', command: 'npx', args: ['-y', '@modelcontextprotocol/server-github', '7'], env: { TOKEN: '${GITHUB_TOKEN}' }, cwd: 'servers' }, rules: {}, tools: {}, trustsHints: false },
      { name: 'docs', reach: { kind: 'http', url: 'https://docs.example.com/mcp', headers: { authorization: 'Bearer ${KEY:-none}' } }, rules: { effects: ['network'], needsApproval: false, timeoutMs: 120_000 }, tools: { search: { effects: [], isIdempotent: true, isWait: true, timeoutMs: 500 } }, trustsHints: true },
      { name: 'plain', reach: { kind: 'http', url: 'http://127.0.0.1:8000/mcp', headers: {} }, rules: {}, tools: {}, trustsHints: false },
    ],
  });
});

test.each([
  [[], ': write a map, such as github: {command: npx, args: [-y, server]}'],
  [{ 'my server': { command: 'x' } }, 'my server: is the first word of its tools: begin with a Latin letter and use at most 32 letters, digits, - and _'],
  [{ 服务器: { command: 'x' } }, '服务器: is the first word of its tools: begin with a Latin letter and use at most 32 letters, digits, - and _'],
  [{ file: { command: 'x' } }, 'file: file is the first word of tools that are built in; give the server another name'],
  [{ 'my-db': { command: 'x' }, my_db: { command: 'x' } }, 'my_db: my_db and my-db look alike; give one another name'],
  [{ a: 'npx server' }, 'a: write a map, such as command: npx'],
  [{ a: {} }, 'a: needs a command (a program that is started) or a url (a server that runs)'],
  [{ a: { command: 'x', url: 'http://y' } }, 'a: has a command and a url; keep the one by which it is reached'],
  [{ a: { type: 'sse', url: 'http://y' } }, 'a.type: sse is the old way and not spoken here; use the streamable HTTP address of the server and write type: http'],
  [{ a: { type: 'http', command: 'x' } }, 'a.type: a server with a command is of type stdio'],
  [{ a: { type: 'constructor', command: 'x' } }, 'a.type: write stdio or http'],
  [{ a: { url: 'ftp://y' } }, 'a.url: write a URL with http:// or https://'],
  [{ a: { command: 'x', args: 'y z' } }, 'a.args: write a list'],
  [{ a: { command: 'x', args: [{}] } }, 'a.args.0: write a text'],
  [{ a: { command: 'x', env: ['A=b'] } }, 'a.env: write a map, such as KEY: value'],
  [{ a: { command: 'x', effects: ['deletes'] } }, 'a.effects.0: write effects out of reads_db, writes_db, reads_file, writes_file, reads_secret, network, executes'],
  [{ a: { command: 'x', needs_approval: 'yes' } }, 'a.needs_approval: write true or false'],
  [{ a: { command: 'x', timeout: 'soon' } }, 'a.timeout: write the time with its unit, such as 90 s or 5 min'],
  [{ a: { command: 'x', need_approval: true } }, 'a.need_approval: is not known here; did you mean needs_approval?'],
  [{ a: { command: 'x', tools: { t: { efects: [] } } } }, 'a.tools.t.efects: is not known here; did you mean effects?'],
  [{ a: { command: 'x', zzzzzz: 1 } }, 'a.zzzzzz: is not known here; take it out. Known: type, disabled, tools, trust_hints, effects, needs_approval, idempotent, wait, timeout, command, args, env, cwd'],
] as const)('%j is told', (servers, complaint) => {
  expect(complaintsOf(servers)).toEqual([complaint]);
});

test('in .mcp.json the keys of other tools are left alone, a misspelling of ours is not', () => {
  expect(complaintsOf({ a: { command: 'x', autoApprove: ['*'], gallery: true } }, false)).toEqual([]);
  expect(complaintsOf({ a: { command: 'x', needs_aproval: true } }, false)).toEqual(['a.needs_aproval: is not known here; did you mean needs_approval?']);
});

test('two problems are told at once, in both languages; the servers without a problem are read all the same', () => {
  const read = readServers({ a: {}, b: { url: 1 }, c: { command: 'x' } }, { strict: true });
  expect(read.servers.map(({ name }) => name)).toEqual(['c']);
  expect(read.complaints.map(({ says }) => says.zh)).toEqual(['需要 command（要启动的程序）或 url（已在运行的服务器）', '请写一段文字']);
});

test('whatever the value, reading never throws, and a prototype key is no server', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => void readServers({ a: value, b: { command: value, args: value, tools: value } }, { strict: true })));
  expect(complaintsOf(JSON.parse('{"__proto__": {"command": "x"}}'))).toHaveLength(1);
});

test.each([
  ['${A}-${B:-b}-${E:-e}-$A-${', { A: 'a', E: '' }, 'a-b-e-$A-${'],
  ['${E}', { E: '' }, ''],
  ['${A:-${B}}', {}, '${B}'],
  ['${A:-http://x:1/}', {}, 'http://x:1/'],
])('%s becomes what a shell would make of it', (text, env, filled) => {
  const expanded = expandReach({ kind: 'stdio', command: 'x', args: [text], env: {}, cwd: undefined }, env);
  expect(expanded).toMatchObject({ ok: true, reach: { args: [filled] } });
});

test('every missing variable is named, wherever it stands', () => {
  const stdio = expandReach({ kind: 'stdio', command: '${A}', args: ['${B}'], env: { X: '${C}' }, cwd: '${D}' }, {});
  expect(stdio).toMatchObject({ ok: false, because: { en: expect.stringContaining('A, B, C, D are not in the environment; set them'), zh: expect.stringContaining('环境中没有 A、B、C、D') } });
  expect(expandReach({ kind: 'http', url: 'http://x', headers: { a: '${KEY}' } }, {})).toMatchObject({ ok: false });
  expect(expandReach({ kind: 'http', url: '${URL_OF_IT}', headers: {} }, { URL_OF_IT: 'file:///etc' })).toMatchObject({ ok: false, because: { en: expect.stringContaining('no http or https address') } });
});
