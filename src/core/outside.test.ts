// The shapes of the outside, from a goal that was really run: fields, names and times as the contract says them.
import { expect, test } from 'vitest';
import { compileSchema } from './schema/json-schema.ts';
import { attemptsOut, eventOut, goalOut, snakeCase, taskSchema } from './outside.ts';
import type { MusterEvent } from './change.ts';
import type { EventType } from './events.ts';
import type { Goal } from './goal.ts';
import type { JsonObject } from './json.ts';
import { AGENCY } from './policy.ts';

const TASK_FIELDS = `task_id, goal_id, team_name, parent_task_id, title, content, status, manager_id, assignee_id, reviewer_id, depends_on, skills, missing_skills, input, context,
  criteria, output, execution_summary, review_comment, comment, attempts, max_attempts, losses, review_faults, waiting, replaced_by, accepted_below_standard, version, created_at, updated_at`;

test('a task has exactly the fields of the contract, in its order', () => {
  const schema = taskSchema();
  expect(schema['required']).toEqual(TASK_FIELDS.split(',').map((field) => field.trim()));
  expect(compileSchema(schema).ok).toBe(true);
});

const event = (seq: number, type: EventType, details: JsonObject = {}, memberId: string | null = 'w'): MusterEvent => ({ seq, at: seq * 1_000, type, goalId: 'goal_1', taskId: 'task_3', version: seq, memberId, details });
const time = (seconds: number) => new Date(seconds * 1_000).toISOString();

test('attempts are read from the events: who, when, how it ended, what was said about it', () => {
  const attempts = attemptsOut('task_3', [
    event(1, 'task.created'), event(2, 'task.assigned'),
    event(3, 'task.started', { attempt_id: 'attempt_3_1', epoch: 7 }),
    event(4, 'task.submitted', { output: { draft: 'x', camelCase: 1 }, execution_summary: 'how' }),
    event(5, 'task.review_inconclusive', { reviewer: 'r', reason: 'review_late' }),
    event(6, 'task.rejected', { reviewer: 'r', comment: 'no', fixes: ['more'], criteria: [{ id: 'c1', passed: false }] }),
    event(7, 'task.rework_requested'),
    event(8, 'task.started', { attempt_id: 'attempt_3_2', epoch: 7 }),
    event(9, 'task.lost', { reason: 'process_ended' }),
    event(10, 'task.started', { attempt_id: 'attempt_3_3', epoch: 8 }, 'other'),
    event(11, 'task.result_set_aside', { attempt_id: 'attempt_3_2', output: 'late', execution_summary: '', reason: 'attempt_not_current' }),
  ]);
  expect(attempts).toMatchObject([
    {
      attempt_id: 'attempt_3_1', task_id: 'task_3', agent_id: 'w', epoch: 7, started_at: time(3), ended_at: time(4), ended_by: 'submitted', output: { draft: 'x', camelCase: 1 }, execution_summary: 'how', set_aside: null, worktree_path: null,
      verdicts: [{ verdict: 'inconclusive', reviewer_id: 'r', comment: 'review_late' }, { verdict: 'reject', comment: 'no', fixes: ['more'], criteria: [{ id: 'c1', passed: false }], given_at: time(6) }],
    },
    { attempt_id: 'attempt_3_2', ended_by: 'lost', output: null, set_aside: { output: 'late', reason: 'attempt_not_current', received_at: time(11) } },
    { attempt_id: 'attempt_3_3', agent_id: 'other', epoch: 8, ended_at: null, ended_by: null, verdicts: [] },
  ]);
});

test.each(['task.escalated', 'task.cancelled', 'task.edited', 'task.reassigned', 'task.released', 'task.declined', 'task.failed'] as const)('%s ends the attempt that is open, and not one that has ended', (type) => {
  const started = event(1, 'task.started', { attempt_id: 'attempt_3_1', epoch: 1 });
  expect(attemptsOut('task_3', [started, event(2, type)])[0]).toMatchObject({ ended_at: time(2), ended_by: type.slice(5) });
  expect(attemptsOut('task_3', [started, event(2, 'task.submitted', { output: 1 }), event(3, type)])[0]).toMatchObject({ ended_by: 'submitted' });
});

test('a policy is shown with the keys that a file uses, and an event keeps its details as they are', () => {
  expect(snakeCase('onPrerequisiteFailure')).toBe('on_prerequisite_failure');
  const paused: Goal = {
    id: 'goal_1', key: 1, team: 't', text: 'g', locale: 'en', state: 'running', version: 2, owner: 3, policy: AGENCY, source: null, openEnded: false, pausedAt: 5, pauses: [], planTries: 0, planRefusals: 0, planProblems: [], proposal: null,
    summary: null, comment: null, firstSeq: 1, firstTask: 1, createdAt: 1_000, updatedAt: 2_000, endedAt: null,
  };
  expect(goalOut({ ...paused, state: 'cancelled', endedAt: 2_000 })).toMatchObject({ status: 'cancelled', paused: false });
  expect(goalOut(paused)).toMatchObject({ goal_id: 'goal_1', paused: true, created_at: time(1), ended_at: null, policy: { after_cap: 'ask', limits: { max_attempts: 3 }, times: { question_ms: 259_200_000 } } });
  expect(eventOut(event(4, 'task.submitted', { output: { camelCase: 1 } }))).toEqual({ seq: 4, at: time(4), type: 'task.submitted', goal_id: 'goal_1', task_id: 'task_3', member_id: 'w', version: 4, details: { output: { camelCase: 1 } } });
});
