// Members come, live and leave: what each verb takes along, who is late with what follows, and what the team's end refuses.
import { describe, expect, test } from 'vitest';
import { bench, codeOf, manager, member, worker, type Bench, type BenchOptions } from '../../../test/bench-board.ts';
import { TIMES } from '../lifecycles.ts';
import { cancelGoal, pauseGoal, resumeGoal } from '../moves/goal-moves.ts';
import { claimTask } from './claim.ts';
import { buryOldMail, callBack, cleanTeam, comeUp, endLateLives, enrolTeam, failMember, pauseMember, restartMember, resumeMember, shutDownMember, shutDownTeam, spawnMember, startMembers, stopMembers } from './lives.ts';
import { sendMail } from './mail.ts';
import { beginTurn, endTurn } from './turn.ts';
import { verifies } from '../../../test/verifies.ts';

const team = (options: BenchOptions = {}): Bench => {
  const b = bench({ members: [manager(), worker('ann'), worker('bo')], ...options, policy: { style: 'team', ...options.policy } });
  b.commit((board) => enrolTeam(board, 'team'));
  b.commit((board) => startMembers(board, { team: 'team' }));
  for (const life of b.board.desk.lives('team')) b.commit((board) => comeUp(board, life));
  return b;
};
const ref = (memberId: string) => ({ team: 'team', memberId });
const stateOf = (b: Bench, memberId: string): string | undefined => b.board.desk.life('team', memberId)?.state;
const claim = (b: Bench, memberId: string) => b.expectOk(b.commit((board) => claimTask(board, { taskId: 'task_1', memberId })));
const late = (b: Bench, ms: number) => {
  b.advance(ms);
  return b.expectOk(b.commit((board) => endLateLives(board, 'team')));
};

describe('spawning', () => {
  const spawn = (b: Bench, agentId: string, name = agentId, kind: 'model' | 'human' = 'model') => b.commit((board) => spawnMember(board, { team: 'team', registration: member(agentId, { name, kind }), by: 'boss', policy: b.goal().policy }));

  test('adds a member that can be written to and may claim; the same name, or one that could be taken for another, is refused', () => {
    const b = team();
    expect(b.expectOk(spawn(b, 'cy', 'Cy Young'))).toMatchObject({ memberId: 'cy', state: 'unstarted', version: 1 });
    expect(['cy', 'Ann', 'cy-2', 'user', 'leader'].map((id) => codeOf(spawn(b, id, id === 'cy-2' ? 'Cy Young' : id)))).toEqual(Array(5).fill('member.invalid'));
    expect(b.board.members('team').map(({ agentId }) => agentId)).toContain('cy');
  });

  test('is refused where the roster is fixed, and needs no life for a person', () => {
    expect(codeOf(spawn(team({ policy: { roster: 'fixed' } }), 'cy'))).toBe('team.invalid');
    const b = team();
    expect([b.expectOk(spawn(b, 'pat', 'pat', 'human')), stateOf(b, 'pat')]).toEqual([null, undefined]);
  });
});

test('a life goes unstarted, starting, ready, busy, ready; enrolling and starting again change nothing', () => {
  const b = team();
  expect(['boss', 'ann', 'bo'].map((id) => stateOf(b, id))).toEqual(['ready', 'ready', 'ready']);
  const events = b.rows.events.length;
  b.commit((board) => enrolTeam(board, 'team'));
  b.commit((board) => startMembers(board, { team: 'team' }));
  expect(b.rows.events).toHaveLength(events);
  const { turn } = b.expectOk(b.commit((board) => beginTurn(board, ref('ann'))));
  expect([turn, stateOf(b, 'ann')]).toEqual([1, 'busy']);
  b.expectOk(b.commit((board) => endTurn(board, { ...ref('ann'), turn })));
  expect(b.board.desk.life('team', 'ann')).toMatchObject({ state: 'ready', turn: 1, version: 5 });
});

