// Sizes that every tool keeps to, so that no answer of the world can fill a prompt or the memory.

/** Most bytes that a tool takes in at all: of a file, a response, a child's output. */
export const INTAKE_BYTES = 8 * 1024 * 1024;
