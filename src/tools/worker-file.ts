// Where the code of a worker thread lies: beside the file that starts it, as source while developing and compiled when shipped.

/** `from` is the caller's `import.meta.url`; `name` has no ending. */
export const workerFile = (from: string, name: string): URL => new URL(`./${name}${from.endsWith('.ts') ? '.ts' : '.js'}`, from);
