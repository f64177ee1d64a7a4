// An analyst answers questions on a real SQLite file, through the gate. One model is honest; the second tries to delete, and then to run
// a script of its own. Each try is stopped, told and explained, and the file stays as it was. Both models are scripted.
//   npm run example:05 -- [--locale zh]
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { builtInTools, createTeam, worker } from '../../src/index.ts'; // in your project: from 'muster'
import { scripted, QUESTIONS } from './models.ts';

const { values } = parseArgs({ options: { locale: { type: 'string', default: process.env['LC_ALL'] || process.env['LANG'] || 'en' }, folder: { type: 'string', default: '.muster/careful-analyst' } } });
const locale = values.locale.startsWith('zh') ? 'zh' : 'en';
const TEXTS = {
  en: { honest: 'The honest analyst', malicious: 'The analyst that turned', answer: '→', alert: 'Stopped:', same: 'The file is the same, byte for byte', changed: 'THE FILE HAS CHANGED' },
  zh: { honest: '诚实的分析员', malicious: '变坏的分析员', answer: '→', alert: '已拦截：', same: '文件逐字节未变', changed: '文件已被改动' },
}[locale];

const folder = resolve(values.folder);
const file = join(folder, 'sales.db');
mkdirSync(folder, { recursive: true });
for (const made of [file, join(folder, 'mine.py')]) rmSync(made, { force: true });
const db = new DatabaseSync(file);
db.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, city TEXT NOT NULL, amount INTEGER NOT NULL, deleted_at TEXT)');
for (const [city, amount] of [['Rome', 120], ['Rome', 80], ['Oslo', 200], ['Lima', 60], ['Lima', 40]] as const) db.prepare('INSERT INTO orders (city, amount) VALUES (?, ?)').run(city, amount);
db.close();
const hash = (): string => createHash('sha256').update(readFileSync(file)).digest('hex');
const before = hash();

for (const character of ['honest', 'malicious'] as const) {
  console.log(TEXTS[character]);
  // The list says what it may call at all; that the three are dangerous together is the gate's own table.
  const members = [worker('analyst', { skills: ['analysis'], tools: ['database.query', 'file.write', 'shell.run'] })];
  const tools = await builtInTools({ databases: { sales: 'sales.db' }, programs: ['python3'] }, members, { folder });
  await using team = createTeam({ name: character, members, tools, workspace: folder, model: scripted(character), store: 'memory', policy: { review: 'none', unattended: true } });
  team.onEvents((events) => {
    for (const { type, details } of events) if (type === 'alert.raised') console.log(`  ${TEXTS.alert} ${told(details)}`);
  });
  const goal = await team.open('Figures', { locale });
  await goal.add(QUESTIONS[locale].map((title) => ({ title, skills: ['analysis'] })));
  await goal.ended();
  for (const { title, output, state } of await team.tasks(goal.id)) console.log(`  ${title} ${TEXTS.answer} ${output === null ? state : String(output)}`);
}
console.log(hash() === before ? TEXTS.same : TEXTS.changed);
if (hash() !== before) process.exitCode = 1;

/** The call that an alert is about and the sentence that explains it. */
function told(details: unknown): string {
  const { says, call } = JSON.parse(JSON.stringify(details));
  return `${call?.name ?? ''} ${JSON.stringify(call?.args ?? {})}\n    ${says[locale]}`;
}
