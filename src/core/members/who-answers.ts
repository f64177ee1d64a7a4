// Who may answer a question. What waits for one person takes nobody else's word; what anybody may answer takes that of the people whom
// the team names and of the owner of the goal, who needs no name. On record stands the id of a person, however it was written.
import { everMembers, type Board } from '../board/board.ts';
import { refuse, type Refusal } from '../errors.ts';
import type { QuestionId } from '../ids.ts';
import { shownName } from '../outside/shown-value.ts';
import type { Question } from '../question.ts';
import { REFUSED_ANSWERS } from '../refusals/refused-answers.ts';
import { USER } from '../team/message.ts';
import { foldText } from '../text/fold-text.ts';
import { findMember } from './member-names.ts';
import type { Registration } from './registration.ts';

export interface Speaker {
  /** Who they say they are; absent: whoever owns the goal. */
  readonly by?: string;
  /** What the owner is called on record. */
  readonly owner: string;
}

export type Heard = { readonly ok: true; readonly name: string } | Refusal;

/** On the board as it is. What no longer waits is told as such by the answer itself, whoever asks. */
export function hearSpeaker(board: Board, id: QuestionId, speaker: Speaker): Heard {
  const question = board.question(id);
  const goal = question?.state === 'open' ? board.goal(question.goalId) : undefined;
  if (question === undefined || goal === undefined) return { ok: true, name: speaker.by ?? speaker.owner };
  return whoAnswers(question, everMembers(board, goal), speaker);
}

/** `members` are those of the team, with those who have left it. */
export function whoAnswers({ id, askedOf }: Asked, members: readonly Registration[], { by, owner }: Speaker): Heard {
  const isOwner = by === undefined || foldText(by) === USER;
  const name = isOwner ? owner : by;
  const person = personMeant({ askedOf }, members, name);
  if (askedOf !== undefined) {
    return askedOf === person
      ? { ok: true, name: person }
      : refuse('question.bad_answer', REFUSED_ANSWERS.notAsked(id, { by: shownName(name), asked: askedOf }), { may_answer: [askedOf] });
  }
  const mayAnswer = peopleIn(members).filter(isHere).map(({ agentId }) => agentId);
  return isOwner || mayAnswer.length === 0 || mayAnswer.includes(person)
    ? { ok: true, name: person }
    : refuse('question.bad_answer', REFUSED_ANSWERS.noPerson(id, { by: shownName(name), people: mayAnswer }), { may_answer: mayAnswer });
}

type Asked = { readonly id: QuestionId; readonly askedOf?: string | undefined };

/** The id of the person whom a name means, else the name. Who has left answers what it was asked; else a name means somebody who is here. */
export function personMeant({ askedOf }: Pick<Asked, 'askedOf'>, members: readonly Registration[], name: string): string {
  const people = peopleIn(members);
  return (askedOf === undefined ? idIn(people.filter(isHere), name) : undefined) ?? idIn(people, name) ?? name;
}

const peopleIn = (members: readonly Registration[]): readonly Registration[] => members.filter(({ kind }) => kind === 'human');
const isHere = ({ roles }: Registration): boolean => roles.length > 0;

/** Whether it stands in the inbox of whom this name means: under each name that an answer takes. */
export function standsInInbox(board: Board, question: Question, name: string): boolean {
  const goal = board.goal(question.goalId);
  return isForPerson(question, goal === undefined ? name : personMeant(question, everMembers(board, goal), name));
}

/** Whether it stands in the inbox of this person. Nobody decides about a plan of its own. */
export const isForPerson = ({ kind, askedBy, askedOf }: Pick<Question, 'kind' | 'askedBy' | 'askedOf'>, person: string): boolean =>
  (askedOf === undefined ? kind !== 'member_plan' || askedBy !== person : askedOf === person);

function idIn(people: readonly Registration[], name: string): string | undefined {
  const found = findMember(people, name);
  return found.kind === 'found' ? found.member.agentId : undefined;
}
