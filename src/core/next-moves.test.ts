// Push dispatch: who gets which task, in which order, and what happens when nobody can.
import { describe, expect, test } from 'vitest';
import { bench, codeOf, manager, reviewer, worker } from '../../test/bench-board.ts';
import { verifies } from '../../test/verifies.ts';

const NO_REVIEW = { review: 'none' } as const;

describe('a ready task', () => {
  test('is created, assigned and started in one commit when a member has the skills and room', () => {
    const b = bench({ policy: NO_REVIEW, members: [worker('a', ['x'])] });
    b.news();
    b.add([{ skills: ['x'] }]);
    expect(b.news()).toEqual(['goal_1 plan_adopted', 'task_1 created', 'task_1 assigned a', 'task_1 started a']);
    expect(b.task('task_1')).toMatchObject({ state: 'executing', version: 3, starts: 1, assigneeId: 'a', epoch: 1 });
  });

  test('is only assigned to a member outside this process, which starts when it says so', () => {
    const b = bench({ members: [worker('a', ['x'], { kind: 'http' })] });
    b.add([{ skills: ['x'] }]);
    expect(b.state('task_1')).toBe('assigned');
    expect(b.load('a')).toBe(1);
  });

  test('without skills goes to any worker, never to a reviewer or a manager', () => {
    const b = bench({ members: [reviewer('r'), manager('m')] });
    b.add([{}]);
    expect(b.task('task_1')).toMatchObject({ state: 'unassigned', more: { comment: 'no_member_has_the_skills' } });
    b.register(worker('a'));
    expect(b.task('task_1')).toMatchObject({ state: 'executing', assigneeId: 'a' });
  });

  test('says in its event how many skills were covered, the load before and how many could have it', () => {
    verifies('plan.best_match');
    const b = bench({ members: [worker('a', ['x', 'y'], { capacity: 2 }), worker('b', ['x', 'y', 'z'])] });
    b.add([{ skills: ['x', 'y'] }]);
    expect(b.rows.events.find((event) => event.type === 'task.assigned')?.details).toEqual({ covered: 2, load: 0, candidates: 2 });
  });
});

describe('matching', () => {
  test.each([
    ['width and case', ['ＳＱＬ'], ['sql']],
    ['a ligature', ['ofﬁce'], ['office']],
    ['composition', ['cafe\u0301'], ['café']],
    ['spaces and hyphens', ['data  analysis'], ['data-analysis']],
    ['Chinese with and without a space', ['SQL 查询'], ['SQL查询']],
    ['Chinese full-width letters', ['ＡＰＩ文档'], ['api文档']],
  ])('tags are equal after folding: %s', (_what, asked, has) => {
    const b = bench({ members: [worker('a', has)] });
    b.add([{ skills: asked }]);
    expect(b.state('task_1')).toBe('executing');
  });

  test('a member that covers 1 of 2 skills does not get the task; the task names the 1 that is missing', () => {
    const b = bench({ members: [worker('far', []), worker('near', ['x'])] });
    b.add([{ skills: ['x', 'y'] }]);
    expect(b.task('task_1').more).toMatchObject({ missingSkills: ['y'] });
  });

  test('a tag is compared whole: "write" is not covered by "write code", nor the other way round', () => {
    const b = bench({ members: [worker('a', ['write code'])] });
    b.add([{ skills: ['write'] }]);
    expect(b.state('task_1')).toBe('escalated');
  });

  test('the lowest share of room wins: 1 of 4 before 1 of 2, and 0 of 1 before both', () => {
    verifies('plan.best_match');
    const b = bench({ members: [worker('two', ['x'], { capacity: 2 }), worker('four', ['x'], { capacity: 4 }), worker('one', ['x'])] });
    b.add(Array.from({ length: 7 }, () => ({ skills: ['x'] })));
    expect(b.tasksOf(b.goalId).map((task) => task.assigneeId)).toEqual(['two', 'four', 'one', 'four', 'two', 'four', 'four']);
    expect([b.load('two'), b.load('four'), b.load('one')]).toEqual([2, 4, 1]);
  });

  test('between equals the one that registered first wins, also after it registered again with other skills', () => {
    const b = bench({ members: [worker('b', ['x']), worker('a', ['x'])] });
    b.register(worker('b', ['x', 'y']));
    b.add([{ skills: ['x'] }]);
    expect(b.task('task_1').assigneeId).toBe('b');
    expect(b.restored().members('team').map((one) => one.agentId)).toEqual(['b', 'a']);
  });

  test('a task for one named member waits for that member, though another is free', () => {
    const b = bench({ members: [worker('a', ['x']), worker('b', ['x'])] });
    b.add([{ skills: ['x'], assigneeId: 'a' }, { skills: ['x'], assigneeId: 'a' }]);
    expect(b.task('task_1')).toMatchObject({ state: 'executing', assigneeId: 'a' });
    expect(b.task('task_2')).toMatchObject({ state: 'pending', lane: '@a' });
    expect(b.load('b')).toBe(0);
  });

  test('a task for a member that is not there is shelved with that reason, and starts when the member registers', () => {
    const b = bench({ members: [worker('a'), manager()] });
    b.add([{ assigneeId: 'ghost' }]);
    expect(b.task('task_1')).toMatchObject({ state: 'unassigned', more: { comment: 'member_not_there', missingSkills: [] } });
    b.register(worker('ghost'));
    expect(b.task('task_1')).toMatchObject({ state: 'executing', assigneeId: 'ghost' });
  });
});

