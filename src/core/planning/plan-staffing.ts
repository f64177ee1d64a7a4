// Who takes each item of a plan: the member the manager named, when it exists and covers the tags; else the best match by tags.
// Only tags and names count, never the words of a goal, title or content. Work given out within the plan counts as load.
import { memberFinder } from '../members/member-names.ts';
import { chooseAmong, eligible, type Eligible, type Match, type NoMatch, type SkilledMember } from '../members/matching.ts';
import { fillDefaults, missingFields } from './plan-input.ts';
import { NOTES, type Note } from './plan-problems.ts';
import { isNobody, type PlanItem } from './plan-reading.ts';
import type { Registration } from '../members/registration.ts';
import { covers, skillKey, skillSet } from '../members/skills.ts';

export interface RosterMember {
  readonly registration: Registration;
  /** Attempts in progress. */
  readonly load: number;
}

export interface Staffing {
  readonly match: Match | NoMatch;
  /** The record of the chosen member. */
  readonly member: Registration | undefined;
  readonly notes: readonly Note[];
}

export interface Staffer {
  /** Whether the item names a worker, or tags that some worker covers. Naming no tag is naming nobody. */
  readonly isCovered: (item: PlanItem) => boolean;
  readonly staff: (item: PlanItem) => Staffing;
}

export const staffer = (roster: readonly RosterMember[]): Staffer => {
  const find = memberFinder(roster.map(({ registration }) => registration));
  const records = new Map(roster.map(({ registration }) => [registration.agentId, registration]));
  const loads = new Map(roster.map(({ registration, load }) => [registration.agentId, load]));
  const workers = roster.filter(isWorker).map(({ registration }): SkilledMember => ({
    agentId: registration.agentId, skills: skillSet(registration.skills), capacity: registration.capacity,
  }));
  const workerById = new Map(workers.map((worker) => [worker.agentId, worker]));
  const ableFor = lastingly(workers);
  const openFor = generalists(workers, records);

  const named = (item: PlanItem): NamedWorker => nameWorker(item, find, workerById);

  const decide = (item: PlanItem): Pick<Staffing, 'match' | 'notes'> => {
    const { worker, note } = named(item);
    if (worker !== undefined) {
      const load = loads.get(worker.agentId) ?? 0;
      return { match: { ok: true, agentId: worker.agentId, covered: item.skills, load, capacity: worker.capacity, candidates: 1, because: 'named' }, notes: [] };
    }
    // Somebody particular was wanted and no tag says what for, so every choice here would be a guess.
    if (note !== undefined && item.skills.length === 0) return { match: { ok: false, missing: [] }, notes: [note] };
    const match = chooseAmong(item.skills.length > 0 ? ableFor(item.skills) : openFor(item), (agentId) => loads.get(agentId) ?? 0);
    if (note !== undefined) return { match, notes: [note] };
    const toSpecialist = match.ok && item.skills.length === 0 && (workerById.get(match.agentId)?.skills.size ?? 0) > 0;
    return { match, notes: toSpecialist ? [NOTES.namesNoSkill(item, match.agentId)] : [] };
  };

  return {
    isCovered: (item) => named(item).worker !== undefined || (item.skills.length > 0 && ableFor(item.skills).members.length > 0),
    staff: (item) => {
      const { match, notes } = decide(item);
      if (match.ok) loads.set(match.agentId, match.load + 1);
      return { match, notes, member: match.ok ? records.get(match.agentId) : undefined };
    },
  };
};

/** Managers and members that only review never get work. */
const isWorker = ({ registration }: RosterMember): boolean => registration.roles.includes('worker');

/** Who is able, found once per set of tags. */
const lastingly = (workers: readonly SkilledMember[]): ((skills: readonly string[]) => Eligible) => {
  const known = new Map<string, Eligible>();
  return (skills) => {
    const key = skillKey(skills);
    const found = known.get(key) ?? eligible(workers, skills);
    known.set(key, found);
    return found;
  };
};

/**
 * Who may take an item without tags: members without tags, else everybody; of these, the ones whose required input it gives, so
 * that an item is not refused for a field that only a chance choice asks for.
 */
const generalists = (workers: readonly SkilledMember[], records: ReadonlyMap<string, Registration>): ((item: PlanItem) => Eligible) => {
  const untagged = workers.filter((worker) => worker.skills.size === 0);
  const pool = untagged.length > 0 ? untagged : workers;
  const demands = new Map(pool.map(({ agentId }) => {
    const schema = records.get(agentId)?.inputSchema ?? {};
    return [agentId, missingFields(schema, fillDefaults(schema, {}).input)];
  }));
  return (item) => {
    const served = pool.filter(({ agentId }) => demands.get(agentId)?.every((field) => Object.hasOwn(item.input, field)));
    return { required: [], members: served.length > 0 ? served : pool, missing: [] };
  };
};

interface NamedWorker {
  /** The named member, when it can do the item. */
  readonly worker?: SkilledMember;
  /** Why the name was not followed. */
  readonly note?: Note;
}

const nameWorker = (
  item: PlanItem, find: ReturnType<typeof memberFinder<Registration>>, workerById: ReadonlyMap<string, SkilledMember>,
): NamedWorker => {
  if (item.assignee === undefined) return {};
  const found = find(item.assignee);
  if (found.kind === 'unknown') return isNobody(item.assignee) ? {} : { note: NOTES.unknownAssignee(item, item.assignee) };
  if (found.kind === 'ambiguous') return { note: NOTES.ambiguousAssignee(item, item.assignee, found.members.map(({ agentId }) => agentId)) };
  const worker = workerById.get(found.member.agentId);
  if (worker === undefined) return { note: NOTES.takesNoTasks(item, found.member.agentId) };
  const { missing } = covers(worker.skills, item.skills);
  return missing.length === 0 ? { worker } : { note: NOTES.lacksSkills(item, worker.agentId, missing) };
};
