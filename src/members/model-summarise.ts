// Summing up: the end of a goal from outputs and execution summaries, or one long piece of context in few words.
import type { JsonObject, Locale } from '../core/json.ts';
import { material } from '../core/prompts.ts';
import type { ContextPiece } from '../core/task.ts';
import { CUT_MARK } from '../core/text/shorten-parts.ts';
import type { FinishedTask, SummaryOrder } from '../ports/member.ts';
import type { Ask } from './ask.ts';

export const summariseStep = (ask: Ask) => async (order: SummaryOrder): Promise<string> => ('text' in order ? contextSummary(ask, order) : goalSummary(ask, order));

async function contextSummary(ask: Ask, order: Extract<SummaryOrder, { text: string }>): Promise<string> {
  const { locale, maxChars } = order;
  const filled = ([piece]: readonly ContextPiece[]) => {
    const text = piece?.text ?? CUT_MARK[locale];
    return { texts: { text: material('context', text, locale), limit: String(maxChars) }, facts: { text, limit: maxChars } };
  };
  const pieces = [{ source: 'context', text: order.text }];
  return (await ask({ purpose: 'summarise', prompt: 'summarise-context', ...filled(pieces), material: { pieces, fill: filled }, order })).text;
}

async function goalSummary(ask: Ask, order: Extract<SummaryOrder, { goal: unknown }>): Promise<string> {
  const { locale, goal } = order;
  const pieces = order.tasks.map((task) => ({ source: task.taskId, text: textOf(task) }));
  const filled = (outputs: readonly ContextPiece[]) => {
    const tasks = order.tasks.map((task) => finishedFact(task, outputs, locale));
    return { texts: { goal: material('goal', goal.text, locale), tasks: tasks.map((task) => material(String(task['task_id']), task, locale)).join('\n') }, facts: { goal: goal.text, tasks } };
  };
  return (await ask({ purpose: 'summarise', prompt: 'summarise-goal', ...filled(pieces), material: { pieces, fill: filled }, order })).text;
}

const textOf = ({ output }: FinishedTask): string => (typeof output === 'string' ? output : JSON.stringify(output));

/** Every task stands in the summary, also one whose output had no room. */
function finishedFact(task: FinishedTask, outputs: readonly ContextPiece[], locale: Locale): JsonObject {
  const shown = outputs.find(({ source }) => source === task.taskId)?.text ?? CUT_MARK[locale];
  return {
    task_id: task.taskId, title: task.title, status: task.status, assignee: task.assigneeId, output: shown === textOf(task) ? task.output : shown,
    execution_summary: task.executionSummary, accepted_below_standard: task.belowStandard,
  };
}
