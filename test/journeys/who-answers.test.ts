// Who is heard: the person who was asked, and where anybody may answer, the people whom the team names and the owner of the goal.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { QuestionId } from '../../src/core/ids.ts';
import { human, worker, type Team } from '../../src/index.ts';
import { verifies } from '../verifies.ts';
import { folder, newTeam, refusedWith } from './people-world.ts';

/** Whose answer is on record. */
const signed = async (team: Team, id: QuestionId): Promise<string | undefined> => (await (await team.store()).read.question(id))?.answer?.by;

const broken = worker('eve', { skills: ['break'], run: () => { throw new Error('broken'); } });

test('what waits for one person is handed in by nobody else, not even by the owner of the goal, and stays open until that person answers', async () => {
  verifies('people.only_who_may');
  const team = newTeam({ members: [human('ana', { name: 'Ana Lima', skills: ['law'] }), human('cy', { roles: 'reviewer' })] });
  const goal = await team.open('A contract');
  await goal.add([{ title: 'Contract', skills: ['law'], criteria: ['It names the price.'] }]);
  const handIn = (by?: string) => team.answer('question_1', { choice: 'hand_in', output: 'Whereas …', ...(by === undefined ? {} : { by }) });
  await goal.ended();
  for (const by of ['cy', 'zed', 'eve', undefined]) await expect(handIn(by), by).rejects.toMatchObject({ code: 'question.bad_answer', details: { may_answer: ['ana'] } });
  await handIn('Ana Lima');
  expect(await signed(team, 'question_1')).toBe('ana');
  await goal.ended();
  // Who did the work cannot review it in other letters either.
  expect(await refusedWith(team.answer('question_2', { choice: 'approve', by: 'ANA' }))).toBe('question.bad_answer');
  await team.answer('question_2', { choice: 'approve', by: 'cy' });
  expect((await goal.ended()).status).toBe('done');
});

test('where anybody may answer, a name that is none of the team is refused with those who may; the owner needs no name', async () => {
  verifies('people.only_who_may');
  const team = newTeam({ members: [broken, human('ana', { skills: ['law'] })], policy: { limits: { losses: 1 } } });
  const goal = await team.open('Two things');
  await goal.add([{ title: 'One', skills: ['break'] }, { title: 'Two', skills: ['break'] }]);
  await goal.ended();
  for (const by of ['mia', 'eve']) await expect(team.answer('question_1', { choice: 'cancel', by }), by).rejects.toMatchObject({
    code: 'question.bad_answer',
    message: `${by} is no person of the team. ana may answer question_1; whoever owns the goal leaves the name out.`,
  });
  await team.answer('question_1', { choice: 'cancel', by: 'ana' });
  await team.answer('question_2', { choice: 'cancel' });
  expect([await signed(team, 'question_1'), await signed(team, 'question_2')]).toEqual(['ana', 'person']);
  expect(await refusedWith(team.answer('question_2', { choice: 'cancel', by: 'mia' }))).toBe('question.closed');
});

test('a team that names no people takes every name', async () => {
  const team = newTeam({ members: [broken], policy: { limits: { losses: 1 } } });
  const goal = await team.open('One thing');
  await goal.add([{ title: 'One', skills: ['break'] }]);
  await goal.ended();
  // What comes back is the question as the answer leaves it.
  expect(await team.answer('question_1', { choice: 'cancel', by: 'Mia' })).toMatchObject({ state: 'answered', answer: { choice: 'cancel', by: 'Mia' } });
  expect(await signed(team, 'question_1')).toBe('Mia');
});

test('a person whose id the team has changed, or that the team no longer names, still answers what it was asked; nobody else does, whatever they are called', async () => {
  verifies('people.only_who_may');
  const store = join(folder(), 'muster.db');
  const before = newTeam({ store, name: 'office', members: [human('ana', { skills: ['law'] }), human('cy', { skills: ['tax'] })] });
  const goal = await before.open('Two papers');
  await goal.add([{ title: 'Contract', skills: ['law'] }, { title: 'Return', skills: ['tax'] }]);
  await goal.ended();
  await before.close();

  const team = newTeam({ store, name: 'office', members: [human('ana_lima', { name: 'Ana', skills: ['law'] })] });
  const resumed = await team.resume(goal.id);
  await resumed.ended();
  const handIn = (id: string, by: string) => team.answer(id, { choice: 'hand_in', output: 'Whereas …', by });
  expect(await refusedWith(handIn('question_1', 'ana_lima'))).toBe('question.bad_answer');
  await handIn('question_1', 'ANA');
  await handIn('question_2', '@Cy');
  expect([await signed(team, 'question_1'), await signed(team, 'question_2')]).toEqual(['ana', 'cy']);
});

test('a name of a person on the team means that person, though somebody who has left had it too', async () => {
  const store = join(folder(), 'muster.db');
  const policy = { limits: { losses: 1 } };
  const before = newTeam({ store, name: 'office', policy, members: [broken, human('ana', { skills: ['law'] })] });
  const goal = await before.open('One thing');
  await goal.add([{ title: 'One', skills: ['break'] }]);
  await goal.ended();
  await before.close();
  const team = newTeam({ store, name: 'office', policy, members: [broken, human('ana_lima', { name: 'Ana', skills: ['law'] })] });
  await (await team.resume(goal.id)).ended();
  await team.answer('question_1', { choice: 'cancel', by: 'Ana' });
  expect(await signed(team, 'question_1')).toBe('ana_lima');
});

test('the inbox and the mail of a person are found under each name that an answer takes', async () => {
  verifies('people.only_who_may');
  const team = newTeam({ members: [human('ana', { name: 'Ana Lima', skills: ['law'] }), human('cy', { skills: ['tax'] })] });
  const goal = await team.open('Two papers');
  await goal.add([{ title: 'Contract', skills: ['law'] }, { title: 'Return', skills: ['tax'] }]);
  await goal.ended();
  await team.write({ to: 'ana', content: 'Mind the date.', goal: goal.id });
  for (const person of ['ana', 'ANA', '@ana', 'Ana Lima']) {
    expect((await team.inbox({ person })).map(({ question }) => question.id), person).toEqual(['question_1']);
    expect((await team.mail({ person })).map(({ content }) => content), person).toEqual(['Mind the date.']);
  }
  expect(await team.inbox({ person: 'zed' })).toEqual([]);
});