test('a member that hangs is out without its help: its task is lost and counted, its late end is refused, and 3 restarts are all', () => {
  verifies('team.lives');
  const b = team();
  b.add([{}]);
  claim(b, 'ann');
  const { turn } = b.expectOk(b.commit((board) => beginTurn(board, ref('ann'))));
  expect(late(b, TIMES.attemptMs - 1)).toEqual([]);
  expect(late(b, 2)).toEqual(['ann']);
  expect([stateOf(b, 'ann'), b.task('task_1').state, b.task('task_1').losses]).toEqual(['error', 'pending', 1]);
  expect(codeOf(b.commit((board) => endTurn(board, { ...ref('ann'), turn })))).toBe('attempt.stale');
  const rounds = [1, 2, 3, 4].map(() => {
    const code = codeOf(b.commit((board) => restartMember(board, ref('ann'), 'engine')));
    b.commit((board) => comeUp(board, ref('ann')));
    b.commit((board) => failMember(board, ref('ann'), 'broke'));
    return code;
  });
  expect(rounds).toEqual(['ok', 'ok', 'ok', 'lifecycle.illegal_move']);
  expect(codeOf(b.commit((board) => restartMember(board, ref('ann'), 'boss')))).toBe('ok');
});

test('a process that ends frees the tasks of its members uncounted, and the next one starts them again', () => {
  const b = team();
  b.add([{}]);
  claim(b, 'ann');
  b.restart(2);
  expect(b.expectOk(b.commit((board) => stopMembers(board, { team: 'team', gone: (epoch) => epoch === 1, reason: 'process_ended' })))).toEqual(['boss', 'ann', 'bo']);
  expect([b.task('task_1').state, b.task('task_1').losses, stateOf(b, 'ann')]).toEqual(['pending', 0, 'stopped']);
  b.expectOk(b.commit((board) => restartMember(board, ref('ann'), 'engine')));
  expect(b.expectOk(b.commit((board) => comeUp(board, ref('ann')))).epoch).toBe(2);
});

describe('restarts by the engine after a process has ended', () => {
  const nextProcess = (b: Bench, epoch: number): string => {
    b.restart(epoch);
    b.commit((board) => stopMembers(board, { team: 'team', gone: (each) => each !== epoch, reason: 'process_ended' }));
    const code = codeOf(b.commit((board) => restartMember(board, ref('ann'), 'engine')));
    b.commit((board) => comeUp(board, ref('ann')));
    return code;
  };

  test('are not counted where the member was idle: its process says nothing about it', () => {
    const b = team();
    expect([2, 3, 4, 5, 6, 7].map((epoch) => nextProcess(b, epoch))).toEqual(Array(6).fill('ok'));
  });

  test('are counted where the process went down in the middle of its turn: after 3 somebody else decides', () => {
    const b = team();
    const codes = [2, 3, 4, 5].map((epoch) => {
      b.commit((board) => beginTurn(board, ref('ann')));
      return nextProcess(b, epoch);
    });
    expect(codes).toEqual(['ok', 'ok', 'ok', 'lifecycle.illegal_move']);
    expect(stateOf(b, 'ann')).toBe('stopped');
    // A new goal is a person's word: it begins anew. Who is only between two processes is left to the engine.
    expect(b.expectOk(b.commit((board) => callBack(board, { team: 'team', named: ['boss', 'ann', 'bo'], by: 'person' })))).toEqual(['ann']);
    expect(b.board.desk.life('team', 'ann')).toMatchObject({ state: 'starting', restarts: 0 });
  });

  test('are not counted where the process let it go in the middle of its turn, as when a person interrupts it', () => {
    const b = team();
    const codes = [2, 3, 4, 5].map((epoch) => {
      b.commit((board) => beginTurn(board, ref('ann')));
      b.commit((board) => stopMembers(board, { team: 'team', gone: (each) => each === board.epoch, reason: 'process_ended' }));
      return nextProcess(b, epoch);
    });
    expect(codes).toEqual(Array(4).fill('ok'));
  });
});

test('who does not come up in 60 seconds is an error; who is an error for 10 minutes has left; who is stopped too', () => {
  const b = bench({ members: [worker('ann')], policy: { style: 'team' } });
  b.commit((board) => enrolTeam(board, 'team'));
  b.commit((board) => startMembers(board, { team: 'team' }));
  expect([late(b, TIMES.startMs), late(b, 1), stateOf(b, 'ann')]).toEqual([[], ['ann'], 'error']);
  expect([late(b, TIMES.unassignedMs), late(b, 1), stateOf(b, 'ann')]).toEqual([[], ['ann'], 'shut_down']);
});

