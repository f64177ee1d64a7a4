// What is read from the many shapes in which a call can fail, and what follows from it.
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { maskFor } from '../../core/gate/secrets.ts';
import { judgeFault } from './outcome.ts';
import { readFault, safeCause } from './read-fault.ts';

const judge = (thrown: unknown, bound = false): unknown => judgeFault(readFault(thrown, { mask: (text) => text, now: 0 }), bound);
const api = (statusCode: number, body: unknown = {}, more: object = {}): object => ({ name: 'AI_APICallError', message: 'said by the SDK', statusCode, responseBody: JSON.stringify(body), responseHeaders: {}, ...more });
const failing = (name: string, more: object = {}): Error => Object.assign(new Error('something'), { name, ...more });

describe('a failed call', () => {
  test.each([
    ['Google asks for 34 s in the body', api(429, { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'You exceeded your current quota', details: [{ retryDelay: '34s' }] } }), { kind: 'again', why: 'rate', retryAfterMs: 34_000 }],
    ['a reply of status 200 that is no JSON', api(200, 'x'), { kind: 'again', why: 'garbled' }],
    ['a socket that was reset', failing('TypeError', { cause: failing('Error', { code: 'ECONNRESET' }) }), { kind: 'again', why: 'cut' }],
    ['a host without a name', failing('AI_APICallError', { isRetryable: true, cause: failing('Error', { code: 'ENOTFOUND' }) }), { kind: 'again', why: 'connection' }],
    ['throttling by a proxy as 400', api(400, { error: { type: 'ThrottlingException', message: 'slow' } }), { kind: 'again', why: 'rate' }],
    ['a fault of the server as 400 in a finished response', api(400, { error: { code: 'server_error', message: 'x' } }), { kind: 'again', why: 'server' }],
    ['408', api(408), { kind: 'again', why: 'timeout' }],
    ['409', api(409), { kind: 'again', why: 'server' }],
    ['425', api(425), { kind: 'again', why: 'server' }],
    ['418', api(418), { kind: 'stop', why: 'badRequest' }],
    ['413', api(413), { kind: 'stop', why: 'context' }],
    ['no credit as 400', api(400, { type: 'error', error: { type: 'invalid_request_error', message: 'Your credit balance is too low' } }), { kind: 'stop', why: 'quota' }],
    ['a bad key as 400', api(400, { error: { code: 400, status: 'INVALID_ARGUMENT', message: 'API key not valid. Please pass a valid API key.' } }), { kind: 'stop', why: 'keyRefused' }],
    ['a filter as 400', api(400, { error: { code: 'content_filter', message: 'x' } }), { kind: 'stop', why: 'filter' }],
    ['a request that the SDK will not send', failing('AI_UnsupportedFunctionalityError'), { kind: 'stop', why: 'badRequest' }],
    ['a bare object from a stream', { message: 'busy', type: 'server_error' }, { kind: 'again', why: 'server' }],
    ['a string', 'boom', { kind: 'again', why: 'server', said: 'boom' }],
    ['nothing', undefined, { kind: 'again', why: 'server', said: '' }],
  ])('%s', (_name, thrown, outcome) => {
    expect(judge(thrown)).toMatchObject(outcome);
  });

  test('a 400 about the schema is worth words instead, but only where the schema was bound', () => {
    const refused = api(400, { error: { message: "Invalid schema for response_format 'answer'", type: 'invalid_request_error' } });
    expect(judge(refused, true)).toMatchObject({ kind: 'schema_refused' });
    expect(judge(refused, false)).toMatchObject({ kind: 'stop', why: 'badRequest' });
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
