// The work itself: plain functions that edit files in the folder they are given. They know nothing of branches and merges; who
// meets a conflict finds both sides in the file and makes one of them.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What all tasks build on. */
export async function scaffold(folder: string): Promise<string> {
  const home = join(folder, 'calculator');
  await mkdir(home, { recursive: true });
  await writeFile(join(home, 'index.mjs'), `// The operations of the calculator, in alphabetical order.\nexport const NAMES = [];\nexport const load = (name) => import(\`./\${name}.mjs\`).then((module) => module[name]);\n`);
  await writeFile(join(home, 'index.test.mjs'), `import test from 'node:test';\nimport assert from 'node:assert';\nimport { NAMES, load } from './index.mjs';\n\ntest('every operation is there, once', async () => {\n  for (const name of NAMES) assert.equal(typeof (await load(name)), 'function');\n  assert.deepEqual(NAMES, [...new Set(NAMES)].toSorted());\n});\n`);
  return 'calculator/index.mjs';
}

export interface Operation {
  readonly name: string;
  readonly sign: string;
  /** For a = 7 and b = 2. */
  readonly result: number;
}

/** One file of its own, one test, and one line that every other operation changes too. */
export async function addOperation(folder: string, { name, sign, result }: Operation): Promise<string> {
  const home = join(folder, 'calculator');
  await writeFile(join(home, `${name}.mjs`), `export const ${name} = (a, b) => a ${sign} b;\n`);
  await writeFile(join(home, `${name}.test.mjs`), `import test from 'node:test';\nimport assert from 'node:assert';\nimport { ${name} } from './${name}.mjs';\n\ntest('${name}', () => assert.equal(${name}(7, 2), ${result}));\n`);
  const index = join(home, 'index.mjs');
  await writeFile(index, listed(await readFile(index, 'utf8'), name));
  return `calculator/${name}.mjs`;
}

/** The line of names with this one in it. Where two sides stand between marks, the names of both are taken. */
function listed(text: string, name: string): string {
  const lists = [...text.matchAll(/^export const NAMES = (\[.*\]);$/gm)].flatMap(([, list]): readonly string[] => JSON.parse((list ?? '[]').replaceAll("'", '"')));
  const names = [...new Set([...lists, name])].toSorted();
  const line = `export const NAMES = [${names.map((each) => `'${each}'`).join(', ')}];`;
  const unmarked = text.split('\n').filter((each) => !/^(?:<{7}|\|{7}|={7}|>{7})/.test(each));
  const first = unmarked.findIndex((each) => each.startsWith('export const NAMES'));
  return unmarked.flatMap((each, index) => (index === first ? [line] : each.startsWith('export const NAMES') ? [] : [each])).join('\n');
}

/** Written from what is merged, which is all that its author can see. */
export async function writeManual(folder: string): Promise<string> {
  const home = join(folder, 'calculator');
  const files = (await readdir(home)).filter((file) => file.endsWith('.mjs') && !file.endsWith('.test.mjs') && file !== 'index.mjs').toSorted();
  const lines = await Promise.all(files.map(async (file) => `- ${/=> (a . b);/.exec(await readFile(join(home, file), 'utf8'))?.[1] ?? '?'}  (${file})`));
  await writeFile(join(home, 'MANUAL.md'), `# Calculator\n\n${lines.join('\n')}\n`);
  return lines.join('\n');
}

/** Resolves for everybody once so many are here: nobody hands in before all have begun, so in every run the same line is changed twice. */
export function meetingOf(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let here = 0;
  return async () => {
    here += 1;
    if (here === count) resolve(undefined);
    await promise;
  };
}
