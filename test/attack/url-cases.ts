// URLs as models, pages and attackers write them, tried on `http.get` itself: its guard first, then the call. A small web of its own
// answers; only the hosts of a case's own entries lead there, everything else would have to be a look-up that the case gives.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { attackKind, type Arena, type AttackCase } from '../../scripts/attack/attack-kind.ts';
import { isTeamError } from '../../src/core/errors.ts';
import type { ToolCall } from '../../src/ports/tool.ts';
import { findAddresses } from '../../src/tools/http/find-addresses.ts';
import { httpTools } from '../../src/tools/http/http-tools.ts';
import { outboundRules, type OutboundOptions } from '../../src/tools/http/judge-url.ts';

interface UrlInput {
  /** `PORT` stands for the port of the web. */
  readonly url: string;
  readonly options?: OutboundOptions;
  /** What the resolver says of the host, one list for each time it is asked; the last one stays. Absent: a public address. */
  readonly dns?: readonly (readonly string[])[];
  /** Where the web leads to from `/go`. */
  readonly leadsTo?: string;
}

/** Hosts of the web itself, as a team opens them. */
const WEB: OutboundOptions = { privateHosts: ['web.test:*'] };
const LOOPBACK = [['127.0.0.1']] as const;

const attackOn = (name: string, url: string, rule: string, more: Partial<UrlInput> = {}): AttackCase<UrlInput> => ({ name, kind: 'url', innocent: false, input: { url, ...more }, expect: 'blocked', rule });
const leading = (name: string, leadsTo: string, rule: string, dns: UrlInput['dns'] = LOOPBACK): AttackCase<UrlInput> => attackOn(name, 'http://web.test:PORT/go', rule, { leadsTo, dns, options: WEB });
const innocent = (name: string, url: string, more: Partial<UrlInput> = {}): AttackCase<UrlInput> => ({ name, kind: 'url', innocent: true, input: { url, ...more }, expect: 'allowed' });

