// A member that is a function pulls: it takes what fits it best, runs, hands in, and takes the next, without a turn of any model. It
// reads no mail; what is in its box is marked as read, so that nobody waits for an answer.
import { claimNextCommand } from '../../core/commands/claim-next.ts';
import { attemptId } from '../../core/ids.ts';
import { isAtWork } from '../../core/lifecycles.ts';
import type { Bilingual } from '../../core/json.ts';
import type { Concern } from '../../core/team/concerns.ts';
import { submitPlan } from '../../core/team/member-plan.ts';
import { waitsForPlan } from '../../core/team/plan-waits.ts';
import { beginTurn, endTurn } from '../../core/team/turn.ts';
import { Attempt } from '../attempt.ts';
import { commit, perform } from '../commit.ts';
import type { Engine } from '../engine.ts';

export async function runFunction(engine: Engine, { memberId, goalId, news }: Concern): Promise<void> {
  if (news.some(({ kind }) => kind === 'mail')) await readMail(engine, memberId);
  await goOn(engine, { memberId, goalId });
  const claimNext = claimNextCommand({ goalId, memberId, onlyCovered: true });
  for (;;) {
    const claimed = await perform(engine, claimNext);
    // It let nothing be: its hands are full. What it was offered meanwhile is news again when they are free.
    if (claimed.ok ? claimed.value !== undefined : claimed.code === 'member.busy') engine.turns?.untell(memberId, news.map(({ key }) => key));
    if (!claimed.ok || claimed.value === undefined) return;
    // Not waited for: as many run side by side as its capacity lets it claim.
    void goOn(engine, { memberId, goalId });
  }
}

/** Runs what it holds and what is not in hand yet: after a claim, after its plan was approved, after a lost wake-up. */
async function goOn(engine: Engine, { memberId, goalId }: Pick<Concern, 'memberId' | 'goalId'>): Promise<void> {
  const goal = engine.store.look((board) => board.goal(goalId));
  if (goal === undefined) return;
  const held = engine.store.look((board) => [...board.claims(goalId).of(memberId)].filter((task) => isAtWork(task.state) && task.epoch === engine.store.epoch));
  await Promise.all(held.map(async (task) => {
    if (task.state === 'claimed' && goal.policy.planGate) {
      if (!waitsForPlan(task)) await commit(engine, [task.id], (board) => submitPlan(board, { taskId: task.id, memberId, plan: PLAN[goal.locale].replace('{id}', attemptId(task.id, task.starts)) }));
      return;
    }
    const inHand = engine.inHand.begin('run', task.id, task.starts);
    if (inHand === undefined) return;
    await new Attempt(engine, task, goal, inHand).run();
    if (!engine.signal.aborted) engine.queue.send({ kind: 'attend-team' });
  }));
}

const PLAN: Bilingual = { en: 'A program runs on the input of the task, as it does each time ({id}).', zh: '由程序按任务输入直接执行，每次做法相同（{id}）。' };

async function readMail(engine: Engine, memberId: string): Promise<void> {
  const ref = { team: engine.team, memberId };
  for (let left = true; left; ) {
    const begun = await commit(engine, [], (board) => beginTurn(board, ref));
    if (!begun.ok) return;
    const ended = await commit(engine, [], (board) => endTurn(board, { ...ref, turn: begun.value.turn }));
    left = ended.ok && begun.value.mail.length > 0 && engine.store.look((board) => board.desk.mailOf(ref.team, ref.memberId).length > 0);
  }
}
