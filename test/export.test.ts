// The whole history of a goal as one document, from a goal that was really run.
import { expect, test } from 'vitest';
import { taskSchema } from '../src/core/outside.ts';
import { compileSchema } from '../src/core/schema/json-schema.ts';
import { exportGoal, readGoal, spendingOf } from '../src/engine/reads/read-goal.ts';
import { createTeam } from '../src/create-team.ts';
import { manager, worker } from '../src/index.ts';
import { calling, fixedClock, scriptedModel, type ScriptedAnswer } from '../src/testing/index.ts';
import { rehearsalTeam } from '../src/rehearsal-team.ts';
import { verifies } from './verifies.ts';

test('export holds goal, members, tasks with their attempts, questions, spending and every event; each task fits docs/task.schema.json', async () => {
  verifies('cli.export_whole');
  await using team = createTeam({ store: 'memory', members: rehearsalTeam('en'), env: {}, source: 'rehearsal' });
  const { id } = await team.run('Plan a summer promotion for campus');
  const store = await team.store();
  const reading = await readGoal(store.read, id);
  if (reading === undefined) throw new Error('the goal is gone');
  const whole = JSON.parse(JSON.stringify(await exportGoal(store, reading)));

  expect(whole).toMatchObject({ format: 'muster.goal.1', goal: { goal_id: 'goal_1', status: 'done', source: 'rehearsal', model: 'rehearsal' }, questions: [] });
  expect(whole.members.map((member: { agent_id: string }) => member.agent_id)).toEqual(['manager', 'researcher', 'copywriter', 'strategist', 'channel_planner', 'editor']);
  const stored = await store.read.events({ afterSeq: reading.goal.firstSeq - 1, limit: 10_000 });
  expect(whole.events).toHaveLength(stored.length);
  expect(whole.tasks).toHaveLength(4);
  const schema = compileSchema(taskSchema());
  for (const { attempt_history: attempts, ...task } of whole.tasks) {
    expect(schema.ok && schema.validate(task)).toEqual([]);
    expect(task).toMatchObject({ manager_id: 'manager', reviewer_id: 'editor', waiting: null, status: 'done' });
    expect(attempts.length).toBe(task.attempts);
    expect(attempts.at(-1).output).toEqual(task.output);
    expect(attempts.flatMap((attempt: { verdicts: { verdict: string }[] }) => attempt.verdicts.map(({ verdict }) => verdict))).toEqual([...Array(task.attempts - 1).fill('reject'), 'approve']);
  }
  expect(whole.tasks.some((task: { attempts: number }) => task.attempts === 2)).toBe(true);
  expect(whole.spending.reduce((sum: number, row: { calls: number }) => sum + row.calls, 0)).toBe(stored.filter((event) => event.type === 'turn.ended').length);
});

test('export of a goal of a team holds its mail, read and unread, in the outside form, and none of another goal', async () => {
  verifies('cli.export_whole');
  const lead: ScriptedAnswer = ({ facts, exchanges = [] }) => (exchanges.length === 0 && JSON.stringify(facts['due']).includes('goal_opened') ? calling({ name: 'create_task', args: { tasks: [{ title: 'Paint', content: 'Blue.' }] } }, { name: 'send_message', args: { to: ['ada', 'user'], content: 'Keep to blue.\nNot teal.', summary: 'The colour' } }) : 'Seen.');
  const ada: ScriptedAnswer = ({ facts, exchanges = [] }) => (exchanges.length === 0 && JSON.stringify(facts['due']).includes('offered') ? calling({ name: 'claim_task', args: { task_id: 'task_1', status: 'claimed' } }, { name: 'claim_task', args: { task_id: 'task_1', status: 'completed', output: 'Blue' } }) : 'Read.');
  const clock = fixedClock();
  await using team = createTeam({ store: 'memory', env: {}, clock, style: 'team', model: scriptedModel({ plan: { lead }, work: { ada }, summarise: { '*': 'Done.' } }), members: [manager('lead'), worker('ada')] });
  const { id } = await team.run('Paint it');
  const store = await team.store();
  const openedAt = (await store.read.goal('goal_1'))?.createdAt ?? 0;
  await clock.advance(60_000);
  await team.write({ to: 'ada', content: 'After the end.' });
  const reading = await readGoal(store.read, id);
  if (reading === undefined) throw new Error('the goal is gone');
  const whole = JSON.parse(JSON.stringify(await exportGoal(store, reading)));
  const letter = { team_name: 'team', from_member_name: 'lead', content: 'Keep to blue.\nNot teal.', summary: 'The colour', timestamp: new Date(openedAt).toISOString(), is_broadcast: false };
  expect(whole.messages).toMatchObject([{ ...letter, message_id: 'message_1', to_member_name: 'ada', is_read: true }, { ...letter, message_id: 'message_2', to_member_name: 'user', is_read: false }]);
});

test('tokens that nobody counted stay unknown, and are not 0', () => {
  const turn = (details: Record<string, string | number>) => ({ seq: 1, at: 0, type: 'turn.ended' as const, goalId: null, taskId: null, version: 0, memberId: 'w', details: { model: 'm', ...details } });
  expect(spendingOf([turn({ ms: 5 }), turn({ ms: 7, error: 'model.empty' })])).toEqual([{ memberId: 'w', model: 'm', calls: 2, failed: 1, inputTokens: undefined, outputTokens: undefined, cachedInputTokens: undefined, costMicros: undefined, unpriced: 2, ms: 12 }]);
  expect(spendingOf([turn({ ms: 5 }), turn({ input_tokens: 3 })])[0]).toMatchObject({ inputTokens: 3, outputTokens: undefined });
});
