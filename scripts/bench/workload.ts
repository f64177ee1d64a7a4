// The work that every engine does: one small brief in, one copy of some 400 characters out, one verdict. It answers at
// once, so that what is measured is the engine around it.
import type { BenchInput, BenchTask } from './engine.ts';

const COPY = 'Long summer days, cold drinks and a discount that does not melt. '.repeat(6);

export interface BenchOutput {
  readonly draft: string;
  readonly summary: string;
}

export async function writeCopy(input: BenchInput): Promise<BenchOutput> {
  return { draft: COPY, summary: `draft for ${input.topic}` };
}

export async function reviewCopy(_output: BenchOutput): Promise<{ readonly approved: boolean }> {
  return { approved: true };
}

/** `count` tasks whose ids start with `prefix`. */
export const benchTasks = (prefix: string, count: number): readonly BenchTask[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${prefix}-${index}`, input: inputOf(index) }));

const inputOf = (index: number): BenchInput => ({
  topic: `summer promotion ${index}`,
  tone: 'lively',
  max_length: 200,
  criteria: ['<=200 words', '3 keywords'],
});
