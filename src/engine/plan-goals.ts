// Planning: the manager's model writes a plan, code turns it into a task graph, and the graph is adopted in one commit. Goals
// wait in a pool; a call takes up to `plan_batch` of them, a few calls run at once, and running work never waits for any.
import type { Board } from '../core/board/board.ts';
import { hasLimits } from '../core/budget.ts';
import type { Decision } from '../core/change.ts';
import { isHopeless, isTeamError, saidIn } from '../core/errors.ts';
import { readManagersPlan } from '../core/planning/adopt-plan.ts';
import type { Goal } from '../core/goal.ts';
import { adoptPlan, planUnusable } from '../core/moves/goal-plan.ts';
import { inBoth, type Bilingual } from '../core/json.ts';
import type { RosterMember } from '../core/planning/plan.ts';
import type { TurnRecord } from '../ports/member.ts';
import { drives, liveText, type Engine, type Held } from './engine.ts';
import { commitSpent, NOTHING_DECIDED, reserving } from './commit-spent.ts';

/** Planning calls that run at the same time; more goals wait in the pool. */
const CALLS_AT_ONCE = 4;

export async function planGoals(engine: Engine): Promise<void> {
  while (engine.inHand.count('plan') < CALLS_AT_ONCE) {
    const batch = takeBatch(engine);
    if (batch.length === 0) return;
    try {
      await planBatch(engine, batch);
    } finally {
      for (const { held } of batch) held.end();
    }
  }
}

interface Planning {
  readonly goal: Goal;
  readonly held: Held;
}

/** The oldest goals that wait for a plan, all of one team. */
function takeBatch(engine: Engine): readonly Planning[] {
  const waiting = engine.store.look((board) =>
    [...board.openGoals()].filter((goal) => goal.state === 'planning' && !goal.openEnded && drives(engine, goal) && goal.pausedAt === null && board.openQuestions(goal.id).length === 0),
  );
  const batch: Planning[] = [];
  for (const goal of waiting) {
    const first = batch[0]?.goal;
    // A call for several goals has one bill: a goal with limits plans alone.
    if (first !== undefined
      && (hasLimits(goal.policy.budget)
        || hasLimits(first.policy.budget)
        || goal.team !== first.team
        || goal.locale !== first.locale
        || batch.length >= first.policy.planBatch)) {
      continue;
    }
    const held = engine.inHand.begin('plan', goal.id, goal.planTries + 1);
    if (held !== undefined) batch.push({ goal, held });
  }
  return batch;
}

async function planBatch(engine: Engine, batch: readonly Planning[]): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  const { goal, held } = first;
  const turns: TurnRecord[] = [];
  const manager = engine.members.manager(goal.team, 'plan');
  const roster = rosterOf(engine, goal);
  let plans: readonly unknown[] | undefined;
  let fault: PlanFault = { says: NO_MANAGER };
  try {
    plans = await manager?.plan?.({
      goals: batch.map((planning) => planning.goal),
      roster: roster.map((member) => member.registration),
      loadOf: (agentId) => roster.find((member) => member.registration.agentId === agentId)?.load ?? 0,
      maxTasks: goal.policy.maxTasks,
      locale: goal.locale,
      signal: held.signal,
      record: (turn) => void turns.push(turn),
      reserve: reserving(engine, goal, () => held.signal),
      ...liveText(engine, { goalId: goal.id, taskId: null, memberId: manager?.registration.agentId ?? 'manager' }),
    });
  } catch (error) {
    if (engine.signal.aborted) return;
    if (held.signal.aborted || isTeamError(error, 'budget.used_up')) {
      await commitSpent(engine, [], { decide: () => NOTHING_DECIDED, about: { id: null, goalId: goal.id, assigneeId: manager?.registration.agentId ?? null }, turns });
      return;
    }
    fault = { says: inBoth((locale) => saidIn(error, locale)), isHopeless: isHopeless(error) };
  }
  const about = { id: null, assigneeId: manager?.registration.agentId ?? null };
  // At once, so that goals whose plan goes back are asked about in one call again.
  await Promise.all(batch.map((planning, index) => adopt(engine, planning.goal, {
    roster,
    raw: plans?.[index],
    fault: plans === undefined ? fault : undefined,
    turns: index === 0 ? turns : [],
    about,
  })));
}

const NO_MANAGER: Bilingual = { en: 'No member of the team can plan. Add a manager, or add the tasks yourself.', zh: '团队中没有可以制定计划的成员。请添加主管，或自行添加任务。' };

interface PlanFault {
  readonly says: Bilingual;
  readonly isHopeless?: boolean;
}

interface Adopting {
  readonly roster: readonly RosterMember[];
  readonly raw: unknown;
  readonly fault: PlanFault | undefined;
  readonly turns: readonly TurnRecord[];
  readonly about: { readonly id: null; readonly assigneeId: string | null };
}

async function adopt(engine: Engine, goal: Goal, { roster, raw, fault, turns, about }: Adopting): Promise<void> {
  const plan = fault === undefined
    ? readManagersPlan({
      raw,
      roster,
      maxTasks: goal.policy.maxTasks,
      programs: goal.policy.programs,
      judgeCommand: engine.judgeCommand,
      locale: goal.locale,
    })
    : { ok: false as const, problems: [fault.says] };
  const tries = goal.planTries;
  const decide = (board: Board): Decision<unknown> =>
    (plan.ok
      ? adoptPlan(board, goal.id, { tries, tasks: plan.tasks, notes: plan.notes })
      : planUnusable(board, goal.id, {
        tries,
        problems: plan.problems.map((problem) => problem[goal.locale]),
        isHopeless: fault?.isHopeless === true,
      }));
  await commitSpent(engine, [goal.id], { decide, about: { ...about, goalId: goal.id }, turns });
}

export function rosterOf(engine: Engine, goal: Goal): readonly RosterMember[] {
  return engine.store.look((board) => board.members(goal.team).map((registration) => ({ registration, load: board.crew(goal).seats.get(registration.agentId)?.load ?? 0 })));
}
