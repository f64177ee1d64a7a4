// What journeys with people share: a team with a fixed clock, and short ways to see where it stands.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createTeam, isTeamError, type GoalResult, type Team, type TeamOptions } from '../../src/index.ts';
import { eventLog, scriptedModel, type Script } from '../../src/testing/index.ts';

export const newTeam = (options: Partial<TeamOptions> & { readonly script?: Script }): Team => {
  const { script = {}, ...rest } = options;
  const team = createTeam({ store: 'memory', members: [], model: scriptedModel({ summarise: { '*': 'Done.' }, ...script }), env: {}, ...rest });
  onTestFinished(() => team.close());
  return team;
};

export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'muster-people-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

export const refusedWith = async (asked: Promise<unknown>): Promise<string> => asked.then(() => 'accepted', (error: unknown) => (isTeamError(error) ? error.code : String(error)));
export const kinds = (result: GoalResult): readonly string[] => result.waiting.map((question) => question.kind);
export const logOf = async (team: Team, id: GoalResult['id'] = 'goal_1'): Promise<readonly string[]> => eventLog(await team.store(), id);
export const fates = async (team: Team): Promise<readonly string[]> => {
  const { read } = await team.store();
  const goal = await read.goal('goal_1');
  const tasks = goal === undefined ? [] : await read.tasksOf(goal);
  return Promise.all(tasks.map(async (task) => `${(await read.brief(task.id))?.title ?? '?'}: ${task.state}`));
};
