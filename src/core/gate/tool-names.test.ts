// A tool is found by its exact name only, and no two tools can be taken for one another.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toolNames } from './tool-names.ts';
import { verifies } from '../../../test/verifies.ts';

const table = (...names: string[]) => {
  const built = toolNames(names);
  if (!built.ok) throw new Error(built.faults.map(({ because }) => because.en).join(' '));
  return built.names;
};

describe('find', () => {
  const names = table('database.query', 'file.read', 'ask_human');
  test.each([
    ['database.query', 'database.query'],
    ['database__query', 'database.query'],
    ['ask_human', 'ask_human'],
  ])('%s is %s', (written, name) => {
    expect(names.find(written)).toEqual({ ok: true, name });
  });
  test.each([
    ['Database.Query', 'database.query'],
    ['database．query', 'database.query'],
    ['DATABASE__QUERY', 'database.query'],
    ['file. read', 'file.read'],
    ['flie.read', 'file.read'],
    ['ask-human', 'ask_human'],
  ])('%s is unknown, and the answer names %s', (written, near) => {
    const found = names.find(written);
    expect(found).toMatchObject({ ok: false, near });
    expect(!found.ok && Object.values(found.because).every((sentence) => sentence.includes(near))).toBe(true);
  });
  test.each(['__proto__', 'constructor', 'toString', 'valueOf'])('%s is unknown and brings the names that are there', (written) => {
    expect(names.find(written)).toEqual({
      ok: false,
      because: {
        en: `No tool is named "${written}". Write one of these names exactly: database.query, file.read, ask_human.`,
        zh: `没有名为“${written}”的工具。请原样写出其中一个：database.query、file.read、ask_human。`,
      },
    });
  });
  test.each([undefined, null, 7, {}, '', ' \t'])('%j is a missing name', (written) => {
    expect(names.find(written)).toMatchObject({ ok: false, because: { en: expect.stringContaining('must name its tool') } });
  });
  test('an unknown name of a million characters is answered with a short sentence', () => {
    const found = names.find('x'.repeat(1_000_000));
    expect(!found.ok && found.because.en.length).toBeLessThan(200);
  });
  test('whatever is written opens a tool only when it is one of its two names', () => {
    verifies('gate.names_exact');
    const written = fc.oneof(fc.string(), fc.constantFrom('database.query', 'database__query', 'database query', 'Database.query'));
    fc.assert(fc.property(written, (text) => {
      expect(names.find(text).ok).toBe(['database.query', 'database__query', 'file.read', 'file__read', 'ask_human'].includes(text));
    }));
  });
});

describe('toolNames', () => {
  const word = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/);
  test('whatever names stand in one table, each comes back from its provider name, which every provider takes', () => {
    fc.assert(fc.property(fc.array(fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('.'))), (names) => {
      const built = toolNames(names);
      if (!built.ok) return;
      const told = names.map((name) => built.names.providerNameOf(name) ?? '');
      expect(told.every((name) => /^[a-zA-Z0-9_-]{1,64}$/.test(name))).toBe(true);
      expect(new Set(told).size).toBe(names.length);
      expect(told.map((name) => built.names.find(name))).toEqual(names.map((name) => ({ ok: true, name })));
    }));
  });
  test.each([
    [['a.b', 'a__b'], ['a__b']],
    [['a._b', 'a_.b'], ['a_.b']],
    [['run', 'Run'], ['Run']],
    [['a.b', '', 'a b', 'ａ'], ['', 'a b', 'ａ']],
    [[`a.${'b'.repeat(61)}`, `a.${'b'.repeat(62)}`], [`a.${'b'.repeat(62)}`]],
  ])('of %j the names %j are refused, each with a sentence in both languages', (names, refused) => {
    const built = toolNames(names);
    expect(built.ok ? [] : built.faults.map(({ name }) => name)).toEqual(refused);
    expect(built.ok || built.faults.every(({ because }) => /[.]$/.test(because.en) && /[。]$/.test(because.zh))).toBe(true);
  });
});
