// Writes the pages of docs/ that follow from tables in the code; with --check it only says which are out of date.
// One row per page. A page is loaded when it is needed, so that a broken table spoils only its own page.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMain } from './source/is-main.ts';
import { ROOT } from './source/list-files.ts';

export interface Page {
  /** From the root of the checkout. */
  readonly file: string;
  /** Contract: the same code gives the same text, byte for byte. */
  generate(): Promise<string>;
}

export const PAGES: readonly Page[] = [
  { file: 'docs/events.md', generate: async () => (await import('./docs/events-page.ts')).eventsPage() },
  { file: 'docs/errors.md', generate: async () => (await import('./docs/errors-page.ts')).errorsPage() },
  { file: 'docs/task.schema.json', generate: async () => `${JSON.stringify((await import('../src/core/outside.ts')).taskSchema(), null, 2)}\n` },
  { file: 'docs/lifecycles.md', generate: async () => (await import('./docs/lifecycles-page.ts')).lifecyclesPage() },
  { file: 'docs/questions.md', generate: async () => (await import('./docs/questions-page.ts')).questionsPage() },
];

/** The pages whose file differs from what the code says now, each as a sentence that ends with what to do. */
export async function findStalePages(pages: readonly Page[] = PAGES, root: string = ROOT): Promise<string[]> {
  const checked = await Promise.all(
    pages.map(async ({ file, generate }) => {
      const written = readIfThere(join(root, file));
      if (written === (await generate())) return [];
      return [`${file} ${written === undefined ? 'is missing' : 'is out of date'}. Run: npm run docs`];
    }),
  );
  return checked.flat();
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function writePages(): Promise<void> {
  for (const { file, generate } of PAGES) {
    const text = await generate();
    const changed = readIfThere(join(ROOT, file)) !== text;
    if (changed) writeFileSync(join(ROOT, file), text);
    console.log(`${changed ? 'written' : 'as it was'}: ${file}`);
  }
}

async function checkPages(): Promise<void> {
  const stale = await findStalePages();
  for (const sentence of stale) console.error(sentence);
  if (stale.length > 0) process.exitCode = 1;
  else console.log(`${PAGES.length} generated ${PAGES.length === 1 ? 'page is' : 'pages are'} up to date.`);
}

if (isMain(import.meta.url)) await (process.argv.includes('--check') ? checkPages() : writePages());
