// A model whose answers are data: for each purpose by what the call is about, in order. It is strict: a call that the script
// does not know, and an answer that does not fit the form that was asked for, fail the test and say which.
import { onTestFinished } from 'vitest';
import { isTeamError, TeamError } from '../core/errors.ts';
import { isJsonObject, sameInBoth, type Json, type JsonObject } from '../core/json.ts';
import { compileSchema } from '../core/schema/json-schema.ts';
import { INTERRUPTED } from '../core/refusals/interrupted.ts';
import type { Model, ModelPurpose, ModelReply, ModelRequest } from '../ports/model.ts';
import { requestsOf, ScriptedCalls } from './scripted-calls.ts';

type Answered = Json | TeamError | ScriptedCalls;
/** A value (or a text, where no form is asked for), calls of tools (see `calling`), a fault, or a function of the request that gives one. */
export type ScriptedAnswer = Answered | ((request: ModelRequest) => Answered | Promise<Answered>);
/** A list is used up in order; what is no list answers every call. */
export type ScriptedAnswers = ScriptedAnswer | readonly ScriptedAnswer[];

/**
 * Answers by the title of the task, by the id of the member, by the text of the goal, or by `*` for any call; a list alone
 * stands for `*`. Work and reviews are looked up by title, then by member; plans and summaries by goal.
 */
export type Script = { readonly [Purpose in ModelPurpose]?: readonly ScriptedAnswer[] | { readonly [about: string]: ScriptedAnswers } };

export interface ScriptedModel extends Model {
  /** Every call, oldest first. */
  readonly requests: readonly ModelRequest[];
  /** What the test did not foresee. Inside a test it also fails the test. */
  readonly problems: readonly string[];
  /** Answers of lists that nobody asked for, as `work, Slogan: 1 left`. */
  unused(): readonly string[];
}

export function scriptedModel(script: Script, { name = 'scripted' }: { readonly name?: string } = {}): ScriptedModel {
  const requests: ModelRequest[] = [];
  const problems: string[] = [];
  const shelves = shelvesOf(script);
  failWith(problems);
  const complain = (problem: string): TeamError => {
    problems.push(problem);
    return new TeamError('model.bad_request', sameInBoth(problem));
  };
  return {
    name,
    requests,
    problems,
    unused: () => shelves.flatMap(({ purpose, about, list, used }) => (list !== undefined && used < list.length ? [`${purpose}, ${about}: ${list.length - used} left`] : [])),
    async generate(request) {
      requests.push(request);
      const topics = topicsOf(request);
      const shelf = topics.map((about) => shelves.find((found) => found.purpose === request.purpose && found.about === about && hasMore(found))).find((found) => found !== undefined);
      if (shelf === undefined) throw complain(`The script has no answer${requests.length > 1 ? ' left' : ''} for ${request.purpose} about ${topics.map((topic) => JSON.stringify(topic)).join(' or ')}. Add one to scriptedModel({ ${request.purpose}: … }).`);
      const answer = await untilAborted(take(shelf, request), request.signal);
      if (isTeamError(answer)) throw answer;
      if (answer instanceof ScriptedCalls) {
        if ((request.tools ?? []).length === 0) throw complain(`The scripted answer for ${request.purpose} about ${JSON.stringify(shelf.about)} calls a tool, but the request offers none. Give the member tools, or answer with a value.`);
        if (answer.text !== '') request.onText?.(answer.text);
        return { text: answer.text, model: name, usage: {}, calls: requestsOf(answer, request) };
      }
      const misfit = misfitOf(answer, request.schema);
      if (misfit !== undefined) throw complain(`The scripted answer for ${request.purpose} about ${JSON.stringify(shelf.about)} does not fit the form that was asked for: ${misfit}. Mend the answer.`);
      return replyOf(name, answer, request);
    },
  };
}

interface Shelf {
  readonly purpose: string;
  readonly about: string;
  /** Undefined: `always` answers every call. */
  readonly list: readonly ScriptedAnswer[] | undefined;
  readonly always: ScriptedAnswer;
  used: number;
}

const shelvesOf = (script: Script): Shelf[] =>
  Object.entries(script).flatMap(([purpose, answers]) => {
    const byTopic: Readonly<Record<string, ScriptedAnswers>> = isList(answers) ? { '*': answers } : answers;
    return Object.entries(byTopic).map(([about, given]): Shelf => (isList(given) ? { purpose, about, list: given, always: null, used: 0 } : { purpose, about, list: undefined, always: given, used: 0 }));
  });

const isList = (answers: ScriptedAnswers | Readonly<Record<string, ScriptedAnswers>>): answers is readonly ScriptedAnswer[] => Array.isArray(answers);

const hasMore = ({ list, used }: Shelf): boolean => list === undefined || used < list.length;

async function take(shelf: Shelf, request: ModelRequest): Promise<Answered> {
  const answer = shelf.list?.[shelf.used] ?? shelf.always;
  shelf.used += 1;
  return typeof answer === 'function' ? answer(request) : answer;
}

/** What a call is about, the closest first. */
function topicsOf({ facts }: ModelRequest): readonly string[] {
  const { task, tasks, member, goal } = facts;
  const stuck = Array.isArray(tasks) && 'limits' in facts ? tasks[0] : undefined;
  const named = [titleIn(task), titleIn(stuck), isJsonObject(member) ? (member['agent_id'] ?? member['member_name']) : undefined, goal];
  return [...named.filter((topic) => typeof topic === 'string'), '*'];
}

const titleIn = (task: Json | undefined): Json | undefined => (isJsonObject(task) ? task['title'] : undefined);

function misfitOf(answer: Json, schema: JsonObject | undefined): string | undefined {
  if (schema === undefined) return typeof answer === 'string' ? undefined : 'plain text was asked for';
  const compiled = compileSchema(schema);
  return compiled.ok ? compiled.validate(answer)[0]?.message.en : undefined;
}

function replyOf(model: string, answer: Json, request: ModelRequest): ModelReply {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  request.onText?.(text);
  return { text, model, usage: {}, ...(request.schema === undefined ? {} : { value: answer }) };
}

/** A call ends with its signal, as that of a provider does. */
function untilAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stopped = () => reject(new TeamError('engine.interrupted', INTERRUPTED.call));
    if (signal.aborted) return stopped();
    signal.addEventListener('abort', stopped, { once: true });
    void answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stopped)); // told by resolve and reject
  });
}

/** An engine treats a fault of a model as its own business; the test must hear of it all the same. */
function failWith(problems: readonly string[]): void {
  try {
    onTestFinished(() => {
      if (problems.length > 0) throw new Error(problems.join('\n'));
    });
  } catch {
    // Made outside of a test: whoever made it looks at `problems`.
  }
}
