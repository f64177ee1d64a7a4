// Whether an argument names something outside the workspace, or something in it that nobody may touch.
// Each argument is read in every way that a program might: as it stands, after "=", after "@" or "<", behind one-letter options.
// Invariant: links are resolved. What an allowed program makes of a folder that it may see is not judged here.
import { relative, resolve } from 'node:path';
import type { GuardRefusal } from '../../ports/tool.ts';
import { followLinks } from '../paths/inside.ts';
import { isGitName, isOutcome, isProtectedName } from '../paths/path-names.ts';
import { quoted, refuseCall } from '../refusal.ts';

export interface ArgumentPaths {
  /** The workspace, links resolved. */
  readonly root: string;
  readonly cwd: string;
  readonly protectedNames: readonly string[];
}

export async function judgePaths(args: readonly string[], where: ArgumentPaths): Promise<GuardRefusal | undefined> {
  for (const argument of args) {
    for (const reading of readingsOf(argument)) {
      const refusal = await judgeReading(reading, argument, where);
      if (refusal) return refusal;
    }
  }
  return undefined;
}

function readingsOf(argument: string): readonly string[] {
  const afterEquals = argument.includes('=') ? [argument.slice(argument.indexOf('=') + 1)] : [];
  const plain = [argument, ...afterEquals, ...attachedValues(argument)];
  const named = plain.filter((reading) => /^[@<]/.test(reading)).map((reading) => reading.slice(1));
  return [...plain, ...named].filter((reading) => reading !== '' && reading !== '/dev/null');
}

const MOST_LETTERS = 6;

/** `-o../x` and `-no../x`: what stands behind one letter, or behind several in a bundle, may be a path of any form. */
function attachedValues(argument: string): readonly string[] {
  const letters = /^-([A-Za-z]+)/.exec(argument)?.[1] ?? '';
  return Array.from({ length: Math.min(letters.length, MOST_LETTERS) }, (_, at) => argument.slice(at + 2));
}

async function judgeReading(reading: string, argument: string, { root, cwd, protectedNames }: ArgumentPaths): Promise<GuardRefusal | undefined> {
  if (/^file:/i.test(reading) || /^~(?:\/|$)/.test(reading)) return leaves(argument);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(reading)) return undefined;
  const lexical = namesFrom(root, resolve(cwd, reading));
  if (lexical === undefined) return leaves(argument);
  const place = await followLinks(root, lexical, argument);
  // A text that is longer than a name may be, or that goes on behind a file, is no path of anything.
  if (!place.ok && place.rule !== 'path.not_a_folder' && place.rule !== 'path.too_long') return leaves(argument);
  const ways = place.ok ? [lexical, place.parts] : [lexical];
  const isBarred = (name: string): boolean => name.length <= LONGEST_NAME && (isGitName(name) || isProtectedName(name, protectedNames));
  return ways.some((names) => !isOutcome(names) && names.some(isBarred)) ? untouchable(argument) : undefined;
}

/** No disk has longer names, so a longer text is no name; arguments may be long. */
const LONGEST_NAME = 255;

function namesFrom(root: string, path: string): readonly string[] | undefined {
  const below = relative(root, path);
  if (below === '') return [];
  return below === '..' || below.startsWith('../') || below.startsWith('/') ? undefined : below.split('/');
}

const leaves = (argument: string): GuardRefusal =>
  refuseCall('shell.outside', {
    en: `${quoted(argument)} leads out of the workspace. Use paths inside it, relative to the folder the program runs in.`,
    zh: `${quoted(argument)} 指向工作区之外。请使用工作区内的路径，以程序运行的文件夹为起点。`,
  });

const untouchable = (argument: string): GuardRefusal =>
  refuseCall('shell.protected', {
    en: `${quoted(argument)} names a file that is protected, or what git keeps for itself. Go on without it.`,
    zh: `${quoted(argument)} 指向受保护的文件或 git 的内部记录。请不要使用它。`,
  });
