// How branches and folders of working trees are called. A name holds the ids of its goal, task and member, so that two never
// mean the same; a name that is taken, or that git cannot have beside the ones that are there, gets a number behind it.
// Invariant: no name of ours ever equals, holds or lies under a branch that was there before, also where case does not count.
import { foldText } from '../text/fold-text.ts';

/** Longest part of a name, in characters: four parts stay far below what file systems allow. */
const MOST_CHARS = 40;
const MOST_NUMBERS = 500;
/** Tried in this order: where a branch is called `muster`, git can have no `muster/…` beside it. */
const ROOTS = ['muster/', 'muster-', 'muster_goals/'] as const;

/** A text as one part of a name: letters and digits of any script, composed, in lower case; anything else is a dash. */
export function namePart(text: string, otherwise: string): string {
  const plain = text.normalize('NFKC').toLowerCase().normalize('NFC').replace(/[\uFE00-\uFE0F]/gu, '').replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-');
  const kept = [...plain.replace(/^[-\p{M}]+/u, '')].slice(0, MOST_CHARS).join('').replace(/-+$/u, '');
  return kept === '' ? otherwise : kept;
}

export interface GoalName {
  readonly branch: string;
  /** Names the folder of its trees and its record. */
  readonly folder: string;
}

/** Undefined where everything is taken. */
export function pickGoalName(goalId: string, taken: { readonly branches: readonly string[]; readonly folders: readonly string[] }): GoalName | undefined {
  const part = namePart(goalId, 'goal');
  const folders = folded(taken.folders);
  const branches = folded(taken.branches);
  for (const root of ROOTS) {
    if (root.endsWith('/') && branches.has(foldText(root.slice(0, -1)))) continue;
    for (const folder of numbered(part)) {
      const branch = `${root}${folder}`;
      if (!folders.has(foldText(folder)) && isFree(branch, branches)) return { branch, folder };
    }
  }
  return undefined;
}

export interface TreeName {
  readonly branch: string;
  /** Names the tree's folder and its record inside those of the goal. */
  readonly name: string;
}

export interface TreeOf {
  readonly goalBranch: string;
  readonly taskId: string;
  readonly memberId: string;
}

export function pickTreeName({ goalBranch, taskId, memberId }: TreeOf, taken: { readonly branches: readonly string[]; readonly names: readonly string[] }): TreeName | undefined {
  const [task, member] = [namePart(taskId, 'task'), namePart(memberId, 'member')];
  const names = folded(taken.names);
  const branches = folded(taken.branches);
  for (const ending of numbered('')) {
    const name = `${member}--${task}${ending}`;
    const branch = `${goalBranch}--${task}--${member}${ending}`;
    if (!names.has(foldText(name)) && isFree(branch, branches)) return { name, branch };
  }
  return undefined;
}

function* numbered(stem: string): Generator<string> {
  yield stem;
  for (let number = 2; number <= MOST_NUMBERS; number += 1) yield `${stem}-${number}`;
}

/** A branch is a file in git's own folder: it can be neither twice, nor a folder of another, nor lie in one. */
function isFree(branch: string, branches: ReadonlySet<string>): boolean {
  const wanted = foldText(branch);
  if (branches.has(wanted)) return false;
  const parts = wanted.split('/');
  if (parts.some((_, index) => index > 0 && branches.has(parts.slice(0, index).join('/')))) return false;
  for (const other of branches) if (other.startsWith(`${wanted}/`)) return false;
  return true;
}

const folded = (names: readonly string[]): ReadonlySet<string> => new Set(names.map(foldText));
