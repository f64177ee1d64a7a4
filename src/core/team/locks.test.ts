// Locks bind: one holder a file, whatever the file is called; lost by their own time or with their attempt; and who lost one cannot write.
import { describe, expect, test } from 'vitest';
import { bench, codeOf, worker, type Bench } from '../../../test/bench-board.ts';
import { claimTask } from './claim.ts';
import { sharedPath, type LockHolder } from './file-lock.ts';
import { breakLock, fileHistory, heldLocks, lockFile, mayWrite, recordWrite, renewLocks, unlockFile, type Locking } from './locks.ts';
import { verifies } from '../../../test/verifies.ts';

const TTL = 300_000;
const ANN: LockHolder = { memberId: 'ann', attempt: { taskId: 'task_1', token: 1 } };
const BO: LockHolder = { memberId: 'bo', attempt: null };

function shared(): Bench {
  const b = bench({ members: [worker('ann'), worker('bo')], policy: { style: 'team' } });
  b.add([{}, {}]);
  b.expectOk(b.commit((board) => claimTask(board, { taskId: 'task_1', memberId: 'ann' })));
  return b;
}
const lock = (b: Bench, holder: LockHolder, path = 'plan.md', more: Partial<Locking> = {}) => b.commit((board) => lockFile(board, { goalId: b.goalId, path, holder, ...more }));
const writes = (b: Bench, holder: LockHolder, fencing: number, path = 'plan.md') => codeOf(b.commit((board) => recordWrite(board, { goalId: b.goalId, path, holder, fencing, sha256: 'ab', bytes: 2 })));

test.each([
  ['plan.md', 'plan.md'], ['./a//b.md', 'a/b.md'], ['.team/a.md', 'a.md'], ['a\\b.md', 'a/b.md'], ['caf\u0065\u0301.md', 'café.md'],
  ['../x', null], ['a/../../x', null], ['/etc/passwd', null], ['C:\\x', null], ['', null], ['.team', null], ['a\nb', null],
])('%j is the file %j of the shared folder', (written, path) => {
  const read = sharedPath(written);
  expect(read.ok ? read.path : null).toBe(path);
});

describe('a lock', () => {
  test('is one holder’s under every spelling; the other is told whose, for which task and until when', () => {
    const b = shared();
    const { fencing } = b.expectOk(lock(b, ANN));
    expect(lock(b, BO, './.team//plan.md')).toMatchObject({ ok: false, code: 'file.locked', details: { path: 'plan.md', holder: 'ann', task_id: 'task_1', until: b.now + TTL } });
    expect([writes(b, BO, fencing), writes(b, ANN, fencing, '.team/plan.md')]).toEqual(['file.locked', 'ok']);
    expect(heldLocks(b.board, b.goalId)).toMatchObject([{ path: 'plan.md', holder: ANN, fencing }]);
  });

  test('taken again by its holder is the same holding with a new end; given back it is free, twice is fine, and only by its holder', () => {
    const b = shared();
    const first = b.expectOk(lock(b, ANN));
    b.advance(1000);
    expect(b.expectOk(lock(b, ANN))).toMatchObject({ fencing: first.fencing, expiresAt: first.expiresAt + 1000 });
    const unlock = (holder: LockHolder) => b.commit((board) => unlockFile(board, { goalId: b.goalId, path: 'plan.md', holder }));
    expect([codeOf(unlock(BO)), b.expectOk(unlock(ANN)), b.expectOk(unlock(ANN))]).toEqual(['file.locked', 'unlocked', 'already']);
    expect(b.expectOk(lock(b, BO)).fencing).toBeGreaterThan(first.fencing);
  });

  test('is held for 3 times its life by who renews it, and is nobody’s 1 ms after it ran out', () => {
    const b = shared();
    lock(b, ANN);
    for (let beat = 0; beat < 18; beat += 1) {
      b.advance(TTL / 6);
      b.commit((board) => renewLocks(board, { goalId: b.goalId, holder: ANN }));
      expect(codeOf(lock(b, BO))).toBe('file.locked');
    }
    const renewals = b.rows.events.filter(({ type }) => type === 'file.lock_renewed').length;
    expect(renewals).toBeLessThan(18);
    const { expiresAt, fencing } = heldLocks(b.board, b.goalId)[0] ?? { expiresAt: 0, fencing: 0 };
    b.advance(expiresAt - b.now - 1);
    expect(codeOf(lock(b, BO, 'plan.md', { ttlMs: 1 }))).toBe('file.locked');
    b.advance(1);
    expect(b.expectOk(lock(b, BO)).fencing).toBeGreaterThan(fencing);
    expect(b.rows.events.at(-1)?.details).toMatchObject({ from: 'ann', reason: 'expired' });
  });

  test('who slept past its end and comes back is refused by the number, also when it takes the lock anew without reading again', () => {
    verifies('team.locks_bind');
    const b = shared();
    const { fencing } = b.expectOk(lock(b, ANN));
    b.advance(TTL);
    lock(b, BO);
    expect(writes(b, ANN, fencing)).toBe('file.locked');
    b.commit((board) => breakLock(board, { goalId: b.goalId, path: 'plan.md', by: 'pat' }));
    const second = b.expectOk(lock(b, ANN)).fencing;
    expect([writes(b, ANN, fencing), writes(b, ANN, second)]).toEqual(['file.not_locked', 'ok']);
  });

  test('ends with the attempt it was taken for: lost, handed in, or taken up anew', () => {
    for (const end of [(b: Bench) => b.lose('task_1'), (b: Bench) => b.submit('task_1')]) {
      const b = shared();
      const { fencing } = b.expectOk(lock(b, ANN));
      end(b);
      expect(writes(b, ANN, fencing)).toBe('file.not_locked');
      expect(codeOf(lock(b, BO))).toBe('ok');
      expect(b.rows.events.at(-1)?.details).toMatchObject({ reason: 'attempt_over' });
    }
  });

  test('without a lock nobody writes; a person breaks one, whoever has it', () => {
    const b = shared();
    expect(writes(b, ANN, 1)).toBe('file.not_locked');
    const { fencing } = b.expectOk(lock(b, ANN));
    expect(b.expectOk(b.commit((board) => breakLock(board, { goalId: b.goalId, path: 'plan.md', by: 'pat' })))).toBe('broken');
    expect(writes(b, ANN, fencing)).toBe('file.not_locked');
    expect(mayWrite(b.board, { goalId: b.goalId, path: 'plan.md', holder: ANN, fencing })).toMatchObject({ ok: false, because: expect.stringContaining('workspace_meta(lock)') });
  });
});

test('the history of a file says who did what, when and for which task, and leaves the renewals out', () => {
  const b = shared();
  const { fencing } = b.expectOk(lock(b, ANN));
  lock(b, ANN);
  writes(b, ANN, fencing);
  b.commit((board) => unlockFile(board, { goalId: b.goalId, path: 'plan.md', holder: ANN }));
  lock(b, BO, 'other.md');
  expect(fileHistory(b.rows.events, 'plan.md')).toMatchObject([
    { what: 'locked', member: 'ann', task_id: 'task_1' }, { what: 'written', hash: 'ab', bytes: 2, fencing }, { what: 'unlocked' },
  ]);
});
