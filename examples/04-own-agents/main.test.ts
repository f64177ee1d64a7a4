import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MAIN = join(import.meta.dirname, 'main.ts');

test.each([
  ['en', 'What was decided while reading', 'content/writer.md:4: tools: is read as tools of ours: Read → file.read, Write → file.write'],
  ['zh', '读取时做出的决定', 'content/writer.md:4：tools：按对应的工具读取：Read → file.read、Write → file.write'],
])('eight agent files do a goal in %s, and what was decided while reading is said', async (locale, heading, note) => {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, '--locale', locale, '--store', 'memory']);
  expect(stdout).toContain(heading);
  expect(stdout).toContain(note);
  for (const member of ['Lead · manager', 'Editor · reviewer', 'data_analyst · worker', '文案专员 · worker', '活动策划 · worker', 'launch-planner · worker', 'writer · worker', 'desk-researcher · worker']) expect(stdout).toContain(member);
  expect(stdout).toMatch(/goal_\d+: done/);
});

test('the program is at most 60 lines long', () => {
  expect(readFileSync(MAIN, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(60);
});
