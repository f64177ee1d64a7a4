// A look at the team of a bench board, and the facts of a turn of one of its members: for tests of what members are told.
import type { TaskId } from '../src/core/ids.ts';
import { isJsonObject, type Json, type JsonObject } from '../src/core/json.ts';
import type { Brief } from '../src/core/task.ts';
import type { Papers } from '../src/core/outside/team-out.ts';
import type { TeamLook } from '../src/core/team/digest.ts';
import { settingOf, type TeamSetting } from '../src/core/team/team-tools.ts';
import type { Message } from '../src/core/team/message.ts';
import { leaderFacts, memberFacts, type LeaderTurn, type MemberTurn, type OwnTask, type TurnFacts } from '../src/core/turns/turn-facts.ts';
import { briefOf } from '../src/testing/builders.ts';
import type { Bench } from './bench-board.ts';

/** The objects of a list. */
export const objectsIn = (value: Json | undefined): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

export const papersOf = (b: Bench): Papers => new Map([...b.rows.tasks.keys()].map((id) => [id, { brief: paperOf(b, id), needs: [...(b.rows.edges.get(id) ?? [])] }]));
const paperOf = (b: Bench, id: TaskId): Brief => b.rows.briefs.get(id) ?? briefOf('');

export const lookOf = (b: Bench, memberId: string): TeamLook => ({ board: b.board, goal: b.goal(), memberId, papers: papersOf(b), ended: b.tasksOf(b.goalId).filter((task) => task.endedAt !== null) });

/** As `beginTurn` would deliver it. */
export const mailFor = (b: Bench, memberId: string): readonly Message[] => b.board.desk.mailOf('team', memberId);

const partsOf = (b: Bench, memberId: string, setting: Partial<TeamSetting>) => {
  const member = b.board.members('team').find(({ agentId }) => agentId === memberId);
  if (member === undefined) throw new Error(`there is no ${memberId}`);
  const role = member.roles.includes('manager') ? 'leader' as const : 'member' as const;
  return { look: lookOf(b, memberId), setting: { ...settingOf(b.goal().policy, { role }), ...setting }, member, news: [], mail: mailFor(b, memberId), team: {}, callsBefore: 0 };
};

export const ownOf = (b: Bench, memberId: string): readonly OwnTask[] =>
  b.tasksOf(b.goalId).filter((task) => task.assigneeId === memberId && ['assigned', 'claimed', 'plan_approved'].includes(task.state)).map((task) => ({ task, brief: paperOf(b, task.id), context: [] }));

export interface MemberChoices extends Partial<Omit<MemberTurn, 'setting'>> {
  readonly setting?: Partial<TeamSetting>;
}

export const memberTurn = (b: Bench, memberId: string, { setting = {}, ...rest }: MemberChoices = {}): TurnFacts<'teammate-turn'> => memberFacts({ ...partsOf(b, memberId, setting), own: ownOf(b, memberId), ...rest });

export interface LeaderChoices extends Partial<Omit<LeaderTurn, 'setting'>> {
  readonly setting?: Partial<TeamSetting>;
}

export const leaderTurn = (b: Bench, memberId = 'boss', { setting = {}, ...rest }: LeaderChoices = {}): TurnFacts<'leader-turn'> => leaderFacts({ ...partsOf(b, memberId, setting), plans: [], calls: [], ...rest });
