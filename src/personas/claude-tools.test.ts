// What the tools of a Claude Code file are here: those that have a plain counterpart become it, narrowed where ours can do more, and the
// rest is said to be left out. The table is the one that the guides show.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verifies } from '../../test/verifies.ts';
import { builtInTools } from '../built-in-tools.ts';
import { argumentSchema, decodeArguments } from '../core/gate/arguments.ts';
import type { JsonObject } from '../core/json.ts';
import { worker } from '../member-specs.ts';
import { readAgentFile } from './read-agent-file.ts';
import { CLAUDE_TOOLS } from './reading/claude-tools.ts';
import { tellRemark } from './remarks.ts';

const read = (front: string, knownTools?: ReadonlySet<string>) => {
  const result = readAgentFile(`---\nname: a\ndescription: Works.\nskills: [x]\n${front}\n---\n\nYou work.\n`, 'a.md', knownTools === undefined ? {} : { knownTools });
  if (!result.ok) throw new Error(result.complaints.map((complaint) => tellRemark(complaint, 'en')).join('\n'));
  const { allowedTools, deniedTools } = result.registration;
  return { allowed: allowedTools, denied: deniedTools, en: result.notes.map((note) => tellRemark(note, 'en')), zh: result.notes.map((note) => tellRemark(note, 'zh')) };
};

const EDITS = { properties: { edits: { type: 'array' } }, required: ['edits'] };

test('each name with a counterpart becomes it, once; a note says what each became, in both languages', () => {
  verifies('agents.rights_never_by_chance', 'agents.found_in_the_wild');
  const { allowed, en, zh } = read('tools: Read, Grep, Glob, LS, Bash, WebFetch, Write');
  expect(allowed).toEqual([{ name: 'file.read' }, { name: 'file.search' }, { name: 'file.list' }, { name: 'shell.run' }, { name: 'http.get' }, { name: 'file.write' }]);
  expect(en).toEqual(['a.md:5: tools: is read as tools of ours: Read → file.read, Grep → file.search, Glob → file.list, LS → file.list, Bash → shell.run (the programs that the team lists), WebFetch → http.get, Write → file.write; write allowed_tools to choose them']);
  expect(zh).toEqual(['a.md:5：tools：按对应的工具读取：Read → file.read、Grep → file.search、Glob → file.list、LS → file.list、Bash → shell.run（仅限团队列出的程序）、WebFetch → http.get、Write → file.write；如需指定请写 allowed_tools']);
});

test('who may edit may not write a file anew; who may do both has the whole tool, in whichever order', () => {
  verifies('agents.rights_never_by_chance');
  expect(read('tools: Read, Edit, MultiEdit').allowed).toEqual([{ name: 'file.read' }, { name: 'file.write', argsSchema: EDITS }]);
  expect(read('tools: Edit').en).toEqual(['a.md:5: tools: is read as tools of ours: Edit → file.write (edits only); write allowed_tools to choose them']);
  for (const tools of ['Edit, Write', 'Write, Edit']) expect(read(`tools: ${tools}`).allowed).toEqual([{ name: 'file.write' }]);
});

test('what has no counterpart, a part of a tool, other letters, and a tool that the team does not have are allowed nothing and named', () => {
  verifies('agents.rights_never_by_chance');
  const { allowed, en, zh } = read('tools: Read, WebSearch, Bash(git log:*), read, mcp__wiki__search, NotebookEdit');
  expect(allowed).toEqual([{ name: 'file.read' }]);
  expect(en.at(-1)).toBe('a.md:5: tools: unknown tools WebSearch, Bash(git log:*), read, mcp__wiki__search, NotebookEdit are not allowed; name tools of the team in allowed_tools');
  expect(zh.at(-1)).toBe('a.md:5：tools：未知工具 WebSearch、Bash(git log:*)、read、mcp__wiki__search、NotebookEdit 不予允许；请在 allowed_tools 中写团队已有的工具');
  for (const tools of ['"*"', 'all', 'toString', '__proto__', 'constructor']) expect(read(`tools: ${tools}`).allowed).toEqual([]);
  expect(read('tools: Read, Bash', new Set(['file.read'])).allowed).toEqual([{ name: 'file.read' }]);
  expect(read('tools: Read\nallowed_tools: [http.get]').allowed).toEqual([{ name: 'http.get' }]);
});

test('a denial holds under its counterpart too: of a part, the whole tool is denied', () => {
  verifies('agents.rights_never_by_chance');
  const { denied, en, zh } = read('tools: Read, Write, Bash\ndisallowedTools: Edit, Bash(rm:*)');
  expect(denied).toEqual(['Edit', 'Bash(rm:*)', 'file.write', 'shell.run']);
  expect(en.at(-1)).toBe('a.md:6: disallowedTools: also denies the tools of ours that do the same: file.write, shell.run');
  expect(zh.at(-1)).toBe('a.md:6：disallowedTools：同时禁止对应的工具 file.write、shell.run');
  expect(read('tools: Bash\ndenied_tools: [Bash]').denied).toEqual(['Bash', 'shell.run']);
  expect(read('disallowedTools: Edit').denied).toEqual(['Edit']);
});

test('every counterpart is a tool that Muster has, and the gate takes edits of a narrowed one and nothing else', async () => {
  const names = [...new Set(Object.values(CLAUDE_TOOLS).map(({ name }) => name))];
  const tools = (await builtInTools({ programs: ['git'] }, [worker('all', { tools: names })], { folder: '.' })).flatMap((each) => ('run' in each ? [each] : []));
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  const write = tools.find(({ name }) => name === 'file.write');
  const judge = (args: JsonObject): boolean => decodeArguments(write?.parameters ?? {}, argumentSchema(CLAUDE_TOOLS['Edit']?.args_schema ?? {}), args).ok;
  expect([judge({ path: 'a.txt', edits: [{ old: 'a', new: 'b' }] }), judge({ path: 'a.txt', content: 'whole' }), judge({ path: 'a.txt' })]).toEqual([true, false, false]);
});

test.each([['docs/guides/7-tools-and-the-gate.md', '| in the file |'], ['docs/guides/zh/7-tools-and-the-gate.md', '| 文件中 |']])('%s shows the table, and no row more', (page, head) => {
  const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');
  const [, , ...rows] = text.slice(text.indexOf(head)).split('\n\n', 1)[0]?.split('\n') ?? [];
  const shown = rows.flatMap((row) => {
    const [, theirs = '', ours = ''] = row.split('|');
    return [...theirs.matchAll(/`(\w+)`/gu)].map(([, name = '']) => [name, /`([\w.]+)`/u.exec(ours)?.[1]] as const);
  });
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(Object.entries(CLAUDE_TOOLS).map(([theirs, { name }]) => [theirs, name])));
});
