// The three shapes of the wake-up rows, as plain data. Every node names what it waits for.
import type { BenchNode } from './engine.ts';

/** n0 ← n1 ← … : each node waits for the one before it; `length` nodes, `length - 1` edges. */
export const chain = (prefix: string, length: number): readonly BenchNode[] =>
  Array.from({ length }, (_, index) => ({ id: `${prefix}-${index}`, dependsOn: index === 0 ? [] : [`${prefix}-${index - 1}`] }));

/** One first node, `width` nodes that wait for it, one last node that waits for all of them; `2 × width` edges. */
export function fan(prefix: string, width: number): readonly BenchNode[] {
  const first = `${prefix}-first`;
  const middle = Array.from({ length: width }, (_, index) => ({ id: `${prefix}-${index}`, dependsOn: [first] }));
  return [{ id: first, dependsOn: [] }, ...middle, { id: `${prefix}-last`, dependsOn: middle.map(({ id }) => id) }];
}

/**
 * `depth` layers of `width` nodes. Node j of a layer waits for the nodes j, j + 1 and j + 2 (modulo `width`) of the layer
 * before it: three edges a node, 10 × 100 has 2,700.
 */
export const layers = (prefix: string, depth: number, width: number): readonly BenchNode[] =>
  Array.from({ length: depth * width }, (_, index) => {
    const layer = Math.floor(index / width);
    const before = (step: number) => `${prefix}-${layer - 1}-${((index % width) + step) % width}`;
    return { id: `${prefix}-${layer}-${index % width}`, dependsOn: layer === 0 ? [] : [before(0), before(1), before(2)] };
  });
