// A person in charge of a goal at the command line, each step a process of its own: the plan is edited, a result is refused with a
// note, the budget runs out and is raised, the goal ends, and what was exported to a file tells all of it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { isJsonObject, type Json } from '../../src/core/json.ts';
import { verifies } from '../verifies.ts';
import { setUp, SLOW } from './muster.ts';

const TEAM = `name: tea
approve_goal_plan: person
budget: {turns: 3}
members:
  - {id: writer, skills: [copywriting]}
  - {id: ana, kind: human, role: reviewer}
`;

const PLAN = JSON.stringify([{ id: 'a', title: 'Find the price', skills: ['copywriting'] }, { id: 'b', title: 'Write a slogan', skills: ['copywriting'], depends_on: ['a'] }]);

describe.concurrent('a goal with a person in charge', SLOW, () => {
  test('edit, reject, raise, approve: six commands that wait for her with 4, then 0, and the export holds every word', async (context) => {
    const { expect } = context;
    verifies('people.in_charge', 'budget.who_spent_what', 'question.kept_for_restart', 'cli.exit_codes');
    const place = setUp(context, { files: { 'team.yaml': TEAM, 'prices.txt': 'tea: 3.50\n' } });
    const step = async (...argv: readonly string[]) => {
      const { code, out, err } = await place.alone(...argv);
      return [code, /question_\d+ {2}goal_1[^\n]*\n[^\n]*/.exec(out)?.[0] ?? err];
    };
    const answered = async (...argv: readonly string[]) => {
      expect(await place.alone('answer', ...argv, '--by', 'ana')).toMatchObject({ code: 0, err: '' });
      return step('resume', 'goal_1');
    };
    expect(await step('run', 'Plan a tea promotion')).toEqual([4, expect.stringContaining('question_1  goal_1')]);
    expect(await answered('question_1', 'edit', '--tasks', PLAN, '--note', 'Two tasks will do.')).toEqual([4, expect.stringContaining('question_2  goal_1 task_1')]);
    expect(await answered('question_2', 'approve')).toEqual([4, expect.stringContaining('question_3  goal_1 task_2')]);
    expect(await answered('question_3', 'reject', '--fix', 'Name the price.', '--note', 'See the file.', '--attach', 'prices.txt')).toEqual([4, expect.stringContaining('question_4  goal_1')]);
    expect((await place.muster('inbox')).out).toContain('3 of 3 model calls are used');
    expect(await answered('question_4', 'raise', '--set', 'turns=5')).toEqual([4, expect.stringContaining('question_5  goal_1 task_2')]);
    expect((await answered('question_5', 'approve'))[0]).toBe(0);

    const { out: page } = await place.muster('show', 'goal_1');
    expect(page).toMatch(/Model calls\n[\s\S]*writer +rehearsal +3[\s\S]*all +5[\s\S]*Model calls by task\n[\s\S]*the goal as a whole +2[\s\S]*task_2 +Write a slogan +2[\s\S]*Budget: 5 of 8 model calls\n/);
    expect((await place.muster('show', 'task_2')).out).toMatch(/Model calls\n +member[^\n]*\n +writer +rehearsal +2/);
    expect((await place.muster('export', 'goal_1', '--out', 'tea.json')).code).toBe(0);
    const whole: Json = JSON.parse(readFileSync(join(place.folder, 'tea.json'), 'utf8'));
    const rows = (field: string) => (isJsonObject(whole) && Array.isArray(whole[field]) ? whole[field].filter(isJsonObject) : []);
    expect(rows('questions').map(({ kind, answer }) => [kind, isJsonObject(answer) ? answer['choice'] : null, isJsonObject(answer) ? answer['by'] : null])).toEqual([
      ['goal_plan', 'edit', 'ana'], ['review', 'approve', 'ana'], ['review', 'reject', 'ana'], ['budget', 'raise', 'ana'], ['review', 'approve', 'ana'],
    ]);
    expect(rows('tasks')).toMatchObject([{ title: 'Find the price', status: 'done', attempts: 1 }, { title: 'Write a slogan', status: 'done', attempts: 2, reviewer_id: 'ana' }]);
    expect(JSON.stringify(rows('tasks'))).toContain('tea: 3.50');
    const events = rows('events').map(({ type }) => type);
    for (const type of ['goal.plan_proposed', 'goal.plan_adopted', 'task.note_added', 'task.rejected', 'task.rework_requested', 'budget.used_up', 'budget.raised', 'goal.taken_over', 'goal.closed']) expect(events).toContain(type);
  });
});
