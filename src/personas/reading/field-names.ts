// The field names that front matter may hold: ours, and those of the tools whose files we read. A name that is in neither is
// no fault, but it is said, with the nearest name that would be understood.
import { nearest } from '../../core/text/nearest.ts';

/** How the value of a field is read. `data` is YAML or JSON, `none` is not read at all. */
export type Reading = 'text' | 'list' | 'data' | 'none';

interface NameRow {
  readonly reading: Reading;
  /** A field of another tool that gives rights or starts programs: it is never taken over, and that is said. */
  readonly refused?: true;
}

const OURS: Readonly<Record<string, NameRow>> = {
  agent_id: { reading: 'text' },
  name: { reading: 'text' },
  kind: { reading: 'text' },
  role: { reading: 'list' },
  skills: { reading: 'list' },
  description: { reading: 'text' },
  model: { reading: 'text' },
  prompt: { reading: 'text' },
  input_schema: { reading: 'data' },
  output_schema: { reading: 'data' },
  allowed_tools: { reading: 'data' },
  denied_tools: { reading: 'list' },
  capacity: { reading: 'data' },
  callback_url: { reading: 'text' },
};

const THEIRS: Readonly<Record<string, NameRow>> = {
  tools: { reading: 'list' },
  disallowed_tools: { reading: 'list' },
  capabilities: { reading: 'list' },
  tags: { reading: 'list' },
  vibe: { reading: 'text' },
  permission_mode: { reading: 'none', refused: true },
  mcp_servers: { reading: 'none', refused: true },
  hooks: { reading: 'none', refused: true },
  ...Object.fromEntries(
    'color emoji services author version license metadata category priority type mode temperature title language max_turns memory background effort isolation initial_prompt argument_hint compatibility created updated date id'
      .split(' ').map((name): [string, NameRow] => [name, { reading: 'none' }]),
  ),
};

export const FIELD_NAMES: ReadonlyMap<string, NameRow> = new Map(Object.entries({ ...THEIRS, ...OURS }));

/** One key for `allowed-tools`, `allowedTools` and `Allowed_Tools`. */
export const fieldKey = (name: string): string =>
  name.normalize('NFKC').replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2').toLowerCase().replace(/[\s-]+/gu, '_');

/** The known name that was perhaps meant. */
export const nearName = (name: string): string | undefined => nearest(fieldKey(name), [...Object.keys(OURS), 'tools', 'disallowed_tools'], 1)[0];
