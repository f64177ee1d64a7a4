// The table of everything that is measured, in the order it is printed.
import { aloneBlock } from './alone.ts';
import { burstBlocks } from './burst.ts';
import { claimsBlock } from './claims.ts';
import { gateBlock } from './gate.ts';
import { historyBlock } from './history.ts';
import { memoryBlock } from './memory.ts';
import type { Block } from './scenario.ts';
import { steadyBlock } from './steady.ts';
import { wakeUpBlocks } from './wake-up.ts';

export const BLOCKS: readonly Block[] = [aloneBlock, ...burstBlocks, steadyBlock, ...wakeUpBlocks, historyBlock, memoryBlock, claimsBlock, gateBlock];

/**
 * The blocks cut down to the rows that `only` names, and the runs these rows need. A name stands for itself and for all
 * that it begins: `b`, `b.burst-500`, `b.burst-500.full.speed`. An empty list means everything.
 */
export function selectBlocks(blocks: readonly Block[], only: readonly string[]): readonly Block[] {
  const isWanted = (name: string) => only.length === 0 || only.some((part) => name === part || name.startsWith(`${part}.`));
  return blocks.flatMap((block) => {
    const rows = block.rows.filter(({ name }) => isWanted(name));
    const needed = new Set(rows.flatMap((row) => row.runs));
    return rows.length === 0 ? [] : [{ ...block, rows, runs: block.runs.filter(({ id }) => needed.has(id)) }];
  });
}
