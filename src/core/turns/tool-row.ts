// The form of a row in the table of team tools, and what is read from it: a JSON Schema and its sentences, in either language.
// Names of tools and parameters are the outside's (snake_case), for models see them letter by letter.
import type { Effect } from '../gate/effects.ts';
import type { Bilingual, JsonObject, Locale } from '../json.ts';

export type TeamRole = 'leader' | 'member';
export type TeammateMode = 'build_mode' | 'plan_mode';

/** What decides which tools there are. */
export interface TeamSetting {
  readonly role: TeamRole;
  readonly mode: TeammateMode;
  readonly roster: 'fixed' | 'open';
  /** Some tool of the team waits for a yes before it runs. */
  readonly approvals: boolean;
  /** The goal has a git workspace. */
  readonly worktrees: boolean;
  /** The goal has a `.team/` folder. */
  readonly sharedFolder: boolean;
  /** Plans may name programs that check a result. */
  readonly programs: boolean;
}

export interface Parameter {
  readonly says: Bilingual;
  /** JSON Schema of the value, apart from its description. */
  readonly schema: JsonObject | ((setting: TeamSetting, locale: Locale) => JsonObject);
  readonly optional?: true;
}

export type Parameters = Readonly<Record<string, Parameter>>;

export interface ToolRow {
  readonly who: TeamRole | 'both';
  /** Absent: always there. */
  readonly exists?: (setting: TeamSetting) => boolean;
  readonly says: Bilingual;
  /** Follows what it says, where plans wait for a word. */
  readonly inPlanMode?: Bilingual;
  readonly parameters: Parameters;
  /** What a call does to the world beside the board. */
  readonly effects: readonly Effect[];
  /** The same call again has no second effect. */
  readonly isIdempotent: boolean;
  /** Asking again and getting the same is what it is for. */
  readonly isWait?: true;
}

export const text: JsonObject = { type: 'string', minLength: 1 };
export const texts: JsonObject = { type: 'array', items: text };
export const yesOrNo: JsonObject = { type: 'boolean' };
export const oneOf = (...words: readonly string[]): JsonObject => ({ type: 'string', enum: words });

/** JSON Schema (2020-12) of an object with these parameters and no others. */
export function schemaFor(parameters: Parameters, setting: TeamSetting, locale: Locale): JsonObject {
  const rows = Object.entries(parameters);
  const properties = rows.map(([name, { schema, says }]) => [name, { ...(typeof schema === 'function' ? schema(setting, locale) : schema), description: says[locale] }] as const);
  const required = rows.flatMap(([name, { optional }]) => (optional === true ? [] : [name]));
  return { type: 'object', properties: Object.fromEntries(properties), required, additionalProperties: false };
}
