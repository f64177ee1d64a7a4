// The tool that a rehearsed member writes its note with. Here the notes of all tasks go to the end of one file, so two members that
// work at the same time change the same place; whoever comes second finds both sides between marks, and keeps both.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { tool } from '../../../src/index.ts'; // in your project: from 'muster'

export const NOTES = 'notes/CHANGES.md';

/** `pair`: which calls, counted from 1, wait for each other, so in every run both were written from the same commit. */
export function sharedNotes(pair: readonly [number, number]) {
  const bothAreHere = Promise.withResolvers<undefined>();
  let calls = 0;
  return tool('file.write', {
    description: { en: 'Adds a note to the file that all share.', zh: '在大家共用的文件里添加一条记录。' },
    input: z.object({ path: z.string(), content: z.string() }),
    effects: ['writes_file'],
    async run({ args, caller }) {
      calls += 1;
      if (calls === pair[1]) bothAreHere.resolve(undefined);
      if (calls === pair[0]) await bothAreHere.promise;
      const file = join(caller.workspace, NOTES);
      await mkdir(join(caller.workspace, 'notes'), { recursive: true });
      const found = await readFile(file, 'utf8').catch(() => '');
      const kept = found.split('\n').filter((line) => !/^(?:<{7}|\|{7}|={7}|>{7})/.test(line)).join('\n');
      await writeFile(file, kept.includes(args.content) ? kept : `${kept}${args.content}`);
      return NOTES;
    },
  });
}
