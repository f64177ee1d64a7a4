// A tool in TypeScript: a name, what it does, the form of its arguments, what it does to the world, and a function. It says nothing of
// who may call it: that is the member's allow list, and the gate.
import type { z } from 'zod';
import { faultOf, TeamError } from './core/errors.ts';
import type { Meanings } from './core/gate/arguments.ts';
import { EFFECTS, type Effect } from './core/gate/effects.ts';
import { sameInBoth, type Bilingual, type Json, type JsonObject } from './core/json.ts';
import { plainCopy } from './core/members/plain-json.ts';
import { checkForms } from './core/outside/check-forms.ts';
import { checkNames, namesIn } from './core/outside/check-names.ts';
import { OUTCOME_FAULTS } from './core/refusals/outcome-faults.ts';
import { REFUSED_INPUT } from './core/refusals/refused-input.ts';
import { schemaOf, type SchemaInput } from './member-specs.ts';
import type { PlainOutput } from './members/function.ts';
import type { Tool, ToolCall, ToolCaller } from './ports/tool.ts';

export interface ToolRun<In> {
  /** Checked against the form of the arguments. */
  readonly args: In;
  /** The same when the call is made again after a crash. */
  readonly callId: string;
  readonly caller: ToolCaller;
  /** Aborted when time is up or the task is called off; end soon after. */
  readonly signal: AbortSignal;
}

export interface ToolOptions<In extends SchemaInput> {
  /** What it does, for the model that chooses it; one text, or one in each language. */
  readonly description: string | Bilingual;
  /** The form of the arguments, an object; a zod type is the type of `args` in `run` too. */
  readonly input?: In;
  /** What each argument means, in both languages, by its name; a field inside one by its path: `edits.old`. */
  readonly meanings?: Meanings;
  /** What it may do to the world. Nothing said is nothing done. */
  readonly effects?: readonly Effect[];
  /** A call with the same `callId` may run again without a second effect. */
  readonly isIdempotent?: boolean;
  /** Every call waits for a person's yes. */
  readonly needsApproval?: boolean;
  /** Waiting is what it is for: the same outcome again is no loop. */
  readonly isWait?: boolean;
  /** Milliseconds; the team's time for tools when absent. */
  readonly timeoutMs?: number;
  readonly run: (call: ToolRun<In extends z.ZodType ? z.input<In> : JsonObject>) => Promise<PlainOutput | null> | PlainOutput | null;
}

const NAMES = namesIn<ToolOptions<SchemaInput>>({ description: 1, input: 1, meanings: 1, effects: 1, isIdempotent: 1, needsApproval: 1, isWait: 1, timeoutMs: 1, run: 1 });

const NO_ARGUMENTS: JsonObject = { type: 'object', properties: {}, additionalProperties: false };

/** What the function is given has passed the form, which is the type that it names. */
export function tool<In extends SchemaInput = JsonObject>(name: string, options: ToolOptions<In>): Tool;
export function tool(name: string, options: ToolOptions<SchemaInput>): Tool {
  const misnamed = checkNames(options, { of: 'tool', known: NAMES, code: 'input.invalid' }) ?? checkForms(options, { of: 'tool', forms: { effects: 'list' }, code: 'input.invalid' });
  if (misnamed !== undefined) throw faultOf(misnamed);
  const { description, input, effects = [], run, ...rest } = options;
  const unknown = effects.filter((effect) => !EFFECTS.includes(effect));
  if (unknown.length > 0) throw new TeamError('input.invalid', REFUSED_INPUT.unknownEffects(name, { unknown, known: EFFECTS }), { details: { effects: unknown } });
  return {
    name,
    description: typeof description === 'string' ? sameInBoth(description) : description,
    parameters: input === undefined ? NO_ARGUMENTS : schemaOf(input),
    effects,
    ...rest,
    run: async ({ args, callId, caller, signal }: ToolCall) => plainOutcome(name, await run({ args, callId, caller, signal })),
  };
}

function plainOutcome(name: string, outcome: unknown): Json {
  const plain = outcome === undefined ? null : plainCopy(outcome);
  if (plain === undefined) throw new TeamError('tool.failed', OUTCOME_FAULTS.notPlainOutcome(name));
  return plain;
}
