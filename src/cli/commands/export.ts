// muster export ID: the whole history of a goal as one JSON document, on stdout or in a file that is not there yet.
import { maskFor, maskJson } from '../../core/gate/secrets.ts';
import { exportGoal, readGoal } from '../../engine/reads/read-goal.ts';
import { localeFor, textOption, type Cli } from '../cli.ts';
import { SAYS } from '../texts.ts';
import { goalNamed, visiting } from '../visit.ts';
import { writeNewFile } from '../write-new-file.ts';

export const run = (cli: Cli): Promise<number> =>
  visiting(cli, async ({ store }) => {
    const goal = await goalNamed(cli, store, cli.args[0]);
    const reading = await readGoal(store.read, goal.id);
    const whole = reading === undefined ? {} : await exportGoal(store, reading);
    // An export leaves the house.
    const text = JSON.stringify(maskJson(whole, maskFor(cli.env)), null, 2);
    const file = textOption(cli, 'out');
    if (file === undefined) {
      cli.screen.print(text);
      return 0;
    }
    writeNewFile(cli, file, `${text}\n`);
    cli.screen.print(SAYS.exported({ file, events: Array.isArray(whole['events']) ? whole['events'].length : 0 })[localeFor(cli, goal)]);
    return 0;
  });
