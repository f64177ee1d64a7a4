// A goal from the command line to its end, as a person and as a program see it.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { verifies } from '../verifies.ts';
import { folderWithQuestion, setUp, SLOW, STRICT_TEAM } from './muster.ts';

const GOAL = 'Plan a summer promotion for campus';

let asked: string;
beforeAll(async () => void (asked = await folderWithQuestion()));
afterAll(() => rmSync(asked, { recursive: true }));

describe.concurrent('muster run', SLOW, () => {
  test('in a pipe: where the data lives, which model plays, a line an event, a summary, exit 0', async (context) => {
    const { expect } = context;
    verifies('cli.live_and_piped', 'cli.exit_codes');
    const place = setUp(context);
    const { code, out, err } = await place.alone('run', GOAL);
    expect(err).toBe('');
    expect(code).toBe(0);
    const lines = out.split('\n');
    expect(lines.slice(0, 3)).toEqual(['Data: .muster/muster.db', 'Model: rehearsal (offline, made-up texts, costs nothing)', 'Team: campaign agency (6 members)']);
    expect(lines.filter((line) => /^\d\d:\d\d:\d\d {2}task_\d/.test(line)).length).toBeGreaterThan(20);
    expect(out).toMatch(/task_\d +Result sent back · code · It has 0 exclamation marks; add at least 3\./);
    expect(out).toMatch(/task_2 +Attempt started · Copywriter · attempt_2_2/);
    expect(out).toContain('\nSummary\n[rehearsal] The goal');
    expect(lines.at(-2)).toBe('goal_1 is done. Results and history: npm run -s muster -- show goal_1');
    expect(out).not.toContain('\u001b');

    // The line that a run ends with leads to every result in full.
    const page = (await place.muster('show', 'goal_1')).out;
    expect(page).toContain('\nA result in full, with every attempt: npm run -s muster -- show task_4\n');
    expect((await place.muster('show', 'task_4')).out).toMatch(/\nResult\n {2}report:\n {2}\[rehearsal\]/);
    expect((await place.muster('show', 'attempt_4_1')).out).toMatch(/^task_4 /);
  });

  test('npm start plays the Chinese goal on a Chinese machine, every line of ours in Chinese', async (context) => {
    const { expect } = context;
    const { code, out } = await setUp(context, { env: { LANG: 'zh_CN.UTF-8' } }).script('scripts/start.ts');
    expect(code).toBe(0);
    expect(out).toContain('数据：.muster/muster.db\n模型：rehearsal（离线排演，内容为示例，不产生费用）\n团队：营销策划团队（6 名成员）');
    expect(out).toMatch(/成果被打回 · 代码检查/);
    expect(out).toContain('\n总结\n【排演】');
    expect(out).toContain('goal_1 已达成。成果与经过：');
    expect(out).toMatch(/^- .+（已完成，copywriter）：/m);
    // The names of a result's fields are its member's own.
    expect(out.split('\n').filter((line) => line !== '' && !/\p{Script=Han}/u.test(line) && !/^\w+:$/.test(line))).toEqual([]);
  });

  test('npm start takes any goal, and --locale goes before its language', async (context) => {
    const { expect } = context;
    const { code, out } = await setUp(context).script('scripts/start.ts', '写一份秋季新品发布方案', '--locale', 'en');
    expect(code).toBe(0);
    expect(out).toContain('Goal opened · 写一份秋季新品发布方案');
  });

  test('--json gives one event a line and nothing else on stdout', async (context) => {
    const { expect } = context;
    const { code, out, err } = await setUp(context).alone('run', GOAL, '--json');
    expect(code).toBe(0);
    const events = out.trim().split('\n').map((line): { seq: number; type: string; goal_id: string } => JSON.parse(line));
    expect(events[0]).toMatchObject({ type: 'goal.opened', goal_id: 'goal_1', details: { text: GOAL } });
    expect(events.map(({ type }) => type)).toContain('task.rejected');
    expect(events.find(({ type }) => type === 'goal.closed')).toBeDefined();
    expect(events.every((event, index) => index === 0 || event.seq > (events[index - 1]?.seq ?? 0))).toBe(true);
    expect(err).toContain('Data: .muster/muster.db');
  });

  test('--store memory says that nothing is left, and leaves nothing', async (context) => {
    const { expect } = context;
    const place = setUp(context);
    const { code, out } = await place.muster('run', GOAL, '--store', 'memory');
    expect(code).toBe(0);
    expect(out).toContain('Data: memory only; nothing is left when this command ends');
    // Another command would look into a file.
    expect(out.trimEnd().split('\n').at(-1)).toBe('goal_1 is done.');
    expect(existsSync(join(place.folder, '.muster'))).toBe(false);
  });

  test('a goal that fails ends with 3 and a summary that names the task', async (context) => {
    const { expect } = context;
    const { code, out } = await setUp(context, { files: { 'team.yaml': `${STRICT_TEAM}after_cap: fail\n` } }).alone('run', GOAL);
    expect(code).toBe(3);
    expect(out).toContain('goal_1 failed.');
    expect(out).toMatch(/\(task_3\): ended without a result/);
  });

  test('--unattended takes the default of a question at once', async (context) => {
    const { expect } = context;
    const { code, out } = await setUp(context, { files: { 'team.yaml': STRICT_TEAM } }).muster('run', GOAL, '--unattended');
    expect(code).toBe(3);
    expect(out).toContain('Nobody answered in time; the default was taken · nobody is there to ask');
  });

  test('opens a new goal beside an unfinished one, says how to go on with that, and with an open question ends with 4 and what to type', async (context) => {
    const { expect } = context;
    const { code, out } = await setUp(context, { from: asked }).alone('run', GOAL);
    expect(code).toBe(4);
    expect(out).toContain('Unfinished: goal_1 "Plan a summer promotion". Go on with it: npm run -s muster -- resume goal_1');
    expect(out).toContain('goal_2 waits for you. Answer, then let it go on:\n  question_2  goal_2 task_6');
    expect(out).toContain('    npm run -s muster -- answer question_2 retry|reassign|accept|edit_result|edit|split|cancel|fail\n');
    expect(out).toContain('  npm run -s muster -- resume goal_2');
  });
});
