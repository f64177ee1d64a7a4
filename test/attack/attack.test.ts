// Every attack is blocked and every innocent look-alike passes, by the tables that `npm run attack` prints.
import { describe, expect, test } from 'vitest';
import { attackKind } from '../../scripts/attack/attack-kind.ts';
import { ATTACK_KINDS } from '../../scripts/attack/kinds.ts';
import { attackTable } from '../../scripts/attack/report.ts';
import { verifies } from '../verifies.ts';

describe.each(ATTACK_KINDS)('attacks of the kind $kind', (kind) => {
  test('come out as their table says, none wrong', { timeout: 60_000 }, async () => {
    verifies('gate.sql_reads_only', 'gate.names_exact');
    expect((await kind.run()).filter(({ wrong }) => wrong !== undefined)).toEqual([]);
  });
  test('at least a third of the cases is innocent', () => {
    expect(kind.count.innocent * 3).toBeGreaterThanOrEqual(kind.count.all);
  });
});

describe('the suite itself', () => {
  const broken = attackKind<'block' | 'let' | 'break'>({
    kind: 'sham',
    cases: [
      { name: 'blocked as it must be', kind: 'sham', innocent: false, input: 'block', expect: 'blocked', rule: 'sham.rule' },
      { name: 'blocked by another rule', kind: 'sham', innocent: false, input: 'block', expect: 'blocked', rule: 'sham.other' },
      { name: 'an attack that passes', kind: 'sham', innocent: false, input: 'let', expect: 'blocked' },
      { name: 'an innocent that is blocked', kind: 'sham', innocent: true, input: 'block', expect: 'allowed' },
      { name: 'a judge that breaks', kind: 'sham', innocent: false, input: 'break', expect: 'blocked' },
    ],
    open: async () => ({
      judge: async (input) => {
        if (input === 'break') throw new Error('no arena');
        return input === 'let' ? { outcome: 'allowed' } : { outcome: 'blocked', rule: 'sham.rule' };
      },
      close: async () => undefined,
    }),
  });
  test('4 of 5 sham cases are wrong: another rule, a pass, a false alarm, a broken judge', async () => {
    const results = await broken.run();
    expect(results.map(({ wrong }) => wrong)).toEqual([
      undefined,
      'must be blocked by sham.other, was blocked by sham.rule',
      'must be blocked, was allowed',
      'must be allowed, was blocked by sham.rule',
      'the judge broke: no arena',
    ]);
    expect(attackTable(results).split('\n').at(-1)?.split(/\s+/)).toEqual(['all', '5', '1', '3', '1', '4']);
  });
});
