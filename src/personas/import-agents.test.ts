import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifies } from '../../test/verifies.ts';
import { importAgents } from './import-agents.ts';
import { checkAgents, listAgents } from './list-agents.ts';
import { placeFiles } from './place-files.ts';
import { readAgentFolder } from './read-agent-folder.ts';

function folder(files: Readonly<Record<string, string>> = {}): string {
  const dir = mkdtempSync(join(tmpdir(), 'muster-import-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  return dir;
}
const agent = (name: string, description = `Does ${name}.`): string => `---\nname: ${name}\ndescription: ${description}\ntools: Read\n---\n\nYou are ${name}.\n`;
const THREE = { 'a/writer.md': agent('writer'), 'b/writer.md': agent('writer', 'Writes: in the south'), '测试.md': agent('测试员') };
const CORPUS_DIR = new URL('../../test/corpus/agent-files', import.meta.url).pathname;

test('3 files become 3 agent files of ours, flat, by their ids, and read back as the same members without a note', async () => {
  verifies('agents.import_whole');
  const from = folder(THREE);
  const to = join(folder(), 'team/agents');
  const result = await importAgents(from, to);
  expect(result).toMatchObject({ ok: true, unchanged: [], complaints: [] });
  expect(readdirSync(to).toSorted()).toEqual(['writer-2.md', 'writer.md', '测试员.md']);
  const [before, after] = await Promise.all([readAgentFolder(from), readAgentFolder(to)]);
  const byId = (members: typeof after.members) => members.map(({ registration }) => registration).toSorted((a, b) => (a.agentId < b.agentId ? -1 : 1));
  expect(byId(after.members)).toEqual(byId(before.members));
  expect(after.members.flatMap(({ notes }) => notes)).toEqual([]);
});

test('the corpus is imported: 54 files written, each bad file told, nothing else in the folder', async () => {
  const to = folder();
  const result = await importAgents(CORPUS_DIR, to);
  if (!result.ok) throw new Error(result.because);
  expect(result.written.length).toBe(readdirSync(to).length);
  expect(result.written.length).toBeGreaterThanOrEqual(54);
  expect(new Set(result.complaints.map(({ file }) => file)).size).toBeGreaterThanOrEqual(20);
  expect(await checkAgents(to)).toMatchObject({ exit: 0, agents: result.written.length, complaints: [] });
});

test('a second import changes nothing; a file that was edited stays, and only "overwrite" replaces it', async () => {
  verifies('agents.import_whole');
  const from = folder(THREE);
  const to = folder();
  await importAgents(from, to);
  expect(await importAgents(from, to)).toMatchObject({ ok: true, written: [], unchanged: ['writer.md', 'writer-2.md', '测试员.md'] });
  writeFileSync(join(to, 'writer.md'), agent('writer', 'Mine'));
  rmSync(join(to, '测试员.md'));
  const refused = await importAgents(from, to);
  expect(refused).toMatchObject({ ok: false, code: 'input.invalid', details: { conflicts: ['writer.md'] } });
  expect(refused.ok ? '' : refused.says.zh).toContain('没有写入任何内容');
  expect(readFileSync(join(to, 'writer.md'), 'utf8')).toContain('Mine');
  expect(existsSync(join(to, '测试员.md'))).toBe(false);
  expect(await importAgents(from, to, { overwrite: true })).toMatchObject({ ok: true, written: [{ file: 'writer.md', from: 'a/writer.md', agentId: 'writer' }, { file: '测试员.md' }], unchanged: ['writer-2.md'] });
  expect(readFileSync(join(to, 'writer.md'), 'utf8')).not.toContain('Mine');
});

test('an id that another file of the target has is in the way, with "overwrite" too', async () => {
  const to = folder({ 'people/my-writer.md': agent('Writer') });
  for (const overwrite of [false, true]) expect(await importAgents(folder(THREE), to, { overwrite })).toMatchObject({ ok: false, details: { conflicts: ['people/my-writer.md (writer)'] } });
  expect(readdirSync(to)).toEqual(['people']);
});

test('a folder without agents, and a target inside the source, are refused before anything is written', async () => {
  const from = folder({ 'README.md': '# No agents' });
  const to = join(folder(), 'new');
  expect(await importAgents(from, to)).toMatchObject({ ok: false, code: 'input.invalid' });
  expect(existsSync(to)).toBe(false);
  const both = folder(THREE);
  expect(await importAgents(both, join(both, 'agents'))).toMatchObject({ ok: false });
  expect(readdirSync(both)).toEqual(['a', 'b', '测试.md']);
});

test('when the third of 3 files cannot be placed, the first two are taken back and a replaced one is as it was', async () => {
  const to = folder({ 'a.md': 'old', 'c.md': 'somebody else' });
  const files = [{ path: 'a.md', text: 'new' }, { path: 'b/b.md', text: 'new' }, { path: 'c.md', text: 'new' }];
  await expect(placeFiles(to, files, { replace: new Set(['a.md']) })).rejects.toMatchObject({ code: 'EEXIST' });
  expect(readdirSync(to)).toEqual(['a.md', 'c.md']);
  expect(['a.md', 'c.md'].map((name) => readFileSync(join(to, name), 'utf8'))).toEqual(['old', 'somebody else']);
});

test('a folder that was made for files that could not be placed is gone again', async () => {
  const to = join(folder(), 'x/y');
  await expect(placeFiles(to, [{ path: 'a.md', text: '1' }, { path: 'a.md', text: '2' }], { replace: new Set() })).rejects.toMatchObject({ code: 'EEXIST' });
  expect(existsSync(dirname(to))).toBe(false);
});

test('check ends with 2 when one of two files is bad and when there is none, and with 0 when there are only notes', async () => {
  expect(await checkAgents(folder({ 'a.md': agent('a'), 'b.md': '---\nname: b' }))).toMatchObject({ exit: 2, agents: 1, complaints: [{ file: 'b.md', line: 1 }] });
  expect(await checkAgents(folder())).toMatchObject({ exit: 2, agents: 0, complaints: [{ line: 1 }] });
  const noted = await checkAgents(folder({ 'a.md': agent('a') }));
  expect(noted).toMatchObject({ exit: 0, agents: 1, complaints: [] });
  expect(noted.notes.length).toBeGreaterThan(0);
});

test('the list shows the outside form of each member without its prompt, and how long the prompt is', async () => {
  const { agents } = await listAgents(folder({ 'a.md': agent('a') }));
  expect(agents).toMatchObject([{ file: 'a.md', promptChars: 10, registration: { agent_id: 'a', role: 'worker', allowed_tools: [{ name: 'file.read' }] } }]);
  expect(agents[0]?.registration).not.toHaveProperty('prompt');
});
