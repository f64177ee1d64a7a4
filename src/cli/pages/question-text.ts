// A question as a person meets it: what it is about, what was found, and the lines to type for each way out.
import type { Goal } from '../../core/goal.ts';
import { isJsonObject, type Bilingual, type Json, type JsonObject, type Locale } from '../../core/json.ts';
import { QUESTIONS, type Question } from '../../core/question.ts';
import type { InboxItem } from '../../engine/people/inbox.ts';
import type { Store } from '../../ports/store.ts';
import { localeFor, type Cli } from '../cli.ts';
import { displayWidth, fitTo } from '../terminal/display-width.ts';
import { indent, oneLine } from '../terminal/screen.ts';
import { paperLines } from './question-paper.ts';
import { COLON, SAYS } from '../texts.ts';
import { historyLines } from './tool-lines.ts';

export interface AskedQuestion {
  readonly question: Question;
  readonly goal: Goal;
  /** Of the task it is about, if it is about one. */
  readonly title: string | undefined;
  /** What a person needs to see to do the work or to judge it. */
  readonly paper?: InboxItem;
}

/** What has to come with an answer, ready to be completed. */
const TYPED: Readonly<Record<string, string>> = {
  note: '--note "…"', to: '--to NAME', output: '--output-file FILE', plan: '--plan-file FILE', fixes: '--fix "…"', set: '--set title="…"', tasks: `--tasks '[{"title": "…", "skills": ["…"]}]'`,
};

/** May be left out, but is what the way is for. */
const WORTH_SAYING: ReadonlySet<string> = new Set(['escalation retry', 'plan_failed retry']);

interface Way {
  readonly needs: string;
  readonly does: Bilingual;
}

function wayOf(question: Question, choice: string): Way {
  const choices: Readonly<Record<string, { readonly does: Bilingual; readonly takes: readonly string[] }>> = QUESTIONS[question.kind].choices;
  const { does, takes } = choices[choice] ?? { does: { en: '', zh: '' }, takes: [] };
  const wanted = WORTH_SAYING.has(`${question.kind} ${choice}`) ? takes.map((name) => name.replace('?', '')) : takes;
  return { needs: wanted.flatMap((name) => TYPED[name] ?? []).join(' '), does };
}

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

const about = ({ question, title }: AskedQuestion): string =>
  (question.taskId === null ? question.goalId : `${question.goalId} ${question.taskId}${title === undefined ? '' : ` "${oneLine(title)}"`}`);

/** For the end of a run: what it is about, and one line to type. */
export function shortQuestion(cli: Cli, asked: AskedQuestion): string {
  const locale = localeFor(cli, asked.goal);
  const { question } = asked;
  return `  ${question.id}  ${about(asked)}${COLON[locale]}${oneLine(question.text[locale])}\n    ${cli.typed(`answer ${question.id} ${question.choices.join('|')}${signed(question)}`)}`;
}

/** For the inbox: everything that is needed to decide. */
export function wholeQuestion(cli: Cli, asked: AskedQuestion): string {
  const { screen } = cli;
  const locale = localeFor(cli, asked.goal);
  const { question } = asked;
  return [
    `${screen.colors.bold(question.id)}  ${about(asked)}`,
    indent([oneLine(question.text[locale]), ...materialLines(question.material, locale), ...(asked.paper === undefined ? [] : paperLines(cli, asked.paper, locale))].join('\n')),
    `  ${SAYS.answerWith[locale]}${COLON[locale].trimEnd()}`,
    indent(waysOf(cli, question, locale), 4),
  ].join('\n');
}

/** What to type with what it does: side by side where there is room, else one above the other, so that a line can be copied whole. */
function waysOf(cli: Cli, question: Question, locale: Locale): string {
  const { screen } = cli;
  const ways = question.choices.map((choice) => ({ line: wayLine(cli, question, choice), does: `# ${wayOf(question, choice).does[locale]}` }));
  const widest = Math.max(...ways.map(({ line }) => displayWidth(line)));
  const fits = !screen.isLive || Math.max(...ways.map(({ does }) => displayWidth(does))) + widest + 7 < screen.columns();
  return ways.map(({ line, does }) => (fits ? `${fitTo(line, widest)}   ${screen.colors.dim(does)}` : `${screen.colors.dim(does)}\n${line}`)).join('\n');
}

const wayLine = (cli: Cli, question: Question, choice: string): string =>
  cli.typed(`${`answer ${question.id} ${choice} ${choice === 'raise' ? raiseOf(question) : wayOf(question, choice).needs}`.trimEnd()}${signed(question)}`);

/** What waits for one person takes nobody else's word. */
const signed = ({ askedOf }: Question): string => (askedOf === undefined ? '' : ` --by ${askedOf}`);

/** As much again of what is used up, ready to be changed. */
function raiseOf({ material }: Question): string {
  const usual = isJsonObject(material) ? material['raise_by_default'] : undefined;
  return isJsonObject(usual) ? Object.entries(usual).map(([unit, amount]) => `--set ${unit}=${String(amount)}`).join(' ') : '';
}

const MATERIAL: Readonly<Record<string, Bilingual>> = {
  fixes: SAYS.fixes,
  plan: { en: 'The plan', zh: '计划' },
  plan_decision: { en: 'The word on your plan', zh: '对你的方案的裁决' },
  problems: { en: 'What was wrong with the plan', zh: '计划的问题' },
  missing_skills: { en: 'Nobody has', zh: '无人具备' },
  fault: { en: 'The fault', zh: '故障' },
  attempts: { en: 'Results so far', zh: '已提交成果' },
  notes: { en: 'Changed by code', zh: '由代码调整' },
  name: { en: 'Tool', zh: '工具' },
  args: { en: 'Arguments', zh: '参数' },
  purpose: { en: 'Purpose', zh: '目的' },
  effects: { en: 'It may', zh: '可能的影响' },
  choices: { en: 'Suggested answers', zh: '备选答案' },
  history: { en: 'What led here', zh: '此前的经过' },
};

function materialLines(material: Json, locale: Locale): readonly string[] {
  if (!isJsonObject(material)) return [];
  const facts: JsonObject = material;
  return Object.entries(MATERIAL).flatMap(([field, label]) => {
    const value = facts[field];
    const texts = field === 'history' ? historyLines(value, locale) : field === 'plan_decision' ? wordOnPlan(value, locale) : textsOf(field, value);
    if (texts.length === 0) return [];
    return texts.length === 1 ? [`${label[locale]}${COLON[locale]}${oneLine(texts[0] ?? '')}`] : [`${label[locale]}${COLON[locale].trimEnd()}`, ...texts.map((each) => `- ${oneLine(each)}`)];
  });
}

/** Who decided, with what was said. */
function wordOnPlan(value: Json | undefined, locale: Locale): readonly string[] {
  return isJsonObject(value) ? [[value['by'], value['feedback']].filter((said) => typeof said === 'string').join(COLON[locale])] : [];
}

function textsOf(field: string, value: Json | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(lineOf);
  if (typeof value === 'string' || (typeof value === 'number' && value > 0)) return [String(value)];
  return field === 'args' && isJsonObject(value ?? null) ? [JSON.stringify(value)] : [];
}

/** A text as it stands; of a note its words, of a planned task its title and skills. */
function lineOf(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isJsonObject(value) && typeof value['note'] === 'string') return [value['note']];
  if (!isJsonObject(value) || typeof value['title'] !== 'string') return [];
  const skills = Array.isArray(value['skills']) ? value['skills'].filter((skill) => typeof skill === 'string') : [];
  return [skills.length === 0 ? value['title'] : `${value['title']} [${skills.join(', ')}]`];
}