describe('order', () => {
  test('the oldest task of all lanes goes first: a member with both skills takes task_2 before task_3', () => {
    verifies('loop.order');
    const b = bench({ policy: NO_REVIEW, members: [worker('a', ['x', 'y'])] });
    b.add([{ skills: ['x'] }, { skills: ['y'] }, { skills: ['x'] }]);
    b.submit('task_1');
    expect(b.states()).toEqual({ task_1: 'completed', task_2: 'executing', task_3: 'pending' });
    b.submit('task_2');
    expect(b.state('task_3')).toBe('executing');
  });

  test('the next task starts in the commit that hands the one before in', () => {
    const b = bench({ members: [worker('a'), reviewer('r')] });
    b.add([{}, {}]);
    b.news();
    b.submit('task_1');
    expect(b.news()).toEqual(['task_1 submitted', 'task_2 assigned a', 'task_2 started a']);
  });

  test('rework goes before new work: the author that is free takes its rejected task, not the older waiting one', () => {
    verifies('loop.order');
    const b = bench({ members: [worker('a'), reviewer('r')] });
    b.add([{}, {}, {}]);
    b.submit('task_1');
    b.submit('task_2');
    b.reject('task_1');
    expect(b.states()).toEqual({ task_1: 'rejected', task_2: 'pending_review', task_3: 'executing' });
    b.submit('task_3');
    b.add([{}]);
    expect(b.state('task_1')).toBe('executing');
    expect(b.state('task_4')).toBe('pending');
  });

  test('work in progress never passes the capacity of 2', () => {
    verifies('loop.order');
    const b = bench({ policy: NO_REVIEW, members: [worker('a', [], { capacity: 2 })] });
    b.add(Array.from({ length: 5 }, () => ({})));
    expect(b.load('a')).toBe(2);
    b.submit('task_1');
    expect(b.load('a')).toBe(2);
    expect(Object.values(b.states())).toEqual(['completed', 'executing', 'executing', 'pending', 'pending']);
  });

  test('a member shared by two goals holds 1 attempt in all, and the older goal goes first', () => {
    const b = bench({ policy: NO_REVIEW, members: [worker('a')] });
    const second = b.open(NO_REVIEW);
    b.add([{}, {}]);
    b.add([{}], second);
    b.submit('task_1');
    expect(b.states()).toEqual({ task_1: 'completed', task_2: 'executing', task_3: 'pending' });
    b.submit('task_2');
    expect(b.state('task_3')).toBe('executing');
  });

  test('members of another team are not asked', () => {
    const b = bench({ members: [worker('a')] });
    const other = b.open({}, { team: 'elsewhere' });
    b.add([{}], other);
    expect(b.state('task_1')).toBe('escalated');
  });
});

