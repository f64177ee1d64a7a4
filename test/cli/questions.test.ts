// Questions and answers from the command line: every way out, twice, late, and while nothing runs.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { openVisit } from '../../src/open-store.ts';
import { attemptsOut } from '../../src/core/outside.ts';
import { eventsOf, readingOut, readTask } from '../../src/engine/reads/read-goal.ts';
import { verifies } from '../verifies.ts';
import { folderWithQuestion, setUp, SLOW } from './muster.ts';

let asked: string;
beforeAll(async () => void (asked = await folderWithQuestion()));
afterAll(() => rmSync(asked, { recursive: true }));

/** What the team of the folder is called by, so that a copied folder finds its own file. */
const HERE = ['--team', '.'];

const WAYS = [
  { choice: 'retry', argv: ['--note', 'three exclamation marks, please'], task: 'done', resume: 0 },
  { choice: 'reassign', argv: ['--to', 'other'], task: 'done', resume: 0 },
  { choice: 'accept', argv: [], task: 'done', below: true },
  { choice: 'edit_result', argv: ['--output', '{"draft": "By hand!"}'], task: 'done' },
  { choice: 'edit', argv: ['--set', 'title=A plain text', '--set', 'skills=copywriting', '--set', 'criteria=[]'], task: 'pending' },
  { choice: 'split', argv: ['--tasks', '[{"title": "First half", "skills": ["copywriting"]}, {"title": "Second half", "skills": ["research"]}]'], task: 'cancelled' },
  { choice: 'cancel', argv: [], task: 'cancelled' },
  { choice: 'fail', argv: [], task: 'failed', resume: 3 },
] as const satisfies readonly { choice: string; argv: readonly string[]; task: string; below?: true; resume?: number }[];

describe.concurrent('each way out, given while nothing runs', SLOW, () => {
  test.for(WAYS)('$choice', async (way, context) => {
    const { expect } = context;
    verifies('question.kept_for_restart');
    const place = setUp(context, { from: asked });
    const { code, out } = await place.muster('answer', 'question_1', way.choice, ...way.argv, '--by', 'Ada');
    expect(out).toBe(`question_1 is answered: ${way.choice}.\nNo process runs the goal now. Let it go on: npm run -s muster -- resume goal_1\n`);
    expect(code).toBe(0);
    if ('resume' in way) expect((await place.muster('resume', 'goal_1', ...HERE)).code).toBe(way.resume);
    const { task, attempts, events } = await taskIn(place.folder);
    expect(events.find(({ type }) => type === 'question.answered')?.details).toMatchObject({ choice: way.choice, by: 'Ada' });
    expect(task).toMatchObject({ status: way.task, accepted_below_standard: 'below' in way });
    if (way.choice === 'edit_result') expect(task.output).toEqual({ draft: 'By hand!' });
    if (way.choice === 'edit') expect(task).toMatchObject({ title: 'A plain text', criteria: [] });
    if (way.choice === 'split') expect(task.replaced_by).toEqual(['task_4', 'task_5']);
    if (way.choice === 'retry') expect(attempts).toHaveLength(2);
    if (way.choice === 'reassign') expect(attempts.map(({ agent_id }) => agent_id)).toEqual(['writer', 'other']);
  });
});

/** The escalated task as the store has it now. */
async function taskIn(folder: string) {
  const { store } = openVisit(join(folder, '.muster/muster.db'));
  try {
    const goal = await store.read.goal('goal_1');
    const task = await store.read.task('task_3');
    if (goal === undefined || task === undefined) throw new Error('goal_1 and task_3 are gone');
    const events = await Array.fromAsync(eventsOf(store.read, { task }));
    return { task: readingOut(goal, await readTask(store.read, task), []), attempts: attemptsOut('task_3', events), events };
  } finally {
    await store.close();
  }
}

