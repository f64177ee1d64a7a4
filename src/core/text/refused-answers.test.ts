// Why an answer is refused is said in both languages, with the same facts in each.
import { expect, test } from 'vitest';
import type { Bilingual } from '../json.ts';
import { REFUSED_ANSWERS as SAYS } from './refused-answers.ts';

/** Each sentence once, with facts that show themselves. */
const SAID: Readonly<Record<keyof typeof SAYS, Bilingual>> = {
  noQuestion: SAYS.noQuestion('«id»'),
  noSuchChoice: SAYS.noSuchChoice('«id»', '«choice»', ['«one»', '«other»']),
  goalEnded: SAYS.goalEnded('«goal»'),
  alreadyAnswered: SAYS.alreadyAnswered('«id»', { choice: '«choice»', by: '«by»', goal: '«goal»' }),
  expired: SAYS.expired('«id»', '«goal»'),
  withdrawn: SAYS.withdrawn('«id»', '«goal»'),
  taskEnded: SAYS.taskEnded('«id»'),
  taskChanged: SAYS.taskChanged('«id»'),
  movedOn: SAYS.movedOn('«id»', { task: '«task»', state: '«state»' }),
  planMovedOn: SAYS.planMovedOn('«goal»'),
  filesNeedTask: SAYS.filesNeedTask,
  tooManyFiles: SAYS.tooManyFiles(21, 20),
  noFile: SAYS.noFile('«path»'),
  isFolder: SAYS.isFolder('«path»'),
  unreadableFile: SAYS.unreadableFile('«path»', '«code»'),
  sayTo: SAYS.sayTo(['«one»', '«other»']),
  noResult: SAYS.noResult('«id»'),
  sayOutput: SAYS.sayOutput,
  misfit: SAYS.misfit('«member»', { en: '«misfit»', zh: '«misfit»' }),
  sayEdits: SAYS.sayEdits,
  unreadEdits: SAYS.unreadEdits(['«one»', '«other»']),
  sayTasks: SAYS.sayTasks,
  sayPlan: SAYS.sayPlan,
  sayPlanChange: SAYS.sayPlanChange,
  sayWhy: SAYS.sayWhy,
  sayFixes: SAYS.sayFixes,
  sayAdvice: SAYS.sayAdvice,
  sayAnswer: SAYS.sayAnswer,
  ownWork: SAYS.ownWork('«by»'),
  notLimited: SAYS.notLimited('«goal»', { units: ['«one»'], limited: ['«other»'] }),
  raiseWhatIsUsedUp: SAYS.raiseWhatIsUsedUp('«unit»'),
};

/** What is copied and typed is the same in every language: facts, commands, options and names of fields. */
const factsIn = (text: string): readonly string[] => [...new Set(text.match(/«\w+»|`[^`]+`|--[a-z-]+|\{[^}]+\}|\b[a-z]+_[a-z_]+\b/g) ?? [])].sort();

test.each(Object.entries(SAID))('%s', (_name, { en, zh }) => {
  expect(zh).toMatch(/\p{Script=Han}.*。$/u);
  expect(en).not.toMatch(/\p{Script=Han}/u);
  expect(en).toMatch(/\.$/);
  expect(factsIn(zh)).toEqual(factsIn(en));
});
