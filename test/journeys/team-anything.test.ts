// A leader and members that call every tool they are offered with whatever comes to hand: wrong types, foreign ids, texts that are no
// names. Each call has an answer, nothing throws, no member holds two tasks, and in the end the goal has ended or a person is asked.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { human, manager, worker, type MusterEvent } from '../../src/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../src/core/json.ts';
import type { ModelRequest } from '../../src/ports/model.ts';
import { calling, type ScriptedAnswer, type ScriptedCall } from '../../src/testing/index.ts';
import { fileTools } from '../../src/tools/files/file-tools.ts';
import { verifies } from '../verifies.ts';
import { roundsOf } from './team-world.ts';
import { settled, world } from './world.ts';

vi.setConfig({ testTimeout: 120_000 });

/** What models put where something else belongs, and a few things that fit. */
const ODD: readonly Json[] = [
  null, true, 0, -1, 1e21, '', ' ', '*', 'user', 'leader', 'ada', 'Ada', 'bo ', '"bo"', 'kim', 'nobody', 'task_1', 'task_2', 'TASK_1', 'task_999', 'task_0', '__proto__', 'constructor',
  'claimed', 'completed', 'pending', 'cancelled', 'get', 'list', 'claimable', 'lock', 'unlock', 'locks', 'history', 'keep', 'remove', 'plan.md', '../x', '.team/a.md', '/etc/passwd', 'a\u0000b', '\ud800', '写文案', '𠮷'.repeat(50),
  'x'.repeat(9_000), [], ['ada', 'bo', 'nobody'], ['task_1', 'task_1'], {}, { task_id: 'task_1' }, [{ title: 'Again', content: 'Do it again.' }], [{ title: 'Ring', content: 'r', depends_on: ['task_1', 'Ring'] }], [[[]]],
];

interface Dice {
  next(below: number): number;
}

/** Small numbers in an order that the seed decides. */
function diceOf(seed: number): Dice {
  let state = seed >>> 0 || 1;
  return {
    next(below) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    },
  };
}

const oneOf = <T>(dice: Dice, values: readonly T[], otherwise: T): T => values[dice.next(values.length)] ?? otherwise;

function anyCall(dice: Dice, { tools = [] }: ModelRequest): ScriptedCall {
  const tool = tools[dice.next(tools.length)];
  if (tool === undefined || dice.next(12) === 0) return { name: oneOf(dice, ['claim', 'functions.claim_task', 'CLAIM_TASK', 'spawn_teammate', '', '__proto__'], 'claim'), args: {} };
  const fields = isJsonObject(tool.parameters['properties'] ?? null) ? Object.entries(tool.parameters['properties'] ?? {}) : [];
  const args: Record<string, Json> = {};
  const needed = Array.isArray(tool.parameters['required']) ? tool.parameters['required'] : [];
  for (const [name, schema] of fields) if (needed.includes(name) || dice.next(3) === 0) args[name] = valueFor(dice, schema);
  return { name: tool.name, args: dice.next(20) === 0 ? oneOf<Json>(dice, ODD, null) : args };
}

/** Mostly of the type that the tool asks for, so that most calls come as far as its rules. */
function valueFor(dice: Dice, schema: Json): Json {
  if (!isJsonObject(schema) || dice.next(8) === 0) return oneOf<Json>(dice, ODD, null);
  const words = Array.isArray(schema['enum']) ? schema['enum'] : [];
  if (words.length > 0) return oneOf<Json>(dice, words, null);
  const type = schema['type'];
  const fits = ODD.filter((value) => type === undefined || (type === 'array' ? Array.isArray(value) : type === 'object' ? isJsonObject(value) : typeof value === type));
  return oneOf<Json>(dice, fits, null);
}

const member = (dice: Dice): ScriptedAnswer => (request) => {
  if (roundsOf(request).length >= 6 || dice.next(8) === 0) return 'That is all.';
  const [first, ...others] = [anyCall(dice, request), ...Array.from({ length: dice.next(3) }, () => anyCall(dice, request))];
  return first === undefined ? 'That is all.' : calling(first, ...others);
};

/** The leader begins with two tasks, so that there is something to spoil. */
const leader = (dice: Dice): ScriptedAnswer => {
  const goesWrong = member(dice);
  let isPlanned = false;
  return (request) => {
    if (isPlanned) return typeof goesWrong === 'function' ? goesWrong(request) : goesWrong;
    isPlanned = true;
    const tasks: JsonObject[] = [{ task_id: 'one', title: 'One', content: 'Do one.' }, { task_id: 'two', title: 'Two', content: 'Do two.', depends_on: ['one'] }];
    return calling({ name: 'create_task', args: { tasks } });
  };
};

async function play(seed: number, teammateMode: 'build_mode' | 'plan_mode'): Promise<void> {
  const dice = diceOf(seed);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-fuzz-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const on = world({
    style: 'team', teammateMode, workspace: folder, tools: fileTools(),
    members: [manager('lead'), ...['ada', 'bo'].map((id) => worker(id, { tools: ['file.read', 'file.write'] })), human('kim')],
    policy: { budget: { turns: 150 } }, script: { plan: { lead: leader(dice) }, work: { '*': member(dice) }, summarise: { '*': 'Done.' } },
  });
  const goal = await on.team.start('Do two things');
  let ended: string | undefined;
  void goal.ended().then(({ status }) => void (ended = status));
  let most = 0;
  for (let passed = 0; ended === undefined && passed < 3 * 3_600_000; passed += 30_000) {
    await on.clock.advance(30_000);
    await settled(on);
    for (const id of ['ada', 'bo']) most = Math.max(most, (await on.tasks()).filter(({ assigneeId, state }) => assigneeId === id && ['claimed', 'plan_approved', 'executing'].includes(state)).length);
  }
  expect(ended, `seed ${seed} ${teammateMode}:\n${(await on.log()).slice(-40).join('\n')}`).toBeDefined();
  expect(most, `seed ${seed}`).toBeLessThanOrEqual(1);
  // Every call has its answer on record. The turn of a member that has asked a person goes on: a file may be read for it right now.
  await expect.poll(async () => unanswered(await on.events()), { message: `seed ${seed}` }).toEqual([]);
}

function unanswered(events: readonly MusterEvent[]): readonly string[] {
  const asked = events.flatMap(({ type, details }) => (type === 'tool.requested' && Array.isArray(details?.['calls']) ? details['calls'].filter(isJsonObject).map((call) => String(call['call_key'])) : []));
  const answered = new Set(events.filter(({ type }) => type === 'tool.ended').map(({ details }) => String(details?.['call_key'])));
  return asked.filter((key) => !answered.has(key));
}

test('10 teams of models that call anything with anything: none throws or holds two tasks, each ends or asks', async () => {
  verifies('team.wrong_model_bounded');
  await fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 31 }), fc.constantFrom('build_mode' as const, 'plan_mode' as const), play), { numRuns: 10, seed: 11 });
});
