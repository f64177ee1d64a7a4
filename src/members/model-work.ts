// Doing a task: the answer is an output in the member's own form with a summary of how it came about, or a refusal of the
// work with a reason. Asking back is no failure; guessing is.
import { isJsonObject, type JsonObject } from '../core/json.ts';
import type { Registration } from '../core/members/registration.ts';
import { TeamError } from '../core/errors.ts';
import { material } from '../core/prompts.ts';
import { OUTCOME_FAULTS } from '../core/refusals/outcome-faults.ts';
import type { WorkOrder, WorkReply } from '../ports/member.ts';
import { inputMisfit } from './function.ts';
import type { Ask } from './ask.ts';
import { askInRounds } from './ask-in-rounds.ts';
import { contextFact, contextText, criteriaFact, criteriaText, memberFact, optional, taskFact } from './model-facts.ts';

export const workStep = (registration: Registration, ask: Ask) => async (order: WorkOrder): Promise<WorkReply> => {
  const misfit = inputMisfit(registration, order);
  if (misfit !== undefined) return { declined: misfit };
  const { locale } = order;
  const task = taskFact(order.task);
  const rework = order.rework === null ? null : { previous_output: order.rework.previousOutput, fixes: order.rework.fixes };
  const note = order.note === null ? '' : `\n${material('person', order.note, locale)}`;
  const filled = (context: WorkOrder['context']) => ({
    texts: {
      member: memberText(registration),
      task: `${material(order.task.taskId, task, locale)}${note}`,
      criteria: criteriaText(order.task.criteria, locale),
      context: contextText(context, locale),
      rework: optional(order.attemptId, rework, locale),
    },
    facts: {
      member: memberFact(registration), task: { ...task, criteria: criteriaFact(order.task.criteria) }, context: contextFact(context),
      rework, attempt: order.attempt, ...(order.note === null ? {} : { note: order.note }),
    },
  });
  const turn = (context: WorkOrder['context']) => ({
    purpose: 'work' as const,
    prompt: 'do-task' as const,
    ...filled(context),
    material: { pieces: context, fill: filled },
    schema: envelopeOf(registration),
    order,
  });
  return readReply(await askInRounds(ask, order, turn));
};

function memberText(registration: Registration): string {
  const lines = [`${registration.name} (${registration.agentId})`, registration.description ?? '', registration.skills.join(', '), registration.prompt ?? ''];
  return lines.filter((line) => line !== '').join('\n');
}

const envelopes = new WeakMap<Registration, JsonObject>();

/** Made once a member, so that what was compiled for it is found again. */
function envelopeOf(registration: Registration): JsonObject {
  const known = envelopes.get(registration);
  if (known !== undefined) return known;
  const output = registration.outputSchema ?? { type: 'string', minLength: 1 };
  const made: JsonObject = {
    anyOf: [
      { type: 'object', properties: { output, execution_summary: { type: 'string' } }, required: ['output', 'execution_summary'], additionalProperties: false },
      { type: 'object', properties: { declined: { type: 'string', minLength: 1 } }, required: ['declined'], additionalProperties: false },
    ],
  };
  envelopes.set(registration, made);
  return made;
}

function readReply(value: unknown): WorkReply {
  if (isJsonObject(value)) {
    const { output, execution_summary: summary, declined } = value;
    if (typeof declined === 'string') return { declined };
    if (output !== undefined && output !== null) return { output, executionSummary: typeof summary === 'string' ? summary : '' };
  }
  throw new TeamError('model.unreadable', OUTCOME_FAULTS.neither);
}
