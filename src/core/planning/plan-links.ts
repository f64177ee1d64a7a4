// Turns the references between plan items into edges: by id, by title, by position. A reference that fits nothing is refused and
// never counts as satisfied; a position is believed only where no written id could have been meant.
import { foldText } from '../text/fold-text.ts';
import { nearest } from '../text/nearest.ts';
import { MAX_SHOWN, NOTES, PROBLEMS, type Note, type PlanProblem } from './plan-problems.ts';
import { isNone, type PlanItem, type Reference } from './plan-reading.ts';
import { checkGraph } from './task-graph.ts';

/** A task that is on the board already and may be waited on. */
export interface ExistingTask {
  readonly taskId: string;
  readonly title: string;
}

export interface ItemLinks {
  readonly dependsOn: readonly string[];
  /** A part of `dependsOn`. */
  readonly needsContext: readonly string[];
}

export interface PlanLinks {
  readonly links: ReadonlyMap<string, ItemLinks>;
  /** Local ids, prerequisites first; as given when there are problems. */
  readonly order: readonly string[];
  readonly problems: readonly PlanProblem[];
  readonly notes: readonly Note[];
}

export const linkItems = (items: readonly PlanItem[], existing: readonly ExistingTask[]): PlanLinks => {
  const byId = new Map(items.map((item) => [item.localId, item]));
  const twins = twinProblems(items, existing);
  const problems: PlanProblem[] = [...twins];
  const notes: Note[] = [];
  const references = referenceReader(items, existing);
  const links = new Map<string, ItemLinks>();
  for (const item of items) {
    const declared = resolveAll(item, item.dependsOn, references, problems);
    const wanted = item.needsContext?.filter((reference) => references.find(reference) !== undefined || !isAlwaysGiven(reference));
    const context = wanted === undefined ? declared : resolveAll(item, wanted, references, problems);
    for (const id of context) {
      const other = byId.get(id);
      if (!declared.has(id) && other !== undefined) notes.push(NOTES.contextBecameDependency(item, other));
    }
    links.set(item.localId, { dependsOn: [...new Set([...declared, ...context])], needsContext: [...context] });
  }
  // With twins an edge may mean either of them, so a ring could not be named truly.
  const order = twins.length > 0 ? undefined : ordered(links, existing, byId, problems);
  return { links, order: order ?? items.map((item) => item.localId), problems, notes };
};

const ordered = (
  links: ReadonlyMap<string, ItemLinks>, existing: readonly ExistingTask[], byId: ReadonlyMap<string, PlanItem>, problems: PlanProblem[],
): readonly string[] | undefined => {
  const nodes = [...links].map(([id, { dependsOn }]) => ({ id, dependsOn }));
  const graph = checkGraph(nodes, new Set(existing.map((task) => task.taskId)));
  if (graph.ok) return graph.order;
  const path: unknown = graph.details?.['path'];
  const ring = Array.isArray(path) ? path.flatMap((id: unknown) => (typeof id === 'string' ? (byId.get(id) ?? []) : [])) : [];
  problems.push(PROBLEMS.cycle(ring));
  return undefined;
};

const twinProblems = (items: readonly PlanItem[], existing: readonly ExistingTask[]): readonly PlanProblem[] => {
  const problems: PlanProblem[] = [];
  const ids = new Map(existing.map(({ taskId, title }) => [taskId, { localId: taskId, title }]));
  const titles = new Map<string, PlanItem>();
  for (const item of items) {
    const sameId = ids.get(item.localId);
    const sameTitle = item.title === '' ? undefined : titles.get(titleKey(item.title));
    if (sameId !== undefined) problems.push(PROBLEMS.duplicateId(sameId, item));
    else if (sameTitle !== undefined) problems.push(PROBLEMS.duplicateTitle(sameTitle, item));
    ids.set(item.localId, item);
    if (sameTitle === undefined) titles.set(titleKey(item.title), item);
  }
  return problems;
};

/** "Write copy", "write  copy." and "WRITE COPY" are one title. */
const titleKey = (title: string): string => foldText(title).replace(/[\s.。!！;；:：]+$/u, '');

