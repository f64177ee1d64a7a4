// Our records of goals and trees, in git's common folder: who made what, under which resolved name. They are the only ground
// on which anything is removed; a name alone never is. A record is written whole before what it speaks of is made.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface GoalRecord {
  readonly goalId: string;
  readonly openedAt: number;
  /** The store that it belongs to. */
  readonly store: string;
  readonly branch: string;
  /** Names its folder of trees and this record. */
  readonly folder: string;
  readonly base: string;
  /** Where the user stood; null is on no branch. */
  readonly from: string | null;
  /** The last commit that we know of the branch. */
  readonly tip: string;
}

export interface TreeRecord {
  readonly goal: string;
  readonly goalId: string;
  readonly taskId: string;
  readonly memberId: string;
  readonly store: string;
  readonly name: string;
  readonly path: string;
  readonly branch: string;
  readonly base: string;
  /** Git's own folder of this tree; empty until it is made. */
  readonly admin: string;
  /** `making`: nobody was given it yet. `set_aside`: another tree took its place; it is only listed. */
  readonly state: 'making' | 'ready' | 'set_aside';
  readonly createdAt: number;
  /** Files in which a merge left marks. */
  readonly conflicted: readonly string[];
}

export interface Records {
  goals(): readonly GoalRecord[];
  /** Names of all records of goals and trees, also of those that cannot be read. */
  goalFolders(): readonly string[];
  treeNames(goal: string): readonly string[];
  trees(goal?: string): readonly TreeRecord[];
  writeGoal(record: GoalRecord): void;
  writeTree(record: TreeRecord): void;
  removeTree(record: TreeRecord): void;
}

export function recordsIn(folder: string): Records {
  const goals = join(folder, 'goals');
  const trees = join(folder, 'trees');
  const records: Records = {
    goals: () => namesIn(goals).flatMap((name) => read(join(goals, `${name}.json`), isGoal)),
    goalFolders: () => [...new Set([...namesIn(goals), ...foldersIn(trees)])],
    treeNames: (goal) => namesIn(join(trees, goal)),
    trees: (goal) => (goal === undefined ? foldersIn(trees) : [goal]).flatMap((each) => namesIn(join(trees, each)).flatMap((name) => read(join(trees, each, `${name}.json`), isTree))),
    writeGoal: (record) => write(join(goals, `${record.folder}.json`), record),
    writeTree: (record) => write(join(trees, record.goal, `${record.name}.json`), record),
    removeTree: (record) => rmSync(join(trees, record.goal, `${record.name}.json`), { force: true }),
  };
  return records;
}

const foldersIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);
const namesIn = (folder: string): readonly string[] => foldersIn(folder).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []));

/** A record that cannot be read is none: its name stays taken, and what it spoke of is found as an orphan. */
function read<T>(file: string, fits: (value: unknown) => value is T): readonly T[] {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return fits(value) ? [value] : [];
  } catch {
    return [];
  }
}

function write(file: string, record: object): void {
  mkdirSync(dirname(file), { recursive: true });
  const beside = `${file}.${process.pid}.new`;
  writeFileSync(beside, `${JSON.stringify(record, undefined, 2)}\n`, { flush: true });
  renameSync(beside, file);
}

const hasTexts = (value: unknown, names: readonly string[]): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && names.every((name) => typeof Reflect.get(value, name) === 'string');

const isGoal = (value: unknown): value is GoalRecord =>
  hasTexts(value, ['goalId', 'store', 'branch', 'folder', 'base', 'tip']) && typeof value['openedAt'] === 'number' && (value['from'] === null || typeof value['from'] === 'string');

const isTree = (value: unknown): value is TreeRecord =>
  hasTexts(value, ['goal', 'goalId', 'taskId', 'memberId', 'store', 'name', 'path', 'branch', 'base', 'admin', 'state'])
    && typeof value['createdAt'] === 'number'
    && Array.isArray(value['conflicted']);
