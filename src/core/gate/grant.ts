// What one task may call: the member's allow list, narrowed by the task. Deny wins, and nothing is allowed by being forgotten:
// a member without an allow list has no tools.
import type { JsonObject } from '../json.ts';
import type { AllowedTool, Registration } from '../members/registration.ts';

export interface Grant {
  /** Tool name → what narrows its arguments; null is the tool's own schema alone. */
  readonly allowed: ReadonlyMap<string, JsonObject | null>;
  readonly denied: ReadonlySet<string>;
}

/** `narrowed`: the tools that the task names; undefined leaves the member's list as it is. */
export function grantOf({ allowedTools, deniedTools }: Pick<Registration, 'allowedTools' | 'deniedTools'>, narrowed: readonly string[] | undefined): Grant {
  const wanted = narrowed === undefined ? undefined : new Set(narrowed);
  const denied = new Set(deniedTools);
  const kept = allowedTools.filter(({ name }) => !denied.has(name) && (wanted?.has(name) ?? true));
  return { allowed: new Map(kept.map(({ name, argsSchema }) => [name, argsSchema ?? null])), denied };
}

/**
 * What a newcomer may call: no tool that nobody on the team may, and none for other arguments than the first who may. An agent file
 * that a member wrote would give away what the team never allowed.
 */
export function withinTeam(newcomer: Registration, team: readonly Registration[]): { readonly registration: Registration; readonly leftOut: readonly string[] } {
  const grants = team.map((member) => grantOf(member, undefined).allowed);
  const allowed = newcomer.allowedTools.flatMap((tool): readonly AllowedTool[] => {
    const held = grants.filter((grant) => grant.has(tool.name)).map((grant) => grant.get(tool.name) ?? null);
    const [narrow] = held;
    if (narrow === undefined) return [];
    return [held.includes(null) || narrow === null ? tool : { name: tool.name, argsSchema: narrow }];
  });
  const leftOut = newcomer.allowedTools.filter(({ name }) => !allowed.some((tool) => tool.name === name)).map(({ name }) => name);
  return { registration: { ...newcomer, allowedTools: allowed }, leftOut };
}

/** What part of a task may name: never more than the task itself. */
export function narrowTools(whole: readonly string[] | undefined, part: readonly string[] | undefined): readonly string[] | undefined {
  if (whole === undefined || part === undefined) return part ?? whole;
  const inside = new Set(whole);
  return part.filter((name) => inside.has(name));
}

export type Permission = 'allowed' | 'denied' | 'not_allowed';

export const permissionOf = ({ allowed, denied }: Grant, name: string): Permission => (denied.has(name) ? 'denied' : allowed.has(name) ? 'allowed' : 'not_allowed');
