// Who does a task: of the members that cover all required tags, the least loaded, then the one registered first.
// Finding who may is separate from choosing who does, so that a dispatch reads a prepared list. Every answer carries its reason.
import { covers, distinctSkills } from './skills.ts';

export interface SkilledMember {
  readonly agentId: string;
  /** Normalised, as `skillSet` gives them. */
  readonly skills: ReadonlySet<string>;
  readonly capacity: number;
}

export interface Candidate extends SkilledMember {
  /** Attempts in progress. */
  readonly load: number;
}

/** The members that cover a set of tags, in registration order. Holds until a member comes, goes or changes. */
export interface Eligible {
  readonly required: readonly string[];
  readonly members: readonly SkilledMember[];
  /** When nobody covers all: what the nearest member lacks. */
  readonly missing: readonly string[];
  readonly nearest?: string;
}

export type Because = 'named' | 'only_one' | 'lowest_load' | 'registered_first';

export interface Match {
  readonly ok: true;
  readonly agentId: string;
  readonly covered: readonly string[];
  /** Attempts in progress of the chosen one, and how many it may hold. */
  readonly load: number;
  readonly capacity: number;
  /** How many members were to choose from. */
  readonly candidates: number;
  readonly because: Because;
}

export interface NoMatch {
  readonly ok: false;
  readonly missing: readonly string[];
  /** The member that lacks the fewest of the tags. */
  readonly nearest?: string;
}

export const chooseMember = (candidates: readonly Candidate[], required: readonly string[]): Match | NoMatch => {
  const loads = new Map(candidates.map((candidate) => [candidate.agentId, candidate.load]));
  return chooseAmong(eligible(candidates, required), (agentId) => loads.get(agentId) ?? 0);
};

export const eligible = (members: readonly SkilledMember[], required: readonly string[]): Eligible => {
  const wanted = distinctSkills(required);
  const able: SkilledMember[] = [];
  let missing: readonly string[] = wanted;
  let nearest: string | undefined;
  for (const member of members) {
    const coverage = covers(member.skills, wanted);
    if (coverage.missing.length === 0) able.push(member);
    else if (nearest === undefined || coverage.missing.length < missing.length) {
      missing = coverage.missing;
      nearest = member.agentId;
    }
  }
  if (able.length > 0) return { required: wanted, members: able, missing: [] };
  return nearest === undefined ? { required: wanted, members: [], missing } : { required: wanted, members: [], missing, nearest };
};

/**
 * Loads are compared as shares of capacity. The chosen one may be full when everybody is: compare `load` with `capacity`
 * before starting work.
 */
export const chooseAmong = (from: Eligible, loadOf: (agentId: string) => number): Match | NoMatch => {
  let best: SkilledMember | undefined;
  let bestLoad = 0;
  let tied = false;
  for (const member of from.members) {
    const load = loadOf(member.agentId);
    // Cross-multiplied, because 1/3 and 2/6 must be equal to the last bit.
    const difference = best === undefined ? -1 : load * best.capacity - bestLoad * member.capacity;
    if (difference < 0) [best, bestLoad, tied] = [member, load, false];
    else if (difference === 0) tied = true;
  }
  if (best === undefined) {
    return from.nearest === undefined ? { ok: false, missing: from.missing } : { ok: false, missing: from.missing, nearest: from.nearest };
  }
  const because = from.members.length === 1 ? 'only_one' : tied ? 'registered_first' : 'lowest_load';
  return {
    ok: true, agentId: best.agentId, covered: from.required,
    load: bestLoad, capacity: best.capacity, candidates: from.members.length, because,
  };
};
