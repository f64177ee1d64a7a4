// A task as the outside sees it (REST, MCP, files, `--json`): one table says each field once, and docs/task.schema.json is
// written from it. Users' own payloads (input, output) go through untouched.
import type { Goal } from '../goal.ts';
import type { TaskId } from '../ids.ts';
import type { Json, JsonObject } from '../json.ts';
import { TASK_STATES, type TaskState } from '../lifecycles.ts';
import { mostAttempts, type Brief, type Task, type TaskResult, type Waiting } from '../task.ts';
import { deadlineOut, timeOut } from './time-out.ts';

export interface TaskParts {
  readonly goal: Goal;
  readonly task: Task;
  readonly brief: Brief;
  readonly dependsOn: readonly TaskId[];
  /** The prerequisites that have not succeeded. */
  readonly waitsFor: readonly TaskId[];
  readonly result: TaskResult | undefined;
  readonly managerId: string | null;
}

type WaitingOut = { readonly for: Waiting['for']; readonly reason: string; readonly until: string | null; readonly question_id: string | null };

export type TaskOut = {
  readonly task_id: string;
  readonly goal_id: string;
  readonly team_name: string;
  readonly parent_task_id: string | null;
  readonly title: string;
  readonly content: string;
  readonly status: TaskState;
  readonly manager_id: string | null;
  readonly assignee_id: string | null;
  readonly reviewer_id: string | null;
  readonly depends_on: readonly string[];
  readonly skills: readonly string[];
  readonly missing_skills: readonly string[];
  readonly input: JsonObject;
  readonly context: readonly { readonly source: string; readonly text: string }[];
  readonly criteria: readonly JsonObject[];
  readonly output: Json;
  readonly execution_summary: string;
  readonly review_comment: string;
  readonly comment: string;
  readonly attempts: number;
  readonly max_attempts: number;
  readonly losses: number;
  readonly review_faults: number;
  readonly waiting: WaitingOut | null;
  readonly replaced_by: readonly string[];
  readonly accepted_below_standard: boolean;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
};

export function taskOut({ goal, task, brief, dependsOn, waitsFor, result, managerId }: TaskParts): TaskOut {
  const more = task.more ?? {};
  return {
    task_id: task.id,
    goal_id: task.goalId,
    team_name: goal.team,
    parent_task_id: more.parentTaskId ?? null,
    title: brief.title,
    content: brief.content,
    status: task.state,
    manager_id: managerId,
    assignee_id: task.assigneeId,
    reviewer_id: task.reviewerId,
    depends_on: dependsOn,
    skills: brief.skills,
    missing_skills: more.missingSkills ?? [],
    input: brief.input,
    context: brief.context.map(({ source, text }) => ({ source, text })),
    criteria: brief.criteria.map((criterion) => ({ ...criterion })),
    output: result?.output ?? null,
    execution_summary: result?.executionSummary ?? '',
    review_comment: more.reviewComment ?? '',
    comment: more.comment ?? '',
    attempts: task.attempts,
    max_attempts: mostAttempts(task, goal.policy.limits.maxAttempts),
    losses: task.losses,
    review_faults: task.reviewFaults,
    waiting: waitingOut(goal, task, waitsFor),
    replaced_by: more.replacedBy ?? [],
    accepted_below_standard: more.belowStandard === true,
    version: task.version,
    created_at: timeOut(task.createdAt),
    updated_at: timeOut(task.updatedAt),
  };
}

/** Who moves next and by when: what stands on the row, else what follows from the state. */
function waitingOut(goal: Goal, task: Task, waitsFor: readonly TaskId[]): WaitingOut | null {
  const known = task.more?.waiting;
  if (known !== undefined) return { for: known.for, reason: known.reason, until: known.until === null ? null : timeOut(known.until), question_id: known.questionId };
  const { times } = goal.policy;
  const wait = (who: Waiting['for'], reason: string, limitMs: number | null = null): WaitingOut => ({
    for: who,
    reason,
    until: limitMs === null ? null : deadlineOut(goal, task.updatedAt, limitMs),
    question_id: null,
  });
  switch (task.state) {
    case 'blocked': return wait('prerequisites', waitsFor.join(', '));
    case 'pending': return wait('member', 'nobody_has_room');
    case 'unassigned': return wait('manager', 'nobody_has_the_skills', times.unassignedMs);
    case 'assigned': return wait('member', 'to_start', times.startMs);
    case 'claimed':
    case 'plan_approved':
    case 'executing': return wait('member', 'at_work', times.attemptMs);
    case 'pending_review': return wait('reviewer', 'to_review', times.reviewMs);
    case 'escalated': return wait('person', 'to_decide', times.questionMs);
    default: return null;
  }
}

