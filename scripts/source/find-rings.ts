// Files that import each other in a ring. Type imports count: a ring of types is a ring of ideas.
import { posix } from 'node:path';
import type { SourceFile } from './list-files.ts';
import { readImports } from './read-imports.ts';

/** Each ring as the path that closes it: `['a.ts', 'b.ts', 'a.ts']`. One ring per group of files that reach each other. */
export function findRings(sources: readonly SourceFile[]): string[][] {
  const edges = new Map(sources.map((source) => [source.file, importedFiles(source)]));
  const rings: string[][] = [];
  const finished = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const from = path.indexOf(file);
    if (from >= 0) rings.push([...path.slice(from), file]);
    if (from >= 0 || finished.has(file)) return;
    for (const next of edges.get(file) ?? []) visit(next, [...path, file]);
    finished.add(file);
  };
  for (const { file } of sources) visit(file, []);
  return rings;
}

function importedFiles({ file, text }: SourceFile): string[] {
  return readImports(text).flatMap(({ module }) => (module.startsWith('.') ? [posix.join(posix.dirname(file), module)] : []));
}
