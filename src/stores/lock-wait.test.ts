// Waiting for the lock of the file, on a clock of its own: processes that all want to write go round, and one that is alone never waits.
import { expect, test } from 'vitest';
import { LockWait } from './lock-wait.ts';

const HOLDS_MS = 1.5;

interface Process {
  readonly wait: LockWait;
  at: number;
  commitsSeen: number;
}

/** Who had the lock, one after another; `from` says when each begins to want it. */
function race(from: readonly number[], until: number): readonly number[] {
  let now = 0;
  let commits = 0;
  let heldUntil = 0;
  const owners: number[] = [];
  const processes = from.map((at): Process => ({ wait: new LockWait(() => now), at, commitsSeen: 0 }));
  for (;;) {
    const next = processes.reduce((first, each) => (each.at < first.at ? each : first));
    now = next.at;
    if (now > until) return owners;
    commits = owners.length - (now < heldUntil ? 1 : 0);
    const hasSomebodyCommitted = () => {
      const isNews = commits > next.commitsSeen;
      next.commitsSeen = commits;
      if (isNews) next.wait.sawOthers();
      return isNews;
    };
    const mayAsk = next.wait.mayAsk(hasSomebodyCommitted);
    if (mayAsk && now >= heldUntil) {
      next.wait.got();
      owners.push(processes.indexOf(next));
      heldUntil = now + HOLDS_MS;
      next.commitsSeen = owners.length;
      next.at = heldUntil + 0.01;
      continue;
    }
    if (mayAsk) next.wait.refused();
    const ms = next.wait.nextLookMs();
    // As a timer and a nap do it.
    next.at = now + (ms >= 1 ? Math.ceil(ms) : ms + 0.05);
  }
}

test('4 processes that all want to write take turns: once they know each other, nobody waits for more than 4 turns of others, and mostly for 3', () => {
  const owners = race([0, 0.1, 0.2, 0.3], 400);
  const gaps = owners.flatMap((owner, at) => {
    const before = owners.lastIndexOf(owner, at - 1);
    return at < 40 || before < 0 ? [] : [at - before - 1];
  });
  expect(gaps.length).toBeGreaterThan(150);
  expect([Math.min(...gaps) >= 2, Math.max(...gaps) <= 4]).toEqual([true, true]);
  expect(gaps.filter((gap) => gap === 3).length).toBeGreaterThan(gaps.length * 0.8);
});

test('the lock is seldom idle: 2 or 4 processes hold it two thirds of the time and more', () => {
  for (const from of [[0, 0.1], [0, 0.1, 0.2, 0.3]]) expect(race(from, 300).length * HOLDS_MS).toBeGreaterThan(200);
});

test('a process that is alone writes without a wait, and again after others have stopped', () => {
  expect(race([0], 150).length).toBe(Math.floor(150 / (HOLDS_MS + 0.01)) + 1);
  let now = 0;
  const wait = new LockWait(() => now);
  wait.refused();
  expect(wait.mayAsk(() => false)).toBe(false);
  now = 1;
  expect(wait.mayAsk(() => false)).toBe(true);
  wait.got();
  // The others may still want it: it stands back once.
  expect(wait.mayAsk(() => false)).toBe(false);
  now = 3;
  expect(wait.mayAsk(() => false)).toBe(true);
  wait.got();
  expect(wait.mayAsk(() => false)).toBe(true);
});

test('who has not had the lock for long does not stand back for those who have had their turn since', () => {
  let now = 0;
  const wait = new LockWait(() => now);
  wait.refused();
  wait.got();
  now = 51;
  expect(wait.mayAsk(() => false)).toBe(true);
  // Unless it is refused: then it waits as all do.
  wait.refused();
  expect(wait.mayAsk(() => false)).toBe(false);
});

test('a lock that is held for seconds is asked for every 2 ms and no more often', () => {
  let now = 0;
  const wait = new LockWait(() => now);
  wait.refused();
  let asked = 0;
  for (now = 100; now < 1_100; now += wait.nextLookMs()) {
    if (!wait.mayAsk(() => false)) continue;
    asked += 1;
    wait.refused();
  }
  expect([wait.nextLookMs(), asked <= 500, asked >= 400]).toEqual([2, true, true]);
});
