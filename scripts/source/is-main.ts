// True for the file that Node was started with. `import.meta.main` would say it, but Node 22 does not have it.
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const isMain = (moduleUrl: string): boolean => {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === fileURLToPath(moduleUrl);
};
