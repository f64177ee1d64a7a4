// A run as a terminal shows it, from the first frame to the last.
import pc from 'picocolors';
import { describe, expect, test, vi } from 'vitest';
import { terminal } from '../../test/terminal.ts';
import { verifies } from '../../test/verifies.ts';
import { openGoal } from '../core/moves/goal-moves.ts';
import { settle } from '../core/next-moves.ts';
import { policyOf } from '../core/policy.ts';
import { STORE_FAULTS } from '../core/refusals/store-faults.ts';
import { createTeam } from '../create-team.ts';
import type { Signal } from '../ports/feed.ts';
import { rehearsalTeam } from '../rehearsal-team.ts';
import { memoryStore } from '../stores/memory.ts';
import { systemClock } from '../system-clock.ts';
import type { Cli } from './cli.ts';
import { SAYS } from './texts.ts';
import { watchGoal } from './watch-goal.ts';

function cliOn(columns: number, isLive = true) {
  const shown = terminal(columns);
  const cli: Cli = {
    env: {}, cwd: '/', args: [], options: {}, chosenLocale: undefined, locale: 'en', typed: (rest) => `muster ${rest}`, onInterrupt: () => () => undefined,
    screen: {
      print: (text = '') => shown.write(`${text}\n`), warn: (text) => shown.write(`${text}\n`), raw: (text) => shown.write(text),
      colors: pc.createColors(isLive), isLive, columns: () => columns, rows: () => 24, onResize: () => () => undefined,
    },
  };
  return { cli, shown };
}

test.each([[120, 'en', /accepted +Copywriter +attempt 2\/3/], [60, 'zh', /已验收 · 文案专员 · 第 2\/3 次/]] as const)('at %i columns in %s the last frame has all four tasks accepted, nothing doubled, the cursor back', async (columns, locale, copywriter) => {
  verifies('cli.live_and_piped');
  const { cli, shown } = cliOn(columns);
  await using team = createTeam({ store: 'memory', members: rehearsalTeam(locale), env: {} });
  const watch = watchGoal(cli);
  team.onEvents(watch.note);
  const goal = await team.start(locale === 'en' ? 'Plan a summer promotion for campus' : '针对高校市场，设计一个夏季促销活动方案', { locale });
  watch.begin(goal.id, await team.store(), locale);
  await goal.ended();
  await watch.end();
  cli.screen.print('after');

  const text = shown.lines().join('\n');
  expect(text.match(/✓ task_\d/g)).toEqual(['✓ task_1', '✓ task_2', '✓ task_3', '✓ task_4']);
  expect(text).toMatch(copywriter);
  expect(shown.lines().at(-1)).toBe('after');
  expect(shown.lines()).toHaveLength(2 + (columns === 120 ? 4 : 8) + 1);
  expect(shown.isCursorHidden()).toBe(false);
});

const WAITS: Signal = {
  kind: 'store.waits', since: Date.UTC(2026, 0, 5, 9, 4, 2), code: 'store.unavailable',
  says: STORE_FAULTS.waitsForRoom('.muster/muster.db', 'database or disk is full'),
};
const SINCE = new Date(Date.UTC(2026, 0, 5, 9, 4, 2)).toTimeString().slice(0, 8);

describe('a store that cannot be written', () => {
  test.each([
    [120, 'en', ['! Work waits: .muster/muster.db cannot be written (database or disk is full). Make room on the disk, or see that you', `may write to the file and its folder; it then goes on by itself. Waiting since ${SINCE}.`]],
    [80, 'zh', ['! 工作正在等待：无法写入 .muster/muster.db（database or disk is full）。请腾出', `磁盘空间，或确认对该文件及其文件夹有写入权限，之后会自动继续。自 ${SINCE} 开始`, '等待。']],
  ] as const)('at %i columns in %s stands below the tree with the reason and what to do, within the screen, and is gone when work goes on', async (columns, locale, lines) => {
    verifies('store.waits_shown');
    const { cli, shown } = cliOn(columns);
    const store = memoryStore({ clock: systemClock, settle });
    await store.commit([], (board) => openGoal(board, { text: 'Look', team: 'team', source: null, locale, policy: policyOf({}), openEnded: false }));
    const watch = watchGoal(cli);
    watch.hear(WAITS);
    watch.begin('goal_1', store, locale);
    await vi.waitFor(() => expect(shown.lines().slice(3)).toEqual([...lines, SAYS.stopHint[locale]]), { interval: 1 });
    watch.hear({ kind: 'store.goes_on' });
    await vi.waitFor(() => expect(shown.lines().join()).not.toContain(lines[1]), { interval: 1 });
    watch.hear(WAITS);
    watch.say('Stopping');
    await watch.end();
    expect(shown.lines().slice(3)).toEqual([...lines, 'Stopping']);
  });

  test('in a pipe is told in a line, and so is its end; after the last word nothing is', async () => {
    verifies('store.waits_shown');
    const { cli, shown } = cliOn(300, false);
    const store = memoryStore({ clock: systemClock, settle });
    const watch = watchGoal(cli);
    watch.begin('goal_1', store, 'en');
    for (const signal of [WAITS, { kind: 'store.goes_on' }] as const) watch.hear(signal);
    await watch.end();
    watch.hear(WAITS);
    expect(shown.lines()).toEqual([
      `Work waits: .muster/muster.db cannot be written (database or disk is full). Make room on the disk, or see that you may write to the file and its folder; it then goes on by itself. Waiting since ${SINCE}.`,
      'Work goes on: nothing waits for the store any more.',
    ]);
  });
});
