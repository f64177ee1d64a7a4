// A person who is asked for work or for a review may decide more than that: split the task into smaller ones, or write the result
// herself. It is on record who did, and nothing that waited is left behind.
import { expect, test } from 'vitest';
import { human, manager, worker } from '../../src/index.ts';
import { done, fixedClock, planned, scriptedModel, type Script } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { fates, kinds, logOf, newTeam, refusedWith } from './people-world.ts';

const TWO = planned({ title: 'Slogan', skills: ['copy'], criteria: [{ rule: 'sentence', text: 'It names the price.' }] }, { title: 'Poster', skills: ['copy'], criteria: [{ rule: 'min_chars', value: 1 }], depends_on: ['t1'], needs_context: ['t1'] });
const PARTS = [{ title: 'Find the price', skills: ['copy'], criteria: [{ rule: 'min_chars', value: 1 }] }, { title: 'Write it', skills: ['copy'], criteria: [{ rule: 'min_chars', value: 1 }] }];

/** Ana reviews what bob writes. */
function reviewed(work: NonNullable<Script['work']>, policy: { reviewers?: number } = {}) {
  const model = scriptedModel({ plan: [TWO], work, summarise: ['Done.'] });
  const members = [manager('manager'), worker('bob', { skills: ['copy'], output: { type: 'string' } }), human('ana', { roles: 'reviewer' }), ...(policy.reviewers === 2 ? [human('cy', { roles: 'reviewer' })] : [])];
  return { model, team: newTeam({ model, members, policy, clock: fixedClock() }) };
}

test('the result that a reviewer edits is the result, what waited is told that one, and the log says whose it is', async () => {
  verifies('people.decide_instead');
  const { model, team } = reviewed({ Slogan: [done('Tea!')], Poster: [done('A poster.')] });
  expect(kinds(await team.run('Sell tea'))).toEqual(['review']);
  expect(await refusedWith(team.answer('question_1', { choice: 'edit_result', by: 'ana' }))).toBe('question.bad_answer');
  expect(await refusedWith(team.answer('question_1', { choice: 'edit_result', output: { no: 'text' }, by: 'ana' }))).toBe('task.unfit_output');
  await team.answer('question_1', { choice: 'edit_result', output: 'Tea for 3.50!', by: 'ana' });
  expect((await (await team.resume('goal_1')).ended()).status).toBe('done');
  expect(model.requests.filter(({ purpose }) => purpose === 'work').at(-1)?.facts['context']).toEqual([{ source: 'task_1', text: 'Tea for 3.50!' }]);
  expect((await logOf(team)).filter((line) => line.startsWith('task_1') || line.startsWith('question_1')).slice(-4)).toEqual(['question_1 asked', 'question_1 answered ana', 'task_1 escalated bob', 'task_1 result_edited bob']);
  const edited = (await team.events('goal_1')).find(({ type }) => type === 'task.result_edited');
  expect(edited?.details).toMatchObject({ by: 'ana', output: 'Tea for 3.50!' });
});

test('a task that a reviewer splits is replaced by its parts, and what waited for it waits for them', async () => {
  verifies('people.decide_instead');
  const { team } = reviewed({ Slogan: [done('Tea!')], 'Find the price': [done('3.50')], 'Write it': [done('Tea for 3.50!')], Poster: [done('A poster.')] });
  await team.run('Sell tea');
  await team.answer('question_1', { choice: 'split', tasks: PARTS, by: 'ana' });
  expect((await (await team.resume('goal_1')).ended()).status).toBe('done');
  expect(await fates(team)).toEqual(['Slogan: cancelled', 'Poster: done', 'Find the price: done', 'Write it: done']);
});

test('where 2 must approve, one of them is not offered to decide alone', async () => {
  const { team } = reviewed({ Slogan: [done('Tea!')] }, { reviewers: 2 });
  expect((await team.run('Sell tea')).waiting[0]?.choices).toEqual(['approve', 'reject', 'cannot_judge']);
  expect(await refusedWith(team.answer('question_1', { choice: 'edit_result', output: 'x', by: 'ana' }))).toBe('question.bad_answer');
});

test('a person splits the task that she was given, and the parts go to whoever can do them', async () => {
  verifies('people.decide_instead');
  const model = scriptedModel({ work: { 'Find the price': [done('3.50')] }, summarise: { '*': 'Done.' } });
  const team = newTeam({ model, policy: { review: 'none' }, clock: fixedClock(), members: [manager('manager'), human('ana', { skills: ['law'] }), worker('bob', { skills: ['copy'] })] });
  const goal = await team.open('by hand');
  await goal.add([{ title: 'Contract', name: 'c', skills: ['law'] }, { title: 'Seal', skills: ['law'], dependsOn: ['c'] }]);
  expect(kinds(await goal.ended())).toEqual(['work']);
  expect(await refusedWith(team.answer('question_1', { choice: 'split', by: 'ana' }))).toBe('question.bad_answer');
  await team.answer('question_1', { choice: 'split', by: 'ana', tasks: [{ title: 'Find the price', skills: ['copy'], criteria: [{ rule: 'min_chars', value: 1 }] }, { title: 'Sign', skills: ['law'], criteria: [{ rule: 'min_chars', value: 1 }] }] });
  expect((await goal.ended()).waiting.map(({ taskId, askedOf }) => [taskId, askedOf])).toEqual([['task_4', 'ana']]);
  await team.answer('question_2', { choice: 'hand_in', output: 'signed', by: 'ana' });
  expect((await goal.ended()).waiting.map(({ taskId }) => taskId)).toEqual(['task_2']);
  expect((await fates(team)).slice(0, 2)).toEqual(['Contract: cancelled', 'Seal: assigned']);
});

test('of two words at the same moment the second is refused, and the author of the work has none at all', async () => {
  verifies('people.review', 'people.answer_once');
  const { team } = reviewed({ Slogan: [done('Tea!')], Poster: [done('A poster.')] });
  await team.run('Sell tea');
  expect(await refusedWith(team.answer('question_1', { choice: 'edit_result', output: 'Mine.', by: 'bob' }))).toBe('question.bad_answer');
  const both = await Promise.all([refusedWith(team.answer('question_1', { choice: 'edit_result', output: 'Hers.', by: 'ana' })), refusedWith(team.answer('question_1', { choice: 'reject', fixes: ['x'], by: 'lee' }))]);
  expect(both).toEqual(['accepted', 'question.closed']);
  expect((await team.tasks('goal_1'))[0]?.output).toBe('Hers.');
});
