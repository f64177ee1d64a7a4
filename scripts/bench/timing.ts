// What is measured inside the process of a run: time on the wall and time on the processor of one piece of work.
import type { TaskTeam } from './engine.ts';
import type { Measured } from './scenario.ts';
import { percentile } from './statistics.ts';
import { benchTasks } from './workload.ts';

export async function timed(work: () => Promise<unknown>): Promise<{ readonly ms: number; readonly cpuMs: number }> {
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  await work();
  const ms = performance.now() - startedAt;
  const cpu = process.cpuUsage(cpuBefore);
  return { ms, cpuMs: (cpu.user + cpu.system) / 1000 };
}

/** Adds `count` tasks in one turn of the event loop and waits for all of them. */
export async function burst(team: TaskTeam, prefix: string, count: number): Promise<Measured['metrics']> {
  const tasks = benchTasks(prefix, count);
  const { ms, cpuMs } = await timed(() => Promise.all(team.add(tasks)));
  return { ms, tasksPerSecond: (count / ms) * 1000, cpuMsPerTask: cpuMs / count };
}

/** Adds `count` tasks one after another, each when the one before it is done. */
export async function oneByOne(team: TaskTeam, prefix: string, count: number): Promise<Measured['metrics']> {
  const tasks = benchTasks(prefix, count);
  const latencies: number[] = [];
  const { ms, cpuMs } = await timed(async () => {
    for (const task of tasks) {
      const startedAt = performance.now();
      await Promise.all(team.add([task]));
      latencies.push(performance.now() - startedAt);
    }
  });
  return { ms, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99), cpuMsPerTask: cpuMs / count };
}

/** The next turn of the event loop. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
