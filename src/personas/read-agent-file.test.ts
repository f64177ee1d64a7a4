import { expect, test } from 'vitest';
import { verifies } from '../../test/verifies.ts';
import { readAgentFile } from './read-agent-file.ts';
import type { ReadOptions } from './reading/read-tools.ts';
import { deriveSkills } from './reading/derive-skills.ts';
import { tellRemark } from './remarks.ts';

const file = (front: string, body = 'You work.'): string => `---\n${front}\n---\n\n${body}\n`;
const read = (text: string, path = 'a.md', options: ReadOptions = {}) => {
  const result = readAgentFile(text, path, options);
  if (!result.ok) throw new Error(result.complaints.map((complaint) => tellRemark(complaint, 'en')).join('\n'));
  return result;
};
const complaintsOf = (text: string, options: ReadOptions = {}): readonly string[] => {
  const result = readAgentFile(text, 'a.md', options);
  return result.ok ? [] : result.complaints.map((complaint) => tellRemark(complaint, 'en'));
};
const KNOWN = { knownTools: new Set(['file.read', 'file.write', 'http.get']) };

test('no tools field is no tools, and neither are tools that nobody knows, "*", or a part of a known tool', () => {
  verifies('agents.rights_never_by_chance');
  for (const tools of ['', 'tools: WebSearch, Grep', 'tools: "*"', 'tools: all', 'tools: file.read(notes/*)', 'tools: File.Read', 'allowed-tools: Task', 'tools: { file.read: true }']) {
    expect(read(file(`name: a\n${tools}`), 'a.md', KNOWN).registration.allowedTools).toEqual([]);
  }
  expect(read(file('name: a\ntools: file.read')).registration.allowedTools).toEqual([]);
  expect(read(file('name: a\ntools: file.read, Bash, http.get'), 'a.md', KNOWN).registration.allowedTools).toEqual([{ name: 'file.read' }, { name: 'http.get' }]);
});

test('a name or description with "reviewer" or 审核 in it makes a note and never a reviewer', () => {
  verifies('agents.rights_never_by_chance');
  for (const front of ['name: code-reviewer', 'name: a\ndescription: Reviews code', 'name: 审核专员', 'name: a\nrole: Senior Reviewer of Code']) {
    const { registration, notes } = read(file(front));
    expect(registration.roles).toEqual(['worker']);
    expect(notes.map(({ says }) => says.en).join()).toMatch(/reviewer/);
  }
  expect(read(file('name: a\nrole: reviewer')).registration.roles).toEqual(['reviewer']);
  expect(read(file('name: a\nrole: Leader, reviewer')).registration.roles).toEqual(['manager', 'reviewer']);
});

test('a name in our own allowed_tools that nobody knows is a complaint with the nearest name', () => {
  expect(complaintsOf(file('name: a\nallowed_tools: [http.gte]'), KNOWN)).toEqual(['a.md:3: allowed_tools: there is no tool http.gte; did you mean http.get?']);
  expect(complaintsOf(file('name: a\nallowed_tools: [http.gte]'))).toEqual([]);
});

test.each(['deny_tools', 'denied', 'forbidden_tools', 'disallowed-tool', 'blockedTools', 'excluded_tools'])('a denial under the wrong name %s is a complaint, as it would otherwise not hold', (name) => {
  expect(complaintsOf(file(`name: a\n${name}: shell.run`))).toEqual([`a.md:3: ${name}: looks like a list of forbidden tools, yet no field has this name; write denied_tools`]);
});

test('denied_tools and disallowedTools add up, in any order and form', () => {
  expect(read(file('name: a\ndisallowedTools: Write, Edit\ndenied_tools:\n- shell.run\n- Write')).registration.deniedTools).toEqual(['shell.run', 'Write', 'Edit']);
});

test.each([
  ['an unclosed quote', 'name: a\ndescription: "Says \\"hi\\" and', 'Says'],
  ['a tag', 'name: a\ndescription: !important thing', '!important thing'],
  ['an anchor', 'name: a\ndescription: &and then', '&and then'],
  ['a template', 'name: a\ndescription: {{role}} of the house', '{{role}} of the house'],
  ['a percent sign', 'name: a\ndescription: %100 sure', '%100 sure'],
  ['a colon at the end', 'name: a\ndescription: Do this:', 'Do this:'],
  ['a block', 'name: a\ndescription: |\n  one: 1\n  two: 2', 'one: 1\ntwo: 2'],
  ['a single quote inside', "name: a\ndescription: it's fine", "it's fine"],
])('a description with %s keeps its words', (_, front, words) => {
  expect(read(file(front)).registration.description).toContain(words);
});

test('Windows line ends and old Mac line ends leave the same member', () => {
  const unix = file('name: a\ndescription: b\nskills:\n  - c', 'One\nTwo');
  for (const ending of ['\r\n', '\r']) expect(read(unix.replaceAll('\n', ending)).registration).toEqual(read(unix).registration);
});

test('a file of a folder per agent takes the name of its folder', () => {
  expect(read('You plan trips.', 'travel/trip-planner/AGENT.md').registration).toMatchObject({ agentId: 'trip-planner', name: 'trip-planner', description: 'You plan trips.' });
});

test('a bomb of aliases, brackets 12,000 deep and 6,000 keys come to an end', { timeout: 30_000 }, () => {
  const bomb = Array.from({ length: 30 }, (_, index) => `  k${index + 1}: &k${index + 1} [${Array.from({ length: 9 }, () => `*k${index}`).join(', ')}]`).join('\n');
  const begun = performance.now();
  expect(complaintsOf(file(`name: a\ninput_schema:\n  k0: &k0 [x]\n${bomb}`))).toEqual(['a.md:5: input_schema: refers to a YAML anchor with "*"; write the value out']);
  expect(complaintsOf(file(`name: a\noutput_schema: ${'['.repeat(12_000)}`))).toHaveLength(1);
  expect(complaintsOf(file(`name: a\noutput_schema: ${'{a: '.repeat(6_000)}`))).toHaveLength(1);
  expect(complaintsOf(file(`name: a\noutput_schema: {${Array.from({ length: 3_000 }, (_, index) => `k${index}: 1`).join(', ')}}`))).toEqual([]);
  expect(complaintsOf(file(`name: a\nskills: ${','.repeat(20_000)}${'('.repeat(10_000)}`))).toEqual(['a.md:3: skills[0]: write a text of 1 to 60 characters']);
  expect(performance.now() - begun).toBeLessThan(20_000);
});

test('front matter of 40,000 characters is refused with its mend', () => {
  expect(complaintsOf(file(`name: a\ndescription: ${'long '.repeat(8_000)}`))).toEqual(['a.md:1: the front matter is longer than 32768 characters; move long text below the closing ---']);
});

test.each([
  [{ name: 'SQL Expert', description: 'Writes queries, never modifies data. Then more.', folders: ['agents', 'data'] }, ['sql', 'data', 'writes', 'queries']],
  [{ name: '文案专员', description: '撰写广告文案，不负责翻译。', folders: ['市场'] }, ['文案', '市场', '撰写', '广告', '文案']],
  [{ name: 'テスト担当', description: '', folders: [] }, ['テスト担当']],
  [{ name: 'Agent', description: '', folders: ['.claude', 'agents'] }, ['agent']],
  [{ name: '🎨', description: 'Use this agent when you need the best of all', folders: [] }, []],
])('%j gives the tags %j', (sources, tags) => {
  expect(deriveSkills(sources)).toEqual([...new Set(tags)]);
});
