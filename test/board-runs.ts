// Random runs of a board: teams, policies, graphs and steps as data, so that a failing run can be read and shrunk. A step that
// has nothing to act on does nothing; whatever the board refuses is part of the run.
import fc from 'fast-check';
import type { Criterion } from '../src/core/criteria.ts';
import type { Goal } from '../src/core/goal.ts';
import { failedPrerequisites } from '../src/core/next-moves.ts';
import { applyReplan } from '../src/core/planning/replan.ts';
import { cancelGoal, pauseGoal, resumeGoal, takeOver } from '../src/core/moves/goal-moves.ts';
import { adoptPlan, planUnusable } from '../src/core/moves/goal-plan.ts';
import { giveUp } from '../src/core/moves/attempt.ts';
import { addNote } from '../src/core/moves/add-note.ts';
import { remind } from '../src/core/moves/overdue.ts';
import { askReviewer } from '../src/core/moves/people.ts';
import { nextReviewer, reviewersOf } from '../src/core/moves/review.ts';
import type { PolicyChoices } from '../src/core/policy.ts';
import type { Registration } from '../src/core/members/registration.ts';
import type { Task } from '../src/core/task.ts';
import { bench, manager, passed, reviewer, sketched, worker, type Bench, type Sketch } from './bench-board.ts';

export interface Run {
  readonly policy: PolicyChoices;
  readonly members: readonly Registration[];
  readonly graph: readonly Sketch[];
  readonly steps: readonly Step[];
}

export interface Step {
  readonly what: keyof typeof STEPS;
  /** Which of the things that it could act on. */
  readonly which: number;
  readonly how: number;
}

const SKILLS = ['x', 'y', 'z'] as const;
const CRITERIA: readonly (readonly Criterion[])[] = [[], [{ id: 'c1', rule: 'max_chars', value: 5 }], [{ id: 'c1', rule: 'regex', pattern: 'a', flags: '' }], [{ id: 'c1', rule: 'sentence', text: 'friendly' }]];
const limit = fc.integer({ min: 1, max: 3 });

const policies: fc.Arbitrary<PolicyChoices> = fc.record({
  review: fc.constantFrom('none', 'members', 'members', 'manager'), reviewers: fc.constantFrom(1, 1, 2), afterCap: fc.constantFrom('ask', 'accept_best', 'fail'),
  onPrerequisiteFailure: fc.constantFrom('cancel', 'replan'), unanswered: fc.constantFrom('fail', 'accept_best'), unattended: fc.constantFrom(false, false, false, true), approveGoalPlan: fc.constantFrom('nobody', 'person'),
  limits: fc.record({ maxAttempts: limit, losses: limit, reviewFaults: limit }),
});

const someSkills = fc.subarray([...SKILLS]);
const workers = fc.array(fc.record({ skills: someSkills, capacity: fc.integer({ min: 1, max: 3 }), kind: fc.constantFrom('function', 'function', 'function', 'http', 'human'), alsoReviews: fc.boolean() }), { minLength: 0, maxLength: 4 });
const teams = fc.record({ workers, reviewers: fc.array(fc.constantFrom('function', 'human'), { maxLength: 2 }), hasManager: fc.boolean() }).map(({ workers: some, reviewers, hasManager }): Registration[] => [
  ...some.map(({ skills, capacity, kind, alsoReviews }, at) => worker(`w${at}`, skills, { capacity, kind: kind as Registration['kind'], roles: alsoReviews ? ['worker', 'reviewer'] : ['worker'] })),
  ...reviewers.map((kind, at): Registration => ({ ...reviewer(`r${at}`), kind: kind as Registration['kind'] })),
  ...(hasManager ? [manager()] : []),
]);

/** Each task waits for some of those before it; the list is turned, so that references go forwards too. */
const graphs = (longest: number): fc.Arbitrary<Sketch[]> =>
  fc.array(fc.record({ skills: someSkills, waits: fc.array(fc.nat(longest), { maxLength: 3 }), named: fc.option(fc.nat(4), { freq: 6 }), criteria: fc.constantFrom(...CRITERIA) }), { maxLength: longest, size: 'max' })
    .map((items) => items.map(({ skills, waits, named, criteria }, at): Sketch => ({
      name: `n${at}`, skills, criteria, dependsOn: at === 0 ? [] : [...new Set(waits.map((wait) => `n${wait % at}`))], ...(named === null ? {} : { assigneeId: `w${named}` }),
    })).toReversed());

export const runs = (longest: { readonly graph: number; readonly steps: number }): fc.Arbitrary<Run> =>
  fc.record({
    policy: policies, members: teams, graph: graphs(longest.graph),
    steps: fc.array(fc.record({ what: fc.constantFrom(...OFTEN, ...(Object.keys(STEPS) as Step['what'][])), which: fc.nat(20), how: fc.nat(20) }), { maxLength: longest.steps, size: 'max' }),
  });

