// The order of test files: those that start programs come first. To start one costs by the memory of the process that does it
// (5 ms at 50 MB, 40 ms at 500 MB), and a worker grows with every file that it runs. Then both workers end with short files.
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOT } from '../scripts/source/list-files.ts';

/** Paths by how many programs they start, and how long they take. */
export const PROGRAMS = [
  'src/workspaces/', 'test/journeys/trees.test.ts', 'test/readme.test.ts', 'test/examples.test.ts', 'test/crash/kill.test.ts', 'test/crash/', 'test/cli/',
  'src/stores/sqlite-processes.test.ts', 'src/stores/sqlite-faults.test.ts', 'src/tools/run/shell-run.test.ts', 'examples/', 'src/members/checks.test.ts', 'test/setup.test.ts',
  'test/journeys/answers-once.test.ts', 'src/tools/mcp/mcp-tools.test.ts', 'src/tools/sql/sqlite.test.ts', 'test/journeys/team-roster.test.ts', 'test/team-options.test.ts', 'scripts/bench/', 'test/lean-start.test.ts',
] as const;

const placeOf = ({ moduleId }: TestSpecification): number => {
  const at = PROGRAMS.findIndex((path) => relative(ROOT, moduleId).startsWith(path));
  return at === -1 ? PROGRAMS.length : at;
};

/** Vitest asks for a class. Within a place the order is its own: the longest of the last run first, without one the largest. */
export class ProgramsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
