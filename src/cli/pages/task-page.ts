// One task on a page: what it asks, what it was told, every attempt with its verdicts, and its history.
import type { MusterEvent } from '../../core/change.ts';
import { describeCriterion } from '../../core/criteria.ts';
import { EVENTS, isEventType } from '../../core/events.ts';
import type { Goal } from '../../core/goal.ts';
import type { Json, Locale } from '../../core/json.ts';
import type { Registration } from '../../core/members/registration.ts';
import type { AttemptOut, VerdictOut } from '../../core/outside.ts';
import type { Question } from '../../core/question.ts';
import type { TaskReading } from '../../engine/reads/read-goal.ts';
import { localeFor, type Cli } from '../cli.ts';
import { folded } from './folded.ts';
import { resultText } from './result-text.ts';
import { fullLine, memberName } from './event-lines.ts';
import { stateText } from './goal-tree.ts';
import { indent, oneLine } from '../terminal/screen.ts';
import { spendingByMember } from './spending.ts';
import { reasonWords, spanOf } from '../state-words.ts';
import { COLON } from '../texts.ts';
import { PAGE_WORDS } from './page-words.ts';

export interface TaskFacts {
  readonly goal: Goal;
  readonly reading: TaskReading;
  readonly events: readonly MusterEvent[];
  readonly members: readonly Registration[];
  readonly attempts: readonly AttemptOut[];
  readonly questions: readonly Question[];
  readonly isInterrupted: boolean;
}

export function taskPage(cli: Cli, { goal, reading, events, members, attempts, questions, isInterrupted }: TaskFacts): string {
  const { task, brief, dependsOn } = reading;
  const locale = localeFor(cli, goal);
  const words = PAGE_WORDS[locale];
  const { colors } = cli.screen;
  const names = new Map(members.map((member) => [member.agentId, member.name]));
  const name = (id: string | null): string => oneLine(memberName(id, { names, locale })) || '–';
  const state = stateText({ ...reading, startedAt: undefined }, { goal, rows: [], questions, names, isInterrupted }, locale);
  const comment = task.more?.comment;
  const section = (title: string, body: string): string[] => (body === '' ? [] : ['', colors.bold(title), indent(body)]);
  const lines = [
    [words.state, comment === undefined ? state : `${state} · ${oneLine(reasonWords(comment, locale))}`],
    [words.assignee, name(task.assigneeId)], [words.reviewer, name(task.reviewerId)], [words.dependsOn, dependsOn.join(', ')], [words.skills, oneLine(brief.skills.join(', '))],
  ].filter(([, value]) => value !== '');
  return [
    `${colors.bold(`${task.id}  ${oneLine(brief.title)}`)}  ${colors.dim(`(${goal.id})`)}`,
    ...lines.map(([label, value]) => `  ${label}${COLON[locale]}${value}`),
    ...section(words.content, folded(cli, brief.content)),
    ...section(words.input, Object.keys(brief.input).length === 0 ? '' : shown(cli, brief.input)),
    ...section(words.criteria, brief.criteria.map((criterion) => `${criterion.id}  ${oneLine(describeCriterion(criterion)[locale])}`).join('\n')),
    ...section(words.context, brief.context.map(({ source, text }) => `${source}${COLON[locale]}${folded(cli, text)}`).join('\n')),
    ...section(words.attempts, attempts.map((attempt) => attemptText(cli, attempt, { locale, name })).join('\n')),
    ...section(words.output, reading.result === undefined ? '' : shown(cli, reading.result.output)),
    ...section(words.spending, spendingByMember(events, names, locale)),
    ...section(words.history, events.map((event) => fullLine(event, { locale, names })).join('\n')),
  ].join('\n');
}

const shown = (cli: Cli, value: Json): string => folded(cli, resultText(value));

interface Wording {
  readonly locale: Locale;
  readonly name: (id: string | null) => string;
}

function attemptText(cli: Cli, attempt: AttemptOut, { locale, name }: Wording): string {
  const words = PAGE_WORDS[locale];
  const span = attempt.ended_at === null ? words.running : spanOf(Date.parse(attempt.ended_at) - Date.parse(attempt.started_at), locale);
  return [
    `${attempt.attempt_id}  ${name(attempt.agent_id)} · ${attempt.ended_by === null ? '' : `${endWords(attempt.ended_by, locale)} · `}${span}`,
    ...(attempt.execution_summary === '' ? [] : [indent(`${words.howItCame}${COLON[locale]}${folded(cli, attempt.execution_summary)}`)]),
    ...attempt.verdicts.map((verdict) => indent(verdictText(verdict, { locale, name }))),
    ...(attempt.set_aside === null ? [] : [indent(`${words.lateResult}${COLON[locale]}${shown(cli, attempt.set_aside['output'] ?? null)}`)]),
  ].join('\n');
}

const endWords = (endedBy: string, locale: Locale): string => {
  const type = `task.${endedBy}`;
  return isEventType(type) ? EVENTS[type].says[locale] : endedBy;
};

function verdictText({ verdict, reviewer_id: reviewer, comment, fixes }: VerdictOut, { locale, name }: Wording): string {
  const texts = Array.isArray(fixes) ? fixes.filter((fix) => typeof fix === 'string') : [];
  const said = texts.length > 0 ? texts : comment === '' ? [] : [reasonWords(comment, locale)];
  return [`${PAGE_WORDS[locale].verdict[verdict]} ${name(reviewer)}`, ...said.map((each) => `- ${oneLine(each)}`)].join('\n');
}
