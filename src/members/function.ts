// A member that is a TypeScript function: it gets the task's input and gives back an output. Deterministic work belongs here.
import { compileSchema } from '../core/schema/json-schema.ts';
import { TeamError } from '../core/errors.ts';
import type { AttemptId } from '../core/ids.ts';
import type { Bilingual, Json, JsonObject, Locale } from '../core/json.ts';
import { isPlainObject, plainCopy } from '../core/members/plain-json.ts';
import type { Registration } from '../core/members/registration.ts';
import type { ContextPiece } from '../core/task.ts';
import { OUTCOME_FAULTS } from '../core/refusals/outcome-faults.ts';
import type { CallTool, Member, ReviewOrder, ReviewReply, TaskView, WorkOrder, WorkReply } from '../ports/member.ts';

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
  /** Absolute path of the folder to work in. With `worktrees` it is the task's own working tree; what stands there when the result is handed in is merged. */
  readonly folder: string;
  /** The one way to a tool: only those on the member's allow list, within the rules of the gate. Wait for each call: when the function returns, the gate closes. */
  readonly callTool: CallTool;
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
  if (output === undefined || output === null) throw new TeamError('model.empty', OUTCOME_FAULTS.noOutput(agentId));
  // A copy: what the function does with its own object later must not change what was checked.
  const plain = typeof output === 'string' ? output : plainCopy(output);
  if (plain === undefined) throw new TeamError('task.unfit_output', OUTCOME_FAULTS.notPlainOutput(agentId));
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
  const because = unreadable(answer);
  if (because !== undefined) return { kind: 'inconclusive', because: because[order.locale] };
  const { approved, comment = '', fixes = comment === '' ? [] : [comment] } = answer;
  const scores = answer.scores === undefined ? {} : { scores: answer.scores };
  if (approved) return { kind: 'approve', comment, criteria: WHOLE, ...scores };
  return { kind: 'reject', comment, fixes, criteria: WHOLE, ...scores };
}

/** Programs without types answer anything; a verdict that cannot be kept as it was said is none. */
function unreadable(answer: unknown): Bilingual | undefined {
  if (typeof answer !== 'object' || answer === null) return OUTCOME_FAULTS.noReview;
  const { approved, comment, fixes, scores }: Partial<Record<keyof ReviewAnswer, unknown>> = answer;
  if (typeof approved !== 'boolean') return OUTCOME_FAULTS.approvedUnclear;
  if (comment !== undefined && typeof comment !== 'string') return OUTCOME_FAULTS.commentNoText;
  if (fixes !== undefined && !(Array.isArray(fixes) && fixes.every((fix) => typeof fix === 'string'))) return OUTCOME_FAULTS.fixesNoTexts;
  if (scores !== undefined && !isPlainObject(scores)) return OUTCOME_FAULTS.scoresNoObject;
  const named = fixes?.length ?? 0;
  if (approved && named > 0) return OUTCOME_FAULTS.approvesWithFixes;
  return approved || named > 0 || (fixes === undefined && comment !== undefined && comment !== '') ? undefined : OUTCOME_FAULTS.rejectsWithout;
}
