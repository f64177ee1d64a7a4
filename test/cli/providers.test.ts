// A provider at the command line: what .env and team.yaml say is what is called, who spent what is shown, and a wrong key costs one
// call. The provider is a server of this test that speaks the Chat format and counts.
import { describe, onTestFinished, test } from 'vitest';
import { verifies } from '../verifies.ts';
import { brain, GOAL } from '../wire-brain.ts';
import { wireFake, type WireFake } from '../wire-fake.ts';
import { setUp, SLOW } from './muster.ts';

const TEAM = `name: campus
model: compatible/qwen3
prices: {compatible/qwen3: {input: 1000000, cached_input: 100000, output: 2000000}}
budget: {cents: 50, turns: 20}
providers: {compatible: {concurrency: 2}}
members:
  - {id: researcher, skills: [market research]}
  - {id: copywriter, skills: [copywriting]}
  - {id: planner, skills: [campaign theme]}
  - {id: editor, role: reviewer}
`;

const envFile = (server: WireFake, key: string): string => `OPENAI_COMPATIBLE_BASE_URL=${server.endpoint}\nOPENAI_COMPATIBLE_API_KEY=${key}\n`;
const answered = (server: WireFake): number => server.seen.filter(({ path }) => path.endsWith('/chat/completions')).length;

async function fake(): Promise<WireFake> {
  const server = await wireFake();
  onTestFinished(async () => server[Symbol.asyncDispose]());
  return server;
}

describe('a provider named in team.yaml, its key in .env', SLOW, () => {
  test('the first goal is done with 9 calls, and show tells what they took: 1,080 tokens in, 900 of them from the cache, 63 out', async (context) => {
    const { expect } = context;
    verifies('models.first_goal_over_the_wire', 'budget.who_spent_what');
    const server = await fake();
    server.script(brain());
    const place = setUp(context, { files: { 'team.yaml': TEAM, '.env': envFile(server, server.key) } });
    const run = await place.muster('run', GOAL);
    expect([run.code, run.err, answered(server)]).toEqual([0, '', 9]);
    expect(run.out).toContain('Model: compatible/qwen3');
    expect(run.out).toContain('The promotion is ready.');
    const { out } = await place.muster('show', 'goal_1');
    // (1,080 - 900) · $1 + 900 · $0.10 + 63 · $2 for each million
    expect(out).toMatch(/all +9 +1,080 +900 +63 +\$0\.0004 /);
    expect(out).toMatch(/task_2 +Write the slogan +3 +360 +300 +21 /);
    expect(out).toContain('Budget: $0.00 of $0.50 · 9 of 20 model calls');
  });

  test('a wrong key: 1 call, the question says which variable to set, and no screen shows the key', async (context) => {
    const { expect } = context;
    verifies('models.hopeless_once');
    const server = await fake();
    server.script(brain());
    const place = setUp(context, { files: { 'team.yaml': TEAM, '.env': envFile(server, 'zz91-wrong-key') } });
    const run = await place.muster('run', GOAL);
    expect([run.code, answered(server)]).toEqual([4, 1]);
    const { out } = await place.muster('inbox');
    expect(out).toMatch(/refused the key\.[^\n]*Check OPENAI_COMPATIBLE_API_KEY/);
    expect(run.out + run.err + out + (await place.muster('export', 'goal_1')).out).not.toContain('zz91');
  });
});
