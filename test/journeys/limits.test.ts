// What a call may take: time, also from a tool that does not listen, processes, also children of children, and room in a prompt.
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { builtInTools, createTeam, tool, worker, type JsonObject, type Tool } from '../../src/index.ts';
import { calling, done, planned, scriptedModel, type Script, type ScriptedAnswer } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { begin, endedInTime, world } from './world.ts';

const order = { title: 'Look', skills: [] };
const scripted = (...work: readonly ScriptedAnswer[]): Script => ({ plan: [planned(order)], work: { Look: work }, summarise: { '*': 'Done.' } });
const LOOKER = worker('looker', { tools: ['slow.read', 'file.read', 'shell.run'] });

function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'muster-limits-')));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

describe('a tool that does not listen', () => {
  const deaf = (more: { readonly timeoutMs?: number } = {}): { readonly tool: Tool; readonly signals: AbortSignal[] } => {
    const signals: AbortSignal[] = [];
    return { signals, tool: tool('slow.read', { description: 'Never ends.', ...more, run: ({ signal }) => {
      signals.push(signal);
      return new Promise<string>(() => undefined);
    } }) };
  };

  test.each([[{}, 30], [{ timeoutMs: 2_000 }, 2]])('with %j is told to end after %i s, and the model is told so and goes on', async (more, seconds) => {
    verifies('gate.limits');
    const slow = deaf(more);
    const of = world({ members: [LOOKER], policy: { review: 'none' }, tools: [slow.tool], script: scripted(calling({ name: 'slow__read' }), done('without it')) });
    const goal = await begin(of);
    await of.clock.advance(seconds * 1_000 - 1);
    expect(slow.signals.map(({ aborted }) => aborted)).toEqual([false]);
    expect((await endedInTime(of, goal)).status).toBe('done');
    expect(slow.signals.map(({ aborted, reason }): unknown => [aborted, reason.code])).toEqual([[true, 'tool.timed_out']]);
    expect(of.calls('work')[1]?.exchanges?.[0]?.answers).toMatchObject([{ isError: true, text: `slow.read took longer than ${seconds} s and was ended. Ask for less, or in smaller steps.` }]);
    const ended = (await of.events()).find(({ type }) => type === 'tool.ended');
    expect(ended?.details).toMatchObject({ outcome: 'timed_out', rule: 'tool.timed_out', ms: seconds * 1_000 });
  });

  test('does not keep a goal from being called off: told at once, and nothing waits for it', async () => {
    verifies('gate.limits');
    const slow = deaf();
    const of = world({ members: [LOOKER], policy: { review: 'none' }, tools: [slow.tool], script: scripted(calling({ name: 'slow__read' })) });
    const goal = await begin(of);
    await goal.cancel();
    expect((await goal.ended()).status).toBe('cancelled');
    await of.clock.quiet();
    expect(slow.signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A process that has ended and was not collected yet is gone too.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

/** Looks until it is so; resolves with the milliseconds that it took. */
async function until(isSo: () => boolean, mostMs: number): Promise<number> {
  const from = performance.now();
  while (!isSo() && performance.now() - from < mostMs) await new Promise((resolve) => setImmediate(resolve));
  return performance.now() - from;
}

test.skipIf(process.platform !== 'linux')('a goal that is called off ends the program that runs for it, and what that has started, within a second on a quiet machine and ten on any', async () => {
  verifies('gate.limits', 'gate.programs');
  const at = folder();
  // The child goes into a session of its own, where a signal to the group of its parent does not reach it.
  writeFileSync(join(at, 'tree.py'), 'import os, subprocess, time\nchild = subprocess.Popen(["sleep", "600"], start_new_session=True)\nopen("pids.tmp", "w").write(f"{os.getpid()} {child.pid}")\nos.rename("pids.tmp", "pids")\ntime.sleep(600)\n');
  const members = [LOOKER];
  await using team = createTeam({
    store: 'memory', env: {}, members, workspace: at, policy: { review: 'none', combinations: { download_runs: 'allow' } },
    tools: await builtInTools({ programs: ['python3'] }, members, { folder: at }), model: scriptedModel(scripted(calling({ name: 'shell__run', args: { program: 'python3', args: ['tree.py'] } }))),
  });
  const goal = await team.start('Run it');
  await until(() => existsSync(join(at, 'pids')), 30_000);
  const pids = readFileSync(join(at, 'pids'), 'utf8').split(' ').map(Number);
  expect(pids.map(isAlive)).toEqual([true, true]);
  await goal.cancel();
  const ms = await until(() => !pids.some(isAlive), 20_000);
  expect(pids.map(isAlive)).toEqual([false, false]);
  expect(ms).toBeLessThan(10_000);
}, 60_000);

test('an outcome of 40,000 characters is cut at 16,000, says where the whole is, and file.read reads on there', async () => {
  verifies('gate.limits');
  const at = folder();
  const lines = Array.from({ length: 4_000 }, (_, index) => `line ${String(index + 1).padStart(4, '0')}`);
  const members = [LOOKER];
  const whereIn = (text: string): string => /is in (\.muster\/outcomes\/\S+\.txt)/.exec(text)?.[1] ?? 'nowhere';
  const read = (path: string, from: number) => calling({ name: 'file__read', args: { path, from_line: from } });
  const model = scriptedModel(scripted(
    calling({ name: 'slow__read' }),
    (request) => read(whereIn(request.exchanges?.[0]?.answers[0]?.text ?? ''), 3_995),
    done('read it all'),
  ));
  await using team = createTeam({
    store: 'memory', env: {}, members, workspace: at, policy: { review: 'none' }, model,
    tools: [tool('slow.read', { description: 'Says much.', run: () => lines.join('\n') }), ...await builtInTools({}, members, { folder: at })],
  });
  expect((await team.run('Read')).status).toBe('done');
  const works = model.requests.filter(({ purpose }) => purpose === 'work');
  const told: JsonObject = JSON.parse(works[1]?.exchanges?.[0]?.answers[0]?.text.split('\n')[1] ?? '{}');
  const text = String(told['value']);
  expect(text.slice(0, 16_000)).toBe(lines.join('\n').slice(0, 16_000));
  expect(text.slice(16_000)).toMatch(/^\n… cut here; the whole has 39999 characters and is in \.muster\/outcomes\/\S+\.txt\.$/);
  expect(works[2]?.exchanges?.[1]?.answers[0]).toMatchObject({ isError: false, text: expect.stringMatching(/"line 3995(\\+nline \d{4}){5}\\+"/) });
  const [file = ''] = readdirSync(join(at, '.muster/outcomes'));
  expect(readFileSync(join(at, '.muster/outcomes', file), 'utf8')).toBe(lines.join('\n'));
  const ended = (await team.events('goal_1')).find(({ type }) => type === 'tool.ended');
  expect(ended?.details).toMatchObject({ outcome: 'ok', bytes: 39_999 });
});
