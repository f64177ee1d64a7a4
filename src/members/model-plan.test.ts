// What a planner's model is asked for a team of 200: the roster stays within its limit, and who matters for the goal is there.
import { expect, test } from 'vitest';
import { verifies } from '../../test/verifies.ts';
import type { Registration } from '../core/members/registration.ts';
import { estimateTokens } from '../core/text/estimate-tokens.ts';
import { policyOf } from '../core/policy.ts';
import type { Goal } from '../core/goal.ts';
import type { PlanOrder } from '../ports/member.ts';
import type { Ask, Turn } from './ask.ts';
import { planStep } from './model-plan.ts';

const team: readonly Registration[] = Array.from({ length: 200 }, (_, index) => ({
  agentId: `persona-${index}`, name: `Persona ${index}`, kind: 'model' as const, roles: ['worker' as const], allowedTools: [], deniedTools: [], capacity: 1,
  skills: index === 150 ? ['法语翻译', 'french'] : [`trade-${index}`, `branch-${index % 20}`, 'office'],
  description: index === 150 ? '把文稿译成法语。' : 'Does office work of its trade and says what it did. '.repeat(5),
}));

async function askedFor(text: string, rosterTokens?: number): Promise<Turn<'plan-goal'>> {
  const turns: unknown[] = [];
  const ask: Ask = async (turn) => {
    turns.push(turn);
    return { text: '', value: { tasks: [] }, model: 'fake', usage: {} };
  };
  const goal = { id: 'goal_1', text, planProblems: [], policy: policyOf(rosterTokens === undefined ? {} : { rosterTokens }) } as unknown as Goal;
  const order: PlanOrder = { goals: [goal], roster: team, loadOf: () => 0, maxTasks: 10, locale: 'zh', signal: new AbortController().signal, record: () => undefined, onText: () => undefined };
  await planStep(ask)(order);
  return turns[0] as Turn<'plan-goal'>;
}
const rowsOf = (turn: Turn<'plan-goal'>) => turn.facts['members'] as readonly { readonly agent_id: string; readonly description?: string }[];

test('of 200 members the planner sees at most 6,000 tokens, with the translator in full, and is told how many it does not see', async () => {
  verifies('agents.large_team_planned');
  const turn = await askedFor('把这份说明书翻译成法语');
  const rows = rowsOf(turn);
  expect(estimateTokens(JSON.stringify(rows))).toBeLessThanOrEqual(6_000);
  expect(rows.find((row) => row.agent_id === 'persona-150')).toMatchObject({ description: '把文稿译成法语。', load: 0 });
  expect(turn.texts.members).toContain('法语翻译');
  expect(turn.facts['limits']).toEqual(rows.length === 200 ? { max_tasks: 10 } : { max_tasks: 10, members_not_shown: 200 - rows.length });
});

test('with roster_tokens 500 the form of the plan offers only the tags of the members that are shown', async () => {
  const turn = await askedFor('把这份说明书翻译成法语', 500);
  const rows = rowsOf(turn);
  expect(rows.length).toBeLessThan(30);
  const form = JSON.stringify(turn.schema);
  expect(form).toContain('法语翻译');
  const shown = new Set(rows.map((row) => row.agent_id));
  for (const { agentId, skills } of team) if (!shown.has(agentId)) expect(form).not.toContain(`${skills[0]},`);
});

test('with room for all, 200 rows are shown whole and nothing is said of others', async () => {
  const turn = await askedFor('任何目标', 1_000_000);
  expect(rowsOf(turn)).toHaveLength(200);
  expect(turn.facts['limits']).toEqual({ max_tasks: 10 });
});