interface References {
  /** The id of the item or task that is meant. */
  readonly find: (reference: Reference) => string | undefined;
  readonly near: (reference: Reference) => readonly string[];
}

const resolveAll = (item: PlanItem, written: readonly Reference[], references: References, problems: PlanProblem[]): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const reference of written.flatMap((one) => splitUnlessKnown(one, references))) {
    const id = references.find(reference);
    if (id === item.localId) problems.push(PROBLEMS.selfReference(item));
    else if (id !== undefined) found.add(id);
    // Near names are looked for while anybody will read them; a plan full of strangers stays cheap.
    else problems.push(PROBLEMS.unknownDependency(item, String(reference), problems.length < MAX_SHOWN ? references.near(reference) : []));
  }
  return found;
};

/** "t1, t2" in one text is two references, unless a title reads so; "none" is no reference at all. */
const splitUnlessKnown = (reference: Reference, references: References): readonly Reference[] => {
  if (typeof reference === 'number' || references.find(reference) !== undefined) return [reference];
  return reference.split(/[,，、;；]/u).map((part) => part.trim()).filter((part) => !isNone(part));
};

/** What every task is told in any case and what is no task. */
const isAlwaysGiven = (reference: Reference): boolean => ALWAYS_GIVEN.has(foldText(String(reference)));
const ALWAYS_GIVEN: ReadonlySet<string> = new Set(['goal', 'the goal', 'person', 'memory', '目标', '总目标']);

const referenceReader = (items: readonly PlanItem[], existing: readonly ExistingTask[]): References => {
  const all = [...items.map(({ localId, title }) => ({ id: localId, title })), ...existing.map(({ taskId, title }) => ({ id: taskId, title }))];
  // Earlier ones win: items of the plan before tasks of the board, ids before titles.
  const names = new Map<string, string>();
  const remember = (name: string, id: string): void => void (names.has(name) || names.set(name, id));
  for (const { id } of all) remember(`exact ${id}`, id);
  const folded = Map.groupBy(all, ({ id }) => foldText(id));
  for (const [name, [only, ...more]] of folded) if (only !== undefined && more.length === 0) remember(`folded ${name}`, only.id);
  for (const { id, title } of all) if (title !== '') remember(`title ${titleKey(title)}`, id);
  const byName = (name: string): string | undefined =>
    names.get(`exact ${name.normalize('NFC').trim()}`) ?? names.get(`folded ${foldText(name)}`) ?? names.get(`title ${titleKey(name)}`);
  const byPosition = positionReader(items);
  const look = (written: string): string | undefined => byName(written) ?? byName(undecorate(written)) ?? byPosition(written);
  const answers = new Map<string, string | undefined>();
  const find = (reference: Reference): string | undefined => {
    const written = String(reference);
    if (!answers.has(written)) answers.set(written, look(written));
    return answers.get(written);
  };
  return { find, near: (reference) => nearest(String(reference), all.flatMap(({ id, title }) => [id, title])) };
};

/** Quotes and brackets around a reference, and the title behind its id ("t1: Write copy"). */
const undecorate = (reference: string): string =>
  reference.replace(/^[\s"'`#[(“‘「【]+|[\s"'`\])”’」】]+$/gu, '').replace(/^([\p{L}\p{N}_.-]{1,64})\s*[:：]\s.*$/su, '$1');

/**
 * Positions count from 1. In a plan with ids "1", "3", "5" the number 2 is a mistake, not the second item, and so is "task_2"
 * where the plan wrote ids: believing it would start work on a prerequisite that nobody named.
 */
const positionReader = (items: readonly PlanItem[]) => {
  const writtenIds = items.flatMap((item) => (item.idWritten ? [item.localId] : []));
  const numbersAreIds = writtenIds.some((id) => /^\d+$/u.test(id));
  return (written: string): string | undefined => {
    const { word, number } = POSITION.exec(written.trim())?.groups ?? {};
    if (number === undefined || numbersAreIds || (word !== undefined && writtenIds.length > 0)) return undefined;
    return items[Number(number) - 1]?.localId;
  };
};
const POSITION = /^#?(?<word>(?:task|step|item|no\.?|任务|步骤|条目|第)[\s_-]*)?(?<number>\d{1,6})(?:\s*[项步条个])?$/iu;
