// The first goal, killed after every one of its commits: once before that commit is written, once after it is written and before
// anybody hears of it. The next process ends it, does no finished step again, and leaves a history without gap or double.
import { expect, test } from 'vitest';
import { verifies } from '../verifies.ts';
import { storeFile } from '../journeys/world.ts';
import { finishedSteps, live, readFile, type Journey, type Left, type Life } from './lives.ts';
import { problemsOf } from './replay.ts';

const JOURNEYS: Readonly<Record<'en' | 'zh', Journey>> = {
  en: { goal: 'Plan a summer promotion for campus', skills: ['market research', 'copywriting', 'campaign theme'] },
  zh: { goal: '为校园策划一次夏季促销活动', skills: ['市场调研', '文案', '活动策划'] },
};

const rowsOf = ({ goal, tasks }: Left) => [...(goal === undefined ? [] : [goal]), ...tasks];

/** The parts of the end that must not depend on where a process died. */
const endOf = ({ goal, tasks, outputs }: Left) => ({
  state: goal?.state, summary: goal?.summary, outputs,
  tasks: tasks.map(({ id, state, attempts, losses, reviewFaults, assigneeId, more }) => ({ id, state, attempts, losses, reviewFaults, assigneeId, belowStandard: more?.belowStandard })),
});

/** What must hold after a crash and the life after it; gives how many steps were done again. */
async function check(file: string, first: Life, journey: Journey): Promise<{ again: number; second: Life; left: Left }> {
  const crashed = await readFile(file);
  expect(problemsOf(crashed.events, rowsOf(crashed))).toEqual([]);
  const finished = finishedSteps(crashed.events);
  const second = await live(file, journey);
  expect(second.ended).toBe(true);
  // A step whose outcome was durable is never done again, and no step twice in one life.
  expect(second.calls.filter((step) => finished.has(step))).toEqual([]);
  expect(new Set(second.calls).size).toBe(second.calls.length);
  // What was under way is done again once, under a new token.
  const again = second.calls.filter((step) => first.calls.includes(step));
  const left = await readFile(file);
  expect(problemsOf(left.events, rowsOf(left))).toEqual([]);
  // What was written before the crash stands unchanged at the beginning.
  expect(left.events.slice(0, crashed.events.length)).toEqual(crashed.events);
  const tokens = left.events.filter(({ type }) => type === 'task.started').map(({ details }) => details?.['attempt_id']);
  expect(new Set(tokens).size).toBe(tokens.length);
  return { again: again.length, second, left };
}

for (const [locale, journey] of Object.entries(JOURNEYS)) {
  test(`the first goal (${locale}) comes to the same end wherever it is killed, before and after each of its commits`, { timeout: 240_000 }, async () => {
    verifies('recovery.kill_anywhere');
    const whole = storeFile();
    const straight = await live(whole, journey);
    const end = endOf(await readFile(whole));
    expect(end).toMatchObject({ state: 'done' });
    expect(new Set(straight.calls).size).toBe(straight.calls.length);
    const totals = { crashes: 0, again: 0 };
    for (let at = 1; at <= straight.commits; at += 1) {
      for (const mode of ['before', 'after'] as const) {
        const file = storeFile();
        const first = await live(file, journey, { kind: 'stop', at, mode });
        expect(first).toMatchObject({ ended: false, commits: mode === 'before' ? at - 1 : at });
        const { again, second, left } = await check(file, first, journey);
        expect(endOf(left)).toEqual(end);
        // Each step of the undisturbed run was done once or, where it was under way, twice; nothing else was done.
        expect([...new Set([...first.calls, ...second.calls])].toSorted()).toEqual([...straight.calls].toSorted());
        totals.crashes += 1;
        totals.again += again;
      }
    }
    console.log(`first goal (${locale}): ${straight.commits} commits, ${straight.calls.length} steps; ${totals.crashes} crashes, ${totals.again} steps done again, none that was finished`);
    expect(totals.crashes).toBe(2 * straight.commits);
  });
}

test('a process that dies after every 4th commit still ends the goal, with the same results', async () => {
  verifies('recovery.kill_anywhere');
  const whole = storeFile();
  await live(whole, JOURNEYS.en);
  const file = storeFile();
  let lives = 0;
  for (let ended = false; !ended && lives < 50; lives += 1) {
    const before = await (lives === 0 ? undefined : readFile(file));
    const life = await live(file, JOURNEYS.en, { kind: 'stop', at: 4, mode: 'after' });
    expect(life.calls.filter((step) => before !== undefined && finishedSteps(before.events).has(step))).toEqual([]);
    ended = life.ended;
  }
  const left = await readFile(file);
  expect(problemsOf(left.events, rowsOf(left))).toEqual([]);
  expect(endOf(left)).toEqual(endOf(await readFile(whole)));
  console.log(`first goal, killed after every 4th commit: ended in ${lives} lives`);
  expect(lives).toBeGreaterThan(3);
});
