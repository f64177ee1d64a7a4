// A leader changes several things of a task in one call: all of them are made, in one commit, or none.
import { describe, expect, test } from 'vitest';
import { manager, worker, type JsonObject } from '../../src/index.ts';
import { calling, type ScriptedAnswer } from '../../src/testing/index.ts';
import { answersTo, create, diligent, isDue, roundsOf } from './team-world.ts';
import { storyOf, world } from './world.ts';

describe('several changes in one call', () => {
  const updating = (args: JsonObject) => {
    const lead: ScriptedAnswer = (request) => {
      if (isDue(request, 'goal_opened') && roundsOf(request).length === 0) return calling(create({ task_id: 'a', title: 'First', skills: ['a'] }, { task_id: 'b', title: 'Second', skills: ['b'] }));
      return roundsOf(request).length === 1 && isDue(request, 'goal_opened') ? calling({ name: 'update_task', args: { task_id: 'task_2', ...args } }) : 'Seen.';
    };
    return world({ style: 'team', members: [manager('lead'), worker('ada', { skills: ['a'] }), worker('bo', { skills: ['b'] })], script: { plan: { lead }, work: { ada: diligent(), bo: diligent() }, summarise: { '*': 'Done.' } } });
  };

  test('are one commit: the new words, the member and the prerequisite stand together, with the answer to the call', async () => {
    const on = updating({ title: 'Second, anew', assignee: 'ada', add_depends_on: ['task_1'] });
    const commits: string[][] = [];
    on.team.onEvents((events) => void commits.push(events.map(({ type }) => type)));
    expect((await on.team.run('Two things')).status).toBe('done');
    const [together = []] = commits.filter((types) => types.includes('task.edited'));
    expect(together.filter((type) => type.startsWith('task.') || type === 'tool.ended')).toEqual(['task.edited', 'task.assigned', 'task.dependency_added', 'tool.ended']);
    expect(storyOf(await on.log(), 'task_2').filter((line) => !/^(requested|ended|said)/.test(line)).slice(0, 6)).toEqual(['created', 'edited', 'assigned ada', 'dependency_added ada', 'unblocked ada', 'claimed ada']);
  });

  test('are none of them made when one is refused', async () => {
    const on = updating({ title: 'Second, anew', assignee: 'ada', add_depends_on: ['task_2'] });
    expect((await on.team.run('Two things')).status).toBe('done');
    expect(answersTo(await on.events(), 'lead').map(([name, outcome]) => `${name} ${outcome}`)).toEqual(['create_task ok', 'update_task plan.has_cycle']);
    expect(await on.fates()).toEqual(['First: completed', 'Second: completed']);
    expect(storyOf(await on.log(), 'task_2')).not.toContain('edited');
  });
});
