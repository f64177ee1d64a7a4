// A goal as lines of text: the same tree for the live screen and for `show`. Pure: a view and a size in, lines out, none wider
// than the screen. A wide screen has a line a task; a narrow one has two.
import { isPaused } from '../../core/goal.ts';
import type { Locale } from '../../core/json.ts';
import { waitsToBeTaken } from '../../core/moves/as-it-is.ts';
import { waitsForPerson } from '../../core/moves/people.ts';
import { hasHolder, type TaskState } from '../../core/lifecycles.ts';
import { mostAttempts } from '../../core/task.ts';
import { cutTo, displayWidth, fitTo } from '../terminal/display-width.ts';
import type { GoalView, TaskRow } from '../goal-view.ts';
import { oneLine, type Colors } from '../terminal/screen.ts';
import { GOAL_WORDS, spanOf, TASK_WORDS } from '../state-words.ts';
import { SAYS } from '../texts.ts';

export interface TreeSize {
  readonly columns: number;
  /** Lines there are; undefined for as many as it takes. */
  readonly rows?: number;
  readonly now: number;
  readonly locale: Locale;
  readonly colors: Colors;
}

const WIDE_FROM = 96;

export function treeOf(view: GoalView, size: TreeSize): readonly string[] {
  const { goal, rows } = view;
  if (goal === undefined) return [];
  const { locale, colors, columns, now } = size;
  const ended = rows.filter((row) => row.task.endedAt !== null).length;
  const facts = [
    isPaused(goal) ? SAYS.standing.paused[locale] : GOAL_WORDS[goal.state][locale],
    ...(rows.length === 0 ? [] : [SAYS.tasksEnded({ ended, all: rows.length })[locale]]),
    spanOf((goal.endedAt ?? now) - goal.createdAt, locale),
  ];
  const head = [colors.bold(cutTo(`${goal.id}  ${oneLine(goal.text)}`, columns)), colors.dim(cutTo(`  ${facts.join(' · ')}`, columns))];
  if (rows.length === 0) return goal.state === 'planning' ? [...head, colors.cyan(cutTo(`└─ ${SAYS.makesPlan[locale]} …`, columns))] : head;
  const perTask = columns >= WIDE_FROM ? 1 : 2;
  const shown = size.rows === undefined ? rows : mostTelling(rows, Math.max(1, Math.floor((size.rows - head.length - 1) / perTask)));
  const widths = widthsOf(shown, view, size);
  const hidden = rows.length - shown.length;
  const lines = shown.flatMap((row, index) => linesOf(row, view, { ...size, widths, isLast: index === shown.length - 1 && hidden === 0 }));
  return [...head, ...lines, ...(hidden === 0 ? [] : [colors.dim(cutTo(`└─ ${SAYS.moreTasks({ count: hidden })[locale]}`, columns))])];
}

/** When not all fit: what is on the move first, then what waits, then what has ended; shown in the order of the tasks. */
function mostTelling(rows: readonly TaskRow[], room: number): readonly TaskRow[] {
  if (rows.length <= room) return rows;
  const urgency = ({ task }: TaskRow): number => URGENCY[task.state];
  return rows.toSorted((a, b) => urgency(a) - urgency(b) || b.task.updatedAt - a.task.updatedAt).slice(0, room).toSorted((a, b) => a.task.key - b.task.key);
}

const URGENCY: Readonly<Record<TaskState, number>> = {
  escalated: 0, unassigned: 1, executing: 2, claimed: 2, plan_approved: 2, pending_review: 3, rejected: 3, approved: 3, assigned: 3,
  failed: 4, pending: 5, blocked: 6, cancelled: 7, done: 8, completed: 8,
};

interface Look {
  readonly mark: string;
  readonly color: 'green' | 'cyan' | 'yellow' | 'red' | 'magenta' | 'dim';
}

const LOOKS: Readonly<Record<TaskState, Look>> = {
  blocked: { mark: '·', color: 'dim' }, pending: { mark: '○', color: 'dim' }, unassigned: { mark: '?', color: 'yellow' }, assigned: { mark: '○', color: 'cyan' },
  claimed: { mark: '●', color: 'cyan' }, plan_approved: { mark: '●', color: 'cyan' }, executing: { mark: '●', color: 'cyan' }, pending_review: { mark: '◐', color: 'magenta' },
  rejected: { mark: '↺', color: 'yellow' }, approved: { mark: '✓', color: 'green' }, escalated: { mark: '!', color: 'yellow' }, done: { mark: '✓', color: 'green' },
  completed: { mark: '✓', color: 'green' }, failed: { mark: '✗', color: 'red' }, cancelled: { mark: '–', color: 'dim' },
};

