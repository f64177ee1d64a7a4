// muster answer ID CHOICE: a person's word on an open question. It may be given while nothing runs; the next start honours it.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { BUDGET_UNITS, readBudget, type Budget } from '../../core/budget.ts';
import { TeamError } from '../../core/errors.ts';
import { isQuestionId } from '../../core/ids.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { questionOut } from '../../core/outside.ts';
import { jsonFault } from '../../core/refusals/js-faults.ts';
import { answer, type AnswerInput } from '../../engine/answer-question.ts';
import { badInput, isSet, listOption, localeFor, textOption, userName, type Cli } from '../cli.ts';
import { SAYS } from '../texts.ts';
import { isDriven, visiting } from '../visit.ts';

export async function run(cli: Cli): Promise<number> {
  const [id = '', choice = ''] = cli.args;
  if (!isQuestionId(id)) throw new TeamError('question.not_found', SAYS.badId({ id, kinds: 'question_1' }), { locale: cli.locale, details: { id } });
  const input = readAnswer(cli, choice);
  return visiting(cli, async (visit) => {
    const { store } = visit;
    await answer(visit, id, { ...input, owner: userName(cli) });
    const question = await store.read.question(id);
    const goal = question === undefined ? undefined : await store.read.goal(question.goalId);
    if (question === undefined || goal === undefined) throw new TeamError('engine.defect', SAYS.unreadAgain({ id }));
    const leftBranch = question.taskId === null ? undefined : (await store.read.task(question.taskId))?.more?.leftBranch;
    if (isSet(cli, 'json')) {
      cli.screen.print(JSON.stringify({ question: questionOut(question, goal), ...(leftBranch === undefined ? {} : { left_branch: leftBranch }) }));
      return 0;
    }
    const locale = localeFor(cli, goal);
    cli.screen.print(SAYS.answered({ id, choice })[locale]);
    if (leftBranch !== undefined) cli.screen.print(SAYS.leftAsItIs({ branch: leftBranch, type: cli.typed('worktrees') })[locale]);
    if (goal.endedAt === null) {
      cli.screen.print((goal.pausedAt !== null
        ? SAYS.afterPause
        : isDriven(store, goal) ? SAYS.takesEffect : SAYS.thenResume({ type: cli.typed(`resume ${goal.id}`) }))[locale]);
    }
    return 0;
  });
}

function readAnswer(cli: Cli, choice: string): AnswerInput {
  const by = textOption(cli, 'by');
  const note = textOption(cli, 'note');
  const to = textOption(cli, 'to');
  const output = readOutput(cli);
  const set = readSet(cli);
  const tasks = readTasks(cli);
  const summary = textOption(cli, 'summary');
  const plan = readPlan(cli);
  const fixes = listOption(cli, 'fix');
  const attach = pathsIn(cli, listOption(cli, 'attach'));
  return {
    choice,
    ...(by === undefined ? {} : { by }),
    ...(note === undefined ? {} : { note }),
    ...(to === undefined ? {} : { to }),
    ...(output === undefined ? {} : { output }),
    // One option for both: the fields of a task that change, or the limits that go up.
    ...(set === undefined ? {} : choice === 'raise' ? { raise: raiseIn(cli, set) } : { set }),
    ...(tasks === undefined ? {} : { tasks }),
    ...(summary === undefined ? {} : { summary }),
    ...(plan === undefined ? {} : { plan }),
    ...(fixes.length === 0 ? {} : { fixes }),
    ...(attach.length === 0 ? {} : { attach }),
  };
}

function raiseIn(cli: Cli, set: JsonObject): Budget {
  const read = readBudget(set);
  if (!read.ok) throw new TeamError('question.bad_answer', SAYS.badRaise, { locale: cli.locale, details: { ...read.details } });
  return read.budget;
}

/** Files are named from where one stands. */
export const pathsIn = (cli: Cli, paths: readonly string[]): readonly string[] => paths.map((path) => resolve(cli.cwd, path));

/** JSON, or a plain text as it stands: what begins like JSON must be JSON. */
function readOutput(cli: Cli): Json | undefined {
  const given = typedOrFromFile(cli, { option: '--output', typed: textOption(cli, 'output'), file: textOption(cli, 'outputFile') });
  return given === undefined ? undefined : jsonOrText(cli, given.from, given.text);
}

/** A plan is a text, whatever it looks like. */
const readPlan = (cli: Cli): string | undefined => typedOrFromFile(cli, { option: '--plan', typed: textOption(cli, 'plan'), file: textOption(cli, 'planFile') })?.text;

interface Given {
  readonly option: string;
  readonly typed: string | undefined;
  readonly file: string | undefined;
}

function typedOrFromFile(cli: Cli, { option, typed, file }: Given): { readonly text: string; readonly from: string } | undefined {
  if (typed !== undefined && file !== undefined) throw badInput(cli, SAYS.typedAndFile({ option }));
  if (typed !== undefined) return { text: typed, from: option };
  return file === undefined ? undefined : { text: readText(cli, file), from: file };
}

function jsonOrText(cli: Cli, option: string, text: string): Json {
  return /^\s*[[{"]/.test(text) || /^\s*(?:-?\d+(?:\.\d+)?|true|false|null)\s*$/.test(text) ? parse(cli, option, text) : text.replace(/\n$/, '');
}

function readText(cli: Cli, file: string): string {
  try {
    return readFileSync(resolve(cli.cwd, file), 'utf8');
  } catch (cause) {
    throw new TeamError('input.invalid', SAYS.fileUnreadable({ file }), { locale: cli.locale, cause, details: { file } });
  }
}

function parse(cli: Cli, option: string, text: string): Json {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch (error) {
    throw badInput(cli, SAYS.badJson({ option, because: jsonFault(error) }));
  }
}

const DATA_FIELDS: ReadonlySet<string> = new Set(['skills', 'input', 'criteria', ...BUDGET_UNITS]);

/** `--set skills=copywriting,slogans` is a list of two; what is not a text is JSON. */
export function readSet(cli: Cli): JsonObject | undefined {
  const given = listOption(cli, 'set');
  if (given.length === 0) return undefined;
  return Object.fromEntries(
    given.map((entry): [string, Json] => {
      const [, field, value] = /^([a-z_]+)=([\s\S]*)$/.exec(entry) ?? [];
      if (field === undefined || value === undefined) throw badInput(cli, SAYS.badSet({ value: entry }));
      // A field that there is not is refused by its name, whatever it says.
      if (!DATA_FIELDS.has(field)) return [field, value];
      if (field === 'skills' && !value.trim().startsWith('[')) return [field, value.split(/[,，、]/).map((skill) => skill.trim()).filter((skill) => skill !== '')];
      return [field, parse(cli, `--set ${field}`, value)];
    }),
  );
}

function readTasks(cli: Cli): readonly Json[] | undefined {
  const given = textOption(cli, 'tasks');
  if (given === undefined) return undefined;
  const value = parse(cli, '--tasks', given);
  if (isJsonObject(value)) return Array.isArray(value['tasks']) ? value['tasks'] : [value];
  return Array.isArray(value) ? value : [value];
}
