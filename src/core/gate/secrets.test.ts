// No secret survives: by its value, whatever it looks like, and by the shapes that secrets are written in.
// And nothing else changes: a mask that tears holes into honest text is switched off.
import { describe, expect, test } from 'vitest';
import { maskFor, maskJson } from './secrets.ts';

describe('maskFor, by known values', () => {
  const mask = maskFor({ ACME_TOKEN: 'zz91-plain-words', OPENAI_API_KEY: 'sk-proj-abc123def456', DEBUG_AUTH: '1', HOME: '/home/ann', DATABASE_URL: 'postgres://ann:p%40ss-word@db/x' });
  test.each([
    ['the token zz91-plain-words was refused', 'the token *** was refused'],
    ['Incorrect API key provided: sk-proj-abc123def456.', 'Incorrect API key provided: ***.'],
    ['https://x.test/v1?key=AAAA1111&alt=sse failed', 'https://x.test/v1?key=***&alt=sse failed'],
    ['https://ann:hunter22@x.test/v1 failed', 'https://***@x.test/v1 failed'],
    ['{"Authorization":"Bearer qwertyuiop123"}', '{"Authorization":"***"}'],
    ['x-api-key: anything-at-all', 'x-api-key: ***'],
    ['sent Bearer qwertyuiop123', 'sent Bearer ***'],
    ['AIzaSyA1234567890abcdefghij is not valid', '*** is not valid'],
    ['1 of 1 in /home/ann', '1 of 1 in /home/ann'],
    ['login ann with p@ss-word failed', 'login ann with *** failed'],
    [`in base64 ${btoa('zz91-plain-words')}`, 'in base64 ***'],
    [`Basic ${btoa('ann:zz91-plain-words')} `, 'Basic YW5uOn***M= '],
  ])('%s', (text, masked) => {
    expect(mask(text)).toBe(masked);
  });
  test('two values that overlap in a text leave nothing of either', () => {
    expect(maskFor({ A_KEY: 'abcdefgh', B_KEY: 'efghijkl' })('<abcdefghijkl>')).toBe('<***>');
  });
  test('a value that comes into being by masking is masked as well', () => {
    expect(maskFor({ A_KEY: 'in-the-middle', B_KEY: 'left***right' })('leftin-the-middleright')).toBe('***');
  });
  test.each([
    ['a folder', { PWD: '/srv/project' }, 'in /srv/project'],
    ['an author', { GIT_AUTHOR_NAME: 'Ann Smith' }, 'written by Ann Smith'],
    ['a number of tokens', { MAX_TOKENS: '4096000' }, 'at most 4096000 tokens'],
    ['a file that holds one', { API_KEY_FILE: '/run/secrets/key' }, 'read /run/secrets/key'],
    ['a setting', { USE_AUTH: 'enabled' }, 'The feature is enabled.'],
    ['a short value', { SOME_TOKEN: 'abcde' }, 'abcde'],
  ])('%s is no secret', (_, env, text) => {
    expect(maskFor(env)(text)).toBe(text);
  });
});

const MIXED = 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7d';

