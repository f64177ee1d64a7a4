import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifies } from '../../test/verifies.ts';
import { readRegistration, ROLES, type Registration } from '../core/members/registration.ts';
import { foldText } from '../core/text/fold-text.ts';
import { readAgentFile } from './read-agent-file.ts';
import { readJsonFile } from './read-json-file.ts';
import { shareOutIds } from './reading/agent-ids.ts';
import { readBytes } from './reading/read-bytes.ts';
import { remarksOn, type Remark } from './remarks.ts';
import { writeAgentFile } from './write-agent-file.ts';

const expectInFile = (remarks: readonly Remark[], text: string): void => {
  const lines = text.split(/\r\n|\n|\r/u).length;
  for (const { file, line, says } of remarks) {
    expect(file).toBe('f/a.md');
    expect(line).toBeGreaterThanOrEqual(1);
    expect(line).toBeLessThanOrEqual(lines);
    expect(says.en).toMatch(/[a-z]/u);
    expect(says.zh).toMatch(/\p{Script=Han}/u);
  }
};
const readAll = (text: string): void => {
  const read = readAgentFile(text, 'f/a.md', { knownTools: new Set(['http.get']) });
  if (read.ok) expect(read.registration.allowedTools.every(({ name }) => name === 'http.get')).toBe(true);
  expectInFile(read.ok ? read.notes : read.complaints, text);
  if (!read.ok) expect(read.complaints.length).toBeGreaterThan(0);
  expectInFile(readJsonFile(text, 'f/a.md').complaints, text);
};

test('any 800 runs of bytes are read or complained about, and never throw', () => {
  verifies('agents.one_bad_file');
  fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
    const remarks = remarksOn('f/a.md');
    const text = readBytes(bytes, remarks);
    if (text === undefined) expect(remarks.complaints).toHaveLength(1);
    else readAll(text);
    readAll(Buffer.from(bytes).toString('latin1'));
  }), { numRuns: 800 });
});

const piece = fc.constantFrom('---', '---\n', '\n', '\r\n', ': ', ':', '：', '- ', '"', "'", '|', '>', '[', ']', '{', '}', '*', '&a ', '!x ', '#', ' #', '\t', '  ', ',', '，', 'null', '~', '007', 'name: ', 'name', 'description: ', 'skills: ', 'role: reviewer', 'tools: ', 'allowed_tools: ', 'denied_tools: ', 'input_schema: ', 'capacity: ', 'agent_id: ', 'http.get', '文案', '🎨', '\u0301', '\uD800', '\uFEFF', '\0', '<<: ', '? ', '%YAML', '...', '__proto__: ', 'constructor: ');

test('any 1,500 heaps of YAML pieces are read or complained about with a line of the file, and never throw', () => {
  fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), fc.boolean(), (pieces, fenced) => readAll(fenced ? `---\n${pieces.join('')}\n---\nbody` : pieces.join(''))), { numRuns: 1_500 });
});

const text = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), fc.constantFrom('- a', 'a: b', '"x', '#', ' # ', '---', 'true', '007', '~', '*a', '&b', '文案：甲', 'two\nlines', 'tab\t', "it's", 'C:\\dir\\new', 'of\u2028two', '🎨'))
  .map((raw) => raw.toWellFormed());
const registration = fc.record({
  agent_id: fc.constantFrom('a', 'Writer_1', '测试员', 'テスト', '007', 'true', 'null', 'x.y'),
  name: text, role: fc.subarray([...ROLES], { minLength: 1 }), skills: fc.array(text, { maxLength: 4 }), capacity: fc.integer({ min: 1, max: 99 }),
  allowed_tools: fc.uniqueArray(fc.constantFrom('http.get', 'sql', 'a/b'), { maxLength: 2 }).map((names) => names.map((name) => ({ name, args_schema: { url: 'string' } }))),
  denied_tools: fc.uniqueArray(fc.constantFrom('x', '*', '@y', '-z'), { maxLength: 2 }), description: text.map((raw) => raw.trim()), prompt: text.map((raw) => raw.trim()),
  input_schema: fc.constantFrom({ type: 'object', properties: { '007': { type: 'string' }, a: { type: 'string' }, b: { type: 'string' } } }, {}),
  model: fc.constantFrom('anthropic/claude', 'rehearsal'), kind: fc.constantFrom('model', 'human'),
}).map((input) => readRegistration(input)).filter((read) => read.ok).map((read): Registration => read.registration);

test('written and read again, any 500 registrations are the same and earn no note', () => {
  verifies('agents.import_whole');
  fc.assert(fc.property(registration, (member) => {
    const read = readAgentFile(writeAgentFile(member), 'a.md');
    expect(read.ok ? [] : read.complaints).toEqual([]);
    if (read.ok) expect([read.registration, read.notes]).toEqual([member, []]);
  }), { numRuns: 500 });
});

test('ids are shared out once each, fixed ones first, and what is nobody else\'s stays as it is', () => {
  verifies('agents.own_ids');
  const claim = fc.record({ id: fc.constantFrom('a', 'A', 'a-2', 'a-3', '测', 'é', 'e\u0301', 'b'), fixed: fc.boolean() });
  fc.assert(fc.property(fc.array(claim, { maxLength: 12 }), (claims) => {
    const ids = shareOutIds(claims);
    const given = ids.filter((id) => id !== undefined);
    expect(new Set(given.map(foldText)).size).toBe(given.length);
    for (const [at, { id, fixed }] of claims.entries()) {
      if (fixed) expect([id, undefined]).toContain(ids[at]);
      else expect(ids[at]).toBeDefined();
      if (claims.every((other, index) => index === at || foldText(other.id) !== foldText(id)) && fixed) expect(ids[at]).toBe(id);
    }
  }));
});
