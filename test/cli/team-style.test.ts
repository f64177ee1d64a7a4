// The team style from the command line: a leader and members of the built-in team, played by the rehearsal model.
import { describe, test } from 'vitest';
import { verifies } from '../verifies.ts';
import { setUp, SLOW } from './muster.ts';

describe.concurrent('muster run --style team', SLOW, () => {
  for (const [goal, label, pattern] of [['Plan a summer promotion for campus', '[rehearsal]', /Turns of members: \d+ \(\d\.\d a task\)/], ['为校园策划一次夏季促销活动', '【排演】', /成员回合：\d+ \(\d\.\d 回合\/任务\)/]] as const) {
    test(`members claim, deliver and report: ${goal}`, async (context) => {
      const { expect } = context;
      verifies('team.runs');
      const place = setUp(context);
      const { code, out, err } = await place.muster('run', goal, '--style', 'team');
      expect(err).toBe('');
      expect(code).toBe(0);
      expect(out).toContain(label);
      const page = (await place.muster('show', 'goal_1')).out;
      expect(page).toMatch(pattern);
      expect((await place.muster('inbox')).code).toBe(0);
    });
  }
});
