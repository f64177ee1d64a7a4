// Says at the end of a run which tests were skipped and why, and leaves the counts for .ci/run.
// A skipped test is a promise that nobody checked today, so it must be seen.
import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** Writes `passed failed skipped` as three numbers to the file named by MUSTER_TEST_COUNTS, when that is set. */
export function countingReporter(): Reporter {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
      for (const test of skipped) {
        const result = test.result();
        const because = result.state === 'skipped' ? result.note : undefined;
        console.log(`skipped: ${test.module.relativeModuleId} > ${test.fullName}${because ? ` (${because})` : ''}`);
      }
      const file = process.env['MUSTER_TEST_COUNTS'];
      if (file) writeFileSync(file, `${countTests(modules, unhandledErrors.length).join(' ')}\n`);
    },
  };
}

function countTests(modules: readonly TestModule[], unhandledErrors: number): readonly number[] {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const inState = (state: string): number => tests.filter((test) => test.result().state === state).length;
  // A file that cannot even be loaded has no failed test, and still it failed.
  const unloadable = modules.filter((module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0);
  return [inState('passed'), inState('failed') + unloadable.length + unhandledErrors, inState('skipped')];
}
