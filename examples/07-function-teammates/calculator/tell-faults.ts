// A folder that is no repository, or is not there, is told in a sentence and not as a trace.
import { isTeamError } from '../../../src/index.ts'; // in your project: from 'muster'

export function tellFaults(locale: 'en' | 'zh'): void {
  process.on('uncaughtException', (fault) => {
    console.error(isTeamError(fault) ? `${fault.code}: ${fault.says[locale]}` : fault);
    process.exit(2);
  });
}
