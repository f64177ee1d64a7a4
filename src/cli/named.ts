// What an id on the command line names: a goal, or a task with its goal. An attempt names its task, for screens print it too.
import { TeamError } from '../core/errors.ts';
import type { Goal } from '../core/goal.ts';
import { isGoalId, isTaskId, taskOfAttempt } from '../core/ids.ts';
import type { Task } from '../core/task.ts';
import type { Store } from '../ports/store.ts';
import type { Cli } from './cli.ts';
import { SAYS } from './texts.ts';
import { goalNamed } from './visit.ts';

export interface About {
  readonly goal: Goal;
  readonly task: Task | undefined;
}

export async function aboutNamed(cli: Cli, store: Store, named = ''): Promise<About> {
  const id = taskOfAttempt(named) ?? named;
  if (isTaskId(id)) {
    const task = await store.read.task(id);
    const goal = task === undefined ? undefined : await store.read.goal(task.goalId);
    if (task === undefined || goal === undefined) throw new TeamError('task.not_found', SAYS.noSuchTask({ id }), { locale: cli.locale, details: { id } });
    return { goal, task };
  }
  if (!isGoalId(id)) throw new TeamError('goal.not_found', SAYS.badId({ id, kinds: 'goal_1 / task_1' }), { locale: cli.locale, details: { id } });
  return { goal: await goalNamed(cli, store, id), task: undefined };
}
