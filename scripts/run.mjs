// Sets up, then runs a program of this checkout on the right Node: node scripts/run.mjs scripts/start.ts …
// One command on purpose: in `node scripts/setup.mjs && node x.ts` the shell remembers where it found `node` the first
// time, and would run x.ts on the old one. The program keeps the terminal; its exit code or signal becomes ours.
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { orStop, ROOT, setUp } from './setup.mjs';

await orStop(async () => {
  const node = await setUp();
  const bin = join(ROOT, 'node_modules', '.bin');
  const path = process.env['PATH'] ?? '';
  const env = path.split(delimiter).includes(bin) ? process.env : { ...process.env, PATH: `${bin}${delimiter}${path}` };
  hand(spawn(node, process.argv.slice(2), { stdio: 'inherit', env }));
});

/** @param {import('node:child_process').ChildProcess} child */
function hand(child) {
  // A terminal sends Ctrl-C to both of us: passing it on would make it two, and a second Ctrl-C means "at once".
  const stay = () => undefined;
  const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  process.on('SIGINT', stay).on('SIGTERM', pass).on('SIGHUP', pass);
  child.on('exit', (code, signal) => {
    process.off('SIGINT', stay).off('SIGTERM', pass).off('SIGHUP', pass);
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code ?? 1;
  });
}
