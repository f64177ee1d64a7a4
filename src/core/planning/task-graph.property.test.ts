import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkGraph, wouldCycle, type GraphNode } from './task-graph.ts';

const graphs = fc.integer({ min: 1, max: 12 }).chain((size) =>
  fc.array(fc.uniqueArray(fc.nat(size - 1), { maxLength: 3 }), { minLength: size, maxLength: size })
    .map((rows) => rows.map((row, index): GraphNode => ({ id: `n${index}`, dependsOn: row.filter((other) => other !== index).map((other) => `n${other}`) }))));

test('a graph is either put in order, each after its prerequisites, or refused with a ring whose every step is an edge', () => {
  fc.assert(fc.property(graphs, (nodes) => {
    const edges = new Map(nodes.map((node) => [node.id, node.dependsOn]));
    const checked = checkGraph(nodes, new Set());
    if (checked.ok) {
      const place = new Map(checked.order.map((id, index) => [id, index]));
      expect(place.size).toBe(nodes.length);
      for (const { id, dependsOn } of nodes) for (const before of dependsOn) expect(place.get(before)).toBeLessThan(place.get(id) ?? -1);
      return;
    }
    const path = (checked.details?.['path'] ?? []) as string[];
    expect(path.length).toBeGreaterThan(2);
    expect(path[0]).toBe(path.at(-1));
    for (const [index, id] of path.slice(0, -1).entries()) expect(edges.get(id)).toContain(path[index + 1]);
  }));
});

test('an edge is refused by wouldCycle exactly when the graph with it is refused by checkGraph', () => {
  fc.assert(fc.property(graphs, fc.nat(11), fc.nat(11), (nodes, from, to) => {
    const edges = new Map(nodes.map((node) => [node.id, node.dependsOn]));
    fc.pre(checkGraph(nodes, new Set()).ok && from !== to && edges.has(`n${from}`) && edges.has(`n${to}`));
    const added = nodes.map((node) => (node.id === `n${from}` ? { ...node, dependsOn: [...node.dependsOn, `n${to}`] } : node));
    expect(wouldCycle((id) => edges.get(id) ?? [], `n${from}`, `n${to}`) === undefined).toBe(checkGraph(added, new Set()).ok);
  }));
});
