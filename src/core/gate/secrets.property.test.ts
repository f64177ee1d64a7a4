// Whatever the value and wherever it stands, it is gone; masking again changes nothing; five megabytes are no burden.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskFor, maskJson } from './secrets.ts';
import { verifies } from '../../../test/verifies.ts';

const value = fc.string({ minLength: 6, maxLength: 40, unit: 'binary' }).filter((text) => text.trim().length >= 6 && !'***'.includes(text.trim()) && !/^\d+$/.test(text.trim()));
const text = fc.string({ unit: 'binary', maxLength: 60 });

describe('a configured value', () => {
  test('is gone in every way it is written', () => {
    verifies('gate.secrets_masked');
    fc.assert(fc.property(value, text, (raw, around) => {
      const secret = raw.trim();
      const ways = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
      const masked = maskFor({ MY_SECRET: raw })(ways.map((way) => `${around}|${way}|`).join(''));
      expect(ways.filter((way) => masked.includes(way))).toEqual([]);
    }));
  });
  test('is gone from base64 wherever it begins', () => {
    fc.assert(fc.property(fc.string({ minLength: 12, maxLength: 40 }).filter((raw) => raw.trim().length >= 12), fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }), (raw, before, after) => {
      const secret = raw.trim();
      const masked = maskFor({ MY_SECRET: secret })(btoa(`${before}${secret}${after}`));
      expect(masked).toContain('***');
      expect(masked.length).toBeLessThan(before.length + after.length + 3 * 6);
    }));
  });
  test('is gone from every value of a JSON value, and every key stays', () => {
    fc.assert(fc.property(value, fc.jsonValue(), (raw, json) => {
      const secret = raw.trim();
      const masked = maskJson({ json: [json, secret] } as never, maskFor({ MY_SECRET: raw }));
      expect(JSON.stringify(masked)).toContain('***"]}');
    }));
  });
});

test('masking twice is masking once, also where names and values that look like secrets meet at random', () => {
  const part = fc.constantFrom('password', '=', ':', ' ', '"', "'", '***', 'api_key', 'Bearer ', 'sk-', 'aB3dE5fG7hJ9kL1m', '://', '@', '?', '&', 'token', 'key', 'Authorization', 'ghp_', '\n', 'AKIAIOSFODNN7EXAMPLE', '-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----', 'eyJabcdefg', '.', 'word');
  const mask = maskFor({ MY_SECRET: 'wordword', B_KEY: 'x***y***' });
  fc.assert(fc.property(fc.array(fc.oneof(part, text), { maxLength: 14 }), (parts) => {
    const once = mask(parts.join(''));
    expect(mask(once)).toBe(once);
  }), { numRuns: 2_000 });
});

describe('a text made to be slow', { timeout: 60_000 }, () => {
  const mask = maskFor(Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`K${at}_TOKEN`, `value-number-${at}-of-many`])));
  const seconds = (unit: string, size: number): number => {
    const started = performance.now();
    mask(unit.repeat(Math.ceil(size / unit.length)));
    return (performance.now() - started) / 1_000;
  };
  // Anything that grows with the square of the text would take minutes; a busy machine may be ten times slower than usual.
  test.each(['a', 'eyJ-', 'sk-', 'api_key: "', '-----BEGIN PRIVATE KEY-----', 'value-number-1-of-many'])('five megabytes of %j take 2 s at most on a quiet machine, 30 s on any', (unit) => {
    expect(seconds(unit, 5_000_000)).toBeLessThan(30);
  });
  test.each([' ', 'password', 'password=', 'eyJa.', '-----BEGIN PRIVATE KEY----------END ', '://', '?key', '&a-', 'Bearer ', 'a-', '"', 'Authorization: Basic ', 'AKIA', '@', 'token: ', 'Aa', '词密码：'])('half a megabyte of %j takes 0.2 s at most on a quiet machine, 10 s on any', (unit) => {
    expect(seconds(unit, 500_000)).toBeLessThan(10);
  });
});
