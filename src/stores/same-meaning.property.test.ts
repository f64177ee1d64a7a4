// Whatever is asked of them in whatever order, the memory store and the SQLite store give the same answers, the same rows and
// the same log; a board that grew move by move is the board that the next process builds from the rows, and nothing is left to do
// on it that a look at everything would find.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { verifies } from '../../test/verifies.ts';
import type { Board } from '../core/board/board.ts';
import type { LiveBoard } from '../core/board/live-board.ts';
import { Draft, type Decision } from '../core/change.ts';
import { refuse, TeamError } from '../core/errors.ts';
import { sameInBoth } from '../core/json.ts';
import { goalId, questionId, taskId, type RowId } from '../core/ids.ts';
import { answerQuestion } from '../core/moves/answer.ts';
import { decline, lose, submit } from '../core/moves/attempt.ts';
import { addDependency } from '../core/moves/add-dependency.ts';
import { assignTask, cancelAllTasks, cancelTask, reassignTask, releaseTask, type Intervening } from '../core/moves/intervene.ts';
import { claimTask } from '../core/team/claim.ts';
import { comeUp, enrolTeam, failMember, pauseMember, restartMember, resumeMember, shutDownMember, startMembers, type MemberRef } from '../core/team/lives.ts';
import { lockFile, unlockFile } from '../core/team/locks.ts';
import { sendMail } from '../core/team/mail.ts';
import { decidePlan, submitPlan } from '../core/team/member-plan.ts';
import { beginTurn, endTurn } from '../core/team/turn.ts';
import { addTasks, cancelGoal, openGoal, pauseGoal, resumeGoal, sealGoal } from '../core/moves/goal-moves.ts';
import { decideReview, type Verdict } from '../core/moves/review.ts';
import { policyOf } from '../core/policy.ts';
import type { Store } from '../ports/store.ts';
import { openingOf, register, registrationOf, taskOf } from '../testing/builders.ts';
import { allEvents, MOVES_FOLLOW, tickingClock } from '../testing/store-contract/world.ts';
import { memoryStore } from './memory.ts';
import { sqliteStore } from './sqlite.ts';

interface Asked {
  readonly says: string;
  readonly ids: readonly RowId[];
  readonly intake?: boolean;
  readonly decide: (board: Board) => Decision<unknown>;
}

const small = fc.integer({ min: 1, max: 5 });
const skill = fc.constantFrom('', 'copy', 'art', 'nobody has it');
const skillsOf = (tag: string): readonly string[] => (tag === '' ? [] : [tag]);

