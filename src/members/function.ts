// A member that is a TypeScript function: it gets the task's input and gives back an output. Deterministic work belongs here.
import { compileSchema } from '../core/schema/json-schema.ts';
import { TeamError } from '../core/errors.ts';
import type { AttemptId } from '../core/ids.ts';
import type { Json, JsonObject, Locale } from '../core/json.ts';
import { isPlainJson, plainCopy } from '../core/members/plain-json.ts';
import type { Registration } from '../core/members/registration.ts';
import type { ContextPiece } from '../core/task.ts';
import type { Member, ReviewOrder, ReviewReply, TaskView, WorkOrder, WorkReply } from '../ports/member.ts';

/** What a work function is given. */
export interface Work<Input = JsonObject> {
  /** Checked against the member's input schema before the function is called. */
  readonly input: Input;
  readonly task: TaskView;
  readonly attempt: number;
  /** Names this very attempt: a key by which an effect outside can be told from that of an earlier one. */
  readonly attemptId: AttemptId;
  /** Outputs of the prerequisites, each with the task it came from. */
  readonly context: readonly ContextPiece[];
  /** The same outputs as data, whole: by the `name` that a task was given, else by its id. */
  readonly results: WorkOrder['results'];
  /** On a second attempt: the result that was sent back, and what to mend. */
  readonly rework: { readonly previousOutput: Json; readonly fixes: readonly string[] } | null;
  readonly note: string | null;
  readonly locale: Locale;
  /** Aborted when the attempt is called off; end soon after. */
  readonly signal: AbortSignal;
}

export type WorkFunction<Input = JsonObject, Output = PlainOutput> = (work: Work<Input>) => Promise<Done<Output> | Declined> | Done<Output> | Declined;

/** JSON. `object` lets an interface stand for it; what is no JSON (a Date, a Map, NaN) is refused when it is handed in. */
export type PlainOutput = string | number | boolean | object;

export interface Done<Output = PlainOutput> {
  readonly output: Output;
  readonly executionSummary?: string;
}

export interface Declined {
  readonly declined: string;
}

export type ReviewFunction = (review: { readonly task: TaskView; readonly output: Json; readonly executionSummary: string; readonly context: readonly ContextPiece[]; readonly signal: AbortSignal }) => Promise<ReviewAnswer> | ReviewAnswer;

export interface ReviewAnswer {
  readonly approved: boolean;
  readonly comment?: string;
  /** What to mend, when not approved. */
  readonly fixes?: readonly string[];
  readonly scores?: JsonObject;
}

export interface FunctionSteps {
  readonly run?: WorkFunction;
  readonly review?: ReviewFunction;
}

export function functionMember(registration: Registration, steps: FunctionSteps): Member {
  const { run, review } = steps;
  return {
    registration,
    ...(run === undefined ? {} : { work: (order: WorkOrder) => work(registration, run, order) }),
    ...(review === undefined ? {} : { review: (order: ReviewOrder) => judge(review, order) }),
  };
}

async function work(registration: Registration, run: WorkFunction, order: WorkOrder): Promise<WorkReply> {
  const misfit = inputMisfit(registration, order);
  if (misfit !== undefined) return { declined: misfit };
  // The order itself: it holds all that a function is promised, and its signal is made only when it is looked at.
  const done = await run(order);
  if ('declined' in done) return done;
  return { output: plainOutput(registration, done.output), executionSummary: done.executionSummary ?? '' };
}

function plainOutput({ agentId }: Registration, output: unknown): Json {
  if (output === undefined || output === null) throw new TeamError('model.empty', `${agentId} gave no output. Return { output } from its function, or { declined: reason }.`);
  const plain = isPlainJson(output) ? output : plainCopy(output);
  if (plain === undefined) throw new TeamError('task.unfit_output', `${agentId} gave an output that is not plain JSON. Hand in text, finite numbers, truth values, lists and plain objects, nested no deeper than 64.`);
  return plain;
}

/** The plan was checked against one member's form; another member with the same skills may want another. */
export function inputMisfit(registration: Registration, order: WorkOrder): string | undefined {
  if (registration.inputSchema === undefined) return undefined;
  const compiled = compileSchema(registration.inputSchema);
  if (!compiled.ok) return undefined;
  return compiled.validate(order.input)[0]?.message[order.locale];
}

/** A function judges the result as a whole, not point by point. */
const WHOLE: readonly never[] = [];

async function judge(review: ReviewFunction, order: ReviewOrder): Promise<ReviewReply> {
  const answer = await review(order);
  const comment = answer.comment ?? '';
  const scores = answer.scores === undefined ? {} : { scores: answer.scores };
  if (answer.approved === true) return { kind: 'approve', comment, criteria: WHOLE, ...scores };
  const fixes = answer.fixes ?? (comment === '' ? [] : [comment]);
  if (answer.approved !== false || fixes.length === 0) return { kind: 'inconclusive', because: 'A rejection needs fixes or a comment, and approved must be true or false.' };
  return { kind: 'reject', comment, fixes, criteria: WHOLE, ...scores };
}