/** What state a task is in, in words, with what it waits for. */
export function stateText(row: TaskRow, view: GoalView, locale: Locale): string {
  const { task } = row;
  const more = task.more ?? {};
  const asked = waitsForPerson(task) ? view.questions.find((open) => open.taskId === task.id) : undefined;
  if (asked !== undefined) return asked.askedOf === undefined ? SAYS.waitsForAnswer({ id: asked.id })[locale] : SAYS.waitsForPerson({ name: nameOf(view, asked.askedOf), id: asked.id })[locale];
  if (view.isInterrupted && (hasHolder(task.state) || task.state === 'pending_review')) return SAYS.wasInterrupted({ state: TASK_WORDS[task.state][locale] })[locale];
  if (waitsToBeTaken(task)) return SAYS.beingMerged[locale];
  switch (task.state) {
    case 'blocked': return more.waiting?.for === 'manager' ? SAYS.managerPlaces[locale] : SAYS.waitsFor({ ids: row.waitsFor.join(', ') })[locale];
    case 'unassigned': return more.missingSkills === undefined || more.missingSkills.length === 0
      ? SAYS.managerPlaces[locale]
      : SAYS.missingSkills({ skills: oneLine(more.missingSkills.join(', ')) })[locale];
    case 'escalated': {
      const question = view.questions.find((open) => open.taskId === task.id);
      return question === undefined ? TASK_WORDS.escalated[locale] : SAYS.waitsForAnswer({ id: question.id })[locale];
    }
    case 'pending_review': return task.reviewerId === null ? TASK_WORDS.pending_review[locale] : SAYS.reviewedBy({ name: nameOf(view, task.reviewerId) })[locale];
    case 'done': return more.leftBranch !== undefined ? SAYS.leftUnmerged[locale] : more.belowStandard === true ? SAYS.belowStandard[locale] : TASK_WORDS.done[locale];
    case 'cancelled': return more.rootCause === undefined ? TASK_WORDS.cancelled[locale] : SAYS.calledOffFor({ id: more.rootCause })[locale];
    default: return TASK_WORDS[task.state][locale];
  }
}

const nameOf = (view: GoalView, id: string | null): string => (id === null ? '' : oneLine(view.names.get(id) ?? id));

const attemptText = ({ task }: TaskRow, view: GoalView, locale: Locale): string =>
  task.starts === 0
    ? ''
    : SAYS.attempt({
      number: Math.max(1, task.state === 'executing' ? task.attempts + 1 : task.attempts),
      most: mostAttempts(task, view.goal?.policy.limits.maxAttempts ?? 0),
    })[locale];

const elapsedText = ({ task, startedAt }: TaskRow, now: number, locale: Locale): string => (startedAt === undefined ? '' : spanOf((task.endedAt ?? now) - startedAt, locale));

interface Widths {
  readonly id: number;
  readonly title: number;
  readonly state: number;
  readonly member: number;
  readonly attempt: number;
}

const ELAPSED = 11;
const STATE = 20;
/** `waits for you: question_12` is never cut: it is what to type. */
const QUESTION = 26;
const GAP = '  ';

/** As steady as can be: columns that jump while one reads are worse than columns that are a little wide. */
function widthsOf(rows: readonly TaskRow[], view: GoalView, { columns, locale }: TreeSize): Widths {
  const widest = (texts: readonly string[], most: number): number => Math.min(most, Math.max(0, ...texts.map(displayWidth)));
  const id = widest(rows.map((row) => row.task.id), 12);
  const member = widest([...view.names.values()], 18);
  const attempt = widest([SAYS.attempt({ number: 1, most: 3 })[locale], ...rows.map((row) => attemptText(row, view, locale))], 16);
  // A state with a list of prerequisites may be long; the title keeps more than half of what is left.
  const left = Math.max(20, columns - (BRANCH + 2 + id) - (attempt + member + ELAPSED) - 4 * GAP.length);
  const state = Math.min(Math.max(STATE, widest(rows.map((row) => stateText(row, view, locale)), 40)), Math.max(QUESTION, Math.floor(left * 0.45)));
  return { id, member, attempt, state, title: left - state };
}

/** `├─ ` */
const BRANCH = 3;

interface LineParts extends TreeSize {
  readonly widths: Widths;
  readonly isLast: boolean;
}

function linesOf(row: TaskRow, view: GoalView, { columns, now, locale, colors, widths, isLast }: LineParts): readonly string[] {
  const { mark, color } = LOOKS[row.task.state];
  const branch = colors.dim(isLast ? '└─ ' : '├─ ');
  const title = oneLine(row.brief.title);
  const state = stateText(row, view, locale);
  const rest = [nameOf(view, row.task.assigneeId), attemptText(row, view, locale), elapsedText(row, now, locale)];
  if (columns >= WIDE_FROM) {
    const [member = '', attempt = '', elapsed = ''] = rest;
    const tail = `${fitTo(member, widths.member)}${GAP}${fitTo(attempt, widths.attempt)}${GAP}${cutTo(elapsed, ELAPSED)}`.trimEnd();
    return [`${branch}${colors[color](`${mark} ${fitTo(row.task.id, widths.id)}`)}${GAP}${fitTo(title, widths.title)}${GAP}${colors[color](fitTo(state, widths.state))}${GAP}${tail}`.trimEnd()];
  }
  const first = cutTo(`${row.task.id} ${title}`, Math.max(0, columns - BRANCH - 2));
  const second = cutTo([state, ...rest].filter((part) => part !== '').join(' · '), Math.max(0, columns - BRANCH - 2));
  return [`${branch}${colors[color](mark)} ${first}`, `${colors.dim(isLast ? '   ' : '│  ')}  ${colors[color](second)}`];
}