describe.concurrent('the inbox', SLOW, () => {
  test('shows what it is about and a line to type for each way; answered, it is empty, and a second answer is refused with who was first', async (context) => {
    const { expect } = context;
    verifies('question.refuses_clearly', 'cli.exit_codes');
    const place = setUp(context, { from: asked });
    const inbox = await place.muster('inbox');
    expect(inbox.out).toContain('question_1  goal_1 task_3 "');
    expect(inbox.out).toContain('  Its attempts are used up and the last result did not meet its criteria.\n  To mend: It has 0 exclamation marks; add at least 3.');
    for (const { choice } of WAYS) expect(inbox.out).toContain(`npm run -s muster -- answer question_1 ${choice}`);
    expect((await place.muster('goals')).out).toMatch(/^goal_1 {2}waits for an answer/);

    const both = await Promise.all([place.alone('answer', 'question_1', 'accept'), place.alone('answer', 'question_1', 'fail')]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 5]);
    expect(both.find(({ code }) => code === 5)?.err).toMatch(/question_1 was answered already \((accept|fail) by tester\); nothing was changed/);
    expect((await place.muster('inbox', '--locale', 'zh')).out).toBe('没有等待回答的问题。\n');
    expect(JSON.parse((await place.muster('inbox', '--json')).out)).toEqual({ mail: [], questions: [] });
  });

  test('an answer that does not fit changes nothing, says what to write, and the right one is still taken', async (context) => {
    const { expect } = context;
    const place = setUp(context, { from: asked });
    const refused = await Promise.all([
      place.muster('answer', 'question_1', 'perhaps'),
      place.muster('answer', 'question_1', 'edit_result', '--output', '{"text": "wrong field"}'),
      place.muster('answer', 'question_1', 'edit', '--set', 'colour=red'),
      place.muster('answer', 'question_1', 'split', '--tasks', '[{'),
      place.muster('answer', 'question_2', 'retry'),
    ]);
    expect(refused.map(({ code, err }) => [code, err.split('\n')[0]])).toEqual([
      [2, 'Error question.bad_answer'], [2, 'Error task.unfit_output'], [2, 'Error question.bad_answer'], [2, 'Error input.invalid'], [2, 'Error question.not_found'],
    ]);
    // The slip is in the name of the field, not in the form of its value.
    expect(refused[2]?.err).toContain('Cannot change colour. Give title or content as text');
    expect((await place.muster('answer', 'question_1', 'cancel')).code).toBe(0);
  });

  test('a refusal in Chinese is Chinese to the last line: the choice, the form of a result, a field, an id and a file', async (context) => {
    const { expect } = context;
    const place = setUp(context, { from: asked });
    const say = async (...argv: readonly string[]) => (await place.muster('answer', ...argv, '--locale', 'zh')).err.trimEnd().split('\n').slice(1);
    const said = [
      await say('question_1', 'perhaps'),
      await say('question_1', 'edit_result', '--output', '{"text": "wrong field"}'),
      await say('question_1', 'edit', '--set', 'input=[1]'),
      await say('question_9', 'retry'),
      await say('question_1', 'retry', '--attach', 'none.txt'),
    ];
    expect(said).toEqual([
      ['“perhaps”不是 question_1 可用的答复。请选择其中之一：retry、reassign、accept、edit_result、edit、split、cancel、fail。'],
      [expect.stringMatching(/^成果不符合 writer 约定的格式：.*。未作任何改动，请改正后重新答复。$/u)],
      ['无法修改 input。title 和 content 请写文本，skills 和 criteria 请写列表，input 请写对象。'],
      ['没有 question_9。`muster inbox` 会列出等待答复的问题。'],
      [expect.stringMatching(/^没有文件 .*none\.txt，未作任何改动。请给出一个存在的文件路径。$/u)],
    ]);
  });

  test('after a cancel the question takes no answer any more', async (context) => {
    const { expect } = context;
    verifies('question.refuses_clearly');
    const place = setUp(context, { from: asked });
    expect((await place.muster('cancel', 'goal_1')).out).toBe('goal_1 is called off, with everything that was open in it.\n');
    const late = await place.muster('answer', 'question_1', 'retry');
    expect([late.code, late.err.split('\n')[1]]).toEqual([5, 'question_1 was withdrawn, because what it was about has moved on; nothing was changed. `muster show goal_1` says where the goal stands.']);
  });

  test('resumed without an answer, the goal ends with 4 again and asks the same', async (context) => {
    const { expect } = context;
    const { code, out } = await setUp(context, { from: asked }).muster('resume', 'goal_1', ...HERE, '--locale', 'zh');
    expect(code).toBe(4);
    expect(out).toContain('goal_1 在等你决定（1 个问题）。请先回答，再继续：\n  question_1  goal_1 task_3');
  });

  test('a plan that waits for a person is shown task by task; accepted, it is worked on at the next start', async (context) => {
    const { expect } = context;
    verifies('question.kept_for_restart');
    const place = setUp(context, { files: { 'team.yaml': 'approve_goal_plan: person\nmembers: [{id: writer, skills: [copywriting]}]\n' } });
    const run = await place.muster('run', 'Plan a summer promotion');
    expect([run.code, run.out.includes('answer question_1 accept|edit|refuse|cancel')]).toEqual([4, true]);
    expect((await place.muster('inbox')).out).toMatch(/The manager proposes this plan\.[\s\S]*The plan:\n {2}- .*Plan a summer promotion.* \[copywriting\]\n[\s\S]*answer question_1 refuse --note "…" +# send it back/);
    expect((await place.muster('answer', 'question_1', 'refuse')).err).toContain('Say what the manager should change: --note TEXT.');
    expect((await place.muster('answer', 'question_1', 'accept')).code).toBe(0);
    expect((await place.muster('resume', 'goal_1')).code).toBe(0);
  });

  test('a person of the team is given the task, sees it whole in the inbox, adds a file to it and hands in', async (context) => {
    const { expect } = context;
    verifies('people.own_tasks', 'people.add_to_task');
    const place = setUp(context, { files: { 'team.yaml': 'review: none\nmembers: [{id: ana, kind: human, skills: [copywriting]}]\n', 'prices.txt': 'tea: 3.50\n' } });
    const run = await place.muster('run', 'Plan a summer promotion');
    expect([run.code, run.out.includes('answer question_1 hand_in|decline')]).toEqual([4, true]);
    expect((await place.muster('note', 'task_1', 'mind the price', '--attach', 'prices.txt', '--by', 'Ada')).out).toBe('Noted on task_1; its next attempt and its reviewer are told.\n');
    const { out } = await place.muster('inbox', '--for', 'ana');
    expect(out).toMatch(/This task is yours\.[\s\S]*Asked of: ana\n[\s\S]*Context \(person\):\n +mind the price\n[\s\S]*Attached file .*prices\.txt \(10 bytes, sha256 [0-9a-f]{64}\)\n +tea: 3\.50\n[\s\S]*answer question_1 hand_in --output-file FILE --by ana/);
    expect((await place.muster('inbox')).out).toMatch(/^ana owes question_1, the oldest for \d+(?:\.\d)? s$/mu);
    expect((await place.muster('inbox', '--locale', 'zh')).out).toMatch(/^ana 待处理：question_1，最早的已等待 \d+(?:\.\d)? 秒$/mu);
    const handIn = ['answer', 'question_1', 'hand_in', '--output', 'Half price on Mondays!'];
    for (const by of [[], ['--by', 'zed']]) {
      const { code, err } = await place.muster(...handIn, ...by);
      expect([code, err]).toEqual([2, expect.stringMatching(/question_1 waits for ana, and \S+ may not answer it\. If you are ana, say so: --by ana\./)]);
    }
    expect((await place.muster(...handIn, '--by', 'zed', '--locale', 'zh')).err).toContain('question_1 只等 ana 答复，zed 不能代答。若你就是 ana，请写明 --by ana。');
    expect((await place.muster(...handIn, '--by', 'ana')).code).toBe(0);
    const next = await place.muster('resume', 'goal_1');
    expect([next.code, next.out.includes('question_2  goal_1 task_2')]).toEqual([4, true]);
    expect((await place.muster('show', 'goal_1')).out).toContain('waits for ana: question_2');
  });
});
