// The form that the planner is asked to answer in. Kept to what every provider's structured output can take: plain types, all
// fields required. Tags are listed, not forced: a tag that nobody has is how a plan says that somebody is missing.
import type { Bilingual, JsonObject, Locale } from '../json.ts';
import type { Registration } from '../members/registration.ts';
import { distinctSkills } from '../members/skills.ts';

export interface PlanSchemaLimits {
  readonly maxTasks?: number;
  /** JSON Schema of one criterion; without it a text or an object. */
  readonly criterion?: JsonObject;
}

export const planSchema = (
  roster: readonly { readonly registration: Registration }[], limits: PlanSchemaLimits = {}, locale: Locale = 'en',
): JsonObject => {
  const tags = distinctSkills(roster.filter(({ registration }) => registration.roles.includes('worker')).flatMap(({ registration }) => registration.skills));
  const text = (says: Bilingual): JsonObject => ({ type: 'string', description: says[locale] });
  const list = (says: Bilingual, items: JsonObject = { type: 'string' }): JsonObject => ({ type: 'array', description: says[locale], items });
  const properties = {
    id: text(SAYS.id),
    title: text(SAYS.title),
    content: text(SAYS.content),
    skills: { ...list(SAYS.skills(tags.slice(0, MAX_TAGS))), ...(tags.length > 0 ? { minItems: 1 } : {}) },
    input: { type: 'object', description: SAYS.input[locale], additionalProperties: true },
    criteria: list(SAYS.criteria, limits.criterion ?? { anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }] }),
    depends_on: list(SAYS.dependsOn),
    needs_context: list(SAYS.needsContext),
  } as const satisfies JsonObject;
  const item = { type: 'object', additionalProperties: false, required: Object.keys(properties), properties };
  return {
    type: 'object',
    additionalProperties: false,
    required: ['tasks'],
    properties: { tasks: { type: 'array', minItems: 1, maxItems: limits.maxTasks ?? DEFAULT_MAX_TASKS, items: item } },
  };
};

export const DEFAULT_MAX_TASKS = 100;
const MAX_TAGS = 200;

const SAYS = {
  id: { en: 'A short id, such as t1.', zh: '简短的编号，例如 t1。' },
  title: { en: 'What is made, in a few words. No closing steps such as "summarise" or "report back".', zh: '用几个字写明要产出什么。不要写“总结”“汇报”之类的收尾步骤。' },
  content: { en: 'What exactly is to be done, so that the member needs no other explanation.', zh: '具体要做什么，写到成员无需再问的程度。' },
  skills: (tags: readonly string[]): Bilingual => tags.length === 0
    ? { en: 'Skill tags that the work needs; may be empty.', zh: '所需的技能标签，可以为空。' }
    : {
      en: `Skill tags that the work needs. The team has: ${tags.join(', ')}. Write them exactly so; write another tag only when none of these fits.`,
      zh: `所需的技能标签。团队现有：${tags.join('、')}。请原样使用；都不合适时才写别的标签。`,
    },
  input: { en: 'The fields that the member\'s input_schema asks for.', zh: '成员的 input_schema 要求的字段。' },
  criteria: { en: 'How the result is checked; countable where possible.', zh: '验收标准，尽量写成可以计数的规则。' },
  dependsOn: { en: 'Ids of the tasks that must be done first.', zh: '必须先完成的任务的 id。' },
  needsContext: { en: 'Those ids of depends_on whose outputs this task has to read.', zh: 'depends_on 中，本任务需要读取其产出的那些 id。' },
} as const;
