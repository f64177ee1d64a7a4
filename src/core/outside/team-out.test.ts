// What the tools of a team answer: the shapes that models and other programs read, and the limit of a list.
import { describe, expect, test } from 'vitest';
import { bench, manager, member, worker, type Bench, type BenchOptions } from '../../../test/bench-board.ts';
import { objectsIn, papersOf } from '../../../test/team-look.ts';
import type { TaskId } from '../ids.ts';
import { claimTask } from '../team/claim.ts';
import { enrolTeam } from '../team/lives.ts';
import { lockFile, recordWrite, unlockFile } from '../team/locks.ts';
import { sendMail } from '../team/mail.ts';
import { submitPlan } from '../team/member-plan.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { claimableOut, historyOut, LIST_TOKENS, locksOut, membersOut, messageOut, statusAsked, taskListOut, taskRowOut, taskViewOut } from './team-out.ts';

const team = (options: BenchOptions = {}): Bench => {
  const b = bench({ members: [manager(), worker('ann', ['copy'], { name: 'Ann Lee', kind: 'model' }), worker('bo', ['data'])], ...options, policy: { style: 'team', ...options.policy } });
  b.commit((board) => enrolTeam(board, 'team'));
  return b;
};
const claim = (b: Bench, taskId: TaskId, memberId: string) => b.commit((board) => claimTask(board, { taskId, memberId }));
const START = '1970-01-01T00:16:40.000Z';

describe('view_task', () => {
  test('get shows the whole task, and its holder and prerequisites under the seed’s names too', () => {
    const b = team();
    const [one = 'task_0', two = 'task_0'] = b.add([{ name: 'a' }, { title: 'Second', dependsOn: ['a'] }]);
    const view = taskViewOut({ goal: b.goal(), task: b.task(two), brief: b.rows.briefs.get(two) ?? { title: '', content: '', skills: [], input: {}, criteria: [], context: [], contextFrom: null, name: null }, dependsOn: [one], waitsFor: [one], result: undefined, managerId: 'boss' });
    expect(view).toMatchObject({ task_id: two, title: 'Second', status: 'blocked', assignee: null, assignee_id: null, dependencies: [one], depends_on: [one], created_at: START });
  });

  test('list shows one row a task; claimable as a state means pending, and a word that is no state is told apart', () => {
    const b = team();
    const [one = 'task_0'] = b.add([{ title: 'A' }, { title: 'B' }, { title: 'For bo', assigneeId: 'bo' }]);
    claim(b, one, 'ann');
    const tasks = b.tasksOf(b.goalId);
    const rows = (status?: string) => objectsIn(taskListOut(tasks, papersOf(b), b.now, status === undefined ? undefined : statusAsked(status))['tasks']).map(({ title, status: state, assignee }) => [title, state, assignee]);
    expect(rows()).toEqual([['A', 'claimed', 'ann'], ['B', 'pending', null], ['For bo', 'pending', 'bo']]);
    expect(rows('claimable')).toEqual([['B', 'pending', null], ['For bo', 'pending', 'bo']]);
    expect([statusAsked('claimable'), statusAsked('done'), statusAsked('in_progress')]).toEqual(['pending', 'done', undefined]);
  });

  test('claimable shows only what this very member may take, with fit and age', () => {
    const b = team();
    b.add([{ title: 'Count', skills: ['data'] }, { title: 'For bo', assigneeId: 'bo' }]);
    b.advance(61_500);
    expect(claimableOut(b.board, { goal: b.goal(), memberId: 'ann' }, papersOf(b))).toEqual({ tasks: [{ task_id: 'task_1', title: 'Count', status: 'pending', assignee: null, skills: ['data'], dependencies: [], age_seconds: 61, given_to_you: false, skill_fit: { covered: [], missing: ['data'] } }], count: 1 });
    expect(objectsIn(claimableOut(b.board, { goal: b.goal(), memberId: 'bo' }, papersOf(b))['tasks']).map(({ title, given_to_you: own }) => [title, own])).toEqual([['For bo', true], ['Count', false]]);
  });

  test('a list of 1,000 tasks keeps to its limit and says how many it leaves out', () => {
    const b = team();
    b.add(Array.from({ length: 1_000 }, (_, at) => ({ title: `第 ${at} 项` })));
    const list = taskListOut(b.tasksOf(b.goalId), papersOf(b), b.now);
    expect(estimateTokens(JSON.stringify(list))).toBeLessThan(LIST_TOKENS + 100);
    expect([list['count'], objectsIn(list['tasks']).length + Number(list['not_shown'])]).toEqual([1_000, 1_000]);
  });

  test('a row tells of a plan that waits, and of who once held a task nothing', () => {
    const b = team({ policy: { planGate: true } });
    const [one = 'task_0'] = b.add([{}]);
    b.commit((board) => submitPlan(board, { taskId: one, memberId: 'ann', plan: 'p' }), [one]);
    expect(taskRowOut(b.task(one), papersOf(b), b.now)).toMatchObject({ assignee: 'ann', plan: { revision: 1, status: 'submitted' } });
    b.lose(one);
    expect(taskRowOut(b.task(one), papersOf(b), b.now)).toMatchObject({ status: 'pending', assignee: null });
  });
});

