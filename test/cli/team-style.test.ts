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

  test('a person hands in a plan for its own task: the leader sends it back, the inbox says why, a mended one from a file is approved, and then the result is asked for', async (context) => {
    const { expect } = context;
    verifies('team.people', 'team.plan_gate');
    const place = setUp(context, { files: { 'team.yaml': PLANNING, 'plan.md': 'First I look at the shop.\nThen I write.\n' } });
    const ways = async (...argv: readonly string[]) => /answer (question_\d+ \S+) --by kim\n/.exec((await place.muster(...argv)).out)?.[1];
    const answer = async (...argv: readonly string[]) => {
      const { code, out, err } = await place.muster('answer', ...argv, '--by', 'kim');
      return code === 0 ? out.split('\n')[0] : err;
    };
    expect(await ways('run', 'Write a slogan')).toBe('question_1 hand_in|plan|decline|split');
    expect((await place.muster('inbox', '--for', 'kim')).out).toContain('answer question_1 plan --plan-file FILE --by kim');
    expect(await answer('question_1', 'plan')).toContain('Say how you will go about it: --plan TEXT, or --plan-file FILE.');
    expect(await answer('question_1', 'plan', '--plan', 'I write it.')).toBe('question_1 is answered: plan.');
    expect((await place.muster('inbox', '--for', 'kim')).out).toBe('No question waits for an answer.\n');
    expect(await ways('resume', 'goal_1')).toBe('question_2 plan|decline|split');
    expect((await place.muster('inbox', '--for', 'kim')).out).toMatch(/Your plan for this task was sent back\. [\s\S]*The word on your plan: lead: \[rehearsal\] Say for each criterion[\s\S]*lead → kim[\s\S]*kim owes question_2/);
    expect((await place.muster('inbox', '--for', 'kim', '--locale', 'zh')).out).toContain('对你的方案的裁决：lead：');
    expect(await answer('question_2', 'hand_in', '--output', 'Sun')).toContain('Choose one of: plan, decline, split.');
    expect(await answer('question_2', 'plan', '--plan-file', 'plan.md')).toBe('question_2 is answered: plan.');
    expect(await ways('resume', 'goal_1')).toBe('question_3 hand_in|decline|split');
    expect((await place.muster('show', 'task_1')).out).toMatch(/The plan was refused · lead · \[rehearsal\] Say[\s\S]*The plan was approved · lead · \[rehearsal\] The plan/);
    expect((await place.muster('events', 'task_1', '--json')).out).toContain('"plan":"First I look at the shop.\\nThen I write.\\n","revision":2');
    expect(await answer('question_3', 'hand_in', '--output', 'Sun')).toBe('question_3 is answered: hand_in.');
    expect((await place.muster('show', 'task_1')).out).toContain('state: accepted');
  });
});

const PLANNING = `name: shop
style: team
teammate_mode: plan_mode
members:
  - {id: lead, role: manager}
  - {id: kim, kind: human, skills: [copywriting]}
`;