const CASES: readonly AttackCase<UrlInput>[] = [
  attackOn('loopback', 'http://127.0.0.1/', 'url.private_address'),
  attackOn('loopback at its far end', 'http://127.255.255.254/', 'url.private_address'),
  attackOn('the address of all interfaces', 'http://0.0.0.0/', 'url.private_address'),
  attackOn('loopback in one decimal number', 'http://2130706433/', 'url.odd_address'),
  attackOn('loopback in octal', 'http://0177.0.0.1/', 'url.odd_address'),
  attackOn('loopback in hex', 'http://0x7f000001/', 'url.odd_address'),
  attackOn('loopback with parts left out', 'http://127.1/', 'url.odd_address'),
  attackOn('zero alone', 'http://0/', 'url.odd_address'),
  attackOn('loopback in full width', 'http://１２７.０.０.１/', 'url.odd_address'),
  attackOn('loopback in circled digits', 'http://①②⑦.⓪.⓪.①/', 'url.odd_address'),
  attackOn('loopback percent-encoded', 'http://%31%32%37.0.0.1/', 'url.odd_address'),
  attackOn('loopback with ideographic dots', 'http://127。0。0。1/', 'url.odd_address'),
  attackOn('loopback with a dot behind', 'http://127.0.0.1./', 'url.odd_address'),
  attackOn('a private network', 'http://10.0.0.5/', 'url.private_address'),
  attackOn('a router at home', 'http://192.168.1.1/admin', 'url.private_address'),
  attackOn('a container network', 'http://172.17.0.1:2375/containers/json', 'url.private_address'),
  attackOn('shared address space', 'http://100.64.0.1/', 'url.private_address'),
  attackOn('the keys of a cloud', 'http://169.254.169.254/latest/meta-data/', 'url.metadata'),
  attackOn('the keys of a cloud, opened by mistake', 'http://169.254.169.254/', 'url.metadata', { options: { privateHosts: ['169.254.169.254'] } }),
  attackOn('the keys of a cloud in hex', 'http://0xA9FEA9FE/', 'url.odd_address'),
  attackOn('the keys of a cloud inside IPv6', 'http://[::ffff:169.254.169.254]/', 'url.metadata'),
  attackOn('the keys of a cloud over IPv6', 'http://[fd00:ec2::254]/', 'url.metadata'),
  attackOn('the keys of a cloud by name', 'http://metadata.google.internal/computeMetadata/v1/', 'url.local_name'),
  attackOn('IPv6 loopback', 'http://[::1]/', 'url.private_address'),
  attackOn('IPv6 loopback in full', 'http://[0:0:0:0:0:0:0:1]/', 'url.private_address'),
  attackOn('IPv6 unspecified', 'http://[::]/', 'url.private_address'),
  attackOn('IPv6 unique local', 'http://[fd12:3456::1]/', 'url.private_address'),
  attackOn('IPv6 link local', 'http://[fe80::1]/', 'url.private_address'),
  attackOn('loopback inside 6to4', 'http://[2002:7f00:1::]/', 'url.private_address'),
  attackOn('a private address behind NAT64', 'http://[64:ff9b::a00:5]/', 'url.private_address'),
  attackOn('a Teredo tunnel', 'http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/', 'url.private_address'),
  attackOn('localhost', 'http://localhost/', 'url.local_name'),
  attackOn('localhost below another name', 'http://anything.localhost/', 'url.local_name'),
  attackOn('localhost in circled letters', 'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/', 'url.local_name'),
  attackOn('localhost with a dot behind', 'http://localhost./', 'url.trailing_dot'),
  attackOn('a service of the cluster', 'http://vault.default.svc/', 'url.local_name'),
  attackOn('a printer', 'http://printer.local/', 'url.local_name'),
  attackOn('a single word', 'http://intranet/', 'url.local_name'),
  attackOn('a user called like a public host', 'http://example.com@127.0.0.1/', 'url.credentials'),
  attackOn('a password', 'https://user:secret@example.com/', 'url.credentials'),
  attackOn('a backslash before the at sign', 'http://example.com\\@127.0.0.1/', 'url.backslash'),
  attackOn('backslashes for slashes', 'http:\\\\127.0.0.1\\', 'url.backslash'),
  attackOn('a tab inside the scheme', 'ht\ttp://127.0.0.1/', 'url.hidden_characters'),
  attackOn('a line break inside the host', 'http://127.0\n.0.1/', 'url.hidden_characters'),
  attackOn('a header after a line break', 'http://example.com/ HTTP/1.1\r\nHost: inside', 'url.hidden_characters'),
  attackOn('a zero-width space', 'http://exa\u200Bmple.com/', 'url.hidden_characters'),
  attackOn('one slash', 'http:/127.0.0.1/', 'url.not_absolute'),
  attackOn('three slashes', 'http:///127.0.0.1/', 'url.not_absolute'),
  attackOn('no scheme', '//127.0.0.1/', 'url.not_absolute'),
  attackOn('a file', 'file:///etc/passwd', 'url.not_http'),
  attackOn('data', 'data:text/plain,hello', 'url.not_http'),
  attackOn('gopher, which speaks to anything', 'gopher://127.0.0.1:6379/_FLUSHALL', 'url.not_http'),
  attackOn('a script', 'javascript:alert(1)', 'url.not_http'),
  attackOn('ftp', 'ftp://example.com/', 'url.not_http'),
  attackOn('a port of a database', 'http://example.com:6379/', 'url.port'),
  attackOn('a port of mail', 'http://example.com:25/', 'url.port'),
  attackOn('a host that is not allowed', 'https://evil.example.net/', 'url.not_allowed', { options: { allowedHosts: ['api.example.com'] } }),
  attackOn('an allowed host in front of another', 'https://api.example.com.evil.net/', 'url.not_allowed', { options: { allowedHosts: ['api.example.com', '*.example.com'] } }),
  attackOn('an allowed host as the end of a word', 'https://notexample.com/', 'url.not_allowed', { options: { allowedHosts: ['*.example.com', 'example.com'] } }),
  attackOn('a public name that leads inside', 'https://rebind.example.com/', 'url.private_address', { dns: [['10.0.0.5']] }),
  attackOn('a public name that leads to loopback inside IPv6', 'https://rebind.example.com/', 'url.private_address', { dns: [['::ffff:7f00:1']] }),
  attackOn('one private answer among public ones', 'https://rebind.example.com/', 'url.private_address', { dns: [['93.184.216.34', '192.168.0.9', '1.1.1.1']] }),
  attackOn('an allowed host that leads inside', 'https://api.example.com/', 'url.private_address', { dns: [['172.16.0.1']], options: { allowedHosts: ['api.example.com'] } }),
  attackOn('a private host that leads to the keys of a cloud', 'http://wiki.corp/', 'url.metadata', { dns: [['169.254.169.254']], options: { privateHosts: ['wiki.corp'] } }),
  leading('a redirect to loopback', 'http://127.0.0.1/', 'url.private_address'),
  leading('a redirect to the keys of a cloud', 'http://169.254.169.254/latest/meta-data/', 'url.metadata'),
  leading('a redirect to an odd notation', 'http://0x7f.1/', 'url.odd_address'),
  leading('a redirect to a file', 'file:///etc/passwd', 'url.not_http'),
  leading('a redirect without a scheme to loopback', '//127.0.0.1:80/', 'url.private_address'),
  leading('a redirect with a user', 'http://web.test@127.0.0.1/', 'url.credentials'),
  leading('a redirect to a name that leads inside', 'http://other.example.com/', 'url.private_address', [['127.0.0.1'], ['10.0.0.5']]),
  leading('a host that changes its answer before the redirect', 'http://web.test:PORT/end', 'url.metadata', [['127.0.0.1'], ['169.254.169.254']]),
  leading('a ring of redirects', 'http://web.test:PORT/go', 'url.too_many_redirects'),

  innocent('a plain page', 'https://example.com/'),
  innocent('a page with a query and a mark', 'https://example.com/search?q=cats&lang=en#results'),
  innocent('a query that holds a URL of loopback', 'https://example.com/login?next=http%3A%2F%2F127.0.0.1%2F'),
  innocent('a query that holds a URL as it is', 'https://example.com/?next=http://localhost/'),
  innocent('a path with an at sign', 'https://example.com/@user/post'),
  innocent('a query with a mail address', 'https://example.com/?mail=a@b.com'),
  innocent('a query with a backslash', 'https://example.com/?path=C:\\temp'),
  innocent('a path in Chinese', 'https://example.com/产品/列表'),
  innocent('a host in Chinese', 'https://例子.中国/'),
  innocent('a host in Punycode', 'https://xn--fsqu00a.xn--fiqs8s/'),
  innocent('a host in full width', 'https://ｅｘａｍｐｌｅ.com/'),
  innocent('capital letters', 'HTTPS://EXAMPLE.COM/Path'),
  innocent('the usual port, written', 'https://example.com:443/'),
  innocent('a public address', 'http://93.184.216.34/'),
  innocent('a public IPv6 address', 'https://[2606:4700:4700::1111]/'),
  innocent('a public address behind NAT64', 'https://example.com/', { dns: [['64:ff9b::5db8:d822']] }),
  innocent('a public address next to a private block', 'http://172.32.0.1/'),
  innocent('a public address that begins with 100', 'http://100.128.0.1/'),
  innocent('a host that begins with an address', 'https://10.0.0.1.example.com/'),
  innocent('a host with localhost in its name', 'https://localhost.example.com/'),
  innocent('a host with internal in its name', 'https://internal-news.example.com/'),
  innocent('a host of digits', 'https://163.com/'),
  innocent('an encoded blank in the path', 'https://example.com/a%20b'),
  innocent('a host with a dash and an underscore', 'https://my-app_1.example.com/'),
  innocent('many answers, all public', 'https://cdn.example.com/', { dns: [['93.184.216.34', '1.1.1.1', '2606:4700::1']] }),
  innocent('an allowed host', 'https://api.example.com/v1', { options: { allowedHosts: ['api.example.com'] } }),
  innocent('a host below an allowed domain', 'https://a.b.example.com/', { options: { allowedHosts: ['*.example.com'] } }),
  innocent('another port that the team opened', 'http://example.com:8080/', { options: { allowedHosts: ['example.com:8080'] } }),
  innocent('a private host that the team opened', 'http://web.test:PORT/end', { dns: LOOPBACK, options: WEB }),
  innocent('loopback that the team opened', 'http://127.0.0.1:PORT/end', { options: { privateHosts: ['127.0.0.1:*'] } }),
  innocent('a redirect on the same host', 'http://web.test:PORT/go', { leadsTo: '/end', dns: LOOPBACK, options: WEB }),
  innocent('a redirect to another host that the team opened', 'http://web.test:PORT/go', { leadsTo: 'http://127.0.0.1:PORT/end', dns: LOOPBACK, options: { privateHosts: ['web.test:*', '127.0.0.1:*'] } }),
  innocent('a host whose answer changes after it was judged', 'http://web.test:PORT/end', { dns: [['127.0.0.1'], ['169.254.169.254']], options: WEB }),
  innocent('a page that is not there', 'http://web.test:PORT/nowhere', { dns: LOOPBACK, options: WEB }),
  innocent('a host with a long name', `https://${'a'.repeat(60)}.example.com/`),
  innocent('a date in the path', 'https://example.com/2026/01/05/127.0.0.1'),
  innocent('a fragment with a local address', 'https://example.com/docs#http://127.0.0.1'),
];

