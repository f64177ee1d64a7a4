// muster note TASK TEXT: adds a word or a file to an open task, whoever holds it; its next attempt and its reviewer are told.
import { isTaskId } from '../../core/ids.ts';
import { TeamError } from '../../core/errors.ts';
import { addNote } from '../../engine/people/add-note.ts';
import { byName, listOption, localeFor, type Cli } from '../cli.ts';
import { SAYS } from '../texts.ts';
import { visiting } from '../visit.ts';
import { pathsIn } from './answer.ts';

export async function run(cli: Cli): Promise<number> {
  const [id = '', note] = cli.args;
  if (!isTaskId(id)) throw new TeamError('task.not_found', SAYS.badId({ id, kinds: 'task_1' }), { locale: cli.locale, details: { id } });
  return visiting(cli, async (visit) => {
    await addNote(visit, id, { by: byName(cli), ...(note === undefined ? {} : { note }), attach: pathsIn(cli, listOption(cli, 'attach')) });
    const task = await visit.store.read.task(id);
    const goal = task === undefined ? undefined : await visit.store.read.goal(task.goalId);
    cli.screen.print(SAYS.noted({ id })[localeFor(cli, goal)]);
    return 0;
  });
}
