// What is wrong is said with a code, a reason and what to do, and changes nothing.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'vitest';
import { verifies } from '../verifies.ts';
import { setUp, SLOW } from './muster.ts';

describe.concurrent('what a command finds', SLOW, () => {
  test('a provider that nobody answers for ends with 6, before a goal is opened', async (context) => {
    const { expect } = context;
    verifies('cli.exit_codes');
    // A port that was just given back: nobody listens there.
    const place = setUp(context, { env: { OLLAMA_BASE_URL: 'http://127.0.0.1:9' } });
    const { code, err } = await place.muster('run', 'x', '--model', 'ollama/llama3');
    expect(err).toContain('Error model.overloaded');
    expect(code).toBe(6);
    expect((await place.muster('goals')).out).toContain('No goals in .muster/muster.db yet. Start one:');
  });

  test('a fault in --json is one JSON object on stderr', async (context) => {
    const { expect } = context;
    const { err, out } = await setUp(context).muster('show', 'goal_1', '--json');
    expect(out).toBe('');
    expect(JSON.parse(err)).toMatchObject({ error: { code: 'goal.not_found', retry: 'never' } });
  });

  test('a problem of team.yaml is named with its line', async (context) => {
    const { expect } = context;
    const { code, err } = await setUp(context, { files: { 'team.yaml': 'members:\n  - id: a\n    skils: [x]\n' } }).muster('run', 'x');
    expect([code, err]).toEqual([2, 'Error team.invalid\nteam.yaml:3  members[0].skils: is not known here; did you mean skills?\n']);
  });

  test('a workspace that is not there, and working trees without a repository, are told in a sentence before a store is made', async (context) => {
    const { expect } = context;
    verifies('team.options_checked');
    const files = (rest: string) => ({ 'team.yaml': `style: team\n${rest}\nmembers:\n  - {id: ada, skills: [code]}\n` });
    const nowhere = setUp(context, { files: files('tools: {workspace: nowhere}') });
    const missing = await nowhere.muster('run', 'x');
    expect(missing.code).toBe(2);
    expect(missing.err).toMatch(/^Error team\.invalid\nworkspace: the folder .+nowhere cannot be used \(ENOENT.+Make it first, or name another one\.\n$/);
    const plain = await setUp(context, { files: files('worktrees: true') }).muster('run', 'x', '--locale', 'zh');
    expect(plain.code).toBe(5);
    expect(plain.err).toMatch(/workspace\.refused\n.+不在 git 仓库中。请在那里运行“git init”并完成首次提交，然后重试。\n$/);
    expect((await nowhere.muster('goals')).out).toContain('No goals in .muster/muster.db yet');
  });
});

const hash = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

describe.concurrent('a file that is no store', SLOW, () => {
  test.for([
    ['text', 'store.damaged', (file: string) => writeFileSync(file, 'no database at all')],
    ['foreign', 'store.foreign', (file: string) => {
      const db = new DatabaseSync(file);
      db.exec('CREATE TABLE theirs(a)');
      db.close();
    }],
  ] as const)('%s: ends with 2 as %s and is left as it is', async ([, code, make], context) => {
    const { expect } = context;
    const place = setUp(context);
    const file = join(place.folder, 'store.db');
    make(file);
    const before = hash(file);
    const ended = await place.muster('run', 'x', '--store', 'store.db');
    expect([ended.code, ended.err.split('\n')[0]]).toEqual([2, `Error ${code}`]);
    expect(hash(file)).toBe(before);
  });

  test('doctor says what is sound and what is not, without spending, and backup copies a store', async (context) => {
    const { expect } = context;
    verifies('cli.exit_codes');
    const place = setUp(context);
    await place.muster('run', 'Plan a summer promotion');
    const well = await place.muster('doctor');
    expect([well.code, well.out]).toEqual([0, `✓ Node.js: ${process.versions.node}\n✓ Store: .muster/muster.db is readable and sound, 1 goal\n✓ Team: campaign agency (rehearsal)\n✓ Model: rehearsal is built in and needs nothing.\n`]);
    // A key that works for nobody fails nothing, and the address that was asked is the one that was set.
    const away = await setUp(context, { files: { '.env': 'OPENAI_API_KEY=zz91\nOPENAI_BASE_URL=http://127.0.0.1:9/v1\n' } }).muster('doctor');
    expect([away.code, away.out]).toEqual([0, expect.stringMatching(/✗ Key: openai could not answer \(no connection; calls made: 1\)/)]);
    expect(away.out).not.toContain('zz91');
    expect((await place.muster('backup', 'copies/one.db')).code).toBe(0);
    expect((await place.muster('backup', 'copies/one.db')).code).toBe(2);
    expect((await place.muster('goals', '--store', 'copies/one.db')).out).toMatch(/^goal_1 {2}done/);
    const damaged = join(place.folder, 'copies/one.db');
    const bytes = readFileSync(damaged);
    bytes.fill(0x5a, 4096);
    writeFileSync(damaged, bytes);
    const ill = await place.muster('doctor', '--store', 'copies/one.db', '--locale', 'zh');
    expect(ill.code).toBe(2);
    expect(ill.out).toMatch(/✗ 存储：/);
  });
});
