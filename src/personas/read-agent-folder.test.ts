import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CORPUS, CORPUS_DEFAULTS, CORPUS_SKIPPED, CORPUS_TOOLS } from '../../test/corpus/agent-files.ts';
import { verifies } from '../../test/verifies.ts';
import { registrationOut, type Registration } from '../core/members/registration.ts';
import { readAgentFolder } from './read-agent-folder.ts';
import { tellRemark, type Remark } from './remarks.ts';

const CORPUS_DIR = new URL('../../test/corpus/agent-files', import.meta.url).pathname;

const told = ({ line, field, says }: Remark): string => {
  expect(says.zh).toMatch(/\p{Script=Han}/u);
  return `${line}${field === undefined ? '' : ` ${field}`}: ${says.en}`;
};
const withoutDefaults = (registration: Registration) => {
  const { prompt, ...rest } = registrationOut(registration);
  const told = Object.entries(rest).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(CORPUS_DEFAULTS[key]));
  return { ...Object.fromEntries(told), prompt_chars: typeof prompt === 'string' ? prompt.length : 0 };
};

const corpus = await readAgentFolder(CORPUS_DIR, { knownTools: CORPUS_TOOLS });

test.each(Object.entries(CORPUS))('%s gives exactly its registration, notes and complaints', (file, expected) => {
  verifies('agents.found_in_the_wild', 'agents.seed_json');
  const members = corpus.members.filter((member) => member.file === file);
  expect(members.map(({ registration }) => withoutDefaults(registration))).toEqual(expected.gives ?? []);
  expect(members.flatMap(({ notes }) => notes.map(told))).toEqual(expected.notes ?? []);
  expect(corpus.complaints.filter((complaint) => complaint.file === file).map(told)).toEqual(expected.complains ?? []);
});

test('one folder with 75 files gives every good member beside every bad file, and says nothing of other files', () => {
  verifies('agents.one_bad_file');
  const files = Object.keys(CORPUS);
  expect(files.length + CORPUS_SKIPPED.length).toBeGreaterThanOrEqual(75);
  expect(new Set([...corpus.members, ...corpus.complaints].map(({ file }) => file))).toEqual(new Set(files));
  expect(corpus.skipped).toEqual([...CORPUS_SKIPPED]);
});

test('all 54 ids of the corpus differ, also when case and composition are folded, and are the same in a second run', async () => {
  verifies('agents.own_ids');
  const ids = corpus.members.map(({ registration }) => registration.agentId);
  expect(new Set(ids.map((id) => id.normalize('NFKC').toLowerCase())).size).toBe(54);
  const again = await readAgentFolder(CORPUS_DIR, { knownTools: CORPUS_TOOLS });
  expect(again.members.map(({ registration }) => registration.agentId)).toEqual(ids);
});

function folder(files: Readonly<Record<string, string>>): string {
  const dir = mkdtempSync(join(tmpdir(), 'muster-agents-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  return dir;
}
const agent = (name: string, more = ''): string => `---\nname: ${name}\ndescription: Does ${name}.\nskills: [x]\n${more}---\n\nYou are ${name}.\n`;
const idsOf = async (dir: string) => (await readAgentFolder(dir)).members.map(({ file, registration }) => `${file} ${registration.agentId}`);

test('a link to a file or folder inside is read once, a ring ends, and two links that lead out are said', async () => {
  verifies('agents.kept_in_folder');
  const outside = folder({ 'secret/spy.md': agent('spy') });
  const dir = folder({ 'team/a.md': agent('a'), 'team/text.txt': agent('b') });
  symlinkSync(join(dir, 'team'), join(dir, 'again'));
  symlinkSync('..', join(dir, 'team/ring'));
  symlinkSync('text.txt', join(dir, 'team/b.md'));
  symlinkSync('a.md', join(dir, 'team/a-too.md'));
  symlinkSync(join(outside, 'secret'), join(dir, 'out'));
  symlinkSync(join(outside, 'secret/spy.md'), join(dir, 'spy.md'));
  symlinkSync('nowhere.md', join(dir, 'dead.md'));
  symlinkSync('loop.md', join(dir, 'loop.md'));
  const { members, complaints } = await readAgentFolder(dir);
  expect(members.map(({ file }) => file)).toEqual(['team/a.md', 'team/b.md']);
  expect(complaints.map((complaint) => tellRemark(complaint, 'en'))).toEqual([
    'dead.md:1: is a link that leads nowhere or in a ring; remove it or mend its target',
    'loop.md:1: is a link that leads nowhere or in a ring; remove it or mend its target',
    'out:1: is a link that leads out of the folder and is not followed; copy what it points to into the folder',
    'spy.md:1: is a link that leads out of the folder and is not followed; copy what it points to into the folder',
  ]);
});

test('a folder next to this one whose name begins alike counts as outside', async () => {
  const dir = folder({ 'agents/a.md': agent('a'), 'agents-old/b.md': agent('b') });
  symlinkSync(join(dir, 'agents-old/b.md'), join(dir, 'agents/b.md'));
  expect((await readAgentFolder(join(dir, 'agents'))).complaints).toHaveLength(1);
});

test.skipIf(process.platform === 'win32')('a pipe called x.md is not waited for', async () => {
  const dir = folder({ 'a.md': agent('a') });
  execFileSync('mkfifo', [join(dir, 'x.md')]);
  expect(await idsOf(dir)).toEqual(['a.md a']);
});

test('of three files called Writer the second and third get a number, and a file that writes its id keeps it', async () => {
  const files = { 'c.md': agent('Writer'), 'b.md': agent('writer'), 'a.md': agent('WRITER'), 'z.md': agent('Other', 'agent_id: writer\n') };
  expect(await idsOf(folder(files))).toEqual(['a.md WRITER-2', 'b.md writer-3', 'c.md Writer-4', 'z.md writer']);
});

test('a new file that sorts first takes no id away from a file whose own name it is', async () => {
  expect(await idsOf(folder({ 'b.md': agent('sql'), 'a.md': agent('sql-2'), 'c.md': agent('sql') }))).toEqual(['a.md sql-2', 'b.md sql', 'c.md sql-3']);
});

test('hidden folders, node_modules, README.md and package.json are no agents; a README.md with front matter is one', async () => {
  const dir = folder({ '.git/a.md': agent('a'), 'node_modules/b.md': agent('b'), 'README.md': '# Hello', 'x/readme.zh.md': '# 你好', 'package.json': '{}', 'x/README.md': agent('c') });
  expect(await readAgentFolder(dir)).toMatchObject({ members: [{ file: 'x/README.md' }], complaints: [], skipped: ['README.md', 'package.json', 'x/readme.zh.md'] });
});

test('a folder that does not exist, and a file of 1.1 MB, are complaints with a mend', async () => {
  expect((await readAgentFolder(join(folder({}), 'no'))).complaints.map(({ says }) => says.zh)).toEqual(['没有这个文件夹；请给出存放成员文件的文件夹']);
  const { complaints } = await readAgentFolder(folder({ 'a.md': agent('a') + 'x'.repeat(1_100_000) }));
  expect(complaints.map((complaint) => tellRemark(complaint, 'zh'))).toEqual(['a.md:1：超过 1 MB；请缩短提示词']);
});

test('200 persona files are read, each one', { timeout: 30_000 }, async () => {
  const dir = folder(Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`part-${index % 9}/persona-${index}.md`, agent(`Persona ${index}`, 'emoji: 🎨\n')])));
  const begun = performance.now();
  expect((await readAgentFolder(dir)).members).toHaveLength(200);
  expect(performance.now() - begun).toBeLessThan(20_000);
});
