// Who may answer what: the person who was asked, else the people of the team and whoever owns the goal.
import { expect, test } from 'vitest';
import { registrationOf } from '../../testing/builders.ts';
import { verifies } from '../../../test/verifies.ts';
import { isForPerson, whoAnswers, type Speaker } from './who-answers.ts';

const ana = registrationOf('ana', { name: 'Ana Lima', kind: 'human' });
const cy = registrationOf('cy', { kind: 'human', roles: ['reviewer'] });
const gone = registrationOf('gone', { kind: 'human', roles: [] });
const writer = registrationOf('writer');
const PEOPLE = [ana, cy, gone, writer];

const said = (speaker: Speaker, asked?: string, members = PEOPLE) => {
  const heard = whoAnswers({ id: 'question_1', ...(asked === undefined ? {} : { askedOf: asked }) }, members, speaker);
  return heard.ok ? heard.name : heard;
};
const refusal = (en: string, zh: string, may: readonly string[]) => ({ ok: false, code: 'question.bad_answer', says: { en, zh }, because: en, details: { may_answer: may } });

test.each<[string, Speaker, string | undefined, string]>([
  ['the person asked', { by: 'ana', owner: 'root' }, 'ana', 'ana'],
  ['the person asked, as people see the name', { by: 'Ana Lima', owner: 'root' }, 'ana', 'ana'],
  ['the person asked, in other letters: on record stands the id, so that nobody reviews their own work by a capital', { by: 'ANA', owner: 'root' }, 'ana', 'ana'],
  ['the person asked, who sits at the keyboard', { owner: 'ana' }, 'ana', 'ana'],
  ['the person asked, who has left the team since', { by: 'gone', owner: 'root' }, 'gone', 'gone'],
  ['a person, where anybody may answer', { by: 'cy', owner: 'root' }, undefined, 'cy'],
  ['the owner of the goal, without a name', { owner: 'root' }, undefined, 'root'],
  ['the owner of the goal, by the address of mail', { by: 'user', owner: 'root' }, undefined, 'root'],
])('%s is heard', (_who, speaker, asked, name) => {
  verifies('people.only_who_may');
  expect(said(speaker, asked)).toBe(name);
});

test('where the team names no people, any name is fine', () => {
  expect([said({ by: 'zed', owner: 'root' }, undefined, [writer]), said({ by: 'gone', owner: 'root' }, undefined, [writer, gone]), said({ owner: 'root' }, undefined, [])]).toEqual(['zed', 'gone', 'root']);
});

test.each<[string, Speaker, string]>([
  ['a name that is nobody’s', { by: 'zed', owner: 'root' }, 'zed'],
  ['a member that is no person', { by: 'writer', owner: 'root' }, 'writer'],
  ['a person who has left', { by: 'gone', owner: 'root' }, 'gone'],
  ['a name of blanks', { by: ' ', owner: 'root' }, '""'],
])('%s is refused with those who may answer', (_who, speaker, shown) => {
  verifies('people.only_who_may');
  expect(said(speaker)).toEqual(refusal(
    `${shown} is no person of the team. ana, cy may answer question_1; whoever owns the goal leaves the name out.`,
    `团队中没有名为 ${shown} 的人。可以答复 question_1 的有 ana、cy；目标的负责人不必写名字。`,
    ['ana', 'cy'],
  ));
});

test.each<[string, Speaker, string]>([
  ['another person', { by: 'cy', owner: 'root' }, 'cy'],
  ['a name that is nobody’s', { by: 'zed', owner: 'root' }, 'zed'],
  ['the owner of the goal', { owner: 'root' }, 'root'],
])('a question that waits for one person is not answered by %s', (_who, speaker, shown) => {
  verifies('people.only_who_may');
  expect(said(speaker, 'ana')).toEqual(refusal(
    `question_1 waits for ana, and ${shown} may not answer it. If you are ana, say so: --by ana.`,
    `question_1 只等 ana 答复，${shown} 不能代答。若你就是 ana，请写明 --by ana。`,
    ['ana'],
  ));
});

test('a name that two people share is nobody’s until it is said which', () => {
  const twins = [registrationOf('li_1', { name: 'Li', kind: 'human' }), registrationOf('li_2', { name: 'Li', kind: 'human' })];
  expect([said({ by: 'Li', owner: 'root' }, undefined, twins), said({ by: 'Li', owner: 'root' }, 'li_1', twins)].map((each) => typeof each)).toEqual(['object', 'object']);
  expect(said({ by: 'li_2', owner: 'root' }, undefined, twins)).toBe('li_2');
});

test.each([
  ['what waits for them', { kind: 'work', askedBy: 'engine', askedOf: 'ana' }, true],
  ['what waits for somebody else', { kind: 'work', askedBy: 'engine', askedOf: 'cy' }, false],
  ['what anybody may answer', { kind: 'escalation', askedBy: 'engine' }, true],
  ['a plan of another', { kind: 'member_plan', askedBy: 'cy' }, true],
  ['a plan of their own', { kind: 'member_plan', askedBy: 'ana' }, false],
] as const)('in the inbox of a person %s: %j is %s', (_what, question, stands) => {
  expect(isForPerson(question, 'ana')).toBe(stands);
});