/** What is asked of a team whose members claim, and of single tasks by people. */
const who = fc.constantFrom('w1', 'w2');
const by = fc.constantFrom<Omit<Intervening, 'taskId'>>({ by: 'pat', as: 'person' }, { by: 'boss', as: 'manager' });
const path = fc.constantFrom('a.md', './a.md', 'b/c.md');
const teamAsks: readonly fc.Arbitrary<Asked>[] = [
  fc.record({ planGate: fc.boolean(), review: fc.constantFrom('none' as const, 'members' as const) }).map((policy): Asked => ({
    says: 'open pull', ids: [], decide: (board) => openGoal(board, openingOf('A goal', { policy: policyOf({ style: 'team', ...policy, limits: { maxAttempts: 2, losses: 2 } }) })),
  })),
  fc.tuple(small, who).map(([task, memberId]): Asked => ({ says: `claim ${task} ${memberId}`, ids: [taskId(task)], decide: (board) => claimTask(board, { taskId: taskId(task), memberId }) })),
  fc.tuple(small, who, fc.string({ minLength: 1 })).map(([task, memberId, plan]): Asked => ({ says: `plan ${task} ${memberId}`, ids: [taskId(task)], decide: (board) => submitPlan(board, { taskId: taskId(task), memberId, plan }) })),
  fc.tuple(small, fc.boolean()).map(([task, approved]): Asked => ({ says: `decide ${task} ${approved}`, ids: [taskId(task)], decide: (board) => decidePlan(board, { taskId: taskId(task), approved, by: 'boss', feedback: 'so' }) })),
  fc.tuple(small, by, fc.constantFrom(releaseTask, cancelTask)).map(([task, word, act]): Asked => ({ says: `${act.name} ${task}`, ids: [taskId(task)], decide: (board) => act(board, { taskId: taskId(task), ...word }) })),
  fc.tuple(small, by, who, fc.constantFrom(reassignTask, assignTask)).map(([task, word, to, act]): Asked => ({ says: `${act.name} ${task} ${to}`, ids: [taskId(task)], decide: (board) => act(board, { taskId: taskId(task), to, ...word }) })),
  fc.tuple(small, small, by).map(([task, needs, word]): Asked => ({ says: `${task} waits for ${needs}`, ids: [taskId(task), taskId(needs)], decide: (board) => addDependency(board, { taskId: taskId(task), needs: [taskId(needs)], ...word }) })),
  fc.tuple(small, by).map(([goal, word]): Asked => ({ says: `cancel all of ${goal}`, ids: [], decide: (board) => cancelAllTasks(board, goalId(goal), word) })),
  fc.constantFrom(enrolTeam, (board: Board, team: string) => startMembers(board, { team })).map((act): Asked => ({ says: 'enrol or start', ids: [], decide: (board) => act(board, 'team') })),
  fc.tuple(who, fc.constantFrom(comeUp, (board: Board, ref: MemberRef) => pauseMember(board, ref, 'pat'), (board: Board, ref: MemberRef) => resumeMember(board, ref, 'pat'), (board: Board, ref: MemberRef) => restartMember(board, ref, 'engine'), (board: Board, ref: MemberRef) => failMember(board, ref, 'hangs'), (board: Board, ref: MemberRef) => shutDownMember(board, { ...ref, by: 'pat' }), beginTurn)).map(([memberId, act]): Asked => ({
    says: `life of ${memberId}`, ids: [], decide: (board) => act(board, { team: 'team', memberId }),
  })),
  fc.tuple(who, fc.boolean()).map(([memberId, isVoid]): Asked => ({ says: `end of turn ${memberId}`, ids: [], decide: (board) => endTurn(board, { team: 'team', memberId, turn: board.desk.life('team', memberId)?.turn ?? 0, void: isVoid }) })),
  fc.tuple(who, fc.constantFrom('w1', 'w2', '*', 'user', 'zoe'), fc.string({ minLength: 1 })).map(([from, to, content]): Asked => ({ says: `mail ${from} ${to}`, ids: [], decide: (board) => sendMail(board, { team: 'team', goalId: null, from, to, content }) })),
  fc.tuple(small, path, who, fc.constantFrom(lockFile, unlockFile)).map(([goal, at, memberId, act]): Asked => ({ says: `${act.name} ${at} ${memberId}`, ids: [], decide: (board): Decision<unknown> => act(board, { goalId: goalId(goal), path: at, holder: { memberId, attempt: null } }) })),
];

