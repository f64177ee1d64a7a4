// Runs every test that needs no service. Two workers: the whole run must be quick on a small machine.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { countingReporter } from './test/counting-reporter.ts';
import { ProgramsFirst } from './test/programs-first.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts', 'examples/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    environment: 'node',
    maxWorkers: 2,
    // Every test makes its own world, so files may share a worker; starting one per file would cost more than the tests.
    isolate: false,
    sequence: { sequencer: ProgramsFirst },
    // What one program of a test has compiled is there for all others.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') },
    testTimeout: 10_000,
    hookTimeout: 20_000,
    teardownTimeout: 5_000,
    // What is polled for comes when the machine gets to it; one that never comes is told before the test is out of time.
    expect: { poll: { timeout: 8_000 } },
    // Ours first: what it prints about skipped tests stands above the closing line of the runner.
    reporters: [countingReporter(), 'default'],
  },
});
