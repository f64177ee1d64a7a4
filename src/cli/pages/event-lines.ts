// Events as lines for people: the sentence of the event table in the language of the goal, with the facts that matter beside
// it. What a reader of the run does not need is left out here; `--json` has everything.
import type { MusterEvent } from '../../core/change.ts';
import { ERRORS, type ErrorCode } from '../../core/errors.ts';
import { EVENTS, type EventType } from '../../core/events.ts';
import { isJsonObject, type Json, type JsonObject, type Locale } from '../../core/json.ts';
import { notMerged } from '../../core/worktrees/merge-by-hand.ts';
import { cutTo } from '../terminal/display-width.ts';
import { oneLine } from '../terminal/screen.ts';
import { END_WORDS, isEnd } from './tool-lines.ts';
import { reasonWords } from '../state-words.ts';
import { SAYS } from '../texts.ts';

export interface LineFacts {
  readonly locale: Locale;
  readonly names: ReadonlyMap<string, string>;
}

/** Undefined for an event that is no news to a person. */
export function lineOf(event: MusterEvent, facts: LineFacts): string | undefined {
  if (isQuiet(event)) return undefined;
  return fullLine(event, facts);
}

/** As `lineOf`, for every event. */
export function fullLine(event: MusterEvent, facts: LineFacts): string {
  const { locale } = facts;
  const extra = (EXTRAS[event.type]?.(event.details ?? {}, event, facts) ?? []).map(oneLine).filter((part) => part !== '');
  const about = event.taskId ?? event.goalId ?? event.memberId ?? '';
  return `${clockTime(event.at)}  ${about.padEnd(8)}  ${[EVENTS[event.type].says[locale], ...extra].join(' · ')}`;
}

const QUIET: ReadonlySet<EventType> = new Set([
  'member.registered', 'task.assigned', 'task.rework_requested', 'goal.sealed', 'task.context_summarised', 'goal.drained', 'budget.reserved',
  'tool.requested', 'tool.started', 'message.delivered', 'message.read', 'member.turn_began', 'member.turn_ended', 'file.lock_renewed',
]);

function isQuiet({ type, details }: MusterEvent): boolean {
  if (type === 'turn.ended') return details?.['error'] === undefined;
  // Of a deed its own event tells; of a look nobody needs to know.
  if (type === 'tool.ended') return details?.['turn'] !== undefined && details['outcome'] === 'ok';
  // Approved work is accepted in the same move; what is accepted otherwise is news.
  if (type === 'task.accepted') return details?.['below_standard'] !== true;
  return QUIET.has(type);
}

type Extra = (details: JsonObject, event: MusterEvent, facts: LineFacts) => readonly string[];

const textIn = (details: JsonObject, field: string): string => {
  const value = details[field];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
};
const textsIn = (value: Json | undefined): readonly string[] => (Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []);

/** A member as people know it; `code` is what checks criteria without a reviewer. */
export const memberName = (id: string | null, { names, locale }: LineFacts): string => (id === null ? '' : id === 'code' ? CODE[locale] : (names.get(id) ?? id));
const CODE: Readonly<Record<Locale, string>> = { en: 'code', zh: '代码检查' };

const reason: Extra = (details, _event, { locale }) => [reasonWords(textIn(details, 'reason'), locale)];
const by: Extra = (details) => [textIn(details, 'by'), textIn(details, 'note')];
const reviewer: Extra = (details, _event, facts) => [memberName(textIn(details, 'reviewer') || null, facts)];
const holder: Extra = (_details, event, facts) => [memberName(event.memberId, facts)];
const ids = (field: string): Extra => (details) => [textsIn(details[field]).join(', ')];

