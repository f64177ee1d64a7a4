// Mail between members and people: what waits for the owner of a goal and for persons on a team, and what they write. A person is no
// member with turns: mail is read when it was shown, and what a person writes reaches a busy member at its next step.
import type { GoalId } from '../../core/ids.ts';
import { personMeant } from '../../core/members/who-answers.ts';
import { readByPerson, sendMail, type SentMail } from '../../core/team/mail.ts';
import { USER, type Message } from '../../core/team/message.ts';
import { commit, commitOrThrow } from '../commit.ts';
import type { Engine } from '../engine.ts';

/** Unread mail of one person, or of the owner of the goals and of all persons, oldest first. Also of a team whose goals have ended. */
export async function mailForPeople({ store }: Pick<Engine, 'store'>, { person }: { readonly person?: string } = {}): Promise<readonly Message[]> {
  const teams = [...new Set((await store.read.goals()).map(({ team }) => team))];
  const found = await Promise.all(teams.map(async (team) => {
    const members = store.look((board) => board.members(team));
    const people = new Set([USER, ...members.filter(({ kind }) => kind === 'human').map(({ agentId }) => agentId)]);
    const wanted = person === undefined ? people : new Set([personMeant({}, members, person)]);
    return (await store.read.messages({ team, unreadOnly: true })).filter(({ to }) => wanted.has(to));
  }));
  return found.flat().toSorted((a, b) => a.key - b.key);
}

/** Shown to `reader`: what was shown of others' mail stays unread, for whoever looked was not who it is for. Twice is fine. */
export async function markRead(engine: Pick<Engine, 'store'>, mail: readonly Message[], reader: string = USER): Promise<void> {
  for (const { team, to, id } of mail) if (to === reader) await commit(engine, [], (board) => readByPerson(board, { team, reader: to, ids: [id] }));
}

export interface Letter {
  /** The goal it is about. */
  readonly goalId?: GoalId;
  /** A person on the team; the owner of the goal when absent. */
  readonly from?: string;
  /** A name, several, or `*`. */
  readonly to: string | readonly string[];
  readonly content: string;
}

export const writeMail = (engine: Pick<Engine, 'store' | 'team'>, { goalId, from = USER, ...letter }: Letter): Promise<SentMail> =>
  commitOrThrow(engine, [], (board) => sendMail(board, { ...letter, team: engine.team, goalId: goalId ?? null, from, urgent: true }));
