// muster alerts: what a person should look at, newest last, each with what led there.
import type { MusterEvent } from '../../core/change.ts';
import { eventOut } from '../../core/outside.ts';
import { eventsOf } from '../../engine/reads/read-goal.ts';
import { isSet, type Cli } from '../cli.ts';
import { fullLine } from '../pages/event-lines.ts';
import { historyLines } from '../pages/tool-lines.ts';
import { indent } from '../terminal/screen.ts';
import { SAYS } from '../texts.ts';
import { visiting } from '../visit.ts';

export const run = (cli: Cli): Promise<number> =>
  visiting(cli, async ({ store }) => {
    const alerts: MusterEvent[] = [];
    for await (const event of eventsOf(store.read, {})) if (event.type === 'alert.raised') alerts.push(event);
    if (isSet(cli, 'json')) cli.screen.print(JSON.stringify({ alerts: alerts.map(eventOut) }));
    else if (alerts.length === 0) cli.screen.print(SAYS.noAlerts[cli.locale]);
    else for (const alert of alerts) cli.screen.print([
      fullLine(alert, { locale: cli.locale, names: new Map() }),
      ...historyLines(alert.details?.['history'], cli.locale).map((line) => indent(line, 4)),
    ].join('\n'));
    return 0;
  });
