// What says who is on the team and what each may call. A member that could write it would give itself, at the next start, what the gate
// refuses now; so every tool may read it and none may write it. Only the names are known here; a team elsewhere is out of reach anyway.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { quoted, refuseCall } from '../refusal.ts';
import type { GuardRefusal } from '../../ports/tool.ts';
import type { Place } from './inside.ts';
import { isProtectedName } from './path-names.ts';

const TEAM_FILES = ['team.yaml', '.mcp.json'] as const;
/** Beside a team file it holds the members. */
const MEMBERS = ['agents'] as const;

/** At once, so that nothing happens between the look at the place and its use. */
export function refuseTeamFiles({ root, parts }: Place): GuardRefusal | undefined {
  const [first = '', last = ''] = [parts.at(0), parts.at(-1)];
  const isTeams = isProtectedName(last, TEAM_FILES) || (isProtectedName(first, MEMBERS) && existsSync(join(root, TEAM_FILES[0])));
  return isTeams ? refuseCall('path.team_file', {
    en: `${quoted(parts.join('/'))} says who is on the team and what each may do, which no member changes. Say in your result what should change there.`,
    zh: `${quoted(parts.join('/'))} 规定团队成员及其权限，任何成员都不得改动。如需修改，请在成果中说明。`,
  }) : undefined;
}
