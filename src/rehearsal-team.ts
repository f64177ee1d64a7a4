// The team that plays when no team.yaml is there: a small agency, so that the first goal needs nothing but a sentence. Its
// names and skill tags are in the language of the goal, because tags match by their words.
import type { Bilingual, JsonObject, Locale } from './core/json.ts';
import { manager, reviewer, worker, type MemberSpec } from './member-specs.ts';

/** What `source` of a goal says when this team plays it. */
export const BUILT_IN = 'rehearsal';

export const rehearsalTeamName: Bilingual = { en: 'campaign agency', zh: '营销策划团队' };

/** Contract: the language of a goal never changes, so the same goal finds the same team again. */
export const rehearsalTeam = (locale: Locale): readonly MemberSpec[] => [
  manager('manager', { name: MANAGER[locale] }),
  ...WORKERS.map(({ id, name, skills, prompt, output }) => worker(id, { name: name[locale], skills: skills[locale], prompt: prompt[locale], input: INPUT, output })),
  reviewer('editor', { name: EDITOR.name[locale], prompt: EDITOR.prompt[locale] }),
];

interface WorkerRow {
  readonly id: string;
  readonly name: Bilingual;
  readonly skills: Readonly<Record<Locale, readonly string[]>>;
  readonly prompt: Bilingual;
  readonly output: JsonObject;
}

const text: JsonObject = { type: 'string', minLength: 1 };
const INPUT: JsonObject = { type: 'object', properties: { topic: text, tone: { type: 'string' }, max_length: { type: 'integer', minimum: 1 } }, required: ['topic'], additionalProperties: false };
const written = (field: string): JsonObject => ({ type: 'object', properties: { [field]: text, summary: { type: 'string' } }, required: [field], additionalProperties: false });

const MANAGER: Bilingual = { en: 'Manager', zh: '主管' };

const WORKERS: readonly WorkerRow[] = [
  {
    id: 'researcher',
    name: { en: 'Researcher', zh: '调研专员' },
    skills: { en: ['market research', 'competitor analysis'], zh: ['市场调研', '竞品分析'] },
    prompt: { en: 'You find out what the others need to know, and say where each finding comes from.', zh: '你负责查清其他成员需要知道的事，并说明每条结论的出处。' },
    output: written('report'),
  },
  {
    id: 'copywriter',
    name: { en: 'Copywriter', zh: '文案专员' },
    skills: { en: ['copywriting', 'slogans', 'rewriting'], zh: ['文案创作', '广告语撰写', '内容改写'] },
    prompt: { en: 'You write short copy that sounds like a person and keeps every limit of the task.', zh: '你撰写简短、有人情味的文案，并严格遵守任务的各项限制。' },
    output: written('draft'),
  },
  {
    id: 'strategist',
    name: { en: 'Strategist', zh: '策略专员' },
    skills: { en: ['pricing and offers', 'strategy'], zh: ['折扣策略', '定价方案'] },
    prompt: { en: 'You work out offers that pay for themselves and that anyone understands at a glance.', zh: '你制定成本算得过来、又让人一看就懂的优惠方案。' },
    output: written('report'),
  },
  {
    id: 'channel_planner',
    name: { en: 'Channel planner', zh: '渠道专员' },
    skills: { en: ['channel planning', 'promotion'], zh: ['推广渠道', '投放计划'] },
    prompt: { en: 'You say where and when the audience is reached best, the most useful channel first.', zh: '你说明在哪里、什么时候最容易触达受众，最有用的渠道排在最前面。' },
    output: written('report'),
  },
];

const EDITOR = {
  name: { en: 'Editor', zh: '审阅编辑' },
  prompt: { en: 'You check results against their criteria, one by one, and say how to mend what falls short.', zh: '你逐条对照验收标准审阅成果，不达标的写明怎么改。' },
} satisfies Record<string, Bilingual>;
