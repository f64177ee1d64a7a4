import { expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import { findMember, readRegistration, registrationOut } from './registration.ts';

const COPYWRITER: JsonObject = {
  agent_id: 'copywriter_worker_001', name: '文案专员', role: 'worker', skills: ['文案创作', '广告语撰写', '内容改写'],
  input_schema: { type: 'object', properties: { topic: { type: 'string' }, tone: { type: 'string' }, max_length: { type: 'integer' } }, required: ['topic'] },
  output_schema: { type: 'object', properties: { draft: { type: 'string' }, summary: { type: 'string' } }, required: ['draft'] },
  callback_url: 'http://internal.agent-network/copywriter/result',
};
const DATA_QUERY: JsonObject = {
  agent_id: 'data_query_worker',
  allowed_tools: [{ name: 'database.query', args_schema: { sql: 'string' } }, { name: 'http.get', args_schema: { url: 'string', headers: 'object' } }],
  denied_tools: ['database.execute', 'file.write', 'http.post'],
};

const read = (input: unknown) => {
  const result = readRegistration(input);
  if (!result.ok) throw new Error(result.because);
  return result.registration;
};
const complaintsOf = (input: unknown): readonly string[] => {
  const result = readRegistration(input);
  if (result.ok) return [];
  const complaints = (result.details?.['complaints'] ?? []) as { path: string; says: { en: string; zh: string } }[];
  for (const { says } of complaints) expect(says.zh).toMatch(/\p{Script=Han}/u);
  return complaints.map(({ path, says }) => `${path}: ${says.en}`);
};

test('the copywriter is read with all its fields, and a callback_url makes it kind http', () => {
  expect(read(COPYWRITER)).toEqual({
    agentId: 'copywriter_worker_001', name: '文案专员', kind: 'http', roles: ['worker'], skills: ['文案创作', '广告语撰写', '内容改写'],
    inputSchema: COPYWRITER['input_schema'], outputSchema: COPYWRITER['output_schema'], callbackUrl: 'http://internal.agent-network/copywriter/result',
    allowedTools: [], deniedTools: [], capacity: 1,
  });
});

test('the data worker with tools only gets the defaults: its id as name, role worker, no skills, capacity 1, kind model', () => {
  expect(read(DATA_QUERY)).toEqual({
    agentId: 'data_query_worker', name: 'data_query_worker', kind: 'model', roles: ['worker'], skills: [], capacity: 1,
    allowedTools: [{ name: 'database.query', argsSchema: { sql: 'string' } }, { name: 'http.get', argsSchema: { url: 'string', headers: 'object' } }],
    deniedTools: ['database.execute', 'file.write', 'http.post'],
  });
});

test.each([[COPYWRITER], [DATA_QUERY], [{ agent_id: '测试员', role: ['worker', 'reviewer'], kind: 'human', capacity: 5, prompt: 'p', model: 'm', description: 'd' }]])(
  'read, written and read again, a registration is the same (%#)', (input) => {
    const registration = read(input);
    expect(read(registrationOut(registration))).toEqual(registration);
    expect(registrationOut(registration)).toMatchObject(input);
  });

test('7 wrong fields are 7 complaints, each with its path and its mend', () => {
  expect(complaintsOf({
    agent_id: 'my writer', role: 'boss', skills: 'sql', input_schema: { type: 'strnig' }, callback_url: 'ftp://x',
    allowed_tools: [{ name: 'http.get', args_schema: { url: 'text' } }], capacity: 0,
  })).toEqual([
    'agent_id: write letters or digits of any script, "_", "-" and ".", without spaces, such as writer_1',
    'input_schema: is not a JSON Schema: /type: must be one of ["array","boolean","integer","null","number","object","string"]',
    'callback_url: write an http or https address without a user name, such as https://host/result',
    'role: write one of manager, worker, reviewer',
    'skills: write a list, such as ["one", "two"]',
    'allowed_tools[0].args_schema.url: write one of string, number, integer, boolean, object, array, null',
    'capacity: write a whole number from 1 to 10000',
  ]);
});

test.each<[string, unknown, string]>([
  ['an unknown field is named with the nearest known one', { agent_id: 'a', skill: ['x'] }, 'skill: is not a field of a registration; did you mean skills?'],
  ['a missing id', { name: 'A' }, 'agent_id: is missing; give the member an id'],
  ['a list instead of an object', [], ': write an object with at least agent_id'],
  ['the address of the owner as id', { agent_id: 'User' }, 'agent_id: choose another id; "User" is the address of the person who owns the goal'],
  ['dots only as id', { agent_id: '..' }, 'agent_id: write letters or digits'],
  ['65 characters of id', { agent_id: 'あ'.repeat(65) }, 'agent_id: make it at most 64 characters long'],
  ['no role', { agent_id: 'a', role: [] }, 'role: name at least one of'],
  ['one wrong role of two', { agent_id: 'a', role: ['worker', 'chief'] }, 'role[1]: write one of'],
  ['kind http without an address', { agent_id: 'a', kind: 'http' }, 'callback_url: is missing'],
  ['an address with a password in it', { agent_id: 'a', callback_url: 'https://me:secret@host/' }, 'callback_url: write an http or https address without a user name'],
  ['a tag without a letter', { agent_id: 'a', skills: ['ok', '--'] }, 'skills[1]: write a tag with at least one letter or digit'],
  ['a tool as plain text', { agent_id: 'a', allowed_tools: ['http.get'] }, 'allowed_tools[0]: write {"name": "http.get"'],
  ['a tool listed twice', { agent_id: 'a', allowed_tools: [{ name: 't' }, { name: 't' }] }, 'allowed_tools: names t twice'],
  ['an input that is no object', { agent_id: 'a', input_schema: { type: 'string' } }, 'input_schema.type: write "object"'],
  ['a schema that is a function', { agent_id: 'a', output_schema: { type: () => 'object' } }, 'output_schema: write a JSON Schema'],
  ['a misspelt draft-07 schema', { agent_id: 'a', output_schema: { $schema: 'http://json-schema.org/draft-07/schema#', required: 'draft' } }, 'output_schema: is not a JSON Schema: /required'],
])('refused: %s', (_, input, complaint) => {
  const complaints = complaintsOf(input);
  expect(complaints).toHaveLength(1);
  expect(complaints[0]).toContain(complaint);
});

test('empty fields of a YAML file are absent fields', () => {
  expect(read({ agent_id: 'a', name: null, callback_url: null, skills: null })).toMatchObject({ name: 'a', kind: 'model', skills: [] });
});

test('tags that fold to one are kept once, as first written', () => {
  expect(read({ agent_id: 'a', skills: ['Data Analysis', 'data_analysis', '文案'] }).skills).toEqual(['Data Analysis', '文案']);
});

test.each(['测试员', 'テスト', '테스트', '𠮷野', 'नमस्ते', 'agent.v2-β', '👩‍🚀'])('ids in any script: %s', (agent_id) => {
  expect(readRegistration({ agent_id }).ok).toBe(agent_id !== '👩‍🚀');
});

test('an id of 64 letters with marks has 64 characters, in composed and decomposed form alike, and both are one id', () => {
  const decomposed = 'e\u0301'.repeat(64);
  expect(read({ agent_id: decomposed }).agentId).toBe('é'.repeat(64));
});

const TEAM = [
  { agentId: 'writer', name: '文案专员' }, { agentId: 'Café', name: 'Ann Lee' }, { agentId: 'reviewer_1', name: 'Checker' },
  { agentId: 'reviewer_2', name: 'checker' }, { agentId: 'lead', name: 'writer' },
];

test.each([
  ['writer', 'writer'], ['Writer ', 'writer'], ['"writer"', 'writer'], ['“writer”', 'writer'], ['`WRITER`,', 'writer'], ['@writer', 'writer'], ['「文案专员」', 'writer'],
  ['文案专员', 'writer'], ['Cafe\u0301', 'Café'], ['ann  lee', 'Café'], ['Checker', 'reviewer_1'], ['ｗｒｉｔｅｒ', 'writer'],
])('%s is found as %s', (written, agentId) => {
  expect(findMember(TEAM, written)).toMatchObject({ kind: 'found', member: { agentId } });
});

test('a display name that two members share when folded is ambiguous, and both are named', () => {
  expect(findMember(TEAM, 'CHECKER')).toMatchObject({ kind: 'ambiguous', members: [{ agentId: 'reviewer_1' }, { agentId: 'reviewer_2' }] });
});

test.each(['prod-xyz-writer', 'writer2', 'the writer', '', '""', '__proto__'])('"%s" is unknown, and the whole list is given', (written) => {
  expect(findMember(TEAM, written)).toEqual({ kind: 'unknown', members: TEAM });
});
