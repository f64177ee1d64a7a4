// The ids of members that come from files: the name in any script, composed, without what an id cannot hold. Within a folder each
// is taken once; who takes it does not depend on the run or the machine, only on names and paths.
import { idComplaint, MAX_ID_LENGTH } from '../../core/members/member-names.ts';
import { foldText, tidyText } from '../../core/text/fold-text.ts';
import { graphemeSegments } from '../../core/text/segments.ts';

/** The id that a name gives, or undefined when no letter or digit of it is left. */
export function idFromName(name: string): string | undefined {
  const tidy = tidyText(name);
  if (idComplaint(tidy) === undefined) return tidy;
  const joined = tidy.toLowerCase().normalize('NFC').replace(/[^\p{L}\p{M}\p{N}_.]+\p{M}*/gu, '-').replace(/^[-.\p{M}]+|[-.]+$/gu, '');
  const id = cut(joined, MAX_ID_LENGTH);
  if (idComplaint(id) === undefined) return id;
  // Only the address of the owner is left to be refused, or a name of marks and dots.
  return idComplaint(`${id}-agent`) === undefined && /[\p{L}\p{N}]/u.test(id) ? `${id}-agent` : undefined;
}

export interface Claim {
  readonly id: string;
  /** Written in the file as it is; it must not be changed. */
  readonly fixed: boolean;
}

/** What each claim gets, in the order of the claims; undefined for a fixed id that an earlier one took. */
export function shareOutIds(claims: readonly Claim[]): readonly (string | undefined)[] {
  const taken = new Set<string>();
  const ids = new Map<Claim, string>();
  const take = (claim: Claim, id: string): boolean => {
    const key = foldText(id);
    if (taken.has(key)) return false;
    taken.add(key);
    ids.set(claim, id);
    return true;
  };
  // Written ids first, then all that get their own name: a number at the end only goes to who is left, so that a new file
  // changes as few ids as it can.
  for (const claim of claims) if (claim.fixed) take(claim, claim.id);
  const left = claims.filter((claim) => !claim.fixed && !take(claim, claim.id));
  const next = new Map<string, number>();
  for (const claim of left) {
    let number = next.get(foldText(claim.id)) ?? 2;
    while (!take(claim, `${cut(claim.id, MAX_ID_LENGTH - String(number).length - 1)}-${number}`)) number += 1;
    next.set(foldText(claim.id), number + 1);
  }
  return claims.map((claim) => ids.get(claim));
}

// Ids become file names; see member-names.ts.
const MAX_CODE_UNITS = 230;

function cut(text: string, graphemes: number): string {
  let kept = '';
  let count = 0;
  for (const { segment } of graphemeSegments(text)) {
    if (count >= graphemes || kept.length + segment.length > MAX_CODE_UNITS) break;
    kept += segment;
    count += 1;
  }
  return kept.replace(/[-.]+$/u, '');
}
