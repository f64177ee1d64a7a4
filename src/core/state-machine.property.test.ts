// Any table, any walk: the machine says about a table exactly what a slow reading of its rows says.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GOAL_TABLE, QUESTION_TABLE, TASK_TABLE, goalMachine, questionMachine, taskMachine } from './lifecycles.ts';
import { machine } from './state-machine.ts';
import type { Machine, Mover, Row } from './state-machine.ts';

const STATES = ['a', 'b', 'c', 'd', 'constructor', '__proto__'] as const;
const VERBS = ['go', 'stop', 'toString', '__proto__'] as const;
const MOVERS = ['engine', 'manager', 'person', 'holder'] as const satisfies readonly Mover[];

const anyRow: fc.Arbitrary<Row> = fc.record({
  verb: fc.constantFrom(...VERBS),
  from: fc.oneof(fc.constant(null), fc.uniqueArray(fc.constantFrom(...STATES), { minLength: 1 })),
  to: fc.constantFrom(...STATES),
  by: fc.uniqueArray(fc.constantFrom(...MOVERS), { minLength: 1 }),
  when: fc.constant('always'),
  emits: fc.constant('thing.moved' as const),
});
const anyTable = fc.array(anyRow, { maxLength: 12 });
const finality = Object.fromEntries(STATES.map((state) => [state, { final: state === 'd' }]));

const grants = (row: Row, from: string | null): boolean => (from === null ? row.from === null : row.from?.includes(from) === true);

test('a move is allowed exactly when a row says so, for every verb, state, target and mover', () => {
  fc.assert(fc.property(anyTable, (table) => {
    const built = machine(table, finality);
    for (const verb of VERBS) for (const from of [null, ...STATES]) for (const to of STATES) {
      const rows = table.filter((row) => row.verb === verb && row.to === to && grants(row, from));
      expect(built.allows(verb, from, to)).toBe(rows.length > 0);
      expect(built.emits(verb, from, to)).toBe(rows[0]?.emits);
      for (const by of MOVERS) expect(built.allows(verb, from, to, by)).toBe(rows.some((row) => row.by.includes(by)));
    }
  }));
});

test('an open verb has a target that is allowed, and a verb that is not open has none', () => {
  fc.assert(fc.property(anyTable, (table) => {
    const built = machine(table, finality);
    for (const from of [null, ...STATES]) for (const verb of VERBS) {
      const open = built.openVerbs(from).includes(verb);
      const targets = built.targets(verb, from);
      expect(targets.length > 0).toBe(open);
      expect(targets.every((to) => built.allows(verb, from, to))).toBe(true);
    }
  }));
});

test('what is reachable is the least set that holds the births and every step from its own', () => {
  fc.assert(fc.property(anyTable, (table) => {
    let reached = new Set(table.filter((row) => row.from === null).map((row) => row.to));
    for (const _ of STATES) reached = new Set([...reached, ...table.filter((row) => [...reached].some((from) => grants(row, from))).map((row) => row.to)]);
    expect(machine(table, finality).reachable()).toEqual(reached);
  }));
});

test('the diagram holds one arrow for each pair of states that some row joins', () => {
  fc.assert(fc.property(anyTable, (table) => {
    const pairs = new Set(table.flatMap((row) => (row.from ?? ['[*]']).map((from) => `${from} --> ${row.to}`)));
    const drawn = machine(table, finality).diagram().split('\n').filter((line) => line.includes(': ')).map((line) => line.trim().split(': ')[0]);
    expect(new Set(drawn)).toEqual(pairs);
    expect(drawn).toHaveLength(pairs.size);
  }));
});

const LIFECYCLES: readonly (readonly [string, readonly Row[], Pick<Machine<readonly Row[]>, 'allows' | 'isFinal' | 'isState'>])[] = [
  ['task', TASK_TABLE, machine<readonly Row[]>(TASK_TABLE, finalityOf(taskMachine.states, taskMachine.isFinal))],
  ['goal', GOAL_TABLE, machine<readonly Row[]>(GOAL_TABLE, finalityOf(goalMachine.states, goalMachine.isFinal))],
  ['question', QUESTION_TABLE, machine<readonly Row[]>(QUESTION_TABLE, finalityOf(questionMachine.states, questionMachine.isFinal))],
];

function finalityOf<State extends string>(states: readonly State[], isFinal: (state: State) => boolean): Record<string, { final: boolean }> {
  return Object.fromEntries(states.map((state) => [state, { final: isFinal(state) }]));
}

test.each(LIFECYCLES)('any walk of 40 steps through the %s table stays in it, and an end is left by a person\'s reopen only', (_, rows, built) => {
  fc.assert(fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 40 }), (picks) => {
    let state: string | null = null;
    for (const pick of picks) {
      const open: Row[] = rows.filter((row) => grants(row, state));
      const row = open[pick % open.length];
      if (row === undefined) {
        expect(state !== null && built.isFinal(state)).toBe(true);
        return;
      }
      expect(built.allows(row.verb, state, row.to)).toBe(true);
      expect(built.isState(row.to)).toBe(true);
      if (state !== null && built.isFinal(state)) expect([row.verb, row.by]).toEqual(['reopen', ['person']]);
      state = row.to;
    }
  }));
});
