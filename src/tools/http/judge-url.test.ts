// What the writing of a URL alone decides, and what a team's own entries open.
import { expect, test } from 'vitest';
import { findAddresses } from './find-addresses.ts';
import { judgeUrl, outboundRules, type OutboundOptions } from './judge-url.ts';
import { URL_RULES } from './refusals.ts';

const ruleOf = (url: string, options: OutboundOptions = {}): string => {
  const verdict = judgeUrl(url, outboundRules(options));
  return verdict.ok ? 'allowed' : verdict.rule;
};

test.each([
  ['https://api.example.com/v1?q=%20a', { allowedHosts: ['api.example.com'] }, 'allowed'],
  ['https://example.com/', { allowedHosts: ['*.example.com'] }, 'url.not_allowed'],
  ['https://a.b.example.com/', { allowedHosts: ['*.example.com'] }, 'allowed'],
  ['https://badexample.com/', { allowedHosts: ['*.example.com'] }, 'url.not_allowed'],
  ['https://example.com.evil.net/', { allowedHosts: ['example.com'] }, 'url.not_allowed'],
  ['https://EXAMPLE.com/', { allowedHosts: ['example.com'] }, 'allowed'],
  ['https://ｅｘａｍｐｌｅ.com/', { allowedHosts: ['Example.COM'] }, 'allowed'],
  ['https://例子.中国/', { allowedHosts: ['例子.中国'] }, 'allowed'],
  ['https://example.com:8443/', { allowedHosts: ['example.com'] }, 'url.not_allowed'],
  ['https://example.com:8443/', { allowedHosts: ['example.com:8443'] }, 'allowed'],
  ['https://example.com/', { allowedHosts: ['example.com:8443'] }, 'url.not_allowed'],
  ['http://example.com:1/', { allowedHosts: ['example.com:*'] }, 'allowed'],
  ['http://example.com:8080/', {}, 'url.port'],
  ['http://example.com:8080/', { ports: [8080] }, 'allowed'],
  ['http://127.0.0.1:9000/', { privateHosts: ['127.0.0.1:9000'] }, 'allowed'],
  ['http://127.0.0.1:9001/', { privateHosts: ['127.0.0.1:9000'] }, 'url.private_address'],
  ['http://[::1]:9000/', { privateHosts: ['[::1]:*'] }, 'allowed'],
  ['http://wiki.corp/', { privateHosts: ['wiki.corp'] }, 'allowed'],
  ['http://wiki.corp/', { allowedHosts: ['wiki.corp'] }, 'url.local_name'],
  ['http://127.0.0.1/', { allowedHosts: ['127.0.0.1'] }, 'url.private_address'],
  ['http://169.254.169.254/', { privateHosts: ['169.254.169.254'] }, 'url.metadata'],
] as const)('%s with %o is %s', (url, options, rule) => {
  expect(ruleOf(url, options)).toBe(rule);
});

test.each(['', '*', 'http://example.com', 'a b', 'example.com:99999', 'example.com:0', 'user@host', '*.*.com', 'example.com/path'])('"%s" is no entry', (entry) => {
  expect(() => outboundRules({ allowedHosts: [entry] })).toThrow(/is no host/);
});

test('one private answer among 3 refuses the host, and a private host may answer with it', async () => {
  const answers = ['93.184.216.34', '10.1.2.3', '2606:4700::1'];
  const find = (options: OutboundOptions, found: readonly string[] = answers) => findAddresses('https://mixed.example.com/', { rules: outboundRules(options), resolve: async () => found });
  expect(await find({})).toMatchObject({ ok: false, rule: 'url.private_address' });
  expect(await find({ allowedHosts: ['mixed.example.com'] })).toMatchObject({ ok: false, rule: 'url.private_address' });
  expect(await find({ privateHosts: ['mixed.example.com'] })).toMatchObject({ ok: true, addresses: answers });
  expect(await find({ privateHosts: ['mixed.example.com'] }, ['169.254.169.254'])).toMatchObject({ ok: false, rule: 'url.metadata' });
  expect(await find({}, ['93.184.216.34'])).toMatchObject({ ok: true, addresses: ['93.184.216.34'] });
  expect(await find({}, ['not an address'])).toMatchObject({ ok: false, rule: 'url.private_address' });
  await expect(find({}, [])).rejects.toThrow('has no address');
});

test('a look-up that hangs is left when the call is aborted', async () => {
  const ending = new AbortController();
  const found = findAddresses('https://slow.example.com/', { rules: outboundRules({}), resolve: () => new Promise(() => undefined), signal: ending.signal });
  ending.abort(new Error('time is up'));
  await expect(found).rejects.toThrow('time is up');
});

test('each refusal ends with what to do, in both languages, and tells no path or query', () => {
  for (const says of Object.values(URL_RULES)) {
    const { en, zh } = says('example.com');
    expect(en).toMatch(/\.$/);
    expect(zh).toMatch(/\p{Script=Han}[^]*。$/u);
  }
  const verdict = judgeUrl('http://10.0.0.1/private?key=sk-1234', outboundRules({}));
  expect(JSON.stringify(verdict)).not.toMatch(/sk-1234|\/private\?/);
});
