import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifies } from '../test/verifies.ts';
import { agentsFrom } from './agents-from.ts';
import { LOCALES } from './core/json.ts';
import { createTeam } from './create-team.ts';
import { initTeam } from './personas/init-team.ts';

function folder(files: Readonly<Record<string, string>> = {}): string {
  const dir = mkdtempSync(join(tmpdir(), 'muster-from-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  mkdirSync(dir, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  return dir;
}
const GOALS = { en: 'Write a short guide to the town library', zh: '写一份社区图书馆的简短指南' };

test.each(LOCALES)('the team that init writes in %s brings a goal to its end in the rehearsal', async (locale) => {
  verifies('agents.team_to_start');
  const dir = folder();
  await initTeam(dir, locale);
  await using team = createTeam({ members: await agentsFrom(join(dir, 'agents')), model: 'rehearsal', store: 'memory' });
  expect(await team.run(GOALS[locale], { locale })).toMatchObject({ status: 'done', waiting: [] });
});

test('200 personas bring a goal to its end in the rehearsal, and the one that translates is given work', async () => {
  verifies('agents.large_team_planned');
  const persona = (name: string, skills: string): string => `---\nname: ${name}\ndescription: ${'Knows the trade from the ground up. '.repeat(6)}\nskills: [${skills}]\nemoji: 🎨\n---\n\nYou are ${name}.\n`;
  const files = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`p${index}.md`, index === 170 ? persona('translator', 'translation') : persona(`Persona ${index}`, `trade ${index}`)]));
  await using team = createTeam({ members: await agentsFrom(folder(files)), model: 'rehearsal', store: 'memory', policy: { rosterTokens: 600 } });
  const assigned: (string | null)[] = [];
  team.onEvents((events) => void assigned.push(...events.filter((event) => event.type === 'task.assigned').map((event) => JSON.stringify(event))));
  expect(await team.run('Translate the manual', { locale: 'en' })).toMatchObject({ status: 'done' });
  expect(assigned.join('\n')).toContain('"translator"');
});

test('one bad file of two stops the program with file, line and mend, unless it is told to go on', async () => {
  const dir = folder({ 'good.md': '---\nname: good\nskills: [x]\n---\n\nYou are good.\n', 'bad.md': '---\nname: bad\nrole: reviwer\n---\n' });
  await expect(agentsFrom(dir)).rejects.toMatchObject({ code: 'team.invalid', message: `${dir}\nbad.md:3: role: "reviwer" is not a role; did you mean reviewer?` });
  const lines: string[] = [];
  const members = await agentsFrom(dir, { skipBad: true, locale: 'zh', onRemark: (line) => void lines.push(line) });
  expect(members.map(({ registration }) => registration.agentId)).toEqual(['good']);
  expect(lines[0]).toBe('bad.md:3：role：“reviwer”不是角色；是否想写 reviewer？');
});

test('an empty folder is refused with what to do', async () => {
  await expect(agentsFrom(folder(), { locale: 'zh' })).rejects.toMatchObject({ code: 'team.invalid', message: expect.stringContaining('请添加成员文件') });
});
