// Sizes that every tool keeps to, so that no answer of the world can fill a prompt or the memory.

/** Most characters of an outcome that a model is given; the rest goes to a file. */
export const OUTCOME_CHARS = 16_000;
/** Most bytes that a tool takes in at all: of a file, a response, a child's output. */
export const INTAKE_BYTES = 8 * 1024 * 1024;