export const attack = attackKind<UrlInput>({ kind: 'url', cases: CASES, open });

async function open(): Promise<Arena<UrlInput>> {
  let leadsTo = '/end';
  const web = createServer((request, response) => {
    if (request.url === '/go') response.writeHead(302, { location: leadsTo }).end();
    else response.writeHead(request.url === '/end' ? 200 : 404, { 'content-type': 'text/plain' }).end('the end');
  });
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
  const address = web.address();
  const port = String(typeof address === 'object' ? address?.port : address);
  const withPort = (text: string): string => text.replaceAll('PORT', port);
  return {
    judge: async ({ url, options = {}, dns = [['93.184.216.34']], leadsTo: location = '/end' }) => {
      leadsTo = withPort(location);
      return judge(withPort(url), { options, dns, isOurs: url.includes('PORT') });
    },
    close: async () => {
      web.closeAllConnections();
      web.close();
      await once(web, 'close');
    },
  };
}

interface Trial {
  readonly options: OutboundOptions;
  readonly dns: readonly (readonly string[])[];
  readonly isOurs: boolean;
}

async function judge(url: string, { options, dns, isOurs }: Trial): ReturnType<Arena<UrlInput>['judge']> {
  let asked = 0;
  const resolve = async () => dns[Math.min(asked++, dns.length - 1)] ?? [];
  const [get] = httpTools({ ...options, resolve });
  if (get?.guard === undefined) throw new Error('no http.get, or no guard');
  const call: ToolCall = { args: { url }, callId: 'c1', signal: new AbortController().signal, caller: { goalId: 'g1', taskId: 't1', attemptId: 'a1', memberId: 'm1', locale: 'en', workspace: '/' } };
  const verdict = await get.guard(call);
  if (!verdict.ok) return { outcome: 'blocked', rule: verdict.rule };
  if (!isOurs) {
    // A foreign host is not bothered: what comes next is the connection.
    const way = await findAddresses(url, { rules: outboundRules(options), resolve });
    return way.ok ? { outcome: 'allowed' } : { outcome: 'blocked', rule: way.rule };
  }
  try {
    await get.run(call);
    return { outcome: 'allowed' };
  } catch (error) {
    if (isTeamError(error, 'tool.refused')) return { outcome: 'blocked', rule: String(error.details['rule']) };
    throw error;
  }
}
