// `muster init` and `muster agents`, typed as a person types them: what they write works at once, what is wrong is named with its file.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { setUp } from './muster.ts';

const TESTER = '---\nname: qa-tester\ndescription: Tests what others build\ntools: Read\n---\nYou test with care.\n';

describe.concurrent('init', () => {
  test.for(['en', 'zh'])('writes a team that works as it is (%s)', async (locale, context) => {
    const place = setUp(context);
    const made = await place.muster('init', '--locale', locale);
    expect(made.code, made.err).toBe(0);
    expect(existsSync(join(place.folder, 'team/team.yaml'))).toBe(true);
    const ran = await place.muster('run', locale === 'zh' ? '写一份发布说明' : 'Write release notes', '--team', 'team', '--locale', locale, '--store', 'memory');
    expect(ran.code, ran.err + ran.out).toBe(0);
  });

  test('leaves a folder that holds something as it is', async (context) => {
    const place = setUp(context, { files: { 'team/team.yaml': 'mine: true\n' } });
    const refused = await place.muster('init');
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('is not empty');
    expect(existsSync(join(place.folder, 'team/agents'))).toBe(false);
  });
});

describe.concurrent('agents', () => {
  test('lists, checks and imports a folder of agent files', async (context) => {
    const place = setUp(context, { files: { 'found/qa-tester.md': TESTER } });
    const listed = await place.muster('agents', 'list', 'found', '--json');
    expect(JSON.parse(listed.out)).toMatchObject({ agents: [{ file: 'qa-tester.md', agent_id: 'qa-tester' }], complaints: [] });
    expect((await place.muster('agents', 'check', 'found')).code).toBe(0);
    const imported = await place.muster('agents', 'import', 'found', '--to', 'ours');
    expect(imported.code, imported.err).toBe(0);
    expect((await place.muster('agents', 'check', 'ours')).code).toBe(0);
  });

  test('says which file has to be mended, and ends with 2', async (context) => {
    const place = setUp(context, { files: { 'found/broken.json': '{ "agent_id": "x", ' } });
    const checked = await place.muster('agents', 'check', 'found');
    expect(checked.code).toBe(2);
    expect(checked.err).toContain('broken.json:1');
  });

  test('names the verbs there are', async (context) => {
    const refused = await setUp(context).muster('agents', 'lst');
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('list | check | import');
  });
});
