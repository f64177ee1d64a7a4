// What waits on what. A graph is checked whole before it is stored, so a ring, a stranger or a twin never reaches the board.
// Every walk keeps its own stack: a chain of 10,000 tasks is as safe as one of ten. Time is linear in tasks and edges.
import { refuse, type Refusal } from '../errors.ts';
import { nearest } from '../text/nearest.ts';

export interface GraphNode {
  readonly id: string;
  /** The prerequisites: ids of other nodes or of existing tasks. */
  readonly dependsOn: readonly string[];
}

export interface GraphOrder {
  readonly ok: true;
  /** Every node after all of its prerequisites; otherwise as given. */
  readonly order: readonly string[];
}

/**
 * Existing tasks may be waited on and cannot wait on new ones.
 * To check one added edge on a board use `wouldCycle`.
 */
export const checkGraph = (nodes: readonly GraphNode[], existing: ReadonlySet<string>): GraphOrder | Refusal => {
  const edges = new Map<string, readonly string[]>();
  for (const node of nodes) {
    if (edges.has(node.id) || existing.has(node.id)) return refuseTwin(node.id);
    edges.set(node.id, node.dependsOn);
  }
  for (const node of nodes) {
    for (const prerequisite of node.dependsOn) {
      if (prerequisite === node.id) return refuseSelf(node.id);
      if (!edges.has(prerequisite) && !existing.has(prerequisite)) return refuseStranger(node.id, prerequisite, [...edges.keys(), ...existing]);
    }
  }
  const { order, ring } = inOrder(edges);
  return ring === undefined ? { ok: true, order } : refuseCycle(ring);
};

/** The ring that a new edge would close, as `[task, newPrerequisite, …, task]`; undefined when there is none. */
export const wouldCycle = (
  prerequisitesOf: (taskId: string) => readonly string[], task: string, newPrerequisite: string,
): readonly string[] | undefined => {
  const cameFrom = new Map<string, string>([[newPrerequisite, task]]);
  const open = [newPrerequisite];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === task) return pathBack(cameFrom, task);
    for (const next of prerequisitesOf(at)) {
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, at);
      open.push(next);
    }
  }
  return undefined;
};

/** All tasks that wait on `root`, directly or through others, nearest first, each once, without `root`. */
export const descendants = (dependantsOf: (taskId: string) => readonly string[], root: string): readonly string[] => {
  const seen = new Set([root]);
  // A Set may grow while it is walked and is walked in the order of growth: a queue that also remembers.
  for (const at of seen) for (const next of dependantsOf(at)) seen.add(next);
  seen.delete(root);
  return [...seen];
};

/** "A → B → A": each waits on the next. The middle of a long ring is left out of the sentence, not of the details. */
export const refuseCycle = (path: readonly string[]): Refusal => {
  const drawn = drawPath(path);
  return refuse('plan.has_cycle', {
    en: `These tasks wait on each other in a ring: ${drawn}. Remove one of these dependencies.`,
    zh: `这些任务互相等待，成了环：${drawn}。请去掉其中一条依赖。`,
  }, { path });
};

export const drawPath = (path: readonly string[]): string =>
  (path.length <= MAX_DRAWN ? path : [...path.slice(0, MAX_DRAWN - 2), '…', ...path.slice(-1)]).join(' → ');

const MAX_DRAWN = 12;

const pathBack = (cameFrom: ReadonlyMap<string, string>, task: string): readonly string[] => {
  const path = [task];
  for (let at = cameFrom.get(task); at !== undefined && at !== task; at = cameFrom.get(at)) path.push(at);
  path.push(task);
  return path.toReversed();
};

/**
 * Walks from each node, in the order given, down to its prerequisites, and notes a node once they are all noted. The trail is the
 * way from the root to here; meeting it again is a ring.
 */
const inOrder = (edges: ReadonlyMap<string, readonly string[]>): { readonly order: readonly string[]; readonly ring?: readonly string[] } => {
  const done = new Set<string>();
  for (const root of edges.keys()) {
    const trail = done.has(root) ? [] : [{ id: root, next: 0 }];
    const places = new Map([[root, 0]]);
    for (let at = trail.at(-1); at !== undefined; at = trail.at(-1)) {
      const prerequisite = edges.get(at.id)?.[at.next];
      at.next += 1;
      if (prerequisite === undefined) {
        trail.pop();
        places.delete(at.id);
        done.add(at.id);
      } else if (edges.has(prerequisite) && !done.has(prerequisite)) {
        const place = places.get(prerequisite);
        if (place !== undefined) return { order: [...done], ring: [...trail.slice(place).map(({ id }) => id), prerequisite] };
        places.set(prerequisite, trail.push({ id: prerequisite, next: 0 }) - 1);
      }
    }
  }
  return { order: [...done] };
};

const refuseTwin = (id: string): Refusal => refuse('plan.duplicate_title', {
  en: `Two tasks have the id "${id}". Give each task an id of its own.`,
  zh: `有两个任务的编号都是“${id}”。请让每个任务的编号各不相同。`,
}, { id });

const refuseSelf = (id: string): Refusal => refuse('plan.self_reference', {
  en: `Task "${id}" waits on itself. Remove it from its own dependencies.`,
  zh: `任务“${id}”依赖了它自己。请从它的依赖里去掉它自己。`,
}, { id });

const refuseStranger = (id: string, dependency: string, known: readonly string[]): Refusal => {
  const near = nearest(dependency, known);
  const hint = near.length === 0 ? { en: '', zh: '' } : { en: ` Closest known: ${near.join(', ')}.`, zh: `最接近的已知编号：${near.join('、')}。` };
  return refuse('plan.unknown_dependency', {
    en: `Task "${id}" waits on "${dependency}", which does not exist.${hint.en} Name an existing task or remove the dependency.`,
    zh: `任务“${id}”依赖的“${dependency}”不存在。${hint.zh}请改成已有的任务，或去掉这条依赖。`,
  }, { id, dependency, nearest: near });
};
