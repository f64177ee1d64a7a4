// How a program says who is on the team: a few words a member, the rest has safe defaults. What is said here becomes a
// registration, the same record that a file or another process would give.
import type { z } from 'zod';
import { faultOf, TeamError } from './core/errors.ts';
import { isJsonObject, type JsonObject } from './core/json.ts';
import { writeModelNames } from './core/models/model-names.ts';
import { checkForms } from './core/outside/check-forms.ts';
import { checkNames, namesIn } from './core/outside/check-names.ts';
import { readRegistration, type Registration, type Role } from './core/members/registration.ts';
import { REFUSED_INPUT } from './core/refusals/refused-input.ts';
import type { FunctionSteps, PlainOutput, ReviewFunction, WorkFunction } from './members/function.ts';

/** A zod type or a JSON Schema (2020-12). */
export type SchemaInput = z.ZodType | JsonObject;

export interface MemberSpec {
  readonly registration: Registration;
  /** Absent for a member that is a model or a person. */
  readonly steps?: FunctionSteps;
}

/** A tool by its name, or with what narrows its arguments: argument → type in short, or JSON Schema. */
export type ToolAllowed = string | { readonly name: string; readonly args: JsonObject };

interface Described {
  /** Name that people see; the id when absent. */
  readonly name?: string;
  readonly description?: string;
  /** Attempts it may hold at once; 1 when absent. */
  readonly capacity?: number;
  /** What a model is told about its role. */
  readonly prompt?: string;
  /** `provider/model`, when it differs from the team's; several, as a list or with commas: the first that can be asked answers. */
  readonly model?: string | readonly string[];
}

export interface WorkerOptions<In extends SchemaInput = JsonObject, Out extends SchemaInput = JsonObject> extends Described {
  readonly skills?: readonly string[];
  /** The form of the input; a zod type is the type of `input` in `run` too. */
  readonly input?: In;
  /** The form of the output; with a zod type, an output of another form does not compile. */
  readonly output?: Out;
  /** The tools it may call; none when absent. */
  readonly tools?: readonly ToolAllowed[];
  /** Tools it may never call, whatever else is said. */
  readonly deniedTools?: readonly string[];
  /** The work as a function; without it the member is a model. */
  readonly run?: WorkFunction<In extends z.ZodType ? z.input<In> : JsonObject, Out extends z.ZodType ? z.input<Out> : PlainOutput>;
}

export interface HumanOptions extends Omit<Described, 'prompt' | 'model'> {
  /** What the person does; a worker when absent. Somebody who reviews and works never reviews what it did itself. */
  readonly roles?: Role | readonly Role[];
  readonly skills?: readonly string[];
  readonly input?: SchemaInput;
  readonly output?: SchemaInput;
}

export interface ReviewerOptions extends Described {
  /** The review as a function; without it the member is a model. */
  readonly review?: ReviewFunction;
}

const DESCRIBED = { name: 1, description: 1, capacity: 1, prompt: 1, model: 1 } as const;
const NAMES = {
  worker: namesIn<WorkerOptions>({ ...DESCRIBED, skills: 1, input: 1, output: 1, tools: 1, deniedTools: 1, run: 1 }),
  reviewer: namesIn<ReviewerOptions>({ ...DESCRIBED, review: 1 }),
  manager: namesIn<Described>(DESCRIBED),
  human: namesIn<HumanOptions>({ name: 1, description: 1, capacity: 1, roles: 1, skills: 1, input: 1, output: 1 }),
} as const;

/** What is read item by item here; the rest is checked with the record. */
const LISTS = { tools: 'list', deniedTools: 'list' } as const;

/** Before the rest becomes a record, where a word of a file would stand for another option than it says. */
function known<Options>(of: keyof typeof NAMES, options: Options): Options {
  const refused = checkNames(options, { of, known: NAMES[of], code: 'member.invalid' }) ?? checkForms(Object(options), { of, forms: LISTS, code: 'member.invalid' });
  if (refused !== undefined) throw faultOf(refused);
  return options;
}

