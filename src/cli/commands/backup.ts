// muster backup FILE: a whole copy of the store, made while others write.
import { existsSync } from 'node:fs';
import { badInput, type Cli } from '../cli.ts';
import { SAYS } from '../texts.ts';
import { visiting } from '../visit.ts';
import { newFile } from '../write-new-file.ts';

export const run = (cli: Cli): Promise<number> =>
  visiting(cli, async ({ store }) => {
    const [target = ''] = cli.args;
    if (!existsSync(store.location)) throw badInput(cli, SAYS.nothingToBackUp({ location: store.location }));
    await store.backup(newFile(cli, target));
    cli.screen.print(SAYS.backedUp({ from: store.location, to: target })[cli.locale]);
    return 0;
  });
