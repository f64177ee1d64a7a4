// The clock of the machine: it counts from its start, is the same for all its processes, and no jump of the wall clock moves it.

/** Milliseconds since the machine started, with their fractions. */
export const machineMs = (): number => Number(process.hrtime.bigint()) / 1e6;
