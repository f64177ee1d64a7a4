// Values for tests, whole and valid, of which a test says only what it is about.
import type { Draft } from '../core/change.ts';
import type { Registration } from '../core/members/registration.ts';
import type { Opening } from '../core/moves/goal-moves.ts';
import type { NewTask } from '../core/planning/new-tasks.ts';
import { policyOf } from '../core/policy.ts';
import type { Brief } from '../core/task.ts';

export { policyOf } from '../core/policy.ts';

/** A task as a plan or a program gives it: anybody can take it and nothing goes before it. */
export const taskOf = (title: string, given: Partial<NewTask> = {}): NewTask => ({ title, content: '', skills: [], input: {}, criteria: [], dependsOn: [], ...given });

/** What a task on the board says. */
export const briefOf = (title: string, given: Partial<Brief> = {}): Brief => ({ title, content: '', skills: [], input: {}, criteria: [], context: [], contextFrom: null, name: null, ...given });

/** A worker of kind `function` that does one thing at a time. */
export const registrationOf = (agentId: string, given: Partial<Registration> = {}): Registration => ({
  agentId, name: agentId, kind: 'function', roles: ['worker'], skills: [], allowedTools: [], deniedTools: [], capacity: 1, ...given,
});

/** A goal that the program fills with tasks itself and that no reviewer looks at. */
export const openingOf = (text: string, given: Partial<Opening> = {}): Opening => ({
  text, team: 'team', source: null, locale: 'en', policy: policyOf({ review: 'none' }), openEnded: true, ...given,
});

/** Puts a member on record within a change, with the event that tells other processes of it. */
export function register(draft: Draft, registration: Registration, team = 'team'): void {
  draft.putMember({ team, registration });
  draft.note('member.registered', { memberId: registration.agentId }, { team, agent_id: registration.agentId });
}
