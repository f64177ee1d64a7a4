// Skill tags for an agent file that names none: from its name, its folder and what it is for. They are short and few, they are
// shown as a note, and `skills:` in the file takes their place. What a file says it does not do gives no tag.
import { distinctSkills, normaliseSkill } from '../../core/members/skills.ts';
import { foldText } from '../../core/text/fold-text.ts';
import { wordSegments } from '../../core/text/segments.ts';

const MOST_DERIVED = 8;

export interface SkillSources {
  readonly name: string;
  readonly description: string;
  /** The folders that the file lies in, from the outermost. */
  readonly folders: readonly string[];
}

/**
 * In this order, each once, at most eight: the name as one tag, without words such as "agent" or 专员 at its end; the two nearest
 * folders; the words of the first sentence of the description that carry meaning, leaving out clauses with "not" or 不.
 */
export function deriveSkills({ name, description, folders }: SkillSources): readonly string[] {
  const nearest = folders.toReversed().filter((folder) => !EMPTY_FOLDERS.has(foldText(folder))).slice(0, 2);
  const tags = [nameTag(name), ...nearest, ...wordsOf(description)].map((part) => normaliseSkill(part.replace(NO_WORD_SIGNS, ' ')));
  return distinctSkills(tags.filter((tag) => Array.from(tag).length <= LONGEST && /[\p{L}\p{N}]/u.test(tag))).slice(0, MOST_DERIVED);
}

const LONGEST = 40;
const NO_WORD_SIGNS = /[^\p{L}\p{M}\p{N}+#.\s_-]+/gu;
const CJK = /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Hangul}]/u;

function nameTag(name: string): string {
  const whole = foldText(name).replace(/[\s_-]+/gu, ' ').trim();
  const short = whole.replace(/(?:^| )(?:agent|expert|specialist|assistant|bot|pro|persona|subagent)$/u, '').replace(/(?:智能体|专员|专家|助手|助理|代理|机器人)$/u, '').trim();
  return short === '' ? whole : short;
}

function wordsOf(description: string): readonly string[] {
  const [sentence = ''] = description.trim().slice(0, 2_000).split(/[。！？!?\n]|\\n|\.(?=\s|$)/u).filter((part) => part.trim() !== '');
  return sentence.split(/[,;:，；：、()（）]/u).filter((clause) => !SAYS_NOT.test(clause)).flatMap((clause) =>
    Array.from(wordSegments(clause)).filter((word) => word.isWordLike).map((word) => foldText(word.segment)).filter(isTelling));
}

function isTelling(word: string): boolean {
  if (CJK.test(word)) return Array.from(word).length >= 2 && !EMPTY_WORDS_ZH.has(word);
  return word.length >= 3 && !EMPTY_WORDS.has(word) && !/^\p{N}/u.test(word);
}

const SAYS_NOT = /\b(?:not|never|no|without|except|avoid|cannot)\b|n't\b|[不勿非]|禁止|没有|无法|避免/iu;
const EMPTY_FOLDERS = new Set(['', '.', 'agents', 'agent', 'subagents', '.claude', 'personas', 'prompts', 'src', 'team', 'teams', 'skills', 'en', 'zh', 'docs', '智能体', '团队']);
const EMPTY_WORDS = new Set(`the and but for says why written soon now just only with that this from into your you our are was were will would has have had can could should may must all any its their
 them then than when where who how what which while use uses used using make makes making get gets need needs needed want help helps helping agent agents
 expert specialist specializing specialized specialised senior junior master professional assistant such like including include includes about across through over under
 between also very more most other others every each who whose both either works work working user users one two new good best high great well deep proactively
 ensures ensure provides provide providing focused focuses focus skilled experienced responsible based before after during within asks ask turns gives takes`.split(/\s+/u));
const EMPTY_WORDS_ZH = new Set('负责 擅长 使用 进行 提供 帮助 用户 专业 需要 可以 能够 一个 以及 根据 通过 我们 他们 这个 那个 各种 相关 工作 具有 具备 经验 丰富 资深 高级 专注 致力 当前 时候 用于 并且 或者 如果 对于 关于 一名 一位 です ます する した こと ため など'.split(' '));