/** What stands beside the sentence. */
const EXTRAS: Partial<Record<EventType, Extra>> = {
  'goal.opened': (details) => [textIn(details, 'text')],
  'goal.plan_adopted': (details, _event, { locale }) => [SAYS.taskCount({ count: Number(details['tasks'] ?? 0) })[locale], ...notesIn(details)],
  'goal.plan_rejected_by_code': (details) => textsIn(details['problems']),
  'goal.failed': (details) => textsIn(details['problems']),
  'goal.extended': (details, _event, { locale }) => [SAYS.taskCount({ count: Number(details['tasks'] ?? 0) })[locale]],
  'goal.cancelled': by,
  'goal.paused': by,
  'goal.resumed': by,
  'task.created': (details, _event, { locale }) => [
    textIn(details, 'title'),
    ...(details['depends_on'] === undefined ? [] : [SAYS.waitsFor({ ids: textsIn(details['depends_on']).join(', ') })[locale]]),
  ],
  'task.assigned': holder,
  'task.claimed': holder,
  'task.shelved': (details, event, facts) => [...reason(details, event, facts), textsIn(details['missing_skills']).join(', ')],
  'task.placed': reason,
  'task.replan_asked': reason,
  'task.started': (details, event, facts) => [memberName(event.memberId, facts), textIn(details, 'attempt_id')],
  'task.declined': (details, event, facts) => [memberName(event.memberId, facts), textIn(details, 'reason')],
  'task.lost': reason,
  'task.released': reason,
  'task.submitted': holder,
  'task.completed': holder,
  'task.approved': reviewer,
  'task.rejected': (details, event, facts) => [...reviewer(details, event, facts), ...textsIn(details['fixes'])],
  'task.review_inconclusive': (details, event, facts) => [...reviewer(details, event, facts), ...reason(details, event, facts)],
  'task.verdict_given': reviewer,
  'task.accepted': (details, event, facts) => [...(details['below_standard'] === true ? [SAYS.belowStandard[facts.locale]] : []), ...(details['by'] === 'manager' ? [] : by(details, event, facts))],
  'task.escalated': reason,
  'task.failed': reason,
  'task.expired': reason,
  'task.cancelled': (details, event, facts) => [...reason(details, event, facts), textIn(details, 'root_cause')],
  'task.split': ids('replaced_by'),
  'task.rewired': ids('replaced_by'),
  'task.retried': by,
  'task.reassigned': (details, event, facts) => [memberName(event.memberId, facts), ...by(details, event, facts)],
  'task.result_edited': (details, event, facts) => [...by(details, event, facts), ...(details['left_branch'] === undefined ? [] : [notMerged(textIn(details, 'left_branch'))[facts.locale]])],
  'task.edited': (details, event, facts) => [textsIn(details['fields']).join(', '), ...by(details, event, facts)],
  'task.note_added': (details, event, facts) => [textIn(details, 'note'), ...filesIn(details), ...by(details, event, facts)],
  'task.reopened': by,
  'task.result_set_aside': (details, event, facts) => [textIn(details, 'attempt_id'), ...reason(details, event, facts)],
  'question.asked': (details) => [textIn(details, 'question_id'), textIn(details, 'asked_of'), textsIn(details['choices']).join(' / ')],
  'question.answered': (details, event, facts) => [textIn(details, 'question_id'), textIn(details, 'choice'), ...by(details, event, facts)],
  'question.reminded': (details, event, facts) => [textIn(details, 'question_id'), memberName(event.memberId, facts)],
  'question.expired': (details) => [textIn(details, 'question_id')],
  'question.withdrawn': (details) => [textIn(details, 'question_id')],
  'turn.ended': (details, event, facts) => [memberName(event.memberId, facts), textIn(details, 'model'), errorWords(textIn(details, 'error'), facts.locale)],
  'tool.requested': (details) => callNames(details),
  'tool.started': (details) => [textIn(details, 'name')],
  'tool.ended': (details, _event, { locale }) => [textIn(details, 'name'), endWords(textIn(details, 'outcome'), locale), textIn(details, 'rule'), textIn(details, 'purpose')],
  'tool.allowed': (details) => [textIn(details, 'name'), textIn(details, 'by')],
  'tools.changed': (details) => [textIn(details, 'source'), textsIn(details['came']).map((name) => `+${name}`).join(' '), textsIn(details['went']).map((name) => `-${name}`).join(' ')],
  'alert.raised': (details, _event, { locale }) => [textIn(details, 'kind'), textIn(details, 'step'), bilingualIn(details['says'], locale), textIn(details, 'rule'), callIn(details)],
  'member.registered': (details) => [textIn(details, 'agent_id')],
  'member.said': (details, event, facts) => [...holder(details, event, facts), cutTo(oneLine(textIn(details, 'text')), MOST_SAID)],
  'message.sent': (details, _event, facts) => [`${memberName(textIn(details, 'from'), facts)} → ${memberName(textIn(details, 'to'), facts)}`, textIn(details, 'summary')],
  'team.built': (details) => [textIn(details, 'display_name'), textIn(details, 'desc')],
  'task.plan_submitted': holder,
  ...alike(['task.plan_approved', 'task.plan_refused'], (details) => [textIn(details, 'by'), textIn(details, 'feedback')]),
  'task.tree_entered': (details, event, facts) => [...holder(details, event, facts), textIn(details, 'worktree_branch')],
  'task.tree_left': (details, event, facts) => [...holder(details, event, facts), textIn(details, 'worktree_branch')],
  'message.buried': (details, event, facts) => [...holder(details, event, facts), ...reason(details, event, facts), memberName(textIn(details, 'forwarded_to'), facts)],
  ...alike(
    [
      'message.delivered', 'message.read', 'member.spawned', 'member.started', 'member.came_up', 'member.turn_began', 'member.turn_ended',
      'member.paused', 'member.resumed', 'member.restarted', 'member.shutdown_requested',
    ],
    holder,
  ),
  ...alike(['member.stopped', 'member.failed', 'member.shut_down'], (details, event, facts) => [...holder(details, event, facts), ...reason(details, event, facts)]),
  ...alike(['file.locked', 'file.lock_renewed', 'file.unlocked', 'file.lock_broken', 'file.written'], (details, event, facts) => [textIn(details, 'path'), ...holder(details, event, facts)]),
};