/** Plays the run; `look` is called after each step. */
export function play(run: Run, look: (b: Bench) => void = () => undefined): Bench {
  const b = bench(run);
  if (run.graph.length > 0) b.add(run.graph);
  look(b);
  for (const { what, which, how } of run.steps) {
    STEPS[what](b, which, how);
    look(b);
  }
  return b;
}

const pick = <T>(items: readonly T[], which: number): T | undefined => items[which % Math.max(1, items.length)];
const tasksIn = (b: Bench, ...states: readonly Task['state'][]): readonly Task[] => [...b.rows.tasks.values()].filter((task) => states.includes(task.state));
const openGoal = (b: Bench, which: number): Goal | undefined => pick([...b.rows.goals.values()].filter((goal) => goal.endedAt === null), which);
const checksFor = (b: Bench, task: Task, how: number) => (b.rows.briefs.get(task.id)?.criteria[0]?.rule === 'max_chars' ? [passed('c1', how % 3 !== 0)] : []);
const MINUTE = 60_000;

const STEPS = {
  submit(b: Bench, which: number, how: number) {
    const task = pick(tasksIn(b, 'executing'), which);
    if (task !== undefined) b.submit(task.id, { output: how, checks: checksFor(b, task, how), formFaults: how === 20 ? [{ en: 'no', zh: '否' }] : [] });
  },
  submitLate(b: Bench, which: number, how: number) {
    const task = pick([...b.rows.tasks.values()], which);
    if (task !== undefined) b.submit(task.id, { token: how % (task.starts + 2) });
  },
  approve(b: Bench, which: number, how: number) {
    const task = pick(tasksIn(b, 'pending_review'), which);
    if (task !== undefined) b.approve(task.id, judgeOf(b, task, how));
  },
  reject(b: Bench, which: number, how: number) {
    const task = pick(tasksIn(b, 'pending_review'), which);
    if (task !== undefined) b.reject(task.id, ['mend'], judgeOf(b, task, how), [{ id: 'c1', passed: how % 2 === 0 }]);
  },
  askReviewer(b: Bench, which: number) {
    const task = pick(tasksIn(b, 'pending_review'), which);
    const reviewerId = task === undefined ? undefined : nextReviewer(b.board, task);
    if (task === undefined || reviewerId === undefined || b.board.crew(b.goal(task.goalId)).seats.get(reviewerId)?.registration.kind !== 'human') return;
    b.commit((at) => askReviewer(at, { taskId: task.id, resultSeq: task.resultSeq, reviewerId, points: [], checks: [] }), [task.id]);
  },
  note(b: Bench, which: number, how: number) {
    const task = pick([...b.rows.tasks.values()], which);
    const brief = task === undefined ? undefined : b.rows.briefs.get(task.id);
    if (task !== undefined && brief !== undefined) b.commit((at) => addNote(at, task.id, { by: 'ann', note: `note ${how}`, attached: [], brief, briefSeq: task.briefSeq - (how > 18 ? 1 : 0) }), [task.id]);
  },
  remind: (b: Bench, which: number) => onGoal(b, which, (goal) => b.commit((at) => remind(at, goal.id))),
  unclear(b: Bench, which: number) {
    const task = pick(tasksIn(b, 'pending_review'), which);
    if (task !== undefined) b.unclear(task.id);
  },
  decline(b: Bench, which: number) {
    const task = pick(tasksIn(b, 'executing'), which);
    if (task !== undefined) b.decline(task.id);
  },
  lose(b: Bench, which: number) {
    const task = pick(tasksIn(b, 'executing'), which);
    if (task !== undefined) b.lose(task.id);
  },
  giveUp(b: Bench, which: number) {
    const task = pick(tasksIn(b, 'executing'), which);
    if (task !== undefined) b.commit((at) => giveUp(at, { taskId: task.id, token: task.starts }, 'cannot_succeed', {}));
  },
  replan(b: Bench, which: number, how: number) {
    const task = pick([...b.rows.tasks.values()].filter((row) => row.endedAt === null && row.more?.waiting?.for === 'manager'), which);
    const brief = task === undefined ? undefined : b.rows.briefs.get(task.id);
    if (task === undefined || brief === undefined) return;
    const needs = [...(b.rows.edges.get(task.id) ?? [])];
    const parts = Array.from({ length: how % 4 }, (_, at) => sketched({ name: `part${at}`, skills: how > 10 ? [] : ['x'], dependsOn: at === 0 ? [] : ['part0'], replans: 1 }));
    b.commit((at) => applyReplan(at, { taskId: task.id, brief, needs, failed: failedPrerequisites(at, task.id), parts }), [task.id, ...needs]);
  },
  answer(b: Bench, which: number, how: number) {
    const question = pick(b.openQuestions(), which);
    const choice = pick(question?.choices ?? [], how);
    if (question === undefined || choice === undefined) return;
    const needs = question.taskId === null ? [] : [...(b.rows.edges.get(question.taskId) ?? [])];
    const parts = [sketched({ name: 'p' }), sketched({ name: 'q', dependsOn: ['p'] })];
    const task = question.taskId === null ? undefined : b.rows.tasks.get(question.taskId);
    const handedIn = { result: { output: how, executionSummary: '' }, checks: task === undefined ? [] : checksFor(b, task, how), formFaults: [] };
    b.answer(choice, { questionId: question.id, ...(how % 3 === 0 ? {} : { note: 'a word' }), extra: { to: `w${how % 4}`, output: 'supplied' }, edits: { skills: how > 10 ? [] : ['y'] }, parts, needs, handedIn });
  },
  advance: (b: Bench, which: number, how: number) => b.advance([1, MINUTE, 11 * MINUTE, 31 * MINUTE, 73 * 60 * MINUTE][which % 5]! + how),
  pause: (b: Bench, which: number) => onGoal(b, which, (goal) => b.commit((at) => pauseGoal(at, goal.id, 'ann'))),
  resume: (b: Bench, which: number) => onGoal(b, which, (goal) => b.commit((at) => resumeGoal(at, goal.id, 'ann'))),
  add: (b: Bench, which: number, how: number) => onGoal(b, which, (goal) => {
    const before = pick(b.tasksOf(goal.id), how);
    b.tryAdd([{ name: 'one', skills: how > 10 ? ['x'] : [], dependsOn: before === undefined ? [] : [before.id] }, { dependsOn: ['one'] }], goal.id);
  }),
  register: (b: Bench, which: number, how: number) => b.register(worker(`w${which % 6}`, SKILLS.filter((_, at) => how % (at + 2) === 0), { capacity: 3, ...(how % 3 === 0 ? { roles: ['worker', 'reviewer'] } : {}) })),
  open: (b: Bench, which: number) => {
    if (b.rows.goals.size < 3) b.add([{}, { skills: ['x'] }], b.open({ ...b.goal().policy, unattended: which % 2 === 0 }));
  },
  plan: (b: Bench, which: number, how: number) => onGoal(b, which, (goal) => b.commit((at) => adoptPlan(at, goal.id, { tries: goal.planTries - (how > 15 ? 1 : 0), tasks: [sketched({ name: 'p' }), sketched({ dependsOn: ['p'] })], notes: [] }))),
  planUnusable: (b: Bench, which: number) => onGoal(b, which, (goal) => b.commit((at) => planUnusable(at, goal.id, { tries: goal.planTries, problems: ['unusable'] }))),
  cancel: (b: Bench, which: number, how: number) => {
    if (how === 0) onGoal(b, which, (goal) => b.commit((at) => cancelGoal(at, goal.id, 'ann')));
  },
  restart: (b: Bench) => {
    b.restart(b.board.epoch + 1);
    for (const goal of b.rows.goals.values()) if (goal.endedAt === null) b.commit((at) => takeOver(at, goal.id, { isDead: () => true, openEnded: false }));
  },
  close: (b: Bench, which: number) => onGoal(b, which, (goal) => goal.state === 'closing' && b.close(goal.id)),
} as const;