const asks: fc.Arbitrary<Asked> = fc.oneof(
  fc.record({ review: fc.constantFrom('none' as const, 'members' as const), unattended: fc.boolean(), afterCap: fc.constantFrom('ask' as const, 'accept_best' as const, 'fail' as const) }).map((policy): Asked => ({
    says: 'open', ids: [], decide: (board) => openGoal(board, openingOf('A goal', { policy: policyOf({ ...policy, limits: { maxAttempts: 2, losses: 2 } }) })),
  })),
  fc.tuple(small, fc.array(fc.tuple(skill, fc.array(fc.nat(3), { maxLength: 2 })), { minLength: 1, maxLength: 4 }), fc.option(small)).map(([goal, tasks, before]): Asked => ({
    says: `add to ${goal}`, ids: [goalId(goal), ...(before === null ? [] : [taskId(before)])], intake: true,
    decide: (board) => addTasks(board, goalId(goal), tasks.map(([tag, needs], index) => taskOf(`t${index}`, {
      name: `t${index}`, skills: skillsOf(tag), dependsOn: [...new Set([...needs.map((need) => `t${need}`), ...(before === null ? [] : [taskId(before)])])],
    }))),
  })),
  fc.tuple(small, fc.boolean(), fc.string()).map(([task, late, output]): Asked => ({
    says: `submit ${task}`, ids: [taskId(task)],
    decide: (board) => submit(board, { taskId: taskId(task), token: (board.task(taskId(task))?.starts ?? 0) - (late ? 1 : 0), result: { output, executionSummary: '' }, checks: [], formFaults: [] }),
  })),
  fc.tuple(small, fc.constantFrom('approve' as const, 'reject' as const, 'inconclusive' as const)).map(([task, kind]): Asked => ({
    says: `${kind} ${task}`, ids: [taskId(task)], decide: (board) => decideReview(board, { taskId: taskId(task), resultSeq: board.task(taskId(task))?.resultSeq ?? 0 }, VERDICTS[kind]),
  })),
  fc.tuple(small, fc.constantFrom(lose, decline)).map(([task, end]): Asked => ({
    says: `${end.name} ${task}`, ids: [], decide: (board) => end(board, { taskId: taskId(task), token: board.task(taskId(task))?.starts ?? 0 }, 'so it came'),
  })),
  fc.tuple(fc.integer({ min: 1, max: 2 }), fc.constantFrom(cancelGoal, pauseGoal, resumeGoal, sealGoal)).map(([goal, act]): Asked => ({ says: `${act.name} ${goal}`, ids: [goalId(goal)], decide: (board) => act(board, goalId(goal), 'pat') })),
  fc.tuple(small, fc.constantFrom('retry', 'accept', 'cancel', 'fail', 'reassign')).map(([question, choice]): Asked => ({
    says: `${choice} ${question}`, ids: [questionId(question)], decide: (board) => answerQuestion(board, { questionId: questionId(question), answer: { choice, note: null, by: 'pat', extra: { to: 'w1' } } }),
  })),
  fc.tuple(fc.constantFrom('w1', 'w2'), skill, fc.integer({ min: 1, max: 2 })).map(([agentId, tag, capacity]): Asked => ({
    says: `register ${agentId}`, ids: [],
    decide: (board) => {
      const draft = new Draft(board);
      register(draft, registrationOf(agentId, { skills: skillsOf(tag), capacity }));
      return draft.decision(undefined);
    },
  })),
  ...teamAsks,
  fc.constant<Asked>({ says: 'refuse', ids: [], decide: () => refuse('input.invalid', sameInBoth('No.')) }),
  fc.constant<Asked>({ says: 'throw', ids: [], decide: () => { throw new TeamError('goal.owned', sameInBoth('Thrown.')); } }),
);

const VERDICTS: Readonly<Record<Verdict['kind'], Verdict>> = {
  approve: { kind: 'approve', reviewerId: 'r', comment: '', criteria: [] },
  reject: { kind: 'reject', reviewerId: 'r', comment: 'no', fixes: ['mend'], criteria: [] },
  inconclusive: { kind: 'inconclusive', reviewerId: 'r', because: 'mute' },
};

/** Each inner list is asked in one turn of the event loop. */
const walks = fc.array(fc.array(asks, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 14 });

const OPENING: readonly (readonly Asked[])[] = [
  [{ says: 'members', ids: [], decide: (board) => {
    const draft = new Draft(board);
    register(draft, registrationOf('w1', { skills: ['copy'] }));
    register(draft, registrationOf('r', { roles: ['reviewer'] }));
    register(draft, registrationOf('w2'));
    register(draft, registrationOf('boss', { roles: ['manager'] }));
    return draft.decision(undefined);
  } }],
  [{ says: 'goal', ids: [], decide: (board) => openGoal(board, openingOf('First', { policy: policyOf({ limits: { maxAttempts: 2, losses: 2 } }) })) }],
];

