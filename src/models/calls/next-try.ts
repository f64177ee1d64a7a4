// What follows a try that gave no answer: a wait, another wording, a word to the model, or the end.
// Each way has its own bound, so the number of calls is known beforehand: 1 + retries + 1 after nothing + re-asks,
// and 1 more for a provider that turns out not to bind the schema.
import type { Bilingual } from '../../core/json.ts';
import type { ModelReply } from '../../ports/model.ts';
import { callFault, interrupted } from './call-errors.ts';
import type { OpenModel, Run } from './model-call.ts';
import type { Outcome } from './outcome.ts';
import { waitBeforeRetry, type RetryRules } from './retry.ts';
import { TELLS } from './sentences.ts';

export type Judged =
  | Exclude<Outcome, { kind: 'answer' | 'calls' }>
  | { readonly kind: 'read'; readonly reply: ModelReply }
  | { readonly kind: 'unreadable'; readonly text: string; readonly because: Bilingual };

export interface TryRules extends RetryRules {
  /** How often an answer that cannot be read is asked for again. */
  readonly reAsks: number;
}

/** Makes ready for one more try, or throws the TeamError when there shall be none. */
export async function prepareNext(model: OpenModel, { run, rules }: { run: Run; rules: TryRules }, judged: Exclude<Judged, { kind: 'read' }>): Promise<void> {
  switch (judged.kind) {
    case 'stop':
      throw fault(model, run, judged);
    case 'schema_refused':
      return askInWords(model, run, judged.said);
    case 'empty':
      run.empties += 1;
      if (run.empties > 1) throw fault(model, run, judged);
      return;
    case 'tool_call':
      return askAgain(model, { run, rules }, { text: judged.text, because: TELLS.noTools });
    case 'bad_call':
      return askAgain(model, { run, rules }, { text: judged.text, because: TELLS.badCall });
    case 'cut_call':
      return askAgain(model, { run, rules }, { text: judged.text, because: TELLS.cutCall, atLast: { kind: 'stop', why: 'length', said: '' } });
    case 'unreadable':
      return askAgain(model, { run, rules }, judged);
    case 'again':
      return waitForNext(model, { run, rules }, judged);
  }
}

const fault = ({ place, mask }: OpenModel, run: Run, outcome: Parameters<typeof callFault>[1]): Error =>
  callFault({ place, mask, locale: run.request.locale, counts: run, ...(run.cause === undefined ? {} : { cause: run.cause }) }, outcome);

function askInWords(model: OpenModel, run: Run, said: string): void {
  const { schema } = run.request;
  if (schema === undefined || model.unbound.has(schema)) throw fault(model, run, { kind: 'stop', why: 'badRequest', said });
  model.unbound.add(schema);
}

// Enough for the model to see its mistake; a runaway answer shall not be paid for again in full.
const LONGEST_ECHO = 20_000;

interface Unusable {
  readonly text: string;
  readonly because: Bilingual;
  /** What it is when the model has been asked often enough; by default an answer that cannot be read. */
  readonly atLast?: Parameters<typeof callFault>[1];
}

function askAgain(model: OpenModel, { run, rules }: { run: Run; rules: TryRules }, { text, because, atLast }: Unusable): void {
  run.reAsks += 1;
  if (run.reAsks > rules.reAsks) throw fault(model, run, atLast ?? { kind: 'unreadable', because });
  // Only the last bad answer goes back: older ones cost tokens and repeat the same mistake.
  run.turns.splice(0);
  if (text.trim() !== '') run.turns.push({ role: 'assistant', text: text.slice(0, LONGEST_ECHO) });
  run.turns.push({ role: 'user', text: TELLS.answerAgain(because, (run.request.tools ?? []).length > 0)[run.request.locale] });
}

async function waitForNext(model: OpenModel, { run, rules }: { run: Run; rules: TryRules }, outcome: Extract<Judged, { kind: 'again' }>): Promise<void> {
  run.failures += 1;
  const { signal, locale } = run.request;
  const { retryAfterMs } = outcome;
  const wait = waitBeforeRetry(rules, {
    failures: run.failures,
    elapsedMs: model.clock.now() - run.startedAt,
    random: model.random(),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
  if (wait === undefined) throw fault(model, run, outcome);
  await model.clock.sleep(wait, signal).catch(() => undefined);
  if (signal.aborted) throw interrupted(model.place, locale, run);
}
