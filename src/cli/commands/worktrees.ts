// muster worktrees: the working trees of a repository with owner, age and state, also those that nobody speaks of. Changes nothing.
import { workspaceOf } from '../../built-in-tools.ts';
import { chooseTeam } from '../../config.ts';
import { openWorktrees } from '../../compose.ts';
import { isTaskId } from '../../core/ids.ts';
import type { Bilingual, Locale } from '../../core/json.ts';
import { isTeamError, TeamError } from '../../core/errors.ts';
import { timeOut } from '../../core/outside.ts';
import { sayFindings } from '../../core/worktrees/findings.ts';
import { mergeByHand } from '../../core/worktrees/merge-by-hand.ts';
import { locationOf } from '../../open-store.ts';
import type { Store } from '../../ports/store.ts';
import type { ListedTree } from '../../ports/workspaces.ts';
import { systemClock } from '../../system-clock.ts';
import { isSet, textOption, type Cli } from '../cli.ts';
import { spanOf, TREE_WORDS } from '../state-words.ts';
import { SAYS } from '../texts.ts';
import { storeName, visiting } from '../visit.ts';

export async function run(cli: Cli): Promise<number> {
  const { screen, locale } = cli;
  const choice = await chooseTeam({ folder: textOption(cli, 'team'), cwd: cli.cwd, locale });
  const store = storeName(cli);
  const workspace = workspaceOf(choice.toolChoice, choice.folder);
  const trees = await openWorktrees({ workspace, store: locationOf(store === undefined ? {} : { store }) }).list();
  if (!('length' in trees)) throw new TeamError('workspace.refused', trees.because, { locale, details: { reason: trees.reason } });
  const known = await knownTo(cli, trees);
  if (isSet(cli, 'json')) screen.print(JSON.stringify({ worktrees: known.map((tree) => treeOut(tree, locale)) }));
  else if (known.length === 0) screen.print(SAYS.noWorktrees({ folder: workspace })[locale]);
  else for (const line of known.flatMap((tree) => linesOf(cli, tree))) screen.print(line);
  return 0;
}

interface KnownTree extends ListedTree {
  /** The lines that merge it by hand; undefined where the team merges it by itself, empty where nothing is in it. */
  readonly byHand: readonly Bilingual[] | undefined;
}

/** A store that cannot be opened hides no tree: what stands in one is looked for most where it is damaged. */
async function knownTo(cli: Cli, trees: readonly ListedTree[]): Promise<readonly KnownTree[]> {
  const bare = trees.map((tree) => ({ ...tree, byHand: undefined }));
  if (!trees.some(({ isOurs }) => isOurs)) return bare;
  try {
    return await visiting(cli, ({ store }) => Promise.all(trees.map(async (tree) => ({ ...tree, byHand: await byHandFor(store, tree) }))));
  } catch (fault) {
    if (!isTeamError(fault)) throw fault;
    cli.screen.warn(`${fault.says[cli.locale]}\n${SAYS.storeLeftOut[cli.locale]}`);
    return bare;
  }
}

/** Of a task whose result a person supplied instead nobody merges the work. */
async function byHandFor(store: Store, { path, branch, state, owner, isOurs, findings }: ListedTree): Promise<readonly Bilingual[] | undefined> {
  if (owner === null || !isOurs || branch === null || !isTaskId(owner.taskId)) return undefined;
  const task = await store.read.task(owner.taskId);
  return task?.more?.leftBranch === branch ? mergeByHand({ path, isThere: state !== 'missing', branch, taskId: task.id, findings }) : undefined;
}

const treeOut = ({ path, branch, state, owner, isOurs, createdAt, findings, byHand }: KnownTree, locale: Locale) => ({
  path, branch, state,
  owner: owner === null ? null : { goal_id: owner.goalId, task_id: owner.taskId, member_id: owner.memberId, store: owner.store },
  is_ours: isOurs,
  created_at: createdAt === null ? null : timeOut(createdAt),
  findings: findings.map((finding) => ({ kind: finding.kind, count: finding.count, what: finding.what, says: sayFindings([finding])[locale] })),
  ...(byHand === undefined ? {} : { merge_by_hand: byHand.map((step) => step[locale]) }),
});

function linesOf({ screen, locale }: Cli, { path, branch, state, owner, isOurs, createdAt, findings, byHand = [] }: KnownTree): readonly string[] {
  const whose = owner === null ? SAYS.nobodysTree[locale] : [owner.goalId, owner.taskId, owner.memberId].join(' · ');
  const store = owner === null || isOurs ? [] : [SAYS.otherStore({ location: owner.store })[locale]];
  const age = createdAt === null ? [] : [spanOf(Math.max(0, systemClock.now() - createdAt), locale)];
  const head = [screen.colors.bold(whose), TREE_WORDS[state][locale], ...age, ...store].join('  ');
  return [
    head,
    `  ${path}${branch === null ? '' : `  ${branch}`}`,
    ...(findings.length === 0 ? [] : [`  ${sayFindings(findings)[locale]}`]),
    ...(byHand.length === 0 ? [] : [`  ${SAYS.notMergedFor({ id: owner?.taskId ?? '' })[locale]}`, ...byHand.map((step) => `    ${step[locale]}`)]),
  ];
}
