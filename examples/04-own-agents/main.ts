// A team from a folder of eight agent files, as people have them: files of Claude Code and agency-agents, our own, a JSON
// registration, Chinese ones, one without front matter. What was decided while reading is said; then the team does a goal.
//   npm run example:04 -- [--locale zh] [--model provider/model]
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { agentsFrom, createTeam } from '../../src/index.ts'; // in your project: from 'muster'

const { values } = parseArgs({ options: { locale: { type: 'string', default: 'en' }, model: { type: 'string', default: 'rehearsal' }, store: { type: 'string', default: '.muster/own-agents.db' } } });
const locale = values.locale.startsWith('zh') ? 'zh' : 'en';
const TEXTS = {
  en: { remarks: 'What was decided while reading', members: 'The team', goal: 'Prepare the launch of a reusable coffee cup for students' },
  zh: { remarks: '读取时做出的决定', members: '团队成员', goal: '为校园市集策划一场环保水杯的推广活动，并写好文案' },
}[locale];

const remarks: string[] = [];
const members = await agentsFrom(join(import.meta.dirname, 'agents'), { locale, onRemark: (line) => void remarks.push(line) });

console.log(`${TEXTS.remarks}\n${remarks.map((line) => `  ${line}`).join('\n')}\n\n${TEXTS.members}`);
for (const { registration } of members) {
  console.log(`  ${registration.agentId} · ${registration.roles.join(', ')}${registration.skills.length > 0 ? ` · ${registration.skills.join(', ')}` : ''}`);
}

await using team = createTeam({ name: 'own-agents', members, model: values.model, store: values.store });
const { id, status, summary } = await team.run(TEXTS.goal, { locale });
console.log(`\n${summary}\n\n${id}: ${status} · ${team.location}`);
if (status !== 'done') process.exitCode = 1;
