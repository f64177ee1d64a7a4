// Changing a single task from the command line while nothing runs: what the next run finds, and what is refused.
import { describe, test } from 'vitest';
import { verifies } from '../verifies.ts';
import { setUp, SLOW } from './muster.ts';

const TEAM = `name: tea
review: none
members:
  - {id: writer, skills: [copywriting]}
  - {id: painter, skills: [painting]}
  - {id: ana, kind: human, skills: [law]}
`;
const PLAN = JSON.stringify([{ id: 'a', title: 'Check the law', skills: ['law'] }, { id: 'b', title: 'Write a slogan', skills: ['copywriting'], depends_on: ['a'] }]);

describe.concurrent('one task', SLOW, () => {
  test('is reassigned, called off and opened again by a person; each says where the task stands and how to go on', async (context) => {
    const { expect } = context;
    verifies('task.person_changes', 'cli.exit_codes');
    const place = setUp(context, { files: { 'team.yaml': `approve_goal_plan: person\n${TEAM}` } });
    expect((await place.muster('run', 'Plan a tea promotion')).code).toBe(4);
    await place.muster('answer', 'question_1', 'edit', '--tasks', PLAN);
    expect((await place.muster('resume', 'goal_1')).code).toBe(4);
    const given = await place.muster('task', 'reassign', 'task_1', '--to', 'writer', '--note', 'ask the office');
    expect([given.code, given.out.split('\n')[0]]).toEqual([0, 'task_1 was changed. It is now: given, about to start.']);
    expect(given.out).toContain('resume goal_1');
    expect((await place.muster('resume', 'goal_1')).code).toBe(0);
    const again = await place.muster('task', 'reopen', 'task_2', '--locale', 'zh');
    expect([again.code, again.out.split('\n')[0]]).toEqual([0, 'task_2 已变更，当前状态：已就绪，等待空闲成员。']);
    expect((await place.muster('task', 'cancel', 'task_2')).code).toBe(0);
    expect((await place.muster('resume', 'goal_1')).code).toBe(0);
    const events = (await place.muster('events', 'goal_1', '--json')).out.trim().split('\n').map((line): { type: string } => JSON.parse(line)).map(({ type }) => type);
    for (const type of ['task.reassigned', 'question.withdrawn', 'goal.reopened', 'task.reopened', 'task.cancelled']) expect(events).toContain(type);
  });

  test.for([
    [['task', 'paint', 'task_1'], /edit, reassign, release, cancel, reopen, wait-for/],
    [['task', 'reassign', 'task_1'], /Add --to NAME/],
    [['task', 'cancel', 'task_9'], /no task_9/],
    [['task', 'edit', 'task_1', '--set', 'criteria=three'], /--set criteria is not JSON/],
  ] as const)('%j is refused with 2', async ([argv, says], context) => {
    const { expect } = context;
    const { code, err } = await setUp(context).muster(...argv);
    expect([code, err]).toEqual([2, expect.stringMatching(says)]);
  });
});
