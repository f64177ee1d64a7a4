// Summing up: the end of a goal from outputs and execution summaries, or one long piece of context in few words.
import type { JsonObject } from '../core/json.ts';
import { material } from '../core/prompts.ts';
import type { FinishedTask, SummaryOrder } from '../ports/member.ts';
import type { Ask } from './ask.ts';

export const summariseStep = (ask: Ask) => async (order: SummaryOrder): Promise<string> => {
  const { locale } = order;
  if ('text' in order) {
    const texts = { text: material('context', order.text, locale), limit: String(order.maxChars) };
    return (await ask({ purpose: 'summarise', prompt: 'summarise-context', texts, facts: { text: order.text, limit: order.maxChars }, order })).text;
  }
  const tasks = order.tasks.map(finishedFact);
  const texts = { goal: material('goal', order.goal.text, locale), tasks: tasks.map((task) => material(String(task['task_id']), task, locale)).join('\n') };
  return (await ask({ purpose: 'summarise', prompt: 'summarise-goal', texts, facts: { goal: order.goal.text, tasks }, order })).text;
};

const finishedFact = (task: FinishedTask): JsonObject => ({
  task_id: task.taskId, title: task.title, status: task.status, assignee: task.assigneeId, output: task.output,
  execution_summary: task.executionSummary, accepted_below_standard: task.belowStandard,
});
