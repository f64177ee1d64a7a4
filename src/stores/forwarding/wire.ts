// What processes at one file say to each other: a line of JSON for all that was asked, or answered, in one turn of the event loop.
import { ERRORS, type Refusal } from '../../core/errors.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../core/json.ts';
import type { Outcome } from '../../ports/store.ts';

/** How long an answer is waited for; a healthy process gives it in a few milliseconds. */
export const PATIENCE_MS = 250;

/** The number counts up in each process; with its epoch it names the request for good. */
export type Ask = readonly [number: number, name: string, input: JsonObject];

export interface Asks {
  readonly epoch: number;
  /** On the clock of the machine, in milliseconds: after this moment none of them may be decided any more. */
  readonly until: number;
  readonly asks: readonly Ask[];
}

/** The first line of whoever listens: the file that it has open. A file that was replaced lives on in the processes that had opened it, and its names are the new one's. */
export interface Welcome {
  readonly file: string;
}

/** The number alone: it was not decided. Null stands for undefined. */
export type Answer = readonly [number: number] | readonly [number: number, value: unknown] | readonly [number: number, none: null, refusal: Refusal];

/** Said by whoever decides no longer for others: what was asked is still answered, the next is to be asked elsewhere. */
export const ASK_ELSEWHERE: readonly Answer[] = [];

/** What stands on record for an ask. */
export const requestOf = (epoch: number, number: number): string => `${epoch}-${number}`;

export const asLine = (said: Asks | Welcome | readonly Answer[]): string => `${JSON.stringify(said)}\n`;

export function answerOf(number: number, outcome: Outcome<unknown> | undefined): Answer {
  if (outcome === undefined) return [number];
  return outcome.ok ? [number, outcome.value ?? null] : [number, null, outcome];
}

export function outcomeIn(answer: Answer): Outcome<unknown> | undefined {
  if (answer.length === 1) return undefined;
  return answer.length === 2 ? { ok: true, value: answer[1] ?? undefined } : answer[2];
}

/** Undefined where another version, or another program, speaks. */
export function readAsks(line: string): Asks | undefined {
  const said = parseJson(line);
  if (!isJsonObject(said)) return undefined;
  const { epoch, until, asks } = said;
  // The epoch goes into a row as it is.
  if (typeof epoch !== 'number' || !Number.isSafeInteger(epoch) || epoch < 1 || typeof until !== 'number' || !Array.isArray(asks)) return undefined;
  return asks.every(isAsk) ? { epoch, until, asks } : undefined;
}

export function isWelcome(line: string, file: string): boolean {
  const said = parseJson(line);
  return isJsonObject(said) && said['file'] === file;
}

const isAsk = (ask: Json): ask is Ask & Json => Array.isArray(ask) && typeof ask[0] === 'number' && typeof ask[1] === 'string' && isJsonObject(ask[2]);

export function readAnswers(line: string): readonly Answer[] | undefined {
  const said: unknown = parseJson(line);
  return Array.isArray(said) && said.every(isAnswer) ? said : undefined;
}

const isAnswer = (answer: unknown): answer is Answer => Array.isArray(answer) && typeof answer[0] === 'number' && (answer.length < 3 || isRefusal(answer[2]));

function isRefusal(said: unknown): said is Refusal & JsonObject {
  if (!isJsonObject(said)) return false;
  const { ok, code, says, because, details } = said;
  // Another version may refuse for what this one has no word for.
  if (ok !== false || typeof code !== 'string' || !Object.hasOwn(ERRORS, code) || typeof because !== 'string') return false;
  return isJsonObject(says) && typeof says['en'] === 'string' && typeof says['zh'] === 'string' && (details === undefined || isJsonObject(details));
}

/** In characters; far more than a turn's worth of asking. */
const LONGEST_LINE = 4_000_000;

/** Cuts what comes in into lines; false when a line has no end. */
export function lineReader(take: (line: string) => void): (text: string) => boolean {
  let rest = '';
  return (text) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
    return rest.length <= LONGEST_LINE;
  };
}
