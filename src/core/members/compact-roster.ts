// The roster as a planner gets to see it when the team is too large to be shown whole: the members that have most to do with
// the goal in full, others by their tags, as many as the limit of tokens lets in. Nothing is left out of a team that fits.
import type { JsonObject } from '../json.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { shorten } from '../text/fold-text.ts';
import { ROLES, type Registration } from './registration.ts';
import { relevance } from './relevance.ts';
import { normaliseSkill } from './skills.ts';

export interface CompactRosterOptions {
  /** What the members are wanted for. */
  readonly goal: string;
  /** Most tokens, by `estimateTokens`, that the list of rows may cost as JSON. */
  readonly tokens: number;
  /** How a member is told in full. */
  readonly rowOf: (member: Registration) => JsonObject;
}

export interface CompactRoster {
  /** What is shown: a whole team in the order of registration, a part of one with the most relevant first. */
  readonly rows: readonly JsonObject[];
  readonly members: readonly Registration[];
  /** How many members are not shown. */
  readonly leftOut: number;
}

/**
 * Who comes first: one member of each role, so that the roles stay known; then by relevance to the goal, at equal relevance the
 * members with a tag that nobody else has, then the order of registration. Relevant ones take up to half of the limit in full.
 * The rest is filled with short rows (id, role, tags, input form), owners of a tag before the others; what is left makes
 * short rows full again.
 */
export function compactRoster(roster: readonly Registration[], { goal, tokens, rowOf }: CompactRosterOptions): CompactRoster {
  if (fitsWhole(roster, tokens, rowOf)) return { rows: roster.map(rowOf), members: roster, leftOut: 0 };
  const ranked = rank(roster, goal);
  const list = listWithin(tokens);
  const full = ({ member }: Ranked): JsonObject => withShortDescription(rowOf(member));
  const brief = ({ member }: Ranked): JsonObject => briefRow(member);

  for (const role of ROLES) {
    const first = ranked.find(({ member }) => member.roles.includes(role));
    if (first !== undefined) list.put(first, brief(first), tokens);
  }
  for (const each of ranked) if (each.score > 0) list.put(each, full(each), tokens / 2);
  for (const each of ranked) if (each.ownsTag && !list.has(each)) list.put(each, brief(each), tokens);
  for (const each of ranked) if (!list.has(each)) list.put(each, brief(each), tokens);
  for (const each of ranked) if (list.has(each)) list.put(each, full(each), tokens);

  const shown = list.rows().toSorted(([a], [b]) => byRank(a, b));
  return { rows: shown.map(([, row]) => row), members: shown.map(([{ member }]) => member), leftOut: roster.length - shown.length };
}

interface Ranked {
  readonly at: number;
  readonly member: Registration;
  readonly score: number;
  /** Holds a tag that nobody else holds. */
  readonly ownsTag: boolean;
}

function rank(roster: readonly Registration[], goal: string): readonly Ranked[] {
  const scores = relevance(roster, goal);
  const holders = new Map<string, number>();
  const tags = roster.map((member) => new Set(member.skills.map(normaliseSkill)));
  for (const set of tags) for (const tag of set) holders.set(tag, (holders.get(tag) ?? 0) + 1);
  return roster
    .map((member, at): Ranked => ({ at, member, score: scores[at] ?? 0, ownsTag: [...(tags[at] ?? [])].some((tag) => holders.get(tag) === 1) }))
    .toSorted(byRank);
}

const byRank = (a: Ranked, b: Ranked): number => b.score - a.score || Number(b.ownsTag) - Number(a.ownsTag) || a.at - b.at;

/** Rows that together never cost more than the limit; a row that takes the place of another is only paid for the difference. */
function listWithin(tokens: number) {
  const rows = new Map<Ranked, { readonly row: JsonObject; readonly cost: number }>();
  let spent = BRACKETS;
  return {
    has: (who: Ranked): boolean => rows.has(who),
    rows: (): readonly (readonly [Ranked, JsonObject])[] => [...rows].map(([who, { row }]) => [who, row]),
    put(who: Ranked, row: JsonObject, upTo: number): void {
      const cost = costOf(row);
      const after = spent - (rows.get(who)?.cost ?? 0) + cost;
      if (!(after <= Math.min(upTo, tokens))) return;
      rows.set(who, { row, cost });
      spent = after;
    },
  };
}

const BRACKETS = 1;
const MAX_DESCRIPTION = 200;

/** With the comma after it. */
const costOf = (row: JsonObject): number => estimateTokens(`${JSON.stringify(row)},`);

function fitsWhole(roster: readonly Registration[], tokens: number, rowOf: CompactRosterOptions['rowOf']): boolean {
  let spent = BRACKETS;
  for (const member of roster) if (!((spent += costOf(rowOf(member))) <= tokens)) return false;
  return true;
}

function withShortDescription(row: JsonObject): JsonObject {
  const description = row['description'];
  return typeof description === 'string' ? { ...row, description: shorten(description, MAX_DESCRIPTION) } : row;
}

/** The input form stays: a plan has to fill it. */
const briefRow = ({ agentId, roles, skills, inputSchema }: Registration): JsonObject => ({
  agent_id: agentId, role: roles, skills, ...(inputSchema === undefined ? {} : { input_schema: inputSchema }),
});
