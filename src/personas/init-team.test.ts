import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { verifies } from '../../test/verifies.ts';
import { LOCALES } from '../core/json.ts';
import { initTeam } from './init-team.ts';
import { readAgentFolder } from './read-agent-folder.ts';

function emptyFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'muster-init-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test.each(LOCALES)('a new team in %s has a manager, two workers with skills and a reviewer, and not one note', async (locale) => {
  verifies('agents.team_to_start');
  const dir = join(emptyFolder(), 'new/team');
  expect(await initTeam(dir, locale)).toMatchObject({ ok: true });
  expect(readdirSync(dir).toSorted()).toEqual(['agents', 'team.yaml']);
  const { members, complaints } = await readAgentFolder(join(dir, 'agents'));
  expect(complaints).toEqual([]);
  expect(members.flatMap(({ notes }) => notes)).toEqual([]);
  expect(members.map(({ registration }) => registration.roles[0]).toSorted()).toEqual(['manager', 'reviewer', 'worker', 'worker']);
  expect(members.filter(({ registration }) => registration.roles.includes('worker')).every(({ registration }) => registration.skills.length === 2)).toBe(true);
  const team: unknown = parse(readFileSync(join(dir, 'team.yaml'), 'utf8'));
  expect(team).toMatchObject({ style: 'agency', agents: 'agents' });
});

test('the Chinese team is Chinese in every file, and the English one in none', async () => {
  const [en, zh] = [emptyFolder(), emptyFolder()];
  await initTeam(en, 'en');
  await initTeam(zh, 'zh');
  const texts = (dir: string) => [...readdirSync(join(dir, 'agents')).map((name) => join('agents', name)), 'team.yaml'].map((name) => readFileSync(join(dir, name), 'utf8'));
  expect(texts(zh).every((text) => /\p{Script=Han}{4}/u.test(text))).toBe(true);
  expect(texts(en).some((text) => /\p{Script=Han}/u.test(text))).toBe(false);
});

test('a folder with one file in it is refused in both languages and left as it is; so is a file', async () => {
  verifies('agents.team_to_start');
  const dir = emptyFolder();
  writeFileSync(join(dir, 'mine.txt'), 'mine');
  const says = { en: `${dir} is not empty, and nothing was written. Give a new or empty folder.`, zh: `${dir} 不是空文件夹，没有写入任何内容。请给出一个新的或空的文件夹。` };
  expect(await initTeam(dir, 'en')).toMatchObject({ ok: false, code: 'input.invalid', says });
  expect(await initTeam(join(dir, 'mine.txt'), 'en')).toMatchObject({ ok: false });
  expect(readdirSync(dir)).toEqual(['mine.txt']);
});
