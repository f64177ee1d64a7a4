// Which names inside a workspace are nobody's to touch: what git keeps for itself, and what usually holds secrets.
// Invariant: a name is judged by the plainest form that any file system might take it for, so no spelling goes around the list.
import type { GuardRefusal, GuardVerdict } from '../../ports/tool.ts';
import { quoted, refuseCall } from '../refusal.ts';
import { matchesWildcard } from './wildcard.ts';

/** Names that hold secrets, or the records of Muster itself. `!` takes a name out again; the last row that fits counts. */
export const PROTECTED_NAMES: readonly string[] = [
  '.env', '.env.*', '*.env', '.envrc', '!.env.example', '!.env.sample', '!.env.template', '!.env.dist', '!example.env', '!sample.env',
  '*.pem', '*.key', '*.p12', '*.pfx', '*.jks', '*.keystore', '*.kdbx', '*.ppk', 'id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519',
  '.ssh', '.gnupg', '.aws', '.azure', '.kube', '.netrc', '_netrc', '.npmrc', '.pypirc', '.pgpass', '.my.cnf', '.git-credentials', '.htpasswd',
  '.muster',
];

/** Where the gate keeps outcomes that are too long to be told whole: below what is protected, and there to be read. */
const OUTCOMES = ['.muster', 'outcomes'] as const;

/** Judges each name of a path that has no `..` left. */
export function judgeNames(parts: readonly string[], protectedNames: readonly string[]): GuardVerdict {
  const judged = isOutcome(parts) ? parts.slice(OUTCOMES.length) : parts;
  for (const part of judged) {
    const refusal = judgeName(part, protectedNames);
    if (refusal) return refusal;
  }
  return { ok: true };
}

export const isOutcome = (parts: readonly string[]): boolean => OUTCOMES.every((name, at) => parts[at] === name);

/** True for `.git` in any spelling that some file system opens as `.git`. */
export const isGitName = (name: string): boolean => /^(?:\.git|git~\d+)$/.test(plainName(name));

export function isProtectedName(name: string, protectedNames: readonly string[]): boolean {
  const plain = plainName(name);
  let isProtected = false;
  for (const row of protectedNames) {
    const isOut = row.startsWith('!');
    if (matchesWildcard((isOut ? row.slice(1) : row).toLowerCase(), plain)) isProtected = !isOut;
  }
  return isProtected;
}

function judgeName(name: string, protectedNames: readonly string[]): GuardRefusal | undefined {
  if (/^[.\s]*$/u.test(plainForm(name))) {
    return refuseCall('path.look_alike', {
      en: `The name ${quoted(name)} looks like a step up in the path. Write plain names with a letter or digit in them.`,
      zh: `名称 ${quoted(name)} 看起来像是返回上级目录。请使用含有字母或数字的普通名称。`,
    });
  }
  if (isGitName(name)) {
    return refuseCall('path.git_internals', {
      en: `${quoted(name)} is where git keeps its own records, which no tool may read or write. Work with the files beside it.`,
      zh: `${quoted(name)} 是 git 存放内部记录的地方，任何工具都不得读写。请只处理它旁边的文件。`,
    });
  }
  if (isProtectedName(name, protectedNames)) {
    return refuseCall('path.protected', {
      en: `${quoted(name)} is protected, since such files hold secrets. Go on without it, or ask a person for the one value you need.`,
      zh: `${quoted(name)} 受保护，因为这类文件通常存有机密。请不要使用它；确实需要其中某个值时，请向人询问。`,
    });
  }
  return undefined;
}

/** Width, case, accents and invisible marks taken off. */
const plainForm = (name: string): string => name.normalize('NFKD').replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '').toLowerCase();

/** Also without what Windows cuts off: blanks and dots at the end, and a stream after a colon. */
const plainName = (name: string): string => plainForm(name).replace(/:.*$/su, '').replace(/[.\s]+$/u, '').trimStart();

/** Two names with the same key are one file where case or composition does not count. */
export const clashKey = (name: string): string => name.normalize('NFC').toLowerCase().toUpperCase();
