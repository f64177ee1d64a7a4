// How members are named and found. An id is the name that counts; models decorate it with quotes, case, spaces and "@", and
// that much is forgiven. A prefix or suffix is not: guessing who "prod-xyz-writer" means would give work to the wrong member.
import { foldText, isLongerThan } from '../text/fold-text.ts';
import type { Bilingual } from '../json.ts';

export const MAX_ID_LENGTH = 64;

export interface NamedMember {
  readonly agentId: string;
  readonly name: string;
}

export type FoundMember<M extends NamedMember> =
  | { readonly kind: 'found'; readonly member: M }
  | { readonly kind: 'ambiguous'; readonly members: readonly M[] }
  /** `members` is everybody, so that the answer can list them once. */
  | { readonly kind: 'unknown'; readonly members: readonly M[] };

export const findMember = <M extends NamedMember>(members: readonly M[], nameAsWritten: string): FoundMember<M> =>
  memberFinder(members)(nameAsWritten);

/** Prepares the look-up once for many names. Id before display name, exact before folded; two hits on one level are ambiguous. */
export const memberFinder = <M extends NamedMember>(members: readonly M[]): ((nameAsWritten: string) => FoundMember<M>) => {
  const levels = LEVELS.map(({ key, of }) => ({ key, found: Map.groupBy(members, (member) => key(of(member))) }));
  return (nameAsWritten) => {
    const names = new Set([nameAsWritten, undecorate(nameAsWritten)]);
    for (const { key, found } of levels) {
      for (const name of names) {
        const [member, ...more] = found.get(key(name)) ?? [];
        if (member !== undefined) return more.length === 0 ? { kind: 'found', member } : { kind: 'ambiguous', members: [member, ...more] };
      }
    }
    return { kind: 'unknown', members };
  };
};

/** What is wrong with an id, or undefined. The id is composed (NFC) already. */
export const idComplaint = (id: string): Bilingual | undefined => {
  if (!LETTERS_OF_ID.test(id) || !/[\p{L}\p{N}]/u.test(id)) {
    return {
      en: 'write letters or digits of any script, "_", "-" and ".", without spaces, such as writer_1',
      zh: '请只用任意文字的字母、汉字、数字以及“_”“-”“.”，不含空格，例如 writer_1 或 文案专员',
    };
  }
  if (isLongerThan(id, MAX_ID_LENGTH) || id.length > MAX_CODE_UNITS) {
    return { en: `make it at most ${MAX_ID_LENGTH} characters long`, zh: `请不要超过 ${MAX_ID_LENGTH} 个字符` };
  }
  if (RESERVED.has(foldText(id))) {
    return { en: `choose another id; "${id}" is the address of the person who owns the goal`, zh: `请换一个编号；“${id}”是目标所有者的收件地址` };
  }
  return undefined;
};

// Marks belong to the letters of many scripts (नमस्ते), so they are letters here; none may stand first.
const LETTERS_OF_ID = /^[\p{L}\p{N}_.-][\p{L}\p{M}\p{N}_.-]*$/u;
// A grapheme may carry any number of marks; the second cap keeps ids fit for file names.
const MAX_CODE_UNITS = 240;
const RESERVED: ReadonlySet<string> = new Set(['user']);

const compose = (text: string): string => text.normalize('NFC');

const LEVELS: readonly { readonly key: (text: string) => string; readonly of: (member: NamedMember) => string }[] = [
  { key: compose, of: (member) => member.agentId },
  { key: foldText, of: (member) => member.agentId },
  { key: compose, of: (member) => member.name },
  { key: foldText, of: (member) => member.name },
];

const DECORATION = /^[\s"'`*@<([{“”‘’«»「」『』【】《》]+|[\s"'`*>)\]}“”‘’«»「」『』【】《》,，;；:：.。]+$/gu;

const undecorate = (name: string): string => name.replace(DECORATION, '');
