// Ctrl-C and the signals that ask a process to end: the first one asks the command to stop, the second one stops at once.
import { EXIT } from '../cli.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const SHOW_CURSOR = '\u001b[?25h';

export function onInterrupt(listener: () => void): () => void {
  let asked = false;
  const interrupt = () => {
    if (asked) {
      if (process.stdout.isTTY) process.stdout.write(`${SHOW_CURSOR}\n`);
      process.exit(EXIT.interrupted);
    }
    asked = true;
    listener();
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return () => {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  };
}
