// Ends a program with everything that it started: its process group, its session, its descendants, and whoever carries the
// mark of the call in the environment, so also a grandchild that went into a session of its own and lost its parent.
// Invariant: asked first, killed after a short grace, looked for again until nobody is left. Without /proc (not Linux) the
// process group is all that can be found.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export interface ProcessTree {
  /** The program that was started: leader of its group and of its session. */
  readonly pid: number;
  /** Stands in the environment of everything that it starts. */
  readonly mark: string;
  /** When it began, in ticks since the machine did: nothing older belongs to it. */
  readonly since: number;
}

const GRACE_MS = 200;
const LOOK_EVERY_MS = 25;
const MOST_ROUNDS = 20;

/** Contract: resolves within a second, with how many were found beside the program itself; never rejects. */
export async function endProcesses(tree: ProcessTree): Promise<number> {
  const strangers = new Set<number>();
  const first = membersOf(tree, strangers);
  if (first.length === 0 && !hasGroup(tree)) return 0;
  const isAnyLeft = (): boolean => membersOf(tree, strangers).length > 0 || (!HAS_PROC && hasGroup(tree));
  signalAll(tree, first, 'SIGTERM');
  const until = performance.now() + GRACE_MS;
  do await delay(LOOK_EVERY_MS);
  while (isAnyLeft() && performance.now() < until);
  for (let round = 0; round < MOST_ROUNDS && isAnyLeft(); round++) {
    signalAll(tree, membersOf(tree, strangers), 'SIGKILL');
    await delay(LOOK_EVERY_MS);
  }
  return first.filter((pid) => pid !== tree.pid).length;
}

/** Ticks at which a process began; 0 where that cannot be known. */
export const beganAt = (pid: number): number => readProcess(pid)?.since ?? 0;

function signalAll({ pid }: ProcessTree, members: readonly number[], signal: NodeJS.Signals): void {
  for (const target of [-pid, ...members]) {
    try {
      process.kill(target, signal);
    } catch {
      // It is gone already.
    }
  }
}

function hasGroup({ pid }: ProcessTree): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly since: number;
}

/** `strangers`: processes without the mark, which need no second look into their environment. */
function membersOf(tree: ProcessTree, strangers: Set<number>): readonly number[] {
  const rows = new Map(listProcesses().map((row) => [row.pid, row]));
  const isMember = (row: ProcessRow): boolean => row.session === tree.pid || row.group === tree.pid || descends(row, tree.pid, rows) || carriesMark(row, tree, strangers);
  return [...rows.values()].filter((row) => row.pid !== process.pid && row.since >= tree.since && isMember(row)).map(({ pid }) => pid);
}

function descends(row: ProcessRow, from: number, rows: ReadonlyMap<number, ProcessRow>): boolean {
  for (let at: ProcessRow | undefined = row, steps = 0; at && steps < 1000; at = rows.get(at.parent), steps++) if (at.pid === from) return true;
  return false;
}

function carriesMark({ pid }: ProcessRow, { mark }: ProcessTree, strangers: Set<number>): boolean {
  if (strangers.has(pid)) return false;
  try {
    if (readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark)) return true;
  } catch {
    // Not ours to read, so not started by us; or gone.
  }
  strangers.add(pid);
  return false;
}

const HAS_PROC = beganAt(process.pid) > 0;

function listProcesses(): readonly ProcessRow[] {
  if (!HAS_PROC) return [];
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : []));
}

/** Undefined for one that has ended, waited for or not. The name in brackets may hold anything, so the fields are read behind it. */
function readProcess(pid: number): ProcessRow | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [state = '', parent, group, session] = fields;
    return state === 'Z' || state === 'X' ? undefined : { pid, parent: Number(parent), group: Number(group), session: Number(session), since: Number(fields[19]) };
  } catch {
    return undefined;
  }
}