describe('times are those of the goals of the team', () => {
  test('a busy member has the longest time that an open goal gives an attempt, and the usual one where none is open', () => {
    const b = team({ policy: { times: { attemptMs: 10 * TIMES.attemptMs } } });
    const short = b.open({ style: 'team', times: { attemptMs: 1_000 } });
    b.commit((board) => beginTurn(board, ref('ann')));
    expect(late(b, 10 * TIMES.attemptMs)).toEqual([]);
    b.commit((board) => cancelGoal(board, b.goalId, 'pat'));
    expect(late(b, 0)).toEqual(['ann']);
    b.commit((board) => cancelGoal(board, short, 'pat'));
    b.commit((board) => beginTurn(board, ref('bo')));
    expect([late(b, TIMES.attemptMs).includes('bo'), late(b, 1)]).toEqual([false, ['bo']]);
  });

  test('mail is kept as long as its own goal says, and mail about none as the team does', () => {
    const b = team({ policy: { times: { mailMs: 1_000 } } });
    const patient = b.open({ style: 'team', times: { mailMs: 5_000 } });
    for (const goalId of [b.goalId, patient, null]) b.commit((board) => sendMail(board, { team: 'team', goalId, from: 'boss', to: 'ann', content: `about ${goalId}` }));
    const left = (ms: number) => {
      b.advance(ms);
      b.commit((board) => buryOldMail(board, 'team'));
      return b.board.desk.mailOf('team', 'ann').map(({ content }) => content);
    };
    expect(left(1_001)).toEqual(['about goal_2', 'about null']);
    expect([left(3_999), left(1)]).toEqual([['about goal_2', 'about null'], []]);
  });
});

describe('while a goal is paused', () => {
  const pause = (b: Bench, id = b.goalId) => b.expectOk(b.commit((board) => pauseGoal(board, id, 'pat')));
  const resume = (b: Bench, id = b.goalId) => b.expectOk(b.commit((board) => resumeGoal(board, id, 'pat')));
  const begin = (b: Bench, memberId: string, goalId = b.goalId) => b.expectOk(b.commit((board) => beginTurn(board, { ...ref(memberId), goalId })));

  test('the clock of a turn for it stands still: after 10 minutes at work and 10 hours of pause a busy member has 20 minutes left', () => {
    verifies('team.lives');
    const b = team();
    b.add([{}]);
    claim(b, 'ann');
    begin(b, 'ann');
    begin(b, 'boss');
    b.advance(TIMES.attemptMs / 3);
    pause(b);
    expect(late(b, 20 * TIMES.attemptMs)).toEqual([]);
    resume(b);
    expect([late(b, 0), late(b, (TIMES.attemptMs / 3) * 2), stateOf(b, 'ann'), b.state('task_1')]).toEqual([[], [], 'busy', 'claimed']);
    expect(late(b, 1)).toEqual(['boss', 'ann']);
  });

  test('that of a turn for another goal of the team runs on, and a member that hangs there is out', () => {
    const b = team();
    const other = b.open({ style: 'team' });
    begin(b, 'ann');
    begin(b, 'bo', other);
    pause(b);
    expect([late(b, TIMES.attemptMs + 1), stateOf(b, 'ann')]).toEqual([['bo'], 'busy']);
    resume(b);
    expect([late(b, TIMES.attemptMs).includes('ann'), late(b, 1)]).toEqual([false, ['ann']]);
  });

  test('who is asked to leave in the middle of its turn has its 2 minutes when the goal goes on; who broke is not given up meanwhile', () => {
    const b = team();
    begin(b, 'ann');
    b.commit((board) => shutDownMember(board, { ...ref('ann'), by: 'boss' }));
    b.commit((board) => failMember(board, ref('bo'), 'broke'));
    pause(b);
    expect(late(b, 20 * TIMES.attemptMs)).toEqual([]);
    resume(b);
    expect([late(b, TIMES.shutdownMs), late(b, 1), late(b, TIMES.unassignedMs - TIMES.shutdownMs - 1), late(b, 1)]).toEqual([[], ['ann'], [], ['bo']]);
  });

  test('mail about it does not grow old', () => {
    const b = team({ policy: { times: { mailMs: 1_000 } } });
    b.commit((board) => sendMail(board, { team: 'team', goalId: b.goalId, from: 'boss', to: 'ann', content: 'one' }));
    const left = (ms: number) => {
      b.advance(ms);
      b.commit((board) => buryOldMail(board, 'team'));
      return b.board.desk.mailOf('team', 'ann').length;
    };
    pause(b);
    expect(left(5_000)).toBe(1);
    resume(b);
    expect([left(1_000), left(1)]).toEqual([1, 0]);
  });
});

