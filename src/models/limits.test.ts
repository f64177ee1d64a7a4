// Limits on a fixed clock: who gets leave when.
import { describe, expect, test } from 'vitest';
import { steppedClock } from '../../test/stepped-clock.ts';
import { createLimiter, type Limiter, type LimitRules, type Ticket } from './limits.ts';

const never = (): AbortSignal => new AbortController().signal;

interface Door {
  readonly limiter: Limiter;
  readonly clock: ReturnType<typeof steppedClock>;
  readonly entered: string[];
  readonly tickets: Map<string, Ticket>;
  readonly come: (name: string, tokens?: number, signal?: AbortSignal) => Promise<void>;
}

function door(rules: LimitRules): Door {
  const clock = steppedClock();
  const limiter = createLimiter(rules, clock);
  const entered: string[] = [];
  const tickets = new Map<string, Ticket>();
  const come = async (name: string, tokens = 0, signal = never()): Promise<void> => {
    tickets.set(name, await limiter.enter(tokens, signal));
    entered.push(name);
  };
  return { limiter, clock, entered, tickets, come };
}

describe('concurrency', () => {
  test('with 2 places the third waits, and gets the first that is given back', async () => {
    const { come, entered, tickets, clock } = door({ concurrency: 2 });
    void ['a', 'b', 'c', 'd'].map((name) => come(name));
    await clock.settle();
    expect(entered).toEqual(['a', 'b']);
    tickets.get('a')?.leave();
    await clock.settle();
    expect(entered).toEqual(['a', 'b', 'c']);
  });

  test('a place that is given back twice is one place', async () => {
    const { come, entered, tickets, clock } = door({ concurrency: 1 });
    void ['a', 'b', 'c'].map((name) => come(name));
    await clock.settle();
    tickets.get('a')?.leave();
    tickets.get('a')?.leave();
    await clock.settle();
    expect(entered).toEqual(['a', 'b']);
  });

  test('who gives up while waiting is passed over, at once, with the reason of the signal', async () => {
    const { come, entered, tickets, clock } = door({ concurrency: 1 });
    const stop = new AbortController();
    void come('a');
    const given = come('b', 0, stop.signal).catch((reason: unknown) => reason);
    void come('c');
    stop.abort('enough');
    expect(await given).toBe('enough');
    tickets.get('a')?.leave();
    await clock.settle();
    expect(entered).toEqual(['a', 'c']);
  });
});

describe('a minute', () => {
  test('with 3 requests a minute the fourth enters exactly 60 s after the first', async () => {
    const { come, entered, clock } = door({ concurrency: 9, requestsPerMinute: 3 });
    void ['a', 'b', 'c', 'd'].map((name) => come(name));
    await clock.settle();
    expect(entered).toEqual(['a', 'b', 'c']);
    await clock.advance(59_999);
    expect(entered).toHaveLength(3);
    await clock.advance(1);
    expect(entered).toEqual(['a', 'b', 'c', 'd']);
  });

  test('with 100 tokens a minute, 60 and 40 enter and the next 1 waits; the small one does not pass the large one', async () => {
    const { come, entered, clock } = door({ concurrency: 9, tokensPerMinute: 100 });
    void come('sixty', 60);
    void come('forty', 40);
    void come('large', 90);
    void come('small', 1);
    await clock.settle();
    expect(entered).toEqual(['sixty', 'forty']);
    await clock.advance(60_000);
    expect(entered).toEqual(['sixty', 'forty', 'large', 'small']);
  });

  test('a call that took 10 tokens instead of the 100 it was thought to take lets the next in at once', async () => {
    const { come, entered, tickets, clock } = door({ concurrency: 9, tokensPerMinute: 100 });
    void come('a', 100);
    void come('b', 90);
    await clock.settle();
    expect(entered).toEqual(['a']);
    tickets.get('a')?.leave(10);
    await clock.settle();
    expect(entered).toEqual(['a', 'b']);
  });

  test('a call larger than a whole minute goes alone instead of waiting for ever', async () => {
    const { come, entered, clock } = door({ concurrency: 9, tokensPerMinute: 100 });
    void come('giant', 5_000);
    void come('next', 10);
    await clock.settle();
    expect(entered).toEqual(['giant']);
    await clock.advance(60_000);
    expect(entered).toEqual(['giant', 'next']);
  });

  test('no timer is left when the last who waited has gone', async () => {
    const { come, clock } = door({ concurrency: 9, requestsPerMinute: 1 });
    const stop = new AbortController();
    void come('a');
    const given = come('b', 0, stop.signal).catch(() => undefined);
    await clock.settle();
    expect(clock.sleepers()).toBe(1);
    stop.abort();
    await given;
    await clock.settle();
    expect(clock.sleepers()).toBe(0);
  });
});
