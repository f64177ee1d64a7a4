// Fields of a brief as a person wrote them; what does not fit is left out, and the caller says so.
import { readCriteria } from '../criteria.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import type { Brief } from '../task.ts';

export function readEdits(entry: JsonObject): Partial<Brief> {
  const { title, content, skills, input, criteria } = entry;
  const read = criteria === undefined ? undefined : readCriteria(criteria);
  return {
    ...(typeof title === 'string' && title.trim() !== '' ? { title } : {}),
    ...(typeof content === 'string' ? { content } : {}),
    ...(Array.isArray(skills) && skills.every((skill) => typeof skill === 'string') ? { skills } : {}),
    ...(isJsonObject(input) ? { input } : {}),
    ...(read?.ok === true ? { criteria: read.criteria } : {}),
  };
}
