// Skill tags: the short words by which work finds its member. Tags are compared, never the text of a goal or task, so that
// "do not modify code" can never route to whoever modifies code. Equal means equal after folding, in any script.
import { foldText } from '../text/fold-text.ts';

/**
 * The one form of a tag: width, case and composition folded; spaces, hyphens and underscores become one hyphen, and none at all
 * beside Chinese, Japanese or Korean letters, where writers set a space or not as they please ("SQL 查询" is "SQL查询").
 */
export const normaliseSkill = (skill: string): string =>
  foldText(skill).replace(SEPARATORS, '-').replace(BESIDE_CJK, '').replace(/^-|-$/gu, '');

/** A member's tags, ready for many comparisons. */
export const skillSet = (skills: Iterable<string>): ReadonlySet<string> => {
  const set = new Set<string>();
  for (const skill of skills) set.add(normaliseSkill(skill));
  set.delete('');
  return set;
};

/** A stable key for a set of tags: same tags in any order and spelling, same key. The empty set is ''. */
export const skillKey = (skills: readonly string[]): string => {
  if (skills.length === 0) return '';
  const written = skills.join('\u0000');
  const known = keys.get(written);
  if (known !== undefined) return known;
  // A normalised tag holds no space, so the space cannot make two sets look alike.
  const key = [...skillSet(skills)].toSorted().join(' ');
  if (keys.size >= KEYS_KEPT) keys.clear();
  keys.set(written, key);
  return key;
};

/** The same few sets of tags come thousands of times. */
const keys = new Map<string, string>();
const KEYS_KEPT = 1_000;

export interface Coverage {
  readonly covered: readonly string[];
  readonly missing: readonly string[];
}

/** Which of the required tags the member has. Tags come back as they were required, each once. */
export const covers = (memberSkills: ReadonlySet<string>, required: readonly string[]): Coverage => {
  const covered: string[] = [];
  const missing: string[] = [];
  for (const [normal, written] of distinct(required)) (memberSkills.has(normal) ? covered : missing).push(written);
  return { covered, missing };
};

/** The tags as written, each once; what folds to nothing is left out. */
export const distinctSkills = (skills: readonly string[]): readonly string[] => [...distinct(skills).values()];

const distinct = (skills: readonly string[]): ReadonlyMap<string, string> => {
  const byNormal = new Map<string, string>();
  for (const skill of skills) {
    const normal = normaliseSkill(skill);
    if (normal !== '' && !byNormal.has(normal)) byNormal.set(normal, skill);
  }
  return byNormal;
};

const SEPARATORS = /[\s_\p{Dash_Punctuation}]+/gu;
const CJK = String.raw`[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Hangul}]`;
const BESIDE_CJK = new RegExp(`(?<=${CJK})-|-(?=${CJK})`, 'gu');
