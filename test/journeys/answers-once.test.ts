// An answer counts exactly once: through two doors, in any order, in the same moment, after a restart.
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/open-store.ts';
import { createTeam, human, worker } from '../../src/index.ts';
import { answer } from '../../src/engine/answer-question.ts';
import { inbox } from '../../src/engine/people/inbox.ts';
import { systemClock } from '../../src/system-clock.ts';
import { startAnswerProcess } from '../answer-process.ts';
import { verifies } from '../verifies.ts';
import { newTeam, folder, refusedWith } from './people-world.ts';

describe('exactly once', () => {
  test('an answer through another door reaches the waiting team; one given while nothing runs is honoured at the next start', async () => {
    verifies('people.answer_once', 'question.kept_for_restart');
    const file = join(folder(), 'muster.db');
    let ran = 0;
    const members = [worker('bob', { skills: ['code'], run: () => ({ output: `run ${(ran += 1)}` }) }), human('ana', { skills: ['law'] })];
    const open = () => newTeam({ store: file, durability: 'NORMAL', members, policy: { review: 'none' } });
    const first = open();
    const goal = await first.open('sell tea');
    await goal.add([{ title: 'Code', name: 'c', skills: ['code'] }, { title: 'Check', name: 'd', skills: ['law'], dependsOn: ['c'] }, { title: 'Sign', name: 'e', skills: ['law'], dependsOn: ['d'] }, { title: 'Ship', skills: ['code'], dependsOn: ['e'] }]);
    expect((await goal.ended()).waiting).toHaveLength(1);

    const visitor = openStore({ store: file, durability: 'NORMAL', visitor: true });
    onTestFinished(() => visitor.close());
    const asked = new Promise<void>((resolve) => void first.onEvents((events) => events.some((event) => event.type === 'question.asked') && resolve()));
    await answer({ store: visitor }, 'question_1', { choice: 'hand_in', output: 'checked', by: 'ana' });
    await asked;
    expect((await first.inbox()).map((item) => item.task?.title)).toEqual(['Sign']);
    await first.close();

    expect((await inbox({ store: visitor, clock: systemClock })).map((item) => [item.task?.title, item.context])).toEqual([['Sign', [{ source: 'task_2', text: 'checked' }]]]);
    await answer({ store: visitor }, 'question_2', { choice: 'hand_in', output: 'signed', by: 'ana' });
    expect(await refusedWith(answer({ store: visitor }, 'question_2', { choice: 'decline', note: 'no', by: 'lee' }))).toBe('question.closed');
    expect(ran).toBe(1);

    const second = open();
    expect((await (await second.resume(goal.id)).ended()).status).toBe('done');
    expect(ran).toBe(2);
    const answers = (await visitor.read.events({ afterSeq: 0, goalId: goal.id, limit: 1000 })).filter((event) => event.type === 'question.answered');
    expect(answers.map(({ memberId, at, details }) => [memberId, details?.['choice'], at > 0])).toEqual([['ana', 'hand_in', true], ['ana', 'hand_in', true]]);
    expect((await visitor.read.questions({ openOnly: false })).map(({ answer: given, closedAt }) => [given?.by, (closedAt ?? 0) > 0])).toEqual([['ana', true], ['ana', true]]);
  });

  test('two processes answer the same question at the same instant, 200 rounds: exactly one counts each time', { timeout: 60_000 }, async () => {
    verifies('people.answer_once');
    const file = join(folder(), 'muster.db');
    const rounds = 200;
    const team = newTeam({ store: file, durability: 'NORMAL', members: [human('ana', { capacity: rounds })], policy: { review: 'none', maxTasks: rounds } });
    const goal = await team.open('races');
    await goal.add(Array.from({ length: rounds }, (_, index) => ({ title: `Round ${index + 1}` })));
    const questions = (await team.inbox()).map((item) => item.question.id);
    expect(questions).toHaveLength(rounds);
    const doors = await Promise.all([startAnswerProcess(file), startAnswerProcess(file)]);
    onTestFinished(async () => void (await Promise.all(doors.map((door) => door.stop()))));
    const winners: string[] = [];
    for (const question of questions) {
      const at = performance.timeOrigin + performance.now() + 4;
      const outcomes = await Promise.all(doors.map((door, index) => door.fire({ question, at, input: { choice: 'hand_in', output: `by ${index}`, by: 'ana' } })));
      expect(outcomes.toSorted()).toEqual(['applied', 'question.closed']);
      winners.push(`door ${outcomes.indexOf('applied')}`);
    }
    const { read } = await team.store();
    const events = await read.events({ afterSeq: 0, goalId: goal.id, limit: 10_000 });
    expect(events.filter((event) => event.type === 'question.answered').map((event) => event.memberId)).toEqual(winners.map(() => 'ana'));
    expect(events.filter((event) => event.type === 'task.completed').map((event) => `door ${String(event.details?.['output']).slice(3)}`)).toEqual(winners);
    expect((await goal.ended()).status).toBe('done');
  });

  test('ten open questions answered in 200 different orders, some at once, come to the same end', { timeout: 60_000 }, async () => {
    verifies('people.answer_once');
    const ends = new Set<string>();
    const order = fc.shuffledSubarray([...Array(10).keys()], { minLength: 10 });
    await fc.assert(fc.asyncProperty(order, fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }), async (sequence, together) => {
      ends.add(await endAfter(sequence, together));
    }), { numRuns: 200 });
    expect([...ends]).toHaveLength(1);
    expect([...ends][0]).toContain('"status":"done"');
  });

  // Ten questions have 3,628,800 orders. All of them end alike exactly if, for each set of answers, it makes no difference which
  // came last: two orders of a set then differ by steps that change nothing. Of each make-up of a set one is drawn (75 of 1,024).
  test('ten open questions answered in every order: whatever was answered, it makes no difference which answer came last', { timeout: 120_000 }, async () => {
    verifies('people.answer_once');
    const sets = MAKE_UPS.map((make) => fc.sample(setOf(make), { seed: 20_260_501, numRuns: 1 })[0] ?? []);
    expect(sets).toHaveLength(75);
    for (const set of sets) {
      const ends = new Set<string>();
      for (const last of set) ends.add(await endAfter([...set.filter((each) => each !== last), last], []));
      expect([set, ends.size]).toEqual([set, Math.min(set.length, 1)]);
    }
  });
});

