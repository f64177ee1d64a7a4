// Who is on the team: naming it, adding members, letting them leave, ending it.
import { Draft } from '../../../core/change.ts';
import { withinTeam } from '../../../core/gate/grant.ts';
import type { JsonObject } from '../../../core/json.ts';
import { findMember, readRegistration, type Registration } from '../../../core/members/registration.ts';
import { readModelNames } from '../../../core/models/model-names.ts';
import { priceOf } from '../../../core/models/prices.ts';
import { membersOut } from '../../../core/outside/team-out.ts';
import { cleanTeam, shutDownMember, spawnMember } from '../../../core/team/lives.ts';
import { unmergedWork } from '../../trees/goal-trees.ts';
import { noPrice } from '../../commit-spent.ts';
import { WORDS } from '../turn-words.ts';
import { does, looked, refusedBy, saysNo, textArg, type Answered, type Deed, type DeedCall } from './deed.ts';

export const listMembers: Deed = async ({ turn }) => {
  const { engine, goal } = turn.parts;
  return looked(engine.store.look((board) => membersOut(board, board.goal(goal.id) ?? goal)));
};

export const buildTeam: Deed = async (deed) => {
  const { engine, goal } = deed.turn.parts;
  const name = textArg(deed, 'display_name') ?? engine.team;
  return does(deed, {
    ids: [goal.id],
    decide: (board) => {
      const draft = new Draft(board);
      draft.note('team.built', { goalId: goal.id, memberId: deed.turn.memberId }, { team: engine.team, display_name: name, desc: textArg(deed, 'team_desc') ?? '', by: deed.turn.memberId });
      return draft.decision(undefined);
    },
    say: () => WORDS.built(name),
  });
};

export const cleanUp: Deed = async (deed) => {
  const { engine } = deed.turn.parts;
  const unmerged = await unmergedWork(engine, deed.turn.locale);
  return does(deed, { decide: (board) => cleanTeam(board, { team: engine.team, by: deed.turn.memberId, unmerged }), say: () => WORDS.cleaned });
};

export const spawn: Deed = async (deed) => {
  const { turn } = deed;
  const { engine, goal } = turn.parts;
  const described = await recruitOf(deed);
  if (!('agentId' in described)) return described;
  const noModel = await refuseModel(deed, described);
  if (noModel !== undefined) return noModel;
  const { registration, leftOut } = engine.store.look((board) => withinTeam(described, board.members(engine.team)));
  const answered = await does(deed, {
    decide: (board) => spawnMember(board, { team: engine.team, registration, by: turn.memberId, policy: goal.policy }),
    say: () => WORDS.spawned(registration.agentId, leftOut),
  });
  if (answered.kind === 'done') engine.recruits?.join(registration);
  return answered;
};

/** From its agent file, where one is named, and from what is said beside it. */
async function recruitOf(deed: DeedCall): Promise<Registration | Answered> {
  const { turn, args } = deed;
  const path = textArg(deed, 'agent_file');
  const fromFile = path === undefined ? undefined : await turn.parts.engine.recruits?.readAgent(path, turn.locale);
  if (path !== undefined && (fromFile === undefined || !fromFile.ok)) return saysNo(turn, 'input.invalid', WORDS.noAgentFile(path, fromFile?.because ?? ''));
  const said: JsonObject = {
    agent_id: String(args['member_name'] ?? ''), name: String(args['display_name'] ?? ''), role: 'worker', kind: 'model',
    ...given(deed, { desc: 'description', prompt: 'prompt', model_name: 'model' }), ...(Array.isArray(args['skills']) ? { skills: args['skills'] } : {}),
  };
  const read = readRegistration({ ...(fromFile?.ok === true ? fromFile.fields : {}), ...said });
  return read.ok ? read.registration : refusedBy(turn, read);
}

/** Said at once: a member whose model nobody can ask would fail at each of its turns, and its tasks would wait for it. */
async function refuseModel({ turn }: DeedCall, { model }: Registration): Promise<Answered | undefined> {
  const { engine, goal } = turn.parts;
  const names = readModelNames(model);
  if (names === undefined) return undefined;
  const unusable = await engine.recruits?.judgeModels(names);
  if (unusable !== undefined) return saysNo(turn, unusable.code, WORDS.noModel(unusable.says));
  const { budget, prices } = goal.policy;
  const unpriced = budget.cents === undefined ? undefined : names.find((name) => priceOf(name, prices) === undefined);
  return unpriced === undefined ? undefined : saysNo(turn, 'budget.no_price', WORDS.noModel(noPrice(unpriced)));
}

const given = (deed: DeedCall, names: Readonly<Record<string, string>>): JsonObject => Object.fromEntries(Object.entries(names).flatMap(([from, to]) => {
  const value = textArg(deed, from);
  return value === undefined ? [] : [[to, value]];
}));

export const shutDown: Deed = async (deed) => {
  const { turn, args } = deed;
  const { engine } = turn.parts;
  const written = String(args['member_name'] ?? '');
  const found = engine.store.look((board) => findMember(board.members(engine.team), written));
  if (found.kind !== 'found') return saysNo(turn, 'member.not_found', WORDS.noMember(written, found.members.map(({ agentId }) => agentId)));
  const memberId = found.member.agentId;
  return does(deed, {
    decide: (board) => shutDownMember(board, { team: engine.team, memberId, by: turn.memberId, force: args['force'] === true, locale: turn.locale }),
    say: ({ state }) => WORDS.leaving(memberId, state === 'shut_down'),
  });
};
