// Prints the sizes and zeros of the house style. With --check it fails on the zeros and the stops, on nothing else:
// the aims are lamps, not goals.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SIZE_EXCEPTIONS } from './source/exceptions.ts';
import { findFogNames } from './source/fog-names.ts';
import { findFunctions } from './source/find-functions.ts';
import { findRings } from './source/find-rings.ts';
import { isMain } from './source/is-main.ts';
import { isTest, listSources, ROOT, type SourceFile } from './source/list-files.ts';
import { readTokens } from './source/read-tokens.ts';

/** One measured figure. `stops` are the places where the hard limit is passed: each is a fault. */
export interface Measure {
  readonly name: string;
  readonly value: string;
  readonly aim: string;
  readonly stops: readonly string[];
}

const STOP = { fileLines: 400, functionLines: 80, folderFiles: 20, depth: 3, portMethods: 12, agentsLines: 120 } as const;

export function measure(sources: readonly SourceFile[], agents: string): Measure[] {
  const code = sources.filter(({ file }) => file.startsWith('src/') && !isTest(file));
  return [
    ...fileMeasures(code),
    functionMeasure(code),
    folderMeasure(code),
    { name: 'folders deeper than 2 under src', ...over(code, ({ file }) => depthOf(file), 2, STOP.depth) },
    { name: 'ports with more than 8 methods', ...over(code.filter(({ file }) => file.startsWith('src/ports/')), portMethods, 8, STOP.portMethods) },
    { name: 'lines of AGENTS.md', value: String(lineCount(agents)), aim: '80', stops: lineCount(agents) > STOP.agentsLines ? ['AGENTS.md'] : [] },
    zero('import rings', findRings(sources).map((ring) => ring.join(' → '))),
    zero('any', code.flatMap(findAny)),
    zero('fog names', findFogNames(code).map(({ file, name, word }) => `${file}: ${name} says "${word}"`)),
  ];
}

const lineCount = (text: string): number => text.trimEnd().split('\n').length;
const depthOf = (file: string): number => file.split('/').length - 2;
const zero = (name: string, found: readonly string[]): Measure => ({ name, value: String(found.length), aim: '0', stops: found });

function fileMeasures(code: readonly SourceFile[]): Measure[] {
  const sizes = code.map(({ text }) => lineCount(text)).sort((a, b) => a - b);
  const part = (share: number): string => String(sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * share))] ?? 0);
  const long = code.filter(({ file, text }) => lineCount(text) > STOP.fileLines && !(file in SIZE_EXCEPTIONS));
  return [
    { name: 'files in src, tests aside', value: String(code.length), aim: '', stops: [] },
    { name: 'lines of a file, median', value: part(0.5), aim: '≤ 80', stops: [] },
    { name: 'lines of a file, p90', value: part(0.9), aim: '≤ 250', stops: [] },
    { name: 'lines of a file, largest', value: String(sizes.at(-1) ?? 0), aim: `≤ ${STOP.fileLines}`, stops: long.map(({ file, text }) => `${file}: ${lineCount(text)} lines`) },
  ];
}

function functionMeasure(code: readonly SourceFile[]): Measure {
  const functions = code.flatMap(({ file, text }) => findFunctions(text).map((found) => ({ file, ...found })));
  const long = functions.filter(({ file, name, lines }) => lines > STOP.functionLines && !(`${file}#${name}` in SIZE_EXCEPTIONS));
  const stops = long.map(({ file, line, name, lines }) => `${file}:${line} ${name}: ${lines} lines`);
  return { name: 'functions over 40 lines', value: `${functions.filter(({ lines }) => lines > 40).length} of ${functions.length}`, aim: '0', stops };
}

function folderMeasure(code: readonly SourceFile[]): Measure {
  const counts = new Map<string, number>();
  for (const { file } of code) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  const stops = [...counts].filter(([, count]) => count > STOP.folderFiles).map(([folder, count]) => `${folder}: ${count} files`);
  return { name: 'folders over 15 files', value: String([...counts.values()].filter((count) => count > 15).length), aim: '0', stops };
}

function over(sources: readonly SourceFile[], size: (source: SourceFile) => number, aim: number, stop: number): Omit<Measure, 'name'> {
  return {
    value: String(sources.filter((source) => size(source) > aim).length),
    aim: '0',
    stops: sources.filter((source) => size(source) > stop).map((source) => `${source.file}: ${size(source)}`),
  };
}

/** Methods of the interfaces of a port: a name and an opening bracket at the start of a member. */
const portMethods = ({ text }: SourceFile): number => text.match(/^ {2}(?:readonly )?\w+(?:<[^(]*>)?\(/gm)?.length ?? 0;

/** `any` as a type; `Promise.any` and a property of that name are something else. */
function findAny({ file, text }: SourceFile): string[] {
  const tokens = readTokens(text);
  return tokens.flatMap((token, at) => {
    const isType = token.kind === 'word' && token.text === 'any' && /^(?:[:<|&,=(]|as|=>|satisfies|extends)$/.test(tokens[at - 1]?.text ?? '');
    return isType && !/^[:(]$/.test(tokens[at + 1]?.text ?? '') ? [`${file}:${token.line}`] : [];
  });
}

function print(measures: readonly Measure[]): void {
  const width = Math.max(...measures.map(({ name }) => name.length));
  for (const { name, value, aim } of measures) console.log(`${name.padEnd(width)}  ${value.padStart(9)}${aim && `   aim ${aim}`}`);
}

if (isMain(import.meta.url)) {
  const measures = measure(listSources('src', 'scripts', 'test', 'examples'), readFileSync(join(ROOT, 'AGENTS.md'), 'utf8'));
  print(measures);
  const stops = measures.flatMap(({ name, stops: places }) => places.map((place) => `STOP  ${name}: ${place}`));
  for (const stop of stops) console.error(stop);
  if (process.argv.includes('--check') && stops.length > 0) process.exitCode = 1;
}
