// The schema decides. A value that does not fit is mended only where the schema refused a text for its type, and only if
// exactly one mended value fits. Nothing is dropped, defaulted or cast.
import type { Bilingual } from '../../core/json.ts';
import { misfitsOf, type FindMisfits, type Misfit } from '../../core/schema/schema-misfits.ts';
import type { Tree } from './cursor.ts';
import { MENDS, type MendContext } from './mends.ts';
import { sayMisfit } from './misfit.ts';
import type { ReasonName } from './reasons.ts';
import type { RepairName } from './repairs.ts';

export type Judgement =
  | { readonly ok: true; readonly value: Tree; readonly mends: readonly RepairName[] }
  | { readonly ok: false; readonly reason: ReasonName; readonly because?: Bilingual; readonly where?: string };

/** A text may be JSON in JSON in JSON; more layers than this are nobody's answer. */
const MAX_ROUNDS = 4;
const MAX_MENDS = 200_000;
/** So many mends are checked one by one where the schema has branches. */
const MAX_CHECKED = 20;

export function judge(value: Tree, context: MendContext, exact: boolean): Judgement {
  const find = misfitsOf(context.schema);
  if (find === undefined) return { ok: false, reason: 'schema' };
  const draft: Draft = { root: value, changes: [], branches: false, lists: new Set() };
  for (let round = 0; ; round += 1) {
    const misfits = find(draft.root);
    if (misfits.length === 0) break;
    draft.branches ||= misfits.some((misfit) => ['anyOf', 'oneOf', 'not', 'if'].includes(misfit.keyword));
    if (exact || round === MAX_ROUNDS || !mendAll(draft, misfits, context)) return unfit(misfits, draft.root);
  }
  if (draft.branches && !isOnlyReading(find, draft)) return { ok: false, reason: 'ambiguous' };
  return { ok: true, value: draft.root, mends: [...new Set(draft.changes.map((change) => change.name))] };
}

interface Draft {
  root: Tree;
  readonly changes: Change[];
  branches: boolean;
  /** Places of lists that were made from one text: what stands in them is not mended again. */
  readonly lists: Set<string>;
}

interface Change {
  readonly path: string;
  readonly name: RepairName;
  readonly before: Tree;
  readonly after: Tree;
}

/** Mends what can be mended in this round; false when nothing could be. */
function mendAll(draft: Draft, misfits: readonly Misfit[], context: MendContext): boolean {
  const before = draft.changes.length;
  const wanted = Map.groupBy(misfits.filter((misfit) => misfit.keyword === 'type'), (misfit) => misfit.path);
  for (const [path, refusals] of wanted) {
    const text = at(draft.root, path);
    if (typeof text !== 'string' || draft.changes.length >= MAX_MENDS || draft.lists.has(path.slice(0, path.lastIndexOf('/')))) continue;
    const types = refusals.flatMap((misfit): unknown => misfit.params['type']);
    const found = MENDS.filter((row) => row.wants.some((type) => types.includes(type)))
      .map((row) => ({ name: row.name, after: row.mend(text, context) }))
      .find((made) => made.after !== undefined);
    if (found?.after === undefined) continue;
    draft.changes.push({ path, name: found.name, before: text, after: found.after });
    if (found.name === 'text-for-list') draft.lists.add(path);
    draft.root = put(draft.root, path, found.after);
  }
  return draft.changes.length > before;
}

/** In a schema with branches a mend may have chosen the branch. Then the value without that mend must not fit as well. */
function isOnlyReading(find: FindMisfits, draft: Draft): boolean {
  if (draft.changes.length > MAX_CHECKED) return false;
  return draft.changes.every(({ path, before, after }) => {
    draft.root = put(draft.root, path, before);
    const alsoFits = find(draft.root).length === 0;
    draft.root = put(draft.root, path, after);
    return !alsoFits;
  });
}

function unfit(misfits: readonly Misfit[], root: Tree): Judgement {
  const told = misfits.find((misfit) => !['anyOf', 'oneOf', 'if'].includes(misfit.keyword)) ?? misfits[0];
  if (told === undefined) return { ok: false, reason: 'unfit' };
  return { ok: false, reason: 'unfit', because: sayMisfit(told, at(root, told.path)), where: told.path === '' ? '/' : told.path };
}

const stepsOf = (path: string): string[] =>
  path.split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

function at(root: Tree, path: string): Tree | undefined {
  return stepsOf(path).reduce<Tree | undefined>((place, step) => {
    if (Array.isArray(place)) return place[Number(step)];
    return typeof place === 'object' && place !== null && Object.hasOwn(place, step) ? place[step] : undefined;
  }, root);
}

function put(root: Tree, path: string, value: Tree): Tree {
  const steps = stepsOf(path);
  const last = steps.pop();
  if (last === undefined) return value;
  const parent = at(root, steps.length === 0 ? '' : path.slice(0, path.lastIndexOf('/')));
  if (Array.isArray(parent)) parent[Number(last)] = value;
  else if (typeof parent === 'object' && parent !== null) parent[last] = value;
  return root;
}
