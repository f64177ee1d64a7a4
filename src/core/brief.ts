// What a task says lives once, in the event that created or last changed it. Here it takes its written form and back.
import { isCriterion } from './criteria.ts';
import { isTaskId } from './ids.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import type { Brief, ContextPiece } from './task.ts';

/** Fields that say nothing are left out. */
export function briefOut(brief: Brief): JsonObject {
  const out: Record<string, Json> = { title: brief.title };
  if (brief.content !== '') out['content'] = brief.content;
  if (brief.skills.length > 0) out['skills'] = brief.skills;
  out['input'] = brief.input;
  if (brief.criteria.length > 0) out['criteria'] = brief.criteria;
  if (brief.context.length > 0) out['context'] = brief.context.map(({ source, text }) => ({ source, text }));
  if (brief.contextFrom !== null) out['context_from'] = brief.contextFrom;
  if (brief.tools !== undefined) out['tools'] = brief.tools;
  if (brief.name !== null) out['name'] = brief.name;
  return out;
}

/** Undefined when the details hold no brief. */
export function briefIn(details: JsonObject | null | undefined): Brief | undefined {
  const title = details?.['title'];
  if (details === null || details === undefined || typeof title !== 'string') return undefined;
  const { content, skills, input, criteria, context, context_from: contextFrom, tools, name } = details;
  return {
    title,
    content: typeof content === 'string' ? content : '',
    skills: texts(skills),
    input: isJsonObject(input) ? input : {},
    criteria: Array.isArray(criteria) ? criteria.filter(isCriterion) : [],
    context: Array.isArray(context) ? context.flatMap(pieceIn) : [],
    contextFrom: contextFrom === undefined ? null : texts(contextFrom).filter(isTaskId),
    ...(tools === undefined ? {} : { tools: texts(tools) }),
    name: typeof name === 'string' ? name : null,
  };
}

const texts = (value: Json | undefined): readonly string[] => (Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []);

const pieceIn = (value: Json): readonly ContextPiece[] =>
  (isJsonObject(value) && typeof value['source'] === 'string' && typeof value['text'] === 'string'
    ? [{ source: value['source'], text: value['text'] }]
    : []);
