// The goal of a team, killed after every one of its commits: the next process comes to the same end. A turn that was cut off is gone on
// from, so no message is sent twice, none is lost, and no task is handed in twice.
import { expect, test } from 'vitest';
import { settle } from '../../src/core/next-moves.ts';
import type { MusterEvent } from '../../src/core/change.ts';
import { createTeam, manager, worker } from '../../src/index.ts';
import type { Message } from '../../src/core/team/message.ts';
import { sqliteStore } from '../../src/stores/sqlite.ts';
import { calling, faultyStore, fixedClock, scriptedModel, type ScriptedAnswer, type StoreFault } from '../../src/testing/index.ts';
import { storeFile } from '../journeys/world.ts';
import { claim, complete, dueTasks, leading, mail, plan, roundsOf } from '../journeys/team-world.ts';
import { verifies } from '../verifies.ts';

/** Claims, tells the peer, hands in, reports; each step follows from the last call that went well. */
const member = (peer: string): ScriptedAnswer => (request) => {
  const made = roundsOf(request).flatMap(({ calls, answers }) => calls.filter((_, index) => answers[index]?.isError === false).map(({ name, args }) => ({ name, args: JSON.stringify(args) })));
  const last = made.at(-1);
  const [mine] = [...dueTasks(request, 'work_on'), ...dueTasks(request, 'offered', 'given')];
  if (last === undefined) return mine === undefined ? 'Read.' : calling(claim(mine));
  const task = /task_\d+/.exec(last.args)?.[0] ?? '';
  if (last.name === 'claim_task' && last.args.includes('claimed')) return calling(mail(peer, `I took ${task}: keep to blue.`));
  if (last.name === 'send_message' && last.args.includes('I took')) return calling(complete(task));
  return last.name === 'claim_task' ? calling(mail('lead', `${task} is there.`)) : 'Done.';
};

/** The same by a plan: handed in before anything else, and not again when it is on record. */
const planner = (peer: string): ScriptedAnswer => {
  const goesOn = member(peer);
  return (request) => {
    const [last] = (roundsOf(request).at(-1)?.calls ?? []).slice(-1);
    const answer = roundsOf(request).at(-1)?.answers.at(-1)?.text ?? '';
    if (last?.name === 'submit_plan') return 'I wait.';
    if (last !== undefined && JSON.stringify(last.args).includes('claimed') && !answer.includes('Do it')) return 'I wait.';
    const [offered] = dueTasks(request, 'offered', 'given');
    const isPlanned = (request.exchanges ?? []).some(({ calls, answers }) => calls.some(({ name }, at) => name === 'submit_plan' && answers[at]?.isError === false));
    if (last === undefined && dueTasks(request, 'work_on').length === 0 && (offered === undefined || !isPlanned)) return offered === undefined ? 'Read.' : calling(plan(offered, `First ${offered}, then a look at it.`));
    return typeof goesOn === 'function' ? goesOn(request) : goesOn;
  };
};

const approving: ScriptedAnswer = (request) => {
  const [waits] = dueTasks(request, 'plan_to_decide');
  if (waits !== undefined && roundsOf(request).length === 0) return calling({ name: 'approve_plan', args: { task_id: waits, approved: true, feedback: 'Keep it short.' } });
  const leads = leading(...TASKS);
  return typeof leads === 'function' ? leads(request) : leads;
};

const TASKS = [{ task_id: 'a', title: 'Text', skills: ['text'] }, { task_id: 'b', title: 'Art', skills: ['art'], depends_on: ['a'] }];

const SCRIPTS = {
  build_mode: () => ({ plan: { lead: leading(...TASKS) }, work: { ada: member('bo'), bo: member('ada') }, summarise: { '*': 'Done.' } }),
  plan_mode: () => ({ plan: { lead: approving }, work: { ada: planner('bo'), bo: planner('ada') }, summarise: { '*': 'Done.' } }),
} as const;

type Mode = keyof typeof SCRIPTS;

interface Life {
  readonly ended: boolean;
  readonly commits: number;
}

