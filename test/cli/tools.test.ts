// What a person sees of tool calls: `show TASK --tools` and `alerts`, in both languages and as JSON.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { createTeam, tool, worker, type Team } from '../../src/index.ts';
import { verifies } from '../verifies.ts';
import { setUp, SLOW } from './muster.ts';

let folder: string;
beforeAll(async () => void (folder = await folderWithCalls()));
afterAll(() => rmSync(folder, { recursive: true }));

/** A goal in either language whose member called three tools: one that it may use, one that fails, one that it may not use. */
async function folderWithCalls(): Promise<string> {
  const made = mkdtempSync(join(tmpdir(), 'muster-calls-'));
  writeFileSync(join(made, 'team.yaml'), 'name: calls\nmembers: [{id: ann, skills: [look]}]\n');
  const team: Team = createTeam({
    name: 'calls', store: join(made, '.muster/muster.db'), env: { SHOP_API_KEY: 'sk-very-secret-value-123' }, policy: { review: 'none' },
    tools: [
      tool('notes.read', { description: 'Reads.', input: { type: 'object' }, effects: ['reads_file'], run: ({ args }) => ({ found: String(args['place']), key: 'sk-very-secret-value-123' }) }),
      tool('disk.check', { description: 'Checks.', run: () => { throw new Error('the disk\nis full'); } }),
      tool('vault.open', { description: 'Opens.', input: { type: 'object' }, effects: ['reads_secret'], run: () => 'gold' }),
    ],
    members: [worker('ann', { tools: ['notes.read', 'disk.check'], async run({ callTool }) {
      const found = await callTool('notes.read', { place: 'attic' }, { purpose: 'to find the box' });
      const refused: string[] = [];
      for (const [name, args] of [['disk.check', {}], ['vault.open', { door: 1 }]] as const) await callTool(name, args).catch((error: unknown) => refused.push(String(error)));
      return { output: [JSON.stringify(found), ...refused].join('\n') };
    } })],
  });
  try {
    for (const locale of ['en', 'zh'] as const) {
      const goal = await team.open('Look', { locale });
      await goal.add([{ title: 'Look around' }]);
      await goal.ended();
    }
  } finally {
    await team.close();
  }
  return made;
}

describe.concurrent('muster show TASK --tools', SLOW, () => {
  test('has a line for each call with its outcome, and under it why, with what and what came of it', async (context) => {
    const { expect } = context;
    verifies('gate.one_door');
    const { code, out } = await setUp(context, { from: folder }).muster('show', 'task_1', '--tools');
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n').map((line) => line.replace(/^\d\d:\d\d:\d\d/, 'TIME').replaceAll(/\b\d+ ms\b/g, 'N ms').replaceAll(/\b\d+ B\b/g, 'N B'));
    expect(lines.filter((line) => line.startsWith('TIME'))).toEqual([
      'TIME  notes.read  done  N ms  N B  attempt_1_1',
      'TIME  disk.check  failed (tool.failed)  N ms  N B  attempt_1_1',
      'TIME  vault.open  refused (tool.not_allowed)  N ms  N B  attempt_1_1',
    ]);
    expect(lines).toEqual(expect.arrayContaining(['    purpose: to find the box', '    arguments: {"place":"attic"}', '    may: reads_file', '    outcome: disk.check failed: the disk is full', '    arguments: {"door":1}']));
    expect(out).not.toContain('sk-very-secret-value-123');
  });

  test('speaks the language of the goal', async (context) => {
    const { expect } = context;
    const { out } = await setUp(context, { from: folder }).muster('show', 'task_2', '--tools');
    expect(out).toMatch(/notes\.read {2}完成/);
    expect(out).toMatch(/disk\.check {2}失败 \(tool\.failed\)/);
    expect(out).toContain('目的：to find the box');
    expect(out).toContain('此任务无权使用 vault.open');
  });

  test('--json has every call as data', async (context) => {
    const { expect } = context;
    const { out } = await setUp(context, { from: folder }).muster('show', 'task_1', '--tools', '--json');
    const { task_id: id, calls } = JSON.parse(out);
    expect(id).toBe('task_1');
    expect(calls).toMatchObject([
      { name: 'notes.read', attempt_id: 'attempt_1_1', outcome: 'ok', rule: null, purpose: 'to find the box', args: { place: 'attic' }, effects: ['reads_file'], approved_by: null, ms: expect.any(Number), at: expect.stringMatching(/^\d{4}-/) },
      { name: 'disk.check', outcome: 'failed', rule: 'tool.failed' }, { name: 'vault.open', outcome: 'refused', rule: 'tool.not_allowed', args: { door: 1 } },
    ]);
  });
});

describe.concurrent('muster alerts', SLOW, () => {
  test('tells each refused call with its reason, the rule and the call', async (context) => {
    const { expect } = context;
    const { code, out } = await setUp(context, { from: folder }).muster('alerts');
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines.map((line) => /^ {4}\S+ {2}\w+/.exec(line)?.[0].trim() ?? 'alert')).toEqual(['alert', 'notes.read  done', 'disk.check  failed', 'alert', 'notes.read  done', 'disk.check  failed']);
    expect(lines[0]).toMatch(/task_1 .*forbidden_call · This task may not use vault\.open\. It may use: .* · tool\.not_allowed · vault\.open \{"door":1\}/);
  });

  test('--locale zh says it in Chinese, --json as events, and a folder without any says so', async (context) => {
    const { expect } = context;
    const place = setUp(context, { from: folder });
    expect((await place.muster('alerts', '--locale', 'zh')).out).toContain('此任务无权使用 vault.open');
    const { alerts } = JSON.parse((await place.muster('alerts', '--json')).out);
    expect(alerts).toMatchObject([{ type: 'alert.raised', details: { kind: 'forbidden_call', rule: 'tool.not_allowed', call: { name: 'vault.open', args: { door: 1 } } } }, { goal_id: 'goal_2' }]);
    const quiet = setUp(context, { files: { 'team.yaml': 'name: t\nmembers: [{id: ann}]\n' } });
    expect((await quiet.muster('alerts')).out).toBe('No alerts.\n');
  });
});
