// The tools of a team, compiled for one role, mode and policy. The one table behind it is the source of what models are offered, of
// the words in their prompts and of what other programs see; a tool that does not exist for somebody is not refused, it is absent.
import type { Effect } from '../gate/effects.ts';
import type { Bilingual, JsonObject, Locale } from '../json.ts';
import type { Policy } from '../policy.ts';
import { LEADER_TOOLS } from '../turns/leader-tools.ts';
import { MEMBER_TOOLS, SHARED_TOOLS } from '../turns/member-tools.ts';
import { schemaFor, type TeamRole, type TeamSetting, type ToolRow } from '../turns/tool-row.ts';

export type { TeamRole, TeamSetting, TeammateMode } from '../turns/tool-row.ts';
export { taskStatesFor } from '../turns/member-tools.ts';

export const TEAM_TOOLS = { ...LEADER_TOOLS, ...MEMBER_TOOLS, ...SHARED_TOOLS };

export type TeamToolName = keyof typeof TEAM_TOOLS;
export const isTeamTool = (name: string): name is TeamToolName => Object.hasOwn(TEAM_TOOLS, name);
export const TEAM_TOOL_NAMES: readonly TeamToolName[] = Object.keys(TEAM_TOOLS).filter(isTeamTool);

/** As the gate takes it; what runs is added where it is built. */
export interface TeamTool {
  readonly name: TeamToolName;
  readonly description: Bilingual;
  /** JSON Schema (2020-12) of an object, with its sentences in this language. */
  readonly parameters: Readonly<Record<Locale, JsonObject>>;
  readonly effects: readonly Effect[];
  readonly isIdempotent: boolean;
  readonly isWait: boolean;
}

/** Everything that this role may call, in the order of the table. The same setting gives the same objects, so that a compiled schema is found again. */
export function toolsFor(setting: TeamSetting): readonly TeamTool[] {
  const { role, mode, roster, approvals, worktrees, sharedFolder, programs } = setting;
  const key = [role, mode, roster, approvals, worktrees, sharedFolder, programs].join(' ');
  const known = compiled.get(key) ?? compile(setting);
  compiled.set(key, known);
  return known;
}

const compiled = new Map<string, readonly TeamTool[]>();

function compile(setting: TeamSetting): readonly TeamTool[] {
  return TEAM_TOOL_NAMES.flatMap((name): readonly TeamTool[] => {
    const row: ToolRow = TEAM_TOOLS[name];
    if ((row.who !== 'both' && row.who !== setting.role) || row.exists?.(setting) === false) return [];
    const { effects, isIdempotent, isWait = false } = row;
    return [{ name, description: describe(row, setting), parameters: { en: schemaFor(row.parameters, setting, 'en'), zh: schemaFor(row.parameters, setting, 'zh') }, effects, isIdempotent, isWait }];
  });
}

function describe({ says, inPlanMode }: ToolRow, { mode }: TeamSetting): Bilingual {
  return inPlanMode === undefined || mode === 'build_mode' ? says : { en: `${says.en} ${inPlanMode.en}`, zh: `${says.zh}${inPlanMode.zh}` };
}

/** What of the setting the policy says; the rest is known where the goal runs. */
export const settingOf = ({ planGate, roster = 'fixed', programs }: Pick<Policy, 'planGate' | 'roster' | 'programs'>, rest: { readonly role: TeamRole } & Partial<Pick<TeamSetting, 'approvals' | 'worktrees' | 'sharedFolder'>>): TeamSetting =>
  ({ mode: planGate ? 'plan_mode' : 'build_mode', roster, programs: programs.length > 0, approvals: false, worktrees: false, sharedFolder: false, ...rest });
