// What a model would answer to each prompt of the first goal, told from the words of the request alone: a fake provider knows no
// more. The same answers in every wire format.
import type { Json, JsonObject } from '../src/core/json.ts';
import type { Reply, Script } from './wire-fake.ts';

export const GOAL = 'Plan a summer promotion for campus';

/** Three tasks in a row; the slogan is too long at first, so code sends it back. */
const PLAN: Json = {
  tasks: [
    task('facts', 'Ask around', 'market research'),
    { ...task('slogan', 'Write the slogan', 'copywriting', 'facts'), criteria: [{ rule: 'max_chars', value: 20 }, { rule: 'sentence', text: 'It sounds like summer.' }] },
    task('theme', 'Find the theme', 'campaign theme', 'slogan'),
  ],
};
function task(id: string, title: string, skill: string, ...needs: readonly string[]): JsonObject {
  return { id, title, content: `${title}.`, skills: [skill], input: {}, criteria: [], depends_on: needs, needs_context: needs };
}

const WORK: Readonly<Record<string, readonly string[]>> = { 'Ask around': ['Students want ice.'], 'Write the slogan': ['Summer is yours, take it while it lasts', 'Summer is yours!'], 'Find the theme': ['Ice at noon.'] };

/** Answers by what the prompt asks for, as a model would: nothing but the request is known here. */
export function brain(): Script {
  const written = new Map<string, number>();
  return ({ body }) => {
    const said = JSON.stringify(body);
    const say = (value: Json): Reply => ({ say: typeof value === 'string' ? value : JSON.stringify(value) });
    if (said.includes('You break a goal down')) return say(PLAN);
    if (said.includes('All tasks of a goal have ended')) return say('The promotion is ready.');
    if (said.includes('You are a reviewer.')) return say({ approved: true, comment: 'Good.', criteria: (said.includes('It sounds like summer.') ? ['c2'] : ['p1', 'p2', 'p3', 'p4']).map((id) => ({ id, passed: true, fix: '' })), scores: { completeness: 5, accuracy: 5, style: 5 } });
    const title = Object.keys(WORK).find((each) => said.includes(`title\\\\\\":\\\\\\"${each}`) || said.includes(`title\\":\\"${each}`)) ?? '';
    const turn = written.get(title) ?? 0;
    written.set(title, turn + 1);
    return say({ output: WORK[title]?.[turn] ?? 'nothing left to write', execution_summary: 'Thought about it.' });
  };
}
