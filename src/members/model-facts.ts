// Facts as models read them: outside names (snake_case), and text from elsewhere always as material with its source.
import { describeCriterion, type Criterion } from '../core/criteria.ts';
import type { Json, JsonObject, Locale } from '../core/json.ts';
import type { Registration } from '../core/members/registration.ts';
import { material } from '../core/prompts.ts';
import type { ContextPiece } from '../core/task.ts';
import type { TaskView } from '../ports/member.ts';

export const memberFact = (member: Registration): JsonObject => ({
  agent_id: member.agentId, name: member.name, kind: member.kind, role: member.roles, skills: member.skills,
  ...(member.description === undefined ? {} : { description: member.description }),
  ...(member.inputSchema === undefined ? {} : { input_schema: member.inputSchema }),
  ...(member.outputSchema === undefined ? {} : { output_schema: member.outputSchema }),
});

export const taskFact = (task: TaskView): JsonObject => ({ task_id: task.taskId, title: task.title, content: task.content, input: task.input });

/** Criteria as data: the rule, so that whoever can count knows what is counted. */
export const criteriaFact = (criteria: readonly Criterion[]): readonly JsonObject[] => criteria.map((criterion) => ({ ...criterion }));

export const contextFact = (context: readonly ContextPiece[]): readonly JsonObject[] => context.map(({ source, text }) => ({ source, text }));

export const criteriaText = (criteria: readonly Criterion[], locale: Locale): string => listText(
  criteria.map((criterion) => ({ id: criterion.id, text: describeCriterion(criterion)[locale] })),
  locale,
);

export const listText = (points: readonly { readonly id: string; readonly text: string }[], locale: Locale): string =>
  points.length === 0 ? NONE[locale] : points.map((point) => `- ${point.id}: ${JSON.stringify(point.text)}`).join('\n');

export const contextText = (context: readonly ContextPiece[], locale: Locale): string =>
  (context.length === 0 ? NONE[locale] : context.map((piece) => material(piece.source, piece.text, locale)).join('\n'));

export const optional = (source: string, value: Json | null | undefined, locale: Locale): string => (value === null || value === undefined ? NONE[locale] : material(source, value, locale));

const NONE: Readonly<Record<Locale, string>> = { en: '(none)', zh: '（无）' };