/** What a run is mostly made of. */
const OFTEN: readonly Step['what'][] = ['submit', 'submit', 'submit', 'submit', 'approve', 'approve', 'reject', 'reject', 'answer', 'answer', 'askReviewer', 'replan', 'advance'];

function onGoal(b: Bench, which: number, act: (goal: Goal) => unknown): void {
  const goal = openGoal(b, which);
  if (goal !== undefined) act(goal);
}

/** Mostly somebody who may; sometimes code, an author or a stranger. */
function judgeOf(b: Bench, task: Task, how: number): string {
  if (task.review !== 'reviewer') return 'code';
  const able = reviewersOf(b.board, task);
  return (how > 17 ? task.assigneeId : pick(able, how)) ?? 'nobody';
}

/** Nobody outside says a word any more: time passes, the sweep moves on what is late, and a goal whose tasks have ended is closed. */
export function fallSilent(b: Bench, mostRounds: number): number {
  for (const goal of b.rows.goals.values()) if (goal.pausedAt !== null && goal.endedAt === null) b.commit((at) => resumeGoal(at, goal.id, 'ann'));
  for (let rounds = 0; rounds < mostRounds; rounds += 1) {
    const open = [...b.rows.goals.values()].filter((goal) => goal.endedAt === null);
    if (open.length === 0) return rounds;
    for (const goal of open) if (goal.state === 'closing') b.close(goal.id);
    b.advance(73 * 60 * MINUTE);
  }
  return mostRounds;
}
