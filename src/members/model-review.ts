// Reviewing: the reviewer answers criterion by criterion and changes nothing. Only its own well-formed answer is a verdict;
// what the reviewed text says about itself is material.
import type { JsonObject } from '../core/json.ts';
import { material } from '../core/prompts.ts';
import { readVerdict, verdictSchema, type Fix } from '../core/verdict.ts';
import type { ReviewOrder, ReviewReply } from '../ports/member.ts';
import type { Ask } from './ask.ts';
import { contextFact, contextText, listText, taskFact } from './model-facts.ts';

export const reviewStep = (ask: Ask) => async (order: ReviewOrder): Promise<ReviewReply> => {
  const { locale } = order;
  const points = order.points.map((point) => ({ id: point.id, text: point.text[locale] }));
  const ids = points.map((point) => point.id);
  const { output, executionSummary } = order;
  const filled = (context: ReviewOrder['context']) => ({
    texts: {
      task: material(order.task.taskId, taskFact(order.task), locale),
      context: contextText(context, locale),
      criteria: listText(points, locale),
      result: material(order.task.taskId, { output, execution_summary: executionSummary }, locale),
    },
    facts: { task: taskFact(order.task), context: contextFact(context), criteria: points, output },
  });
  const { value } = await ask({ purpose: 'review', prompt: 'review-task', ...filled(order.context), material: { pieces: order.context, fill: filled }, schema: verdictSchema(ids, SCORES), order });
  const verdict = readVerdict(value, ids);
  if (verdict.kind === 'inconclusive') return { kind: 'inconclusive', because: verdict.because[locale] };
  const scores = verdict.scores === undefined ? {} : { scores: verdict.scores };
  if (verdict.kind === 'approve') return { kind: 'approve', comment: verdict.comment, criteria: [...ids.map((id) => ({ id, passed: true })), ...verdict.notes.map(noteOut)], ...scores };
  const failed = new Set(verdict.fixes.map((fix) => fix.criterion));
  return { kind: 'reject', comment: verdict.comment, fixes: verdict.fixes.map((fix) => fix.fix), criteria: ids.map((id) => ({ id, passed: !failed.has(id) })), ...scores };
};

const SCORES = ['completeness', 'accuracy', 'style'] as const;

const noteOut = (note: Fix): JsonObject => ({ ...(note.criterion === undefined ? {} : { id: note.criterion }), note: note.fix });