const text: JsonObject = { type: 'string' };
const textOrNull: JsonObject = { type: ['string', 'null'] };
const texts: JsonObject = { type: 'array', items: text };
const count: JsonObject = { type: 'integer', minimum: 0 };
const time: JsonObject = { type: 'string', format: 'date-time' };
const fields = (properties: JsonObject): JsonObject => ({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false });

/** Each field with its JSON Schema and what it holds; a field of TaskOut that is missing here does not compile. */
const FIELDS: Readonly<Record<keyof TaskOut, readonly [schema: JsonObject, says: string]>> = {
  task_id: [text, 'Its id, such as task_12.'],
  goal_id: [text, 'The goal it belongs to.'],
  team_name: [text, 'The team that works on the goal.'],
  parent_task_id: [textOrNull, 'The task that groups it; a parent is never executed.'],
  title: [text, 'What is to be made, in short.'],
  content: [text, 'What is to be made, in full.'],
  status: [{ enum: Object.keys(TASK_STATES) }, 'Its state; see docs/lifecycles.md.'],
  manager_id: [textOrNull, 'The member that planned it and in whose name it is accepted.'],
  assignee_id: [textOrNull, 'The member that does it, or did it last.'],
  reviewer_id: [textOrNull, 'The member that checks what code cannot check.'],
  depends_on: [texts, 'Tasks that must succeed before it starts.'],
  skills: [texts, 'Skill tags that its member must cover.'],
  missing_skills: [texts, 'Required skills that nobody has.'],
  input: [{ type: 'object' }, 'What the member is given, in the member’s own form.'],
  context: [{ type: 'array', items: fields({ source: text, text }) }, 'What it is told beside its prerequisites’ results; source is a task id, goal, person or memory.'],
  criteria: [{ type: 'array', items: { type: 'object', properties: { id: text, rule: text }, required: ['id', 'rule'] } }, 'Rules that its result must meet.'],
  output: [{}, 'The newest result, in the member’s own form; null before the first.'],
  execution_summary: [text, 'How the result came about: steps, data used, intermediate conclusions.'],
  review_comment: [text, 'What the last reviewer said.'],
  comment: [text, 'Why nobody could take it, or why it went to a person.'],
  attempts: [count, 'Results handed in.'],
  max_attempts: [count, 'Results that may be handed in before the cap.'],
  losses: [count, 'Attempts that ended without a result for a reason outside the work.'],
  review_faults: [count, 'Reviews that gave no usable verdict.'],
  waiting: [
    {
      anyOf: [
        fields({
          for: { enum: ['prerequisites', 'manager', 'member', 'reviewer', 'person'] },
          reason: text,
          until: { type: ['string', 'null'], format: 'date-time' },
          question_id: textOrNull,
        }),
        { type: 'null' },
      ],
    },
    'Who moves next, why, and by when; null when it has ended.',
  ],
  replaced_by: [texts, 'Tasks that took its place.'],
  accepted_below_standard: [{ type: 'boolean' }, 'Accepted although criteria were left unmet.'],
  version: [count, 'Counts its moves.'],
  created_at: [time, 'When it was created.'],
  updated_at: [time, 'When it last moved.'],
};

export const taskSchema = (): JsonObject => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Muster task',
  description: 'A task as `muster show --json`, `muster export` and the API give it.',
  type: 'object',
  properties: Object.fromEntries(Object.entries(FIELDS).map(([name, [schema, description]]) => [name, { ...schema, description }])),
  required: Object.keys(FIELDS),
  additionalProperties: false,
});