describe('by shapes', () => {
  const mask = maskFor({});
  test.each([
    ['an OpenAI key', `sk-${MIXED}`],
    ['an OpenAI project key', `sk-proj-${MIXED}_${MIXED}`],
    ['an Anthropic key', `sk-ant-api03-${MIXED}-${MIXED}AA`],
    ['a Google key', `AIzaSy${MIXED.slice(0, 33)}`],
    ['a GitHub token', `ghp_${MIXED.slice(0, 36)}`],
    ['a fine GitHub token', `github_pat_11ABCDEFG0_${MIXED}`],
    ['a Slack token', 'xoxb-123456789012-abcdefABCDEF'],
    ['an AWS id with its secret', `AKIAIOSFODNN7EXAMPLE:${MIXED.slice(0, 38)}/+`],
    ['a JSON Web Token', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${MIXED}`],
    ['a private key', `-----BEGIN RSA PRIVATE KEY-----\nMIIE${MIXED}\n${MIXED}=\n-----END RSA PRIVATE KEY-----`],
    ['a private key inside JSON', `-----BEGIN PRIVATE KEY-----\\nMIIE${MIXED}\\n-----END PRIVATE KEY-----`],
    ['a private key that was cut off', `-----BEGIN OPENSSH PRIVATE KEY-----\nb3Blb${MIXED}\n${MIXED}`],
  ])('%s is hidden wherever it stands', (_, secret) => {
    expect(mask(`before ${secret} ; after`).replaceAll(/\s+/g, ' ')).toMatch(/^before \*\*\* ?; after$/);
    expect(mask(JSON.stringify({ note: `<${secret}>` }))).not.toContain(MIXED.slice(4, 20));
  });
  test.each([
    ['password=hunter', 'password=***'],
    ['DB_PASSWORD=hunter2!x', 'DB_PASSWORD=***'],
    ['export ACME_TOKEN=zz91ab77cd', 'export ACME_TOKEN=***'],
    ['api_key: "plainwords"', 'api_key: "***"'],
    ['{"client_secret":"plainwords","n":1}', '{"client_secret":"***","n":1}'],
    ['aws_secret_access_key = abc/def+ghi123', 'aws_secret_access_key = ***'],
    ['password: hunter22', 'password: ***'],
    ['密码：hunter22', '密码：***'],
    ['postgres://ann:secret@db:5432/x', 'postgres://***@db:5432/x'],
    [`https://${MIXED}@host/x.git`, 'https://***@host/x.git'],
  ])('%s', (text, masked) => {
    expect(mask(text)).toBe(masked);
    expect(mask(masked)).toBe(masked);
  });
  test.each([
    'The password: must have 8 characters.',
    'Reset your password. Token: see below.',
    'Basic understanding of bearer instruments; basic authentication is off.',
    'max_tokens: 4096, tokens=1234567, token_count=99',
    'const password = process.env.DB_PASSWORD;',
    'password: string; apiKey?: string',
    'api_key=$OPENAI_API_KEY and token: ${{ secrets.TOKEN }}',
    '"password": "<your password>"',
    'skateboarding-competition-2024 and sk-learn-compatible-estimators',
    'ssh://git@github.com/a/b.git and https://medium.com/@ann and http://host:8080?user=a@b.c',
    'https://shop.test/?keyword=shoes&sort_key=created2024at&page=2',
    'SELECT key, token FROM author WHERE deleted_at IS NULL',
    'commit 3f786850e387550fdab836ed7e6dc881de23001b by ann@example.com',
    '550e8400-e29b-41d4-a716-446655440000',
    'The key: a minor. Authorization: required.',
    '-----BEGIN CERTIFICATE-----\nMIIC\n-----END CERTIFICATE-----',
    '密码：至少八位，区分大小写。密钥管理见文档。',
    'passed: 12, passes=34, passport: 12345678',
  ])('%s stays', (text) => {
    expect(mask(text)).toBe(text);
  });
});

describe('maskJson', () => {
  test('values are masked at every depth and by their keys; keys, numbers and shapes of the value stay', () => {
    const mask = maskFor({ MY_TOKEN: 'zz91zz91' });
    const value = { password: 'plain', zz91zz91: 1, list: ['a zz91zz91', null, true, { apiKey: 'words' }], properties: { password: { type: 'string' } }, token: 'the next one', key: 'ab12cd34' };
    expect(maskJson(value, mask)).toEqual({
      password: '***', zz91zz91: 1, list: ['a ***', null, true, { apiKey: '***' }], properties: { password: { type: 'string' } }, token: 'the next one', key: '***',
    });
    expect(Object.keys(value.list)).toHaveLength(4);
  });
  test('a value of 100,000 levels is cut instead of breaking', () => {
    const deep = Array.from({ length: 100_000 }).reduce<readonly unknown[]>((inner) => [inner], []);
    expect(JSON.stringify(maskJson(JSON.parse('[1]'), maskFor({})))).toBe('[1]');
    expect(JSON.stringify(maskJson(deep as never, maskFor({})))).toContain('***');
  });
});
