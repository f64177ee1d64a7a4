// The few figures that the benchmark reads from a list of numbers. An empty list has none of them: NaN.

/** The value below which the part `part` of the list lies (nearest rank). */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Positions of the values that are more than `factor` times above or below the median. */
export function strays(values: readonly number[], factor: number): readonly number[] {
  const centre = median(values);
  return values.flatMap((value, index) => (value > centre * factor || value * factor < centre ? [index] : []));
}
