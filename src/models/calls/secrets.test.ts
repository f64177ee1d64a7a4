// No secret survives: by its value, whatever it looks like, and by the shapes that secrets are written in.
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFault, safeCause } from './read-fault.ts';
import { maskFor } from './secrets.ts';

describe('maskFor', () => {
  const mask = maskFor({ ACME_TOKEN: 'zz91-plain-words', OPENAI_API_KEY: 'sk-proj-abc123def456', DEBUG_AUTH: '1', HOME: '/home/ann' });
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
  ])('%s', (text, masked) => {
    expect(mask(text)).toBe(masked);
  });
  test('any value of a variable that is named like a secret is gone, also when it is written into an address', () => {
    const value = fc.string({ minLength: 6, maxLength: 40 }).filter((text) => text.trim().length >= 6 && !'***'.includes(text.trim()));
    fc.assert(
      fc.property(value, fc.string(), (secret, around) => {
        const hide = maskFor({ MY_SECRET: secret });
        const text = hide(`${around}|${secret.trim()}|?q=${encodeURIComponent(secret.trim())}|`);
        expect(text.split('|').slice(-3)).not.toContain(secret.trim());
      }),
    );
  });
});

test('an error that carries address, headers, body and request keeps none of its secrets, at no depth', () => {
  const mask = maskFor({ ACME_KEY: 'zz91zz91' });
  const thrown = Object.assign(new Error('403 for https://x.test/v1?key=zz91zz91'), {
    url: 'https://x.test/v1?key=zz91zz91',
    statusCode: 403,
    requestBodyValues: { messages: ['zz91zz91'] },
    responseHeaders: { 'x-echo': 'zz91zz91' },
    responseBody: '{"error":{"message":"key zz91zz91 may not do this"}}',
    cause: new Error('zz91zz91'),
  });
  const fault = readFault(thrown, { mask, now: 0 });
  expect(fault).toMatchObject({ status: 403, said: 'key *** may not do this' });
  expect(inspect([fault, safeCause(thrown, mask)], { depth: 20, showHidden: true })).not.toContain('zz91');
});
