import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ERRORS } from '../errors.ts';
import { convertPlan, type PlanChecks } from './plan.ts';
import { readRegistration, type Registration } from '../members/registration.ts';
import { checkGraph } from './task-graph.ts';

const checks: PlanChecks = { readCriteria: () => ({ ok: true }), validateInput: () => [] };
const registrations = [{ agent_id: 'boss', role: 'manager' }, { agent_id: 'w', skills: ['a'] }, { agent_id: '写手', skills: ['文案'] }]
  .flatMap((fields): Registration[] => { const read = readRegistration(fields); return read.ok ? [read.registration] : []; });
const roster = registrations.map((registration) => ({ registration, load: 0 }));

const title = fc.constantFrom('A', 'B', 'C', 'D', 'E', '写文案', 'Summarise', '汇总', '总结', 'Report back', 'Wrap up', '定稿');
const reference = fc.oneof({ weight: 20, arbitrary: fc.nat(8) }, { weight: 1, arbitrary: title }, { weight: 1, arbitrary: fc.constantFrom('t1', 't2', 'zz') });
const item = fc.record({
  title, depends_on: fc.array(reference, { maxLength: 2 }), needs_context: fc.array(reference, { maxLength: 1 }),
  skills: fc.array(fc.constantFrom('a', '文案', 'unknown'), { maxLength: 1 }), assignee: fc.constantFrom('w', 'boss', 'x', null),
}, { requiredKeys: ['title'] });
// Numbers point backwards, so that a good share of the plans is free of rings; titles and ids point anywhere.
const backwards = (references: readonly (string | number)[] | undefined, index: number): readonly (string | number)[] =>
  (references ?? []).flatMap((to): readonly (string | number)[] => (typeof to === 'string' ? [to] : index === 0 ? [] : [1 + (to % index)]));
const plans = fc.uniqueArray(item, { selector: (one) => one.title, minLength: 1, maxLength: 9 }).map((items) =>
  items.map((one, index) => ({ ...one, depends_on: backwards(one.depends_on, index), needs_context: backwards(one.needs_context, index) })));

test('any plan is refused with reasons from the table, or its tasks can all be finished and every dependency is one of them', () => {
  let adopted = 0;
  let left = 0;
  fc.assert(fc.property(plans, (raw) => {
    const outcome = convertPlan({ raw, roster, checks });
    if (!outcome.ok) {
      expect(outcome.problems.length).toBeGreaterThan(0);
      for (const problem of outcome.problems) expect(problem).toMatchObject({ en: expect.stringMatching(/\.$/u), zh: expect.stringMatching(/。$/u) });
      expect(Object.keys(ERRORS)).toContain(outcome.code);
      return;
    }
    adopted += 1;
    const ids = outcome.tasks.map((task) => task.localId);
    const dropped = outcome.notes.filter((note) => note.kind === 'closing_step_dropped').map((note) => note.item);
    left += dropped.length;
    expect(ids.length + dropped.length).toBe(raw.length);
    expect(checkGraph(outcome.tasks.map((task) => ({ id: task.localId, dependsOn: task.dependsOn })), new Set())).toEqual({ ok: true, order: expect.objectContaining({ length: ids.length }) });
    for (const [index, task] of outcome.tasks.entries()) {
      for (const before of task.dependsOn) expect(ids.slice(0, index)).toContain(before);
      for (const source of task.needsContext) expect(task.dependsOn).toContain(source);
      for (const id of dropped) expect(task.dependsOn).not.toContain(id);
      expect(task.assignee).not.toBe('boss');
    }
  }), { numRuns: 1_000 });
  // The property says something only if both kinds of plan were seen.
  expect(adopted).toBeGreaterThan(100);
  expect(left).toBeGreaterThan(50);
});

test('leaving out closing steps keeps every order that was asked for: if C waited on A through a left-out step, it still does', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 5 }), (length) => {
    const steps = ['Summarise', '汇总', '总结', 'Report back', 'Wrap up'].slice(0, length);
    const raw = [{ id: 'a', title: 'A' }, ...steps.map((name, index) => ({ id: `s${index}`, title: name, depends_on: [index === 0 ? 'a' : `s${index - 1}`] })), { id: 'c', title: 'C', depends_on: [`s${length - 1}`] }];
    expect(convertPlan({ raw, roster, checks })).toMatchObject({ ok: true, tasks: [{ localId: 'a' }, { localId: 'c', dependsOn: ['a'] }] });
  }));
});

test('nothing at all makes it throw', () => {
  const anything = fc.anything({ withMap: true, withDate: true, withBigInt: true, withNullPrototype: true });
  fc.assert(fc.property(fc.oneof(anything, fc.array(fc.record({ title: anything, depends_on: anything, input: anything, skills: anything, id: anything, assignee: anything }, { requiredKeys: [] }))), (raw) => {
    const outcome = convertPlan({ raw, roster, checks });
    if (!outcome.ok) expect(outcome.problems).not.toEqual([]);
  }), { numRuns: 500 });
});
