// A goal that runs in one process, steered from another: pause, resume, cancel, Ctrl-C, following. The goal is a chain, so that
// there is always a next task to start, and what happened is judged by the numbers of the events, not by a clock.
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { limitFileSize, noLimit } from '../full-disk.ts';
import { verifies } from '../verifies.ts';
import { folderWithChain, setUp, SLOW, type Running } from './muster.ts';

let chain: string;
beforeAll(async () => void (chain = await folderWithChain()));
afterAll(() => rmSync(chain, { recursive: true }));

/** Resumes the chain at a pace that leaves time to steer it: for one word, and for the six commands of a busy machine. */
const AT_EASE = ['resume', 'goal_1', '--team', '.', '--pace', '700'];
const SLOWLY = ['resume', 'goal_1', '--team', '.', '--pace', '3000'];
const AT_ONCE = ['resume', 'goal_1', '--team', '.'];

interface Line {
  readonly seq: number;
  readonly type: string;
  readonly task_id: string | null;
}

const linesOf = async (run: Running): Promise<readonly Line[]> => (await run.ended).out.trim().split('\n').map((line): Line => JSON.parse(line));

describe.concurrent('while a goal runs', SLOW, () => {
  test('pause from another process starts nothing new; resume lets the same process go on; cancel ends it with 3 and every open task', async (context) => {
    const { expect } = context;
    verifies('goal.pause_resume_cancel', 'cli.exit_codes');
    const place = setUp(context, { from: chain });
    const run = place.start(...SLOWLY, '--json');
    await run.until(/"task\.started"/);
    const twice = await place.muster(...AT_ONCE);
    expect([twice.code, twice.out, twice.err.split('\n')[0]]).toEqual([5, '', 'Error goal.owned']);
    expect((await place.muster('pause', 'goal_1')).out).toMatch(/^goal_1 is paused: nothing new is started/);
    await run.until(/"goal\.paused"/);
    expect((await place.muster('pause', 'goal_1')).out).toMatch(/^goal_1 was paused already/);
    expect(JSON.parse((await place.muster('show', 'goal_1', '--json')).out).goal).toMatchObject({ paused: true, standing: 'paused', status: 'running' });
    const resumed = await place.muster('resume', 'goal_1');
    expect([resumed.code, resumed.out]).toEqual([0, 'goal_1 goes on in the process that runs it.\n']);
    await run.until(/"goal\.resumed"[\s\S]*"task\.started"/);
    expect((await place.muster('cancel', 'goal_1')).code).toBe(0);
    expect((await run.ended).code).toBe(3);

    const events = await linesOf(run);
    const seqOf = (type: string) => events.find((event) => event.type === type)?.seq ?? 0;
    expect(events.filter(({ type, seq }) => type === 'task.started' && seq > seqOf('goal.paused') && seq < seqOf('goal.resumed'))).toEqual([]);
    expect((await place.muster('cancel', 'goal_1')).out).toBe('goal_1 was called off already.\n');
    const { tasks } = JSON.parse((await place.muster('show', 'goal_1', '--json')).out);
    // On a busy machine the whole chain may be through before the word comes; nothing is left open either way.
    expect(tasks.filter(({ status }: { status: string }) => status !== 'completed' && status !== 'cancelled')).toEqual([]);
  });

  test('Ctrl-C lets go of the goal with 130 and says how to go on; what was done is not done again', async (context) => {
    const { expect } = context;
    verifies('recovery.clean_interrupt', 'cli.exit_codes');
    const place = setUp(context, { from: chain });
    const run = place.start(...AT_EASE);
    await run.until(/task_1 +Result handed in[\s\S]*task_2 +Attempt started/);
    run.signal('SIGINT');
    const { code, err } = await run.ended;
    expect(code).toBe(130);
    expect(err).toBe('Stopping cleanly; Ctrl-C again stops at once\nStopped. goal_1 is kept as it stands. Go on with: npm run -s muster -- resume goal_1\n');
    expect((await place.muster('show', 'goal_1')).out).toMatch(/running · \d of 10 tasks ended · .* · interrupted[\s\S]*interrupted \(at work\)/);
    const resumed = await place.muster(...AT_ONCE);
    expect(resumed.code).toBe(0);
    expect(resumed.out).not.toMatch(/task_1 +Attempt started/);
    const again = await place.muster(...AT_ONCE, '--locale', 'zh');
    expect([again.code, again.err]).toEqual([5, '错误 goal.ended\ngoal_1 已结束（已达成），没有改动。查看：npm run -s muster -- show goal_1\n']);
  });

  test('while the disk is full a run says on stderr that work waits, why, since when and what to do, and goes on once there is room; Ctrl-C ends it with 130 while it waits', async (context) => {
    const { expect } = context;
    if (noLimit !== undefined) context.skip(noLimit);
    verifies('store.waits_shown', 'recovery.clean_interrupt');
    const place = setUp(context, { from: chain });
    const run = place.start(...SLOWLY);
    const fill = () => limitFileSize(run.pid, statSync(join(place.folder, '.muster/muster.db-wal')).size);
    await run.until(/task_2 +Attempt started/);
    fill();
    await run.untilWarned(/^Work waits: \.muster\/muster\.db cannot be written \((?:disk I\/O error|database or disk is full)\)\. Make room on the disk, .* Waiting since \d\d:\d\d:\d\d\.\n/);
    limitFileSize(run.pid, 'unlimited');
    await run.until(/task_2 +Result handed in/);
    await run.untilWarned(/\nWork goes on: nothing waits for the store any more\.\n/);
    fill();
    await run.untilWarned(/goes on: [\s\S]*\nWork waits: /);
    run.signal('SIGINT');
    const { code, err } = await run.ended;
    expect([code, err.split('\n').slice(-3)]).toEqual([130, ['Stopping cleanly; Ctrl-C again stops at once', 'Stopped. goal_1 is kept as it stands. Go on with: npm run -s muster -- resume goal_1', '']]);
  });

  test('a killed run is gone on with at once, in the same language and by the same team', async (context) => {
    const { expect } = context;
    const place = setUp(context);
    const run = place.start('run', '写一份秋季新品发布方案', '--pace', '1500', '--model', 'rehearsal');
    await run.until(/开始执行/);
    run.signal('SIGKILL');
    await run.ended;
    expect((await place.muster('goals', '--locale', 'zh')).out).toMatch(/^goal_1 {2}已中断/);
    const { code, out } = await place.muster('resume', 'goal_1');
    expect(code).toBe(0);
    expect(out).toMatch(/本次尝试中断 · 执行它的进程已结束/);
  });

  test('events --follow shows what another process writes, from the beginning to the end of the goal', async (context) => {
    const { expect } = context;
    verifies('cli.live_and_piped');
    const place = setUp(context, { from: chain });
    const run = place.start('resume', 'goal_1', '--team', '.', '--pace', '100');
    const followed = place.start('events', 'goal_1', '--follow', '--json');
    const types = (await linesOf(followed)).map(({ type }) => type);
    expect((await followed.ended).code).toBe(0);
    expect(types[0]).toBe('goal.opened');
    expect(types.filter((type) => type === 'task.completed')).toHaveLength(10);
    expect(types).toContain('goal.closed');
    expect((await run.ended).code).toBe(0);
  });
});