async function live(file: string, mode: Mode, fault?: StoreFault): Promise<Life> {
  const clock = fixedClock();
  const inner = sqliteStore({ file, clock, settle, durability: 'NORMAL' });
  const store = faultyStore(inner, fault === undefined ? [] : [fault]);
  const team = createTeam({ store, clock, env: {}, style: 'team', teammateMode: mode, model: scriptedModel(SCRIPTS[mode]()), members: [manager('lead'), worker('ada', { skills: ['text'] }), worker('bo', { skills: ['art'] })] });
  let result = '';
  const working = (async () => {
    const [known] = await inner.read.goals();
    const goal = known === undefined ? await team.start('Make it blue') : known.endedAt === null ? await team.resume(known.id) : undefined;
    result = (await goal?.ended())?.status ?? 'done';
    return 'ended' as const;
  })();
  // What lost its wake-up with the process is found by the sweep.
  const passing = (async () => {
    for (let passed = 0; result === '' && passed < 100; passed += 1) await clock.advance(1_000);
    return 'late' as const;
  })();
  const how = await Promise.race([working, store.stopped.then(() => 'stopped' as const), passing]);
  const life = { ended: how === 'ended' && result === 'done', commits: store.written() };
  result ||= 'over';
  await (how === 'ended' ? team.close() : store.close());
  return life;
}

interface Left {
  readonly end: unknown;
  readonly mail: readonly Message[];
  readonly events: readonly MusterEvent[];
}

async function read(file: string): Promise<Left> {
  const store = sqliteStore({ file, clock: fixedClock(), settle, visitor: true });
  const goal = await store.read.goal('goal_1');
  const tasks = goal === undefined ? [] : await store.read.tasksOf(goal);
  const outputs = await Promise.all(tasks.map(async ({ resultSeq }) => (await store.read.result(resultSeq))?.output ?? null));
  const messages = await store.read.messages({ team: 'team' });
  const events = await store.read.events({ afterSeq: 0, limit: Infinity });
  await store.close();
  const end = { state: goal?.state, summary: goal?.summary, outputs, tasks: tasks.map(({ id, state, attempts, losses, assigneeId }) => ({ id, state, attempts, losses, assigneeId })), mail: messages.map(({ from, to, content }) => `${from} to ${to}: ${content}`).toSorted() };
  return { end, mail: messages, events };
}

const MAIL: Readonly<Record<Mode, readonly string[]>> = {
  build_mode: ['ada to bo', 'ada to lead', 'bo to ada', 'bo to lead'],
  plan_mode: ['ada to bo', 'ada to lead', 'bo to ada', 'bo to lead', 'lead to ada', 'lead to bo'],
};

test.each(['build_mode', 'plan_mode'] as const)('a team goal in %s comes to the same end wherever it is killed: no message lost or sent twice, no plan decided twice, no task handed in twice', { timeout: 400_000 }, async (mode) => {
  verifies('team.mail_once', 'team.crash_same_end');
  const whole = storeFile();
  const straight = await live(whole, mode);
  expect(straight.ended).toBe(true);
  const { end, mail: sent } = await read(whole);
  expect(sent.map(({ from, to }) => `${from} to ${to}`).toSorted()).toEqual(MAIL[mode]);
  let crashes = 0;
  for (let at = 1; at <= straight.commits; at += 1) {
    const file = storeFile();
    const when = at % 2 === 0 ? 'before' : 'after';
    await live(file, mode, { kind: 'stop', at, mode: when });
    const before = await read(file);
    let lives = 0;
    for (let ended = false; !ended && lives < 3; lives += 1) ended = (await live(file, mode)).ended;
    const left = await read(file);
    expect({ at, when, end: left.end }).toEqual({ at, when, end });
    expect(left.events.slice(0, before.events.length)).toEqual(before.events);
    const handedIn = left.events.filter(({ type }) => type === 'task.completed' || type === 'task.submitted').map(({ taskId }) => taskId);
    expect(new Set(handedIn).size).toBe(handedIn.length);
    const decided = left.events.filter(({ type }) => type === 'task.plan_submitted' || type === 'task.plan_approved').map(({ type, taskId }) => `${taskId} ${type}`);
    expect(new Set(decided).size).toBe(decided.length);
    // Of all turns that had a message exactly one has an outcome.
    const reads = left.events.filter(({ type }) => type === 'message.read').map(({ details }) => details?.['message_id']);
    expect(new Set(reads).size).toBe(reads.length);
    crashes += 1;
  }
  console.log(`team goal, ${mode}: ${straight.commits} commits, ${crashes} crashes, the same end each time`);
});