test('list_members shows role, state, load and unread mail; of a person that it is one', () => {
  const b = team({ members: [manager(), worker('ann', ['copy'], { kind: 'model' }), member('eva', { kind: 'human' })] });
  b.commit((board) => sendMail(board, { team: 'team', goalId: b.goalId, from: 'boss', to: 'eva', content: 'look' }));
  expect(membersOut(b.board, b.goal())).toEqual({
    members: [
      { member_name: 'boss', display_name: 'boss', role: ['leader'], skills: [], state: 'starting', load: 0, capacity: 1, kind: 'function', unread: 0 },
      { member_name: 'ann', display_name: 'ann', role: ['teammate'], skills: ['copy'], state: 'starting', load: 0, capacity: 1, unread: 0 },
      { member_name: 'eva', display_name: 'eva', role: ['teammate'], skills: [], state: 'ready', load: 0, capacity: 1, kind: 'human', unread: 1 },
    ],
    count: 3,
  });
});

describe('mail', () => {
  test('a message has the fields of the contract', () => {
    const b = team();
    b.commit((board) => sendMail(board, { team: 'team', goalId: b.goalId, from: 'boss', to: '*', content: 'first\nsecond' }));
    expect([...b.board.desk.unread()].map(messageOut)[0]).toEqual({ message_id: 'message_1', team_name: 'team', from_member_name: 'boss', to_member_name: 'ann', content: 'first\nsecond', summary: 'first', timestamp: START, is_broadcast: true, is_read: false });
  });
});

test('workspace_meta shows who holds which lock until when, and who did what to a file, the newest first', () => {
  const b = team();
  const [one = 'task_0'] = b.add([{}]);
  claim(b, one, 'ann');
  const holder = { memberId: 'ann', attempt: { taskId: one, token: 1 } };
  const { fencing } = b.expectOk(b.commit((board) => lockFile(board, { goalId: b.goalId, path: 'notes/plan.md', holder, ttlMs: 60_000 })));
  expect(locksOut(b.board, b.goalId)).toEqual({ locks: [{ path: 'notes/plan.md', holder: 'ann', task_id: one, fencing, taken_at: START, expires_at: '1970-01-01T00:17:40.000Z' }], count: 1 });
  b.commit((board) => recordWrite(board, { goalId: b.goalId, path: 'notes/plan.md', holder, fencing, sha256: 'abc', bytes: 3 }));
  b.commit((board) => unlockFile(board, { goalId: b.goalId, path: 'notes/plan.md', holder }));
  const history = objectsIn(historyOut(b.rows.events, 'notes/plan.md')['history']);
  expect(history.map(({ what, member: who, task_id: task, at }) => [what, who, task, at])).toEqual([['unlocked', 'ann', one, START], ['written', 'ann', one, START], ['locked', 'ann', one, START]]);
});