/** A member that does tasks. */
export function worker(id: string, options?: WorkerOptions): MemberSpec;
export function worker<In extends SchemaInput, Out extends SchemaInput>(id: string, options: WorkerOptions<In, Out>): MemberSpec;
export function worker<In extends SchemaInput, Out extends SchemaInput>(id: string, options: WorkerOptions<In, Out> = {}): MemberSpec {
  const { skills = [], input, output, tools = [], deniedTools = [], run, ...described } = known('worker', options);
  // What the function is given has passed the input schema, which is the type that it names.
  const steps = run === undefined ? {} : { steps: { run: run as unknown as WorkFunction } };
  const allowed = tools.map((each) => (typeof each === 'object' && each !== null ? { name: each.name, args_schema: each.args } : { name: each }));
  return specOf(id, 'worker', {
    described,
    skills,
    ...(allowed.length === 0 ? {} : { allowed }),
    ...(deniedTools.length === 0 ? {} : { denied: deniedTools }),
    ...(input === undefined ? {} : { input }),
    ...(output === undefined ? {} : { output }),
    ...steps,
  });
}

/** A member that checks what code cannot check. It never reviews its own work. */
export function reviewer(id: string, options: ReviewerOptions = {}): MemberSpec {
  const { review, ...described } = known('reviewer', options);
  return specOf(id, 'reviewer', { described, skills: [], ...(review === undefined ? {} : { steps: { review } }) });
}

/**
 * A person: it is given tasks by its skills like every member, and asked by a question for each; nothing is spent meanwhile.
 * `team.inbox({ person: id })` shows what waits, `team.answer` hands in, declines or judges.
 */
export function human(id: string, options: HumanOptions = {}): MemberSpec {
  const { skills = [], roles = 'worker', input, output, ...described } = known('human', options);
  return specOf(id, roles, { kind: 'human', described, skills, ...(input === undefined ? {} : { input }), ...(output === undefined ? {} : { output }) });
}

/** A member that plans, places what got stuck, and writes the summary. A team with a model has one without being asked. */
export const manager = (id: string, options: Described = {}): MemberSpec => specOf(id, 'manager', { described: known('manager', options), skills: [] });

interface Spec {
  readonly kind?: 'human';
  readonly described: Described;
  readonly skills: readonly string[];
  readonly allowed?: readonly JsonObject[];
  readonly denied?: readonly string[];
  readonly input?: SchemaInput;
  readonly output?: SchemaInput;
  readonly steps?: FunctionSteps;
}

function specOf(id: string, role: Role | readonly Role[], { kind, described, skills, allowed = [], denied = [], input, output, steps }: Spec): MemberSpec {
  const { model, ...plain } = described;
  const read = readRegistration({
    agent_id: id, role, skills, kind: kind ?? (steps === undefined ? 'model' : 'function'),
    ...plain,
    allowed_tools: allowed, denied_tools: denied,
    ...(model === undefined ? {} : { model: writeModelNames(model) }),
    ...(input === undefined ? {} : { input_schema: schemaOf(input) }),
    ...(output === undefined ? {} : { output_schema: schemaOf(output) }),
  });
  if (!read.ok) throw faultOf(read);
  return { registration: read.registration, ...(steps === undefined ? {} : { steps }) };
}

/** A zod type as JSON Schema. It says so itself: whose program has none loads no zod, and its own version of zod is as good as ours. */
export function schemaOf(schema: SchemaInput): JsonObject {
  if (!isZodType(schema)) return schema;
  const made: unknown = schema.toJSONSchema({ io: 'input' });
  if (!isJsonObject(made)) throw new TeamError('member.invalid', REFUSED_INPUT.unsayableSchema);
  const { $schema: _dialect, ...plain } = made;
  return plain;
}

const isZodType = (schema: SchemaInput): schema is z.ZodType => '~standard' in schema && typeof schema['toJSONSchema'] === 'function';
