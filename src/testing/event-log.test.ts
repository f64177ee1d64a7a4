// A whole journey as data: a goal, the answers of the models, and the exact log. It is also the example of docs/guides/testing.md.
import { expect, onTestFinished, test } from 'vitest';
import { createTeam, reviewer, worker } from '../index.ts';
import type { Store } from '../ports/store.ts';
import { approved, done, planned, rejected } from './answers.ts';
import { eventLine, eventLog } from './event-log.ts';
import { scriptedModel } from './scripted-model.ts';

function teamWith(model: ReturnType<typeof scriptedModel>) {
  const team = createTeam({ store: 'memory', model, members: [worker('copywriter', { skills: ['copy'] }), reviewer('editor')] });
  onTestFinished(() => team.close());
  return team;
}

const JOURNEY = {
  plan: [planned({ title: 'Write a slogan', skills: ['copy'] })],
  work: { 'Write a slogan': [done('Tea!'), done('First cup of summer.')] },
  review: { 'Write a slogan': [rejected('Say that it is summer.'), approved()] },
  summarise: ['One slogan, approved.'],
};

test('a slogan is sent back once and then taken: 14 lines, in this order', async () => {
  const model = scriptedModel(JOURNEY);
  const team = teamWith(model);
  const { id, status } = await team.run('Sell tea');
  expect(status).toBe('done');
  expect(await eventLog(await team.store(), id)).toEqual([
    'goal_1 opened',
    'goal_1 plan_adopted',
    'task_1 created',
    'task_1 assigned copywriter',
    'task_1 started copywriter',
    'task_1 submitted copywriter',
    'task_1 rejected editor',
    'task_1 rework_requested copywriter',
    'task_1 started copywriter',
    'task_1 submitted copywriter',
    'task_1 approved editor',
    'task_1 accepted copywriter',
    'goal_1 drained',
    'goal_1 closed',
  ]);
  expect(model.unused()).toEqual([]);
});

test('with turns: true the model calls stand in it too, failed ones with their code', async () => {
  const team = teamWith(scriptedModel(JOURNEY));
  const { id } = await team.run('Sell tea');
  const log = await eventLog(await team.store(), id, { turns: true });
  expect(log.filter((line) => line.includes(' turn '))).toEqual(['goal_1 turn plan', ...['work', 'review', 'work', 'review'].map((purpose) => `task_1 turn ${purpose}`), 'goal_1 turn summarise']);
});

test('a question stands by its own id, and a note of the team by the team', () => {
  const event = { seq: 1, at: 0, goalId: 'goal_1', taskId: null, version: 0, memberId: null } as const;
  expect(eventLine({ ...event, type: 'question.answered', memberId: 'person', details: { question_id: 'question_3' } })).toBe('question_3 answered person');
  expect(eventLine({ ...event, type: 'member.registered', goalId: null, memberId: 'ann', details: null })).toBe('team registered ann');
  expect(eventLine({ ...event, type: 'turn.ended', details: { purpose: 'plan', error: 'model.overloaded' } })).toBe('goal_1 turn plan model.overloaded');
});

test('only the events of the goal are in its log', async () => {
  const store: Pick<Store, 'read'> = await teamWith(scriptedModel({})).store();
  expect(await eventLog(store, 'goal_9')).toEqual([]);
});
