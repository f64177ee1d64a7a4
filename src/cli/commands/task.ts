// muster task VERB TASK: a person changes one task, whoever holds it: edit, reassign, release, cancel, reopen, or wait-for another.
import { TeamError } from '../../core/errors.ts';
import { isTaskId } from '../../core/ids.ts';
import { changeTask, TASK_CHANGES, type TaskChange } from '../../engine/people/change-task.ts';
import { badInput, byName, listOption, localeFor, textOption, type Cli } from '../cli.ts';
import { TASK_WORDS } from '../state-words.ts';
import { SAYS } from '../texts.ts';
import { isDriven, visiting } from '../visit.ts';
import { readSet } from './answer.ts';

export async function run(cli: Cli): Promise<number> {
  const [verb = '', id = ''] = cli.args;
  if (!isTaskId(id)) throw new TeamError('task.not_found', SAYS.badId({ id, kinds: 'task_1' }), { locale: cli.locale, details: { id } });
  const change = changeTyped(cli, verb);
  const note = textOption(cli, 'note');
  return visiting(cli, async (visit) => {
    await changeTask(visit, id, { ...change, by: byName(cli), ...(note === undefined ? {} : { note }) });
    const { store } = visit;
    const task = await store.read.task(id);
    const goal = task === undefined ? undefined : await store.read.goal(task.goalId);
    if (task === undefined || goal === undefined) throw new TeamError('engine.defect', SAYS.unreadAgain({ id }));
    const locale = localeFor(cli, goal);
    cli.screen.print(SAYS.taskChanged({ id, state: TASK_WORDS[task.state][locale] })[locale]);
    if (goal.endedAt === null) {
      cli.screen.print((goal.pausedAt !== null
        ? SAYS.afterPause
        : isDriven(store, goal) ? SAYS.takesEffect : SAYS.thenResume({ type: cli.typed(`resume ${goal.id}`) }))[locale]);
    }
    return 0;
  });
}

/** Typed with a dash, as words of a command line are. */
const VERBS = TASK_CHANGES.map((verb) => verb.replaceAll('_', '-'));

function changeTyped(cli: Cli, typed: string): TaskChange {
  const verb = TASK_CHANGES.find((each) => each.replaceAll('_', '-') === typed);
  switch (verb) {
    case undefined:
      throw badInput(cli, SAYS.badTaskVerb({ verb: typed, verbs: VERBS.join(', ') }));
    case 'edit': {
      const set = readSet(cli);
      if (set === undefined) throw badInput(cli, SAYS.needsOption({ option: '--set FIELD=VALUE' }));
      return { do: verb, set };
    }
    case 'reassign': {
      const to = textOption(cli, 'to');
      if (to === undefined) throw badInput(cli, SAYS.needsOption({ option: '--to NAME' }));
      return { do: verb, to };
    }
    case 'wait_for': {
      const needs = listOption(cli, 'needs');
      if (needs.length === 0) throw badInput(cli, SAYS.needsOption({ option: '--needs TASK' }));
      return { do: verb, needs };
    }
    case 'release':
    case 'cancel':
    case 'reopen':
      return { do: verb };
  }
}