describe('when nobody has the skills', () => {
  test('the manager is asked once, with what is missing; a person is asked when it gives up', () => {
    verifies('plan.unassigned_replan');
    const b = bench({ members: [worker('a', ['x']), manager()] });
    b.news();
    b.add([{ skills: ['x', 'z'] }]);
    expect(b.news()).toEqual(['goal_1 plan_adopted', 'task_1 created', 'task_1 shelved (no_member_has_the_skills)', 'task_1 replan_asked (no_member_has_the_skills)']);
    expect(b.task('task_1').more).toMatchObject({ replans: 1, missingSkills: ['z'], waiting: { for: 'manager', until: b.now + 600_000 } });
  });

  test('without a manager a person is asked at once', () => {
    const b = bench({ members: [worker('a', ['x'])] });
    b.add([{ skills: ['z'] }]);
    expect(b.state('task_1')).toBe('escalated');
    expect(b.openQuestions()[0]).toMatchObject({ kind: 'escalation', taskId: 'task_1', material: { missing_skills: ['z'] }, text: { en: 'No member has the skills it needs.' } });
  });

  test('a person reads the right reason when the named member is not there', () => {
    const b = bench({ members: [worker('a')] });
    b.add([{ assigneeId: 'ghost' }]);
    expect(b.openQuestions()[0]?.text.en).toBe('The member it was given to is not registered.');
  });

  test('a new registration takes the task at once, while the manager still thinks, and its late answer changes nothing', () => {
    const b = bench({ members: [worker('a'), manager()] });
    b.add([{ skills: ['z'] }]);
    b.news();
    b.register(worker('b', ['z']));
    expect(b.news()).toEqual(['team registered', 'task_1 placed (a_member_can_do_it_now)', 'task_1 assigned b', 'task_1 started b']);
    expect(b.task('task_1').more).toEqual({ replans: 1 });
  });

  test('a registration that gains the missing skill takes the task too', () => {
    const b = bench({ members: [worker('a'), manager()] });
    b.add([{ skills: ['z'] }]);
    b.register(worker('a', ['z']));
    expect(b.task('task_1')).toMatchObject({ state: 'executing', assigneeId: 'a' });
  });

  test('one registration takes only as much as it has room for: 2 of 3 shelved tasks', () => {
    const b = bench({ members: [manager()] });
    b.add(Array.from({ length: 3 }, () => ({ skills: ['z'] })));
    b.register(worker('b', ['z'], { capacity: 2 }));
    expect(Object.values(b.states())).toEqual(['executing', 'executing', 'pending']);
  });
});

describe('declining', () => {
  test('goes back to the manager with the reason, and the room is free again', () => {
    const b = bench({ members: [worker('a'), manager()] });
    b.add([{}]);
    b.news();
    b.decline('task_1');
    expect(b.news()).toEqual(['task_1 declined a', 'task_1 replan_asked (declined)']);
    expect(b.load('a')).toBe(0);
    expect(b.task('task_1').more).toMatchObject({ declinedBy: ['a'], waiting: { for: 'manager', reason: 'declined' } });
  });

  test('without a manager the next member that covers the skills is asked, each once; then a person', () => {
    const b = bench({ members: [worker('a', ['x']), worker('b', ['x'])] });
    b.add([{ skills: ['x'] }]);
    b.decline('task_1');
    expect(b.task('task_1')).toMatchObject({ state: 'executing', assigneeId: 'b' });
    b.decline('task_1');
    expect(b.task('task_1')).toMatchObject({ state: 'escalated', more: { declinedBy: ['a', 'b'] } });
    expect(b.log.filter((line) => line.includes(' assigned '))).toEqual(['task_1 assigned a', 'task_1 assigned b']);
  });

  test('a decliner is not asked again when the attempt of another is lost', () => {
    const b = bench({ members: [worker('a'), worker('b')] });
    b.add([{}]);
    b.decline('task_1');
    b.lose('task_1');
    expect(b.task('task_1')).toMatchObject({ state: 'executing', assigneeId: 'b', losses: 1 });
  });

  test('of an old attempt is refused: nothing is taken from the present holder', () => {
    const b = bench({ members: [worker('a'), worker('b')] });
    b.add([{}]);
    b.lose('task_1');
    expect(b.task('task_1').starts).toBe(2);
    expect(codeOf(b.decline('task_1', 1))).toBe('attempt.stale');
    expect(b.state('task_1')).toBe('executing');
  });
});