/** How many of the questions about law, code and broken work are answered; the questions stand in that order. */
const MAKE_UPS = [0, 1, 2, 3, 4].flatMap((law) => [0, 1, 2, 3, 4].flatMap((code) => [0, 1, 2].map((broken) => ({ law, code, broken }))));
const PLACES = { broken: [0, 1], code: [2, 3, 4, 5], law: [6, 7, 8, 9] } as const;
const setOf = ({ law, code, broken }: (typeof MAKE_UPS)[number]): fc.Arbitrary<readonly number[]> =>
  fc.tuple(some(PLACES.law, law), some(PLACES.code, code), some(PLACES.broken, broken)).map((parts) => parts.flat());
const some = (places: readonly number[], count: number): fc.Arbitrary<number[]> => fc.shuffledSubarray([...places], { minLength: count, maxLength: count });

/** Ten questions of four kinds: work, reviews, and two escalations; answered by number in the given order. */
async function endAfter(sequence: readonly number[], together: readonly boolean[]): Promise<string> {
  const team = createTeam({
    store: 'memory', model: 'rehearsal', env: {}, policy: { limits: { losses: 1 } },
    members: [human('ana', { skills: ['law'], capacity: 10 }), human('cy', { roles: 'reviewer' }), worker('bob', { skills: ['code'], run: ({ task }) => ({ output: `made ${task.title}` }) }), worker('eve', { skills: ['break'], run: () => { throw new Error('broken'); } })],
  });
  try {
    const goal = await team.open('ten questions');
    const needs = (skill: string, count: number) => Array.from({ length: count }, (_, index) => ({ title: `${skill} ${index}`, skills: [skill], criteria: skill === 'law' ? [{ rule: 'min_chars', value: 1 }] : [] }));
    await goal.add([...needs('law', 4), ...needs('code', 4), ...needs('break', 2)]);
    await goal.ended();
    const open = (await team.inbox()).toSorted((a, b) => (a.task?.title ?? '').localeCompare(b.task?.title ?? ''));
    expect(open).toHaveLength(10);
    const words = open.map(({ question, task }) => {
      if (question.kind === 'work') return { choice: 'hand_in', output: `law of ${task?.title ?? ''}`, by: 'ana' };
      if (question.kind === 'review') return { choice: 'approve', by: 'cy' };
      return { choice: 'edit_result', output: `mended ${task?.title ?? ''}` };
    });
    let given: Promise<unknown>[] = [];
    for (const [turn, index] of sequence.entries()) {
      const word = words[index];
      if (word !== undefined) given.push(team.answer(open[index]?.question.id ?? '', word));
      if (together[turn] === true) continue;
      await Promise.all(given);
      given = [];
    }
    await Promise.all(given);
    const { status } = await goal.ended();
    const { read } = await team.store();
    const row = await read.goal(goal.id);
    const tasks = row === undefined ? [] : await read.tasksOf(row);
    const rows = await Promise.all(tasks.map(async (task) => [task.id, task.state, task.attempts, (await read.result(task.resultSeq))?.output ?? null]));
    const questions = (await read.questions({ openOnly: false })).map(({ id, state }) => [id, state]);
    return JSON.stringify({ status, rows, questions });
  } finally {
    await team.close();
  }
}
