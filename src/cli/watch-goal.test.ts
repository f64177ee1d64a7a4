// A run as a terminal shows it, from the first frame to the last.
import pc from 'picocolors';
import { expect, test } from 'vitest';
import { terminal } from '../../test/terminal.ts';
import { verifies } from '../../test/verifies.ts';
import { createTeam } from '../create-team.ts';
import { rehearsalTeam } from '../rehearsal-team.ts';
import type { Cli } from './cli.ts';
import { watchGoal } from './watch-goal.ts';

function cliOn(columns: number) {
  const shown = terminal(columns);
  const cli: Cli = {
    env: {}, cwd: '/', args: [], options: {}, chosenLocale: undefined, locale: 'en', typed: (rest) => `muster ${rest}`, onInterrupt: () => () => undefined,
    screen: {
      print: (text = '') => shown.write(`${text}\n`), warn: (text) => shown.write(`${text}\n`), raw: (text) => shown.write(text),
      colors: pc.createColors(true), isLive: true, columns: () => columns, rows: () => 24, onResize: () => () => undefined,
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
