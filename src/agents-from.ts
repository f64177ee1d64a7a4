// Members from a folder of agent files, for a program: `createTeam({ members: await agentsFrom('agents') })`. A file that cannot be
// read stops the program with all complaints at once, because a team that quietly lacks its reviewer is worse than none.
import { faultOf, TeamError } from './core/errors.ts';
import { inBoth, type Bilingual, type Locale } from './core/json.ts';
import { checkNames, namesIn } from './core/outside/check-names.ts';
import type { MemberSpec } from './member-specs.ts';
import { tellRemark } from './personas/remarks.ts';

export interface AgentsFromOptions {
  /** Go on without the files that cannot be read. */
  readonly skipBad?: boolean;
  /** Told each note, and each complaint that is skipped, as one line. */
  readonly onRemark?: (line: string) => void;
  /** The language of what is said. */
  readonly locale?: Locale;
}

const NAMES = namesIn<AgentsFromOptions>({ skipBad: 1, onRemark: 1, locale: 1 });

/** Throws `team.invalid` when a file is bad or the folder gives nobody; `details.complaints` holds each with file, line and mend. */
export async function agentsFrom(dir: string, options: AgentsFromOptions = {}): Promise<readonly MemberSpec[]> {
  const misnamed = checkNames(options, { of: 'agentsFrom', known: NAMES, code: 'input.invalid' });
  if (misnamed !== undefined) throw faultOf(misnamed);
  const { skipBad = false, onRemark = () => undefined, locale = 'en' } = options;
  // With what reads YAML, which no program loads that has no such folder.
  const { readAgentFolder } = await import('./personas/read-agent-folder.ts');
  const { members, complaints } = await readAgentFolder(dir);
  const told = (language: Locale): readonly string[] => complaints.map((complaint) => tellRemark(complaint, language));
  if (complaints.length > 0 && !skipBad) throw new TeamError('team.invalid', inBoth((language) => [dir, ...told(language)].join('\n')), { locale, details: { complaints } });
  if (members.length === 0) throw new TeamError('team.invalid', NOBODY(dir), { locale, details: { complaints } });
  for (const line of [...told(locale), ...members.flatMap(({ notes }) => notes.map((note) => tellRemark(note, locale)))]) onRemark(line);
  return members.map(({ registration }) => ({ registration }));
}

const NOBODY = (dir: string): Bilingual => ({
  en: `${dir} gives no member. Add an agent file such as writer.md.`,
  zh: `${dir} 中没有可用的成员。请添加成员文件，例如 writer.md。`,
});
