// muster init [DIR]: writes a small team that works as it is, in English or Chinese, into a folder that is empty or new.
import { resolve } from 'node:path';
import { initTeam } from '../../agent-files.ts';
import { faultOf } from '../../core/errors.ts';
import { EXIT, isSet, type Cli } from '../cli.ts';
import { SAYS } from '../texts.ts';

export async function run(cli: Cli): Promise<number> {
  const dir = resolve(cli.cwd, cli.args[0] ?? 'team');
  const made = await initTeam(dir, cli.locale);
  if (!made.ok) throw faultOf(made);
  if (isSet(cli, 'json')) cli.screen.print(JSON.stringify({ dir, files: made.files }));
  else {
    for (const file of made.files) cli.screen.print(file);
    cli.screen.print(SAYS.teamMade({ type: cli.typed(`run "…" --team ${cli.args[0] ?? 'team'}`) })[cli.locale]);
  }
  return EXIT.done;
}
