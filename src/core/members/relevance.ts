// How much a member has to do with a text, as a whole number: which of its tags and words stand in the text, rare ones before
// common ones. It only orders what a planner gets to see; who does a task is decided by tags alone (matching.ts).
import { foldText } from '../text/fold-text.ts';
import { normaliseSkill } from './skills.ts';

export interface DescribedMember {
  readonly agentId: string;
  readonly name: string;
  readonly skills: readonly string[];
  readonly description?: string;
}

/**
 * The score of each member, in the order given. A term of the text that a member shares counts once, at its best place: tag 4,
 * name or id 2, description 1; times its rarity: 1 when everybody has it, 1 more each time that half as many do. A tag that
 * stands in the text as a whole counts 8 more, times its rarity.
 */
export function relevance(members: readonly DescribedMember[], text: string): readonly number[] {
  const wanted = termsOf(text);
  const whole = normaliseSkill(text);
  const places = members.map((member) => placesOf(member, wanted));
  const holders = new Map<string, number>();
  for (const place of places) for (const term of place.keys()) holders.set(term, (holders.get(term) ?? 0) + 1);
  const tagHolders = new Map<string, number>();
  for (const member of members) for (const tag of wholeTags(member, whole)) tagHolders.set(tag, (tagHolders.get(tag) ?? 0) + 1);
  const rarity = (count: number | undefined): number => 32 - Math.clz32(Math.floor(members.length / (count ?? 1)));
  return members.map((member, index) => {
    let score = 0;
    for (const [term, weight] of places[index] ?? []) score += weight * rarity(holders.get(term));
    for (const tag of wholeTags(member, whole)) score += WHOLE_TAG * rarity(tagHolders.get(tag));
    return score;
  });
}

/**
 * What can be shared. Words of scripts that set spaces are cut to their first six letters, so that "translate" meets
 * "translation"; runs of scripts that do not are taken in pairs of letters ("数据分析": 数据, 据分, 分析).
 */
export function termsOf(text: string): ReadonlySet<string> {
  const terms = new Set<string>();
  for (const [run] of foldText(text.slice(0, MAX_TEXT)).matchAll(RUNS)) {
    const letters = Array.from(run);
    if (!UNSPACED.test(run)) {
      if (letters.length > 1 && !EMPTY_WORDS.has(run)) terms.add(letters.slice(0, STEM).join(''));
    } else if (letters.length === 1) {
      terms.add(run);
    } else {
      for (let at = 0; at + 1 < letters.length; at += 1) terms.add(`${letters[at]}${letters[at + 1]}`);
    }
  }
  return terms;
}

const MAX_TEXT = 20_000;
const STEM = 6;
const WHOLE_TAG = 8;
const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'].map((script) => String.raw`\p{Script_Extensions=${script}}`).join('');
const UNSPACED = new RegExp(`^[${SCRIPTS}]`, 'u');
// A run of one kind: "SQL查询" is a word and a run of Han, not one of both.
const RUNS = new RegExp(String.raw`[${SCRIPTS}][${SCRIPTS}\p{M}]*|(?:(?![${SCRIPTS}])[\p{L}\p{N}\p{M}+#])+`, 'gu');
// They stand in every goal and would only add noise.
const EMPTY_WORDS = new Set('the and for with that this from into our your are was will has have can all any not its their them then than when who how what which use using make get you we an in on to of by or is it be as at do so no if'.split(' '));

function placesOf(member: DescribedMember, wanted: ReadonlySet<string>): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const rows: readonly (readonly [string, number])[] = [[member.description ?? '', 1], [`${member.name} ${member.agentId}`, 2], [member.skills.join(' '), 4]];
  // Later rows count more and overwrite.
  for (const [text, weight] of rows) for (const term of termsOf(text)) if (wanted.has(term)) places.set(term, weight);
  return places;
}

function wholeTags(member: DescribedMember, whole: string): ReadonlySet<string> {
  const found = member.skills.map(normaliseSkill).filter((tag) => tag !== '' && standsIn(tag, whole));
  return new Set(found);
}

/** The tag stands in the text with no letter of its own kind right beside it: "art" does not stand in "start". */
function standsIn(tag: string, whole: string): boolean {
  if (UNSPACED.test(tag)) return Array.from(tag).length > 1 && whole.includes(tag);
  for (let at = whole.indexOf(tag); at >= 0; at = whole.indexOf(tag, at + 1)) {
    if (!isSpacedLetter(whole.slice(0, at).at(-1)) && !isSpacedLetter(whole.at(at + tag.length))) return true;
  }
  return false;
}

const isSpacedLetter = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}]/u.test(letter) && !UNSPACED.test(letter);
