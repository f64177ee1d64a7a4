// Any private address in any notation is blocked, whichever way it comes in: as the host itself, as an answer of the resolver,
// or inside an IPv6 address. Any public address in its usual notation passes.
import fc from 'fast-check';
import { test, expect } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { kindOfAddress } from './addresses.ts';
import { findAddresses } from './find-addresses.ts';
import { judgeUrl, outboundRules } from './judge-url.ts';

const RULES = outboundRules({});
type Four = readonly [number, number, number, number];
const byte = fc.integer({ min: 0, max: 255 });
const PRIVATE: fc.Arbitrary<Four> = fc.oneof(
  fc.tuple(fc.constantFrom(0, 10, 127), byte, byte, byte),
  fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
  fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
  fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
);
const PUBLIC = fc.tuple(byte, byte, byte, byte).filter((four) => kindOfAddress(four.join('.')) === 'public');

const wordOf = (high: number, low: number): string => ((high << 8) | low).toString(16);
const hexOf = ([a, b, c, d]: Four): string => `${wordOf(a, b)}:${wordOf(c, d)}`;
const numberOf = ([a, b, c, d]: Four): number => ((a * 256 + b) * 256 + c) * 256 + d;
const octal = (part: number): string => `0${part.toString(8)}`;
const hex = (part: number): string => `0x${part.toString(16)}`;
const fullWidth = (text: string): string => text.replace(/[\d.]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0));
const percent = (text: string): string => text.replace(/\d/g, (sign) => `%3${sign}`);
const circled = (text: string): string => text.replace(/[1-9]/g, (sign) => String.fromCodePoint(0x245f + Number(sign)));

/** Every host that some reader takes for the address. */
const NOTATIONS: readonly ((four: Four) => string)[] = [
  (four) => four.join('.'),
  (four) => String(numberOf(four)),
  (four) => hex(numberOf(four)),
  (four) => octal(numberOf(four)),
  (four) => four.map(octal).join('.'),
  (four) => four.map(hex).join('.'),
  ([a, b, c, d]) => `${a}.${hex(b)}.${octal(c)}.${d}`,
  ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`,
  ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
  (four) => fullWidth(four.join('.')),
  (four) => percent(four.join('.')),
  (four) => circled(four.join('.')),
  (four) => four.join('。'),
  (four) => `${four.join('.')}.`,
  (four) => `[::ffff:${four.join('.')}]`,
  (four) => `[0:0:0:0:0:ffff:${hexOf(four)}]`,
  (four) => `[::${four.join('.')}]`,
  (four) => `[64:ff9b::${hexOf(four)}]`,
  (four) => `[2002:${hexOf(four)}::1]`,
  ([a, b, c, d]) => `[2001:0:4136:e378:8000:63bf:${wordOf(a ^ 255, b ^ 255)}:${wordOf(c ^ 255, d ^ 255)}]`,
  (four) => `[2606:4700::5efe:${hexOf(four)}]`,
];

const SCHEMES = fc.constantFrom('http://', 'https://', 'HTTP://', 'hTTps://');

test('a private address is blocked in each of 21 notations', () => {
  verifies('gate.way_out');
  fc.assert(fc.property(PRIVATE, fc.constantFrom(...NOTATIONS), SCHEMES, fc.constantFrom('', '/', '/a?b#c', ':443', ':80/x'), (four, notation, scheme, rest) => {
    expect(judgeUrl(`${scheme}${notation(four)}${rest}`, RULES)).toMatchObject({ ok: false });
  }), { numRuns: 2_000 });
});

test('an answer of the resolver with one private address, bare or inside IPv6, blocks the host', async () => {
  const inside = [(four: Four) => four.join('.'), (four: Four) => `::ffff:${four.join('.')}`, (four: Four) => `64:ff9b::${hexOf(four)}`, (four: Four) => `2002:${hexOf(four)}::`];
  await fc.assert(fc.asyncProperty(PRIVATE, fc.array(PUBLIC, { maxLength: 3 }), fc.constantFrom(...inside), fc.nat(3), async (four, others, notation, place) => {
    const answers = others.map((other) => other.join('.')).toSpliced(place, 0, notation(four));
    expect(await findAddresses('https://host.example.com/', { rules: RULES, resolve: async () => answers })).toMatchObject({ ok: false });
  }), { numRuns: 500 });
});

test('a public address passes in its usual notation and is what the connection goes to', async () => {
  await fc.assert(fc.asyncProperty(PUBLIC, SCHEMES, async (four, scheme) => {
    expect(await findAddresses(`${scheme}${four.join('.')}/`, { rules: RULES, resolve: async () => [] })).toMatchObject({ ok: true, addresses: [four.join('.')] });
  }));
});

test('whatever is written, the judge answers, and what it allows has no credentials and no private address', () => {
  const pieces = fc.constantFrom('http:', 'https:', '/', '//', '\\', '@', ':', '127.0.0.1', 'localhost', 'example.com', '[::1]', '0x7f', '2130706433', '.', '\t', '\n', '%2f', '%00', '#', '?', 'user:pass', '。', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', '１');
  fc.assert(fc.property(fc.array(pieces, { maxLength: 9 }).map((parts) => parts.join('')), (text) => {
    const verdict = judgeUrl(text, RULES);
    if (!verdict.ok) return;
    expect([verdict.url.username, verdict.url.password]).toEqual(['', '']);
    // A public name may begin like an address: 127.0.0.1example.com.
    expect(verdict.url.hostname).not.toMatch(/(?:^|\.)localhost$|^[^.]*$|\.$/);
    expect([undefined, 'public']).toContain(kindOfAddress(verdict.host));
  }), { numRuns: 5_000 });
});
