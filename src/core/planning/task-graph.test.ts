import { expect, test } from 'vitest';
import { checkGraph, descendants, refuseCycle, wouldCycle, type GraphNode } from './task-graph.ts';

const graph = (edges: Record<string, readonly string[]>): GraphNode[] => Object.entries(edges).map(([id, dependsOn]) => ({ id, dependsOn }));
const NOTHING: ReadonlySet<string> = new Set();
const lookUp = (edges: Record<string, readonly string[]>) => (id: string) => edges[id] ?? [];

test('forward references are allowed; prerequisites come first, otherwise the order stays', () => {
  expect(checkGraph(graph({ c: ['a', 'b'], a: [], d: ['c', 'old'], b: ['a', 'a'] }), new Set(['old']))).toEqual({ ok: true, order: ['a', 'b', 'c', 'd'] });
});

test('a ring is refused with its path, and what merely waits on the ring is not named', () => {
  expect(checkGraph(graph({ tail: ['A'], A: ['B'], B: ['A'] }), NOTHING)).toMatchObject({
    code: 'plan.has_cycle',
    because: 'These tasks wait on each other in a ring: A → B → A. Remove one of these dependencies.',
    says: { zh: '这些任务互相等待，成了环：A → B → A。请去掉其中一条依赖。' },
    details: { path: ['A', 'B', 'A'] },
  });
});

test('a task that waits on itself is refused by name', () => {
  expect(checkGraph(graph({ a: ['a'] }), NOTHING)).toMatchObject({ code: 'plan.self_reference', because: expect.stringContaining('"a"') });
});

test('an unknown prerequisite is refused, never counted as satisfied, and the nearest known ids are named', () => {
  expect(checkGraph(graph({ reserch: [], research: [], write: ['resarch'] }), new Set(['task_8f3a2b']))).toMatchObject({
    code: 'plan.unknown_dependency', details: { id: 'write', dependency: 'resarch', nearest: ['reserch', 'research'] },
  });
});

test('two nodes with one id, or one that is on the board already, are refused', () => {
  expect(checkGraph([{ id: 'a', dependsOn: [] }, { id: 'a', dependsOn: [] }], NOTHING)).toMatchObject({ code: 'plan.duplicate_title' });
  expect(checkGraph([{ id: 'a', dependsOn: [] }], new Set(['a']))).toMatchObject({ code: 'plan.duplicate_title' });
});

test('a chain of 10,000 and a ring of 10,000 are walked without overflowing the stack', () => {
  const chain = Array.from({ length: 10_000 }, (_, index) => ({ id: `n${index}`, dependsOn: index === 0 ? [] : [`n${index - 1}`] })).toReversed();
  const begun = performance.now();
  expect(checkGraph(chain, NOTHING)).toMatchObject({ ok: true, order: expect.objectContaining({ length: 10_000 }) });
  const ring = checkGraph(chain.map((node) => (node.id === 'n0' ? { id: 'n0', dependsOn: ['n9999'] } : node)), NOTHING);
  expect(ring).toMatchObject({ code: 'plan.has_cycle', details: { path: expect.objectContaining({ length: 10_001 }) } });
  expect(ring.ok ? '' : ring.because.length).toBeLessThan(300);
  const up = (id: string): string[] => (id === 'n9999' ? [] : [`n${Number(id.slice(1)) + 1}`]);
  expect(descendants(up, 'n0')).toHaveLength(9_999);
  expect(wouldCycle(up, 'n9999', 'n0')).toHaveLength(10_001);
  expect(performance.now() - begun).toBeLessThan(20_000);
});

test('B waits on A: A may not wait on B, and the path says A → B → A', () => {
  expect(wouldCycle(lookUp({ B: ['A'] }), 'A', 'B')).toEqual(['A', 'B', 'A']);
  expect(refuseCycle(['A', 'B', 'A']).because).toContain('A → B → A');
});

test('a new edge that closes no ring is free, over a diamond too; an edge to itself is a ring of one', () => {
  const edges = lookUp({ d: ['b', 'c'], b: ['a'], c: ['a'] });
  expect(wouldCycle(edges, 'e', 'd')).toBeUndefined();
  expect(wouldCycle(edges, 'a', 'd')).toHaveLength(4);
  expect(wouldCycle(edges, 'a', 'a')).toEqual(['a', 'a']);
});

test('the descendants of a root are all that wait on it, nearest first, each once, and only the waiting side', () => {
  const dependants = lookUp({ root: ['a', 'b'], a: ['c'], b: ['c'], c: ['d'], before: ['root'] });
  expect(descendants(dependants, 'root')).toEqual(['a', 'b', 'c', 'd']);
  expect(descendants(dependants, 'd')).toEqual([]);
  expect(descendants(lookUp({ x: ['y'], y: ['x'] }), 'x')).toEqual(['y']);
});
