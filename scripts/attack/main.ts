// `npm run attack`: tries every attack and every innocent look-alike on the guards that ship, and prints what came out.
// The table goes to stdout, what is wrong to stderr. Ends with 0 when nothing is wrong, with 1 when something is, with 2 on a bad call.
import { parseArgs } from 'node:util';
import type { CaseResult } from './attack-kind.ts';
import { ATTACK_KINDS } from './kinds.ts';
import { attackTable } from './report.ts';

const USAGE = `npm run attack -- [--only sql,name] [--all]
  --only  these kinds alone: ${ATTACK_KINDS.map(({ kind }) => kind).join(', ')}
  --all   names every case, not only the wrong ones`;

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: 'string', default: '' }, all: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } } });
  const only = values.only.split(',').filter((part) => part !== '');
  const kinds = ATTACK_KINDS.filter(({ kind }) => only.length === 0 || only.includes(kind));
  if (values.help || kinds.length === 0) {
    process.stderr.write(`${USAGE}\n`);
    return values.help ? 0 : 2;
  }
  const results: CaseResult[] = [];
  for (const kind of kinds) results.push(...(await kind.run()));
  if (values.all) process.stdout.write(`${results.map(({ kind, name, outcome }) => `${outcome.padEnd(8)} ${kind}: ${name}`).join('\n')}\n\n`);
  process.stdout.write(`${attackTable(results)}\n`);
  const wrong = results.filter((result) => result.wrong !== undefined);
  for (const { kind, name, wrong: what } of wrong) process.stderr.write(`wrong: ${kind}: ${name}: ${what}\n`);
  return wrong.length > 0 ? 1 : 0;
}
