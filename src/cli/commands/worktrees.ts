// muster worktrees: the working trees of a repository with owner, age and state, also those that nobody speaks of. Changes nothing.
import { workspaceOf } from '../../built-in-tools.ts';
import { chooseTeam } from '../../config.ts';
import { openWorktrees } from '../../compose.ts';
import type { Locale } from '../../core/json.ts';
import { TeamError } from '../../core/errors.ts';
import { timeOut } from '../../core/outside.ts';
import { sayFindings } from '../../core/worktrees/findings.ts';
import { locationOf } from '../../open-store.ts';
import type { ListedTree } from '../../ports/workspaces.ts';
import { systemClock } from '../../system-clock.ts';
import { isSet, textOption, type Cli } from '../cli.ts';
import { spanOf, TREE_WORDS } from '../state-words.ts';
import { SAYS } from '../texts.ts';
import { storeName } from '../visit.ts';

export async function run(cli: Cli): Promise<number> {
  const { screen, locale } = cli;
  const choice = await chooseTeam({ folder: textOption(cli, 'team'), cwd: cli.cwd, locale });
  const store = storeName(cli);
  const workspace = workspaceOf(choice.toolChoice, choice.folder);
  const trees = await openWorktrees({ workspace, store: locationOf(store === undefined ? {} : { store }) }).list();
  if (!('length' in trees)) throw new TeamError('workspace.refused', trees.because, { locale, details: { reason: trees.reason } });
  if (isSet(cli, 'json')) screen.print(JSON.stringify({ worktrees: trees.map((tree) => treeOut(tree, locale)) }));
  else if (trees.length === 0) screen.print(SAYS.noWorktrees({ folder: workspace })[locale]);
  else for (const line of trees.flatMap((tree) => linesOf(cli, tree))) screen.print(line);
  return 0;
}

const treeOut = ({ path, branch, state, owner, isOurs, createdAt, findings }: ListedTree, locale: Locale) => ({
  path, branch, state,
  owner: owner === null ? null : { goal_id: owner.goalId, task_id: owner.taskId, member_id: owner.memberId, store: owner.store },
  is_ours: isOurs,
  created_at: createdAt === null ? null : timeOut(createdAt),
  findings: findings.map((finding) => ({ kind: finding.kind, count: finding.count, what: finding.what, says: sayFindings([finding])[locale] })),
});

function linesOf({ screen, locale }: Cli, { path, branch, state, owner, isOurs, createdAt, findings }: ListedTree): readonly string[] {
  const whose = owner === null ? SAYS.nobodysTree[locale] : [owner.goalId, owner.taskId, owner.memberId].join(' · ');
  const store = owner === null || isOurs ? [] : [SAYS.otherStore({ location: owner.store })[locale]];
  const age = createdAt === null ? [] : [spanOf(Math.max(0, systemClock.now() - createdAt), locale)];
  const head = [screen.colors.bold(whose), TREE_WORDS[state][locale], ...age, ...store].join('  ');
  return [head, `  ${path}${branch === null ? '' : `  ${branch}`}`, ...(findings.length === 0 ? [] : [`  ${sayFindings(findings)[locale]}`])];
}
