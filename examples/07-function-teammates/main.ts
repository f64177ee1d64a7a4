// Teammates that are functions: they claim tasks from the board, edit files in git worktrees of their own, and what passes its
// tests is merged before anybody builds on it. Two of them change the same line; the one that comes second gets the conflict back
// with both sides and resolves it. No model is asked, and your checkout is not touched.
//   npm run example:07 -- [repository] [--locale zh]
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createTeam, worker, type TaskInput } from '../../src/index.ts'; // in your project: from 'muster'
import { addOperation, meetingOf, scaffold, writeManual, type Operation } from './calculator/calculator.ts';
import { newRepository } from './calculator/new-repository.ts';
import { tellFaults } from './calculator/tell-faults.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { locale: { type: 'string', default: process.env['LC_ALL'] || process.env['LANG'] || 'en' } } });
const repository = positionals[0] === undefined ? newRepository() : resolve(positionals[0]);
const zh = values.locale.startsWith('zh');
tellFaults(zh ? 'zh' : 'en');

const OPERATIONS: readonly Operation[] = [{ name: 'add', sign: '+', result: 9 }, { name: 'subtract', sign: '-', result: 5 }];
const TESTS = { rule: 'command', command: ['node', '--test', 'calculator/*.test.mjs'] } as const;

const allHaveBegun = meetingOf(OPERATIONS.length);
const operators = ['ada', 'bob'].map((id) =>
  worker(id, {
    skills: ['operation'],
    async run({ folder, task, attempt, rework }) {
      if (attempt === 1) await allHaveBegun();
      const operation = OPERATIONS.find(({ name }) => name === task.input['name']);
      if (operation === undefined) return { declined: 'There is no such operation.' };
      return { output: await addOperation(folder, operation), executionSummary: rework === null ? '' : `Made one of both sides: ${rework.fixes.length} points.` };
    },
  }));
const builder = worker('eve', {
  skills: ['scaffold', 'manual'],
  run: async ({ folder, task }) => ({ output: task.input['part'] === 'manual' ? await writeManual(folder) : await scaffold(folder) }),
});

await using team = createTeam({
  name: 'teammates', members: [...operators, builder], policy: { style: 'team', unattended: true },
  workspace: repository, worktrees: true,
});
const goal = await team.open(zh ? '编写计算器' : 'Write a calculator', { locale: zh ? 'zh' : 'en' });
await goal.add([
  { name: 'scaffold', title: zh ? '搭建框架' : 'Lay the ground', skills: ['scaffold'], input: { part: 'scaffold' }, criteria: [TESTS] },
  ...OPERATIONS.map(({ name }): TaskInput => ({ name, title: zh ? `添加 ${name}` : `Add ${name}`, skills: ['operation'], input: { name }, dependsOn: ['scaffold'], criteria: [TESTS] })),
  { name: 'manual', title: zh ? '编写说明' : 'Write the manual', skills: ['manual'], input: { part: 'manual' }, dependsOn: OPERATIONS.map(({ name }) => name), criteria: [TESTS] },
]);
const { status, branch, summary } = await goal.ended();

for (const event of await team.events(goal.id)) {
  const details = event.details ?? {};
  if (event.type === 'task.rejected') console.log(`${event.taskId} ${event.memberId}: ${zh ? '冲突退回' : 'conflict, sent back'} ${String(details['conflicts'])}`);
  if (event.type === 'task.approved') console.log(`${event.taskId} ${event.memberId}: ${zh ? '已测试并合并' : 'tested and merged'} ${String(details['merge_commit']).slice(0, 8)}`);
}
const manual = (await team.tasks(goal.id)).find(({ name }) => name === 'manual')?.output;
console.log(`\n${typeof manual === 'string' ? manual : summary}\n\n${goal.id}: ${zh && status === 'done' ? '已完成' : status} · ${repository} · ${team.location}`);
for (const step of branch?.steps ?? []) console.log(`  ${step[zh ? 'zh' : 'en']}`);
if (status !== 'done') process.exitCode = 1;
