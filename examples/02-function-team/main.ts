// A team of functions does real work on a real git repository: five members examine it side by side, the sixth writes a
// report from what they found, machine criteria review each result, and no model is asked. The repository is only read.
//   npm run example:02 -- <repository> [--out FILE] [--locale zh]
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createTeam, worker, type TaskInput } from '../../src/index.ts'; // in your project: from 'muster'
import { measureChurn } from './examinations/churn.ts';
import { takeInventory } from './examinations/inventory.ts';
import { findLargestFiles } from './examinations/largest-files.ts';
import { checkLicence } from './examinations/licence-check.ts';
import type { Results } from './examinations/report-facts.ts';
import { writeReport } from './examinations/report.ts';
import { findUnfinishedWork } from './examinations/unfinished-work.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string', default: '.muster/repository-report.md' }, locale: { type: 'string', default: 'en' } } });
const repository = resolve(positionals[0] ?? '.');
const locale = values.locale.startsWith('zh') ? 'zh' : 'en';

/** Skill → who examines, what the task is called, and the fields that its result must hold. */
const EXAMINATIONS = {
  inventory: { work: takeInventory, title: { en: 'Count the files', zh: '清点文件' }, fields: ['paths', 'lines', 'bytes', 'extensions'] },
  licence: { work: checkLicence, title: { en: 'Check the licence', zh: '核对许可证' }, fields: ['agreement'] },
  largest: { work: findLargestFiles, title: { en: 'Find the largest files', zh: '找出最大的文件' }, fields: ['totalBytes'] },
  unfinished: { work: findUnfinishedWork, title: { en: 'Find unfinished work', zh: '查找未完成标记' }, fields: ['lines', 'byMark'] },
  churn: { work: measureChurn, title: { en: 'Measure churn', zh: '统计改动频率' }, fields: ['commits', 'authors'] },
} as const;

const examiners = Object.entries(EXAMINATIONS).map(([skill, { work }]) =>
  worker(`${skill}-examiner`, { skills: [skill], run: ({ signal }) => work({ repository, locale }, { signal }) }));

const reporter = worker('reporter', {
  skills: ['report'],
  async run({ results, signal }) {
    const { output, executionSummary } = await writeReport({ repository, locale, results: await results<Results>() }, { signal });
    return { output: output.markdown, executionSummary };
  },
});

await using team = createTeam({ name: 'examiners', members: [...examiners, reporter], policy: { unattended: true } });
const goal = await team.open(locale === 'zh' ? `检查仓库 ${repository}` : `Examine the repository ${repository}`, { locale });
await goal.add([
  ...Object.entries(EXAMINATIONS).map(([skill, { title, fields }]): TaskInput => ({ name: skill, title: title[locale], skills: [skill], criteria: [{ required_fields: fields }] })),
  { name: 'report', title: locale === 'zh' ? '撰写报告' : 'Write the report', skills: ['report'], dependsOn: Object.keys(EXAMINATIONS), criteria: [{ min_chars: 500 }] },
]);
const { status, summary } = await goal.ended();
const report = (await team.tasks(goal.id)).find(({ name }) => name === 'report')?.output;

if (typeof report === 'string') {
  await writeFile(values.out, report);
  console.log(`${report}\n${locale === 'zh' ? '报告已写入：' : 'Written to '}${resolve(values.out)}`);
}
console.log(`\n${summary}\n\n${goal.id}: ${status} · ${team.location}`);
if (status !== 'done') process.exitCode = 1;