async function walk(store: Store, turns: readonly (readonly Asked[])[]): Promise<readonly unknown[]> {
  const outcomes: unknown[] = [];
  for (const turn of turns) {
    const settled = await Promise.allSettled(turn.map(({ ids, decide, intake = false }) => store.commit(ids, decide, { intake })));
    for (const one of settled) outcomes.push(one.status === 'rejected' ? String(one.reason) : one.value.ok ? 'written' : [one.value.code, one.value.because]);
  }
  return outcomes;
}

async function kept(store: Store): Promise<unknown> {
  const goals = await store.read.goals();
  const tasks = (await Promise.all(goals.map((goal) => store.read.tasksOf(goal)))).flat();
  return { goals, tasks, briefs: await Promise.all(tasks.map((task) => store.read.brief(task.id))), needs: await Promise.all(tasks.map((task) => store.read.prerequisites(task.id))), questions: await store.read.questions({ openOnly: false }), messages: await store.read.messages({ team: 'team' }), events: await allEvents(store) };
}

const boardOf = (store: Store): unknown =>
  store.look((board) => ({
    next: board.next, lastSeq: board.lastSeq,
    desk: { next: board.desk.nextMessage, unread: [...board.desk.unread()].sort((a, b) => a.key - b.key), lives: [...board.desk.lives('team')].sort((a, b) => a.id.localeCompare(b.id)), locks: [...board.openGoals()].map((goal) => [...board.desk.locks(goal.id)].sort((a, b) => a.path.localeCompare(b.path))) },
    goals: [...board.openGoals()].map((goal) => ({
      goal,
      tasks: [...board.openTasks(goal.id)].sort((a, b) => a.key - b.key).map((task) => ({ task, waitsFor: [...board.openPrerequisites(task.id)].sort() })),
      questions: [...board.openQuestions(goal.id)].sort((a, b) => a.key - b.key),
      loads: [...board.crew(goal).seats.values()].map((seat) => [seat.registration.agentId, seat.load]),
    })),
  }));

const folder = mkdtempSync(join(tmpdir(), 'muster-same-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

test('after any walk of up to 56 commits both stores have said and kept the same, a board built anew is the board that grew, and no move is left', async () => {
  verifies('store.one_contract');
  await fc.assert(fc.asyncProperty(walks, async (turns) => {
    const file = join(folder, `${(files += 1)}.db`);
    let live: LiveBoard | undefined;
    const memory = memoryStore({ clock: tickingClock(), settle: (board) => MOVES_FOLLOW((live = board)) });
    const sqlite = sqliteStore({ file, clock: tickingClock(), settle: MOVES_FOLLOW, durability: 'NORMAL' });
    const visitor = sqliteStore({ file, clock: tickingClock(), settle: MOVES_FOLLOW, visitor: true });
    try {
      const said = [await walk(memory, [...OPENING, ...turns]), await walk(sqlite, [...OPENING, ...turns])];
      expect(said[1]).toEqual(said[0]);
      expect(await kept(sqlite)).toEqual(await kept(memory));
      expect(boardOf(sqlite)).toEqual(boardOf(memory));
      // The visitor followed from the events alone, the newcomer builds from the rows alone.
      await visitor.refresh();
      const newcomer = sqliteStore({ file, clock: tickingClock(), settle: MOVES_FOLLOW, visitor: true });
      expect([boardOf(visitor), boardOf(newcomer)]).toEqual([boardOf(sqlite), boardOf(sqlite)]);
      expect(await kept(newcomer)).toEqual(await kept(sqlite));
      live?.markAllDue();
      expect(live === undefined ? undefined : MOVES_FOLLOW(live)).toBeUndefined();
      await newcomer.close();
    } finally {
      await visitor.close();
      await sqlite.close();
    }
  }), { numRuns: 40 });
}, 30_000);