test('a paused member takes no turn; its running turn is void and its mail comes again', () => {
  const b = team();
  b.commit((board) => sendMail(board, { team: 'team', goalId: null, from: 'boss', to: 'ann', content: 'one' }));
  const { turn } = b.expectOk(b.commit((board) => beginTurn(board, ref('ann'))));
  b.expectOk(b.commit((board) => pauseMember(board, ref('ann'), 'user')));
  expect([codeOf(b.commit((board) => endTurn(board, { ...ref('ann'), turn }))), codeOf(b.commit((board) => beginTurn(board, ref('ann'))))]).toEqual(['attempt.stale', 'lifecycle.illegal_move']);
  b.expectOk(b.commit((board) => resumeMember(board, ref('ann'), 'user')));
  expect(b.expectOk(b.commit((board) => beginTurn(board, ref('ann')))).mail.map(({ content }) => content)).toEqual(['one']);
});

describe('leaving', () => {
  const leave = (b: Bench, memberId: string, more: { readonly force?: boolean; readonly by?: string } = {}) => b.commit((board) => shutDownMember(board, { ...ref(memberId), by: 'boss', ...more }));

  test('is at once for an idle member, whose task is free; asking again is fine, and it can be called back', () => {
    const b = team();
    b.add([{}]);
    claim(b, 'ann');
    b.expectOk(leave(b, 'ann'));
    const events = b.rows.events.length;
    expect([stateOf(b, 'ann'), b.state('task_1'), codeOf(leave(b, 'ann')), b.rows.events.length - events]).toEqual(['shut_down', 'pending', 'ok', 0]);
    expect(codeOf(b.commit((board) => claimTask(board, { taskId: 'task_1', memberId: 'ann' })))).toBe('member.gone');
    expect(codeOf(b.commit((board) => restartMember(board, ref('ann'), 'boss')))).toBe('ok');
  });

  test('of a busy member is after its turn, which it is told in that turn; late after 2 minutes it is by force', () => {
    const b = team();
    const { turn } = b.expectOk(b.commit((board) => beginTurn(board, ref('ann'))));
    b.expectOk(leave(b, 'ann'));
    expect([stateOf(b, 'ann'), b.board.desk.mailOf('team', 'ann').map(({ urgent }) => urgent)]).toEqual(['shutdown_requested', [true]]);
    b.expectOk(b.commit((board) => endTurn(board, { ...ref('ann'), turn })));
    expect(stateOf(b, 'ann')).toBe('shut_down');
    b.commit((board) => beginTurn(board, ref('bo')));
    leave(b, 'bo');
    expect([late(b, TIMES.shutdownMs), late(b, 1), stateOf(b, 'bo')]).toEqual([[], ['bo'], 'shut_down']);
  });

  test('by force ends a turn at once; the manager leaves only with the team', () => {
    const b = team();
    b.commit((board) => beginTurn(board, ref('ann')));
    b.expectOk(leave(b, 'ann', { force: true }));
    expect([stateOf(b, 'ann'), codeOf(leave(b, 'boss'))]).toEqual(['shut_down', 'lifecycle.illegal_move']);
  });
});

describe('the end of a team', () => {
  const clean = (b: Bench, unmerged: readonly string[] = []) => b.commit((board) => cleanTeam(board, { team: 'team', by: 'boss', unmerged }));

  test('is refused with everything that is in its way, and nothing happens', () => {
    const b = team();
    b.add([{}]);
    const events = b.rows.events.length;
    expect(clean(b, ['task_1 on branch task-1'])).toMatchObject({ ok: false, code: 'team.not_empty', details: { unmerged: ['task_1 on branch task-1'], open: ['task_1'], members: ['ann', 'bo'] } });
    expect(b.rows.events).toHaveLength(events);
  });

  test('of a team that never had a task is plain: everybody is asked to leave, then it ends', () => {
    const b = team();
    expect(b.expectOk(b.commit((board) => shutDownTeam(board, { team: 'team', by: 'user' })))).toEqual(['boss', 'ann', 'bo']);
    expect(b.expectOk(clean(b))).toEqual([]);
    expect(b.rows.events.at(-1)?.type).toBe('team.cleaned');
  });
});
