// A plan in a running team: where the policy says so, nothing starts before a person's word.
import { expect, test } from 'vitest';
import { createTeam, worker } from '../index.ts';

test('with approveGoalPlan: person the goal waits with its plan, is planned anew after a refusal, and is done once it is accepted', async () => {
  const ran: string[] = [];
  const run = ({ task }: { task: { title: string } }) => ({ output: String(ran.push(task.title)) });
  await using team = createTeam({ store: 'memory', model: 'rehearsal', members: [worker('writer', { skills: ['writing'], run })], policy: { approveGoalPlan: 'person' }, env: {} });
  const first = await team.run('Write a short greeting');
  expect([first.status, first.waiting.map((question) => question.kind), ran]).toEqual(['waiting', ['goal_plan'], []]);
  await expect(team.answer('question_1', { choice: 'refuse' })).rejects.toMatchObject({ code: 'question.bad_answer' });
  const events: string[] = [];
  const asked = new Promise<void>((resolve) => void team.onEvents((some) => some.forEach(({ type }) => (events.push(type), type === 'question.asked' && resolve()))));
  await team.answer('question_1', { choice: 'refuse', note: 'shorter' });
  await asked;
  expect([events.includes('goal.plan_refused'), events.includes('goal.plan_proposed'), ran]).toEqual([true, true, []]);
  const goal = await team.resume('goal_1');
  await team.answer('question_2', { choice: 'accept' });
  expect((await goal.ended()).status).toBe('done');
  expect(ran.length).toBeGreaterThan(0);
});
