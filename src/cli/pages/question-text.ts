// A question as a person meets it: what it is about, what was found, and the lines to type for each way out.
import type { Goal } from '../../core/goal.ts';
import { isJsonObject, type Bilingual, type Json, type JsonObject, type Locale } from '../../core/json.ts';
import type { Question } from '../../core/question.ts';
import type { Store } from '../../ports/store.ts';
import { localeFor, type Cli } from '../cli.ts';
import { displayWidth, fitTo } from '../terminal/display-width.ts';
import { indent, oneLine } from '../terminal/screen.ts';
import { COLON, SAYS } from '../texts.ts';

export interface AskedQuestion {
  readonly question: Question;
  readonly goal: Goal;
  /** Of the task it is about, if it is about one. */
  readonly title: string | undefined;
}

/** What each way out needs, ready to be completed, and what it does. */
const WAYS: Readonly<Record<string, { readonly needs: string; readonly does: Bilingual }>> = {
  retry: { needs: '--note "…"', does: { en: 'one more try, with your note', zh: '附上说明，再试一次' } },
  reassign: { needs: '--to NAME', does: { en: 'give it to another member', zh: '改派给其他成员' } },
  accept: { needs: '', does: { en: 'take the best result as it is', zh: '按现有最佳成果验收' } },
  edit_result: { needs: '--output-file FILE', does: { en: 'supply the result yourself', zh: '由你提供成果' } },
  edit: { needs: '--set title="…"', does: { en: 'change the task, then one more try', zh: '修改任务后再试一次' } },
  split: { needs: `--tasks '[{"title": "…", "skills": ["…"]}]'`, does: { en: 'replace it by smaller tasks', zh: '拆成更小的任务' } },
  cancel: { needs: '', does: { en: 'call it off', zh: '取消' } },
  approve: { needs: '', does: { en: 'let the plan start', zh: '批准计划并开始' } },
  refuse: { needs: '--note "…"', does: { en: 'send it back; the note says what to change', zh: '退回，并说明要改什么' } },
  fail: { needs: '', does: { en: 'give it up as failed', zh: '判定失败' } },
};

/** The open questions of all goals, or of one, oldest first. */
export async function openQuestions(store: Store, goal?: Goal): Promise<readonly AskedQuestion[]> {
  const questions = await store.read.questions({ ...(goal === undefined ? {} : { goalId: goal.id }), openOnly: true });
  const asked = await Promise.all(questions.map((question) => withGoal(store, question, goal)));
  return asked.flatMap((each) => each ?? []);
}

async function withGoal(store: Store, question: Question, known: Goal | undefined): Promise<AskedQuestion | undefined> {
  const goal = known ?? (await store.read.goal(question.goalId));
  if (goal === undefined) return undefined;
  const brief = question.taskId === null ? undefined : await store.read.brief(question.taskId);
  return { question, goal, title: brief?.title };
}

const about = ({ question, title }: AskedQuestion): string => (question.taskId === null ? question.goalId : `${question.goalId} ${question.taskId}${title === undefined ? '' : ` "${oneLine(title)}"`}`);

/** For the end of a run: what it is about, and one line to type. */
export function shortQuestion(cli: Cli, asked: AskedQuestion): string {
  const locale = localeFor(cli, asked.goal);
  const { question } = asked;
  return `  ${question.id}  ${about(asked)}${COLON[locale]}${oneLine(question.text[locale])}\n    ${cli.typed(`answer ${question.id} ${question.choices.join('|')}`)}`;
}

/** For the inbox: everything that is needed to decide. */
export function wholeQuestion(cli: Cli, asked: AskedQuestion): string {
  const { screen } = cli;
  const locale = localeFor(cli, asked.goal);
  const { question } = asked;
  return [
    `${screen.colors.bold(question.id)}  ${about(asked)}`,
    indent([oneLine(question.text[locale]), ...materialLines(question.material, locale)].join('\n')),
    `  ${SAYS.answerWith[locale]}${COLON[locale].trimEnd()}`,
    indent(waysOf(cli, question, locale), 4),
  ].join('\n');
}

/** What to type with what it does: side by side where there is room, else one above the other, so that a line can be copied whole. */
function waysOf(cli: Cli, question: Question, locale: Locale): string {
  const { screen } = cli;
  const ways = question.choices.map((choice) => ({ line: wayLine(cli, question, choice), does: `# ${WAYS[choice]?.does[locale] ?? ''}` }));
  const widest = Math.max(...ways.map(({ line }) => displayWidth(line)));
  const fits = !screen.isLive || Math.max(...ways.map(({ does }) => displayWidth(does))) + widest + 7 < screen.columns();
  return ways.map(({ line, does }) => (fits ? `${fitTo(line, widest)}   ${screen.colors.dim(does)}` : `${screen.colors.dim(does)}\n${line}`)).join('\n');
}

const wayLine = (cli: Cli, question: Question, choice: string): string => cli.typed(`answer ${question.id} ${choice} ${WAYS[choice]?.needs ?? ''}`.trimEnd());

const MATERIAL: Readonly<Record<string, Bilingual>> = {
  fixes: SAYS.fixes,
  plan: { en: 'The plan', zh: '计划' },
  problems: { en: 'What was wrong with the plan', zh: '计划的问题' },
  missing_skills: { en: 'Nobody has', zh: '无人具备' },
  fault: { en: 'The fault', zh: '故障' },
  attempts: { en: 'Results so far', zh: '已提交成果' },
};

function materialLines(material: Json, locale: Locale): readonly string[] {
  if (!isJsonObject(material)) return [];
  const facts: JsonObject = material;
  return Object.entries(MATERIAL).flatMap(([field, label]) => {
    const value = facts[field];
    const texts = Array.isArray(value) ? value.flatMap(lineOf) : typeof value === 'string' || (typeof value === 'number' && value > 0) ? [String(value)] : [];
    if (texts.length === 0) return [];
    return texts.length === 1 ? [`${label[locale]}${COLON[locale]}${oneLine(texts[0] ?? '')}`] : [`${label[locale]}${COLON[locale].trimEnd()}`, ...texts.map((each) => `- ${oneLine(each)}`)];
  });
}

/** A text as it stands; of a planned task its title and skills. */
function lineOf(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (!isJsonObject(value) || typeof value['title'] !== 'string') return [];
  const skills = Array.isArray(value['skills']) ? value['skills'].filter((skill) => typeof skill === 'string') : [];
  return [skills.length === 0 ? value['title'] : `${value['title']} [${skills.join(', ')}]`];
}
