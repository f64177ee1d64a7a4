// Planning: the model proposes items in words that code can convert. It sees the roster's tags and forms, the limits, and
// what was wrong with its last plan; which member gets what is decided later, by code.
import { criteriaVocabulary, criterionSchemaOf, plannersRules } from '../core/criteria.ts';
import type { Goal } from '../core/goal.ts';
import { isJsonObject, sameInBoth, type Json, type JsonObject, type Locale } from '../core/json.ts';
import { compactRoster, type CompactRoster } from '../core/members/compact-roster.ts';
import { material } from '../core/prompts.ts';
import { planFeedback, planSchema } from '../core/planning/plan.ts';
import type { PlanOrder, ReplanOrder } from '../ports/member.ts';
import type { Ask } from './ask.ts';
import { memberFact, optional, taskFact } from './model-facts.ts';

export const planStep = (ask: Ask) => async (order: PlanOrder): Promise<readonly unknown[]> => {
  const { locale, goals } = order;
  const shown = compactRoster(order.roster, {
    goal: goals.map((goal) => goal.text).join('\n'),
    tokens: Math.max(...goals.map((goal) => goal.policy.rosterTokens)),
    rowOf: (member) => ({ ...memberFact(member), load: order.loadOf(member.agentId) }),
  });
  const members = shown.rows;
  const limits = limitsFact(order.maxTasks, shown);
  const programs = programsOf(goals);
  const schema = schemaFor(shown.members, { maxTasks: order.maxTasks, programs }, locale);
  const [first] = goals;
  const single = goals.length === 1 && first !== undefined;
  // What persons said stays said and goes first, because a long list is cut; what code found is about the last try.
  const problemsOf = ({ planFeedback = [], planProblems }: Goal): readonly string[] => [...planFeedback, ...planProblems];
  const problems = goals.flatMap((goal) => (single ? problemsOf(goal) : problemsOf(goal).map((problem) => `${goal.id}: ${problem}`)));
  const { value } = await ask({
    purpose: 'plan',
    prompt: 'plan-goal',
    texts: {
      goal: single ? material('goal', first.text, locale) : `${SEVERAL[locale]}\n${goals.map((goal) => material(goal.id, goal.text, locale)).join('\n')}`,
      members: material('members', members, locale),
      limits: JSON.stringify(limits),
      criteria_vocabulary: criteriaVocabulary(locale, plannersRules(programs)),
      feedback: problems.length === 0 ? optional('feedback', null, locale) : planFeedback(problems.map(sameInBoth), locale),
    },
    facts: { ...(single ? { goal: first.text } : { goals: goals.map((goal) => ({ goal_id: goal.id, goal: goal.text })) }), members, limits, feedback: problems },
    schema: single ? schema : { type: 'object', properties: { plans: { type: 'array', items: schema, minItems: goals.length, maxItems: goals.length } }, required: ['plans'] },
    order,
  });
  if (single) return [value];
  const plans = isJsonObject(value) ? value['plans'] : undefined;
  return Array.isArray(plans) ? plans : [];
};

const SEVERAL: Readonly<Record<Locale, string>> = {
  en: 'Several goals follow. Answer with `plans`: one plan for each, in the same order.',
  zh: '下面有多个目标。请用 `plans` 作答：每个目标一份计划，顺序与目标一致。',
};

/** A planner that does not see everybody is told so. */
const limitsFact = (maxTasks: number, { leftOut }: CompactRoster): JsonObject => (leftOut === 0 ? { max_tasks: maxTasks } : { max_tasks: maxTasks, members_not_shown: leftOut });

interface Bounds {
  readonly maxTasks: number;
  readonly programs: readonly string[];
}

const schemaFor = (roster: PlanOrder['roster'], { maxTasks, programs }: Bounds, locale: Locale): JsonObject =>
  planSchema(roster.map((registration) => ({ registration })), { maxTasks, criterion: criterionSchemaOf(plannersRules(programs)) }, locale);

/** Programs that every one of the goals lets a plan run. */
const programsOf = ([first, ...others]: readonly Goal[]): readonly string[] => (first?.policy.programs ?? []).filter((program) => others.every((goal) => goal.policy.programs.includes(program)));


export const replanStep = (ask: Ask) => async ({ goal, stuck, roster, locale, ...order }: ReplanOrder): Promise<unknown> => {
  const about = [goal.text, stuck.title, stuck.content, ...stuck.skills].join('\n');
  const shown = compactRoster(roster, { goal: about, tokens: goal.policy.rosterTokens, rowOf: memberFact });
  const members = shown.rows;
  const limits = limitsFact(goal.policy.maxTasks, shown);
  const task: JsonObject = {
    ...taskFact(stuck),
    skills: stuck.skills,
    reason: stuck.reason,
    missing_skills: stuck.missingSkills,
    depends_on: stuck.dependsOn,
    failed_prerequisites: stuck.failedPrerequisites,
  };
  const { value } = await ask({
    purpose: 'plan',
    prompt: 'replan-tasks',
    texts: {
      goal: material('goal', goal.text, locale),
      members: material('members', members, locale),
      tasks: material(stuck.taskId, task, locale),
      limits: JSON.stringify(limits),
      criteria_vocabulary: criteriaVocabulary(locale, plannersRules(goal.policy.programs)),
    },
    facts: { goal: goal.text, members, limits, tasks: [task], feedback: [] },
    schema: mayBeEmpty(schemaFor(shown.members, goal.policy, locale)),
    order: { ...order, locale },
  });
  return value;
};

/** A task that cannot be placed may be given up. */
function mayBeEmpty(schema: JsonObject): JsonObject {
  const properties: Json | undefined = schema['properties'];
  const tasks = isJsonObject(properties) ? properties['tasks'] : undefined;
  return isJsonObject(properties) && isJsonObject(tasks) ? { ...schema, properties: { ...properties, tasks: { ...tasks, minItems: 0 } } } : schema;
}