/** Columns of what a member said at the end of a turn. */
const MOST_SAID = 100;

/** Several events with the same facts beside their sentence. */
function alike(types: readonly EventType[], extra: Extra): Partial<Record<EventType, Extra>> {
  return Object.fromEntries(types.map((type) => [type, extra]));
}

const endWords = (outcome: string, locale: Locale): string => (isEnd(outcome) ? END_WORDS[outcome][locale] : outcome);

const bilingualIn = (says: Json | undefined, locale: Locale): string => (isJsonObject(says) ? textIn(says, locale) : '');

/** The call that an alert is about. */
function callIn({ call }: JsonObject): string {
  if (call === undefined || !isJsonObject(call)) return '';
  const { name, args } = call;
  return `${String(name)} ${JSON.stringify(args ?? null)}`;
}

function callNames({ calls }: JsonObject): readonly string[] {
  return Array.isArray(calls) ? [calls.flatMap((call: Json) => (isJsonObject(call) ? [textIn(call, 'name')] : [])).join(', ')] : [];
}

/** Paths of what was attached. */
function filesIn(details: JsonObject): readonly string[] {
  const files = details['files'];
  return Array.isArray(files) ? files.flatMap((file: Json) => (typeof file === 'object' && file !== null && 'path' in file && typeof file.path === 'string' ? [file.path] : [])) : [];
}

/** What code changed in the plan, in the words that it noted. */
function notesIn(details: JsonObject): readonly string[] {
  const notes = details['notes'];
  return Array.isArray(notes) ? notes.flatMap((note: Json) => (typeof note === 'object' && note !== null && 'note' in note && typeof note.note === 'string' ? [note.note] : [])) : [];
}

export const errorWords = (code: string, locale: Locale): string => (isErrorCode(code) ? (locale === 'zh' ? ERRORS[code].saysZh : ERRORS[code].says) : code);

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

/** Local time of day. */
export function clockTime(at: number): string {
  const time = new Date(at);
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}
