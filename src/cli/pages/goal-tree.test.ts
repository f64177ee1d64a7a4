// The tree as a person sees it, at both widths and in both languages, and never wider or taller than the screen.
import fc from 'fast-check';
import pc from 'picocolors';
import { describe, expect, test } from 'vitest';
import type { Goal } from '../../core/goal.ts';
import { taskId } from '../../core/ids.ts';
import { taskMachine, type TaskState } from '../../core/lifecycles.ts';
import { AGENCY } from '../../core/policy.ts';
import type { Question } from '../../core/question.ts';
import type { Task, TaskMore } from '../../core/task.ts';
import type { GoalView, TaskRow } from '../goal-view.ts';
import { displayWidth } from '../terminal/display-width.ts';
import { treeOf } from './goal-tree.ts';

const NOW = 100_000;
const colors = pc.createColors(false);

const goal: Goal = {
  id: 'goal_1', key: 1, team: 't', text: '夏季促销 for campus', locale: 'en', state: 'running', version: 2, owner: 1, policy: AGENCY, source: null, openEnded: false,
  pausedAt: null, pauses: [], planTries: 0, planRefusals: 0, planProblems: [], proposal: null, summary: null, comment: null, firstSeq: 1, firstTask: 1, createdAt: NOW - 65_000, updatedAt: 0, endedAt: null,
};

interface RowFields {
  readonly key: number;
  readonly state: TaskState;
  readonly title?: string;
  readonly assignee?: string | null;
  readonly waitsFor?: readonly number[];
  readonly more?: TaskMore;
  readonly attempts?: number;
}

function row({ key, state, title = 'Write the copy', assignee = null, waitsFor = [], more, attempts = 0 }: RowFields): TaskRow {
  const started = assignee !== null;
  const task: Task = {
    id: taskId(key), key, goalId: 'goal_1', state, version: 3, lane: 'x', review: 'reviewer', attempts, losses: 0, reviewFaults: 0, starts: started ? attempts + 1 : 0, assigneeId: assignee, reviewerId: started ? 'editor' : null,
    epoch: 0, resultSeq: 0, firstSeq: 1, briefSeq: 1, more: more ?? null, createdAt: 0, updatedAt: NOW - 1_500, endedAt: taskMachine.isFinal(state) ? NOW - 500 : null,
  };
  return {
    task, dependsOn: [], waitsFor: waitsFor.map(taskId), result: undefined, startedAt: started ? NOW - 2_000 : undefined,
    brief: { title, content: '', skills: [], input: {}, criteria: [], context: [], contextFrom: null, name: null },
  };
}

const names = new Map([['copywriter', 'Copywriter'], ['editor', '审阅编辑']]);
const viewOf = (rows: readonly TaskRow[], more: Partial<GoalView> = {}): GoalView => ({ goal, rows, questions: [], isInterrupted: false, names, ...more });
const draw = (view: GoalView, columns: number, locale: 'en' | 'zh' = 'en', rows?: number) => treeOf(view, { columns, now: NOW, locale, colors, ...(rows === undefined ? {} : { rows }) });

const ROWS = [
  row({ key: 1, state: 'done', title: 'Find out what matters', assignee: 'copywriter', attempts: 1 }),
  row({ key: 2, state: 'executing', assignee: 'copywriter', attempts: 1 }),
  row({ key: 3, state: 'blocked', title: '制定折扣方案：针对高校市场', waitsFor: [1, 2] }),
];

describe('a screen of 120 columns', () => {
  test('has one line a task: state in words, member, attempt, elapsed, and what it waits for', () => {
    expect(draw(viewOf(ROWS), 120)).toEqual([
      'goal_1  夏季促销 for campus',
      '  running · 1 of 3 tasks ended · 1 min 05 s',
      '├─ ✓ task_1  Find out what matters                          accepted                  Copywriter  attempt 1/3  1.5 s',
      '├─ ● task_2  Write the copy                                 at work                   Copywriter  attempt 2/3  2.0 s',
      '└─ · task_3  制定折扣方案：针对高校市场                     waits for task_1, task_2',
    ]);
  });

  test('says the same in Chinese', () => {
    expect(draw(viewOf(ROWS), 120, 'zh').slice(1)).toEqual([
      '  进行中 · 任务 1/3 · 1 分 05 秒',
      '├─ ✓ task_1  Find out what matters                                已验收                Copywriter  第 1/3 次  1.5 秒',
      '├─ ● task_2  Write the copy                                       执行中                Copywriter  第 2/3 次  2.0 秒',
      '└─ · task_3  制定折扣方案：针对高校市场                           等待 task_1, task_2',
    ]);
  });
});

test('a screen of 40 columns has two lines a task, cut where they do not fit', () => {
  expect(draw(viewOf(ROWS), 40)).toEqual([
    'goal_1  夏季促销 for campus',
    '  running · 1 of 3 tasks ended · 1 min…',
    '├─ ✓ task_1 Find out what matters',
    '│    accepted · Copywriter · attempt 1/…',
    '├─ ● task_2 Write the copy',
    '│    at work · Copywriter · attempt 2/3…',
    '└─ · task_3 制定折扣方案：针对高校市场',
    '     waits for task_1, task_2',
  ]);
});

test('each wait names whom it waits for', () => {
  const question: Question = { id: 'question_7', key: 7, goalId: 'goal_1', taskId: 'task_1', kind: 'escalation', state: 'open', askedBy: 'x', text: { en: '', zh: '' }, choices: [], material: {}, createdAt: 0, waitMs: 1, answer: null, closedAt: null };
  const state = (fields: RowFields, more: Partial<GoalView> = {}) => draw(viewOf([row(fields)], more), 140)[2]?.split(/ {2,}/)[2];
  expect(state({ key: 1, state: 'escalated' }, { questions: [question] })).toBe('waits for you: question_7');
  expect(state({ key: 1, state: 'escalated', more: { accepting: { verb: 'accept', details: { by: 'kim' }, otherwise: 'ask' } } })).toBe('accepted, being merged');
  expect(state({ key: 1, state: 'unassigned', more: { missingSkills: ['law'] } })).toBe('nobody has: law');
  expect(state({ key: 1, state: 'pending_review', assignee: 'copywriter' })).toBe('in review by 审阅编辑');
  expect(state({ key: 1, state: 'pending' })).toBe('ready, waits for a free member');
  expect(state({ key: 1, state: 'done', more: { belowStandard: true } })).toBe('accepted below standard');
  expect(state({ key: 1, state: 'cancelled', more: { rootCause: 'task_9' } })).toBe('called off, because of task_9');
  expect(state({ key: 1, state: 'executing', assignee: 'copywriter' }, { isInterrupted: true })).toBe('interrupted (at work)');
});

test('of 40 tasks on 12 lines those on the move are shown, and how many are not', () => {
  const many = Array.from({ length: 40 }, (_, index) => row({ key: index + 1, state: index === 30 ? 'escalated' : index === 20 ? 'executing' : 'done', assignee: 'copywriter' }));
  const lines = draw(viewOf(many), 120, 'en', 12);
  expect(lines.length).toBeLessThanOrEqual(12);
  expect(lines.join('\n')).toMatch(/task_21[\s\S]*task_31/);
  expect(lines.at(-1)).toBe('└─ … and 31 more');
});

test('before there are tasks it says that the manager plans', () => {
  expect(draw(viewOf([], { goal: { ...goal, state: 'planning' } }), 80)[2]).toBe('└─ the manager makes the plan …');
});

test('whatever a title holds, no line is wider than the screen and none has a mark that moves the cursor', () => {
  const title = fc.string({ unit: 'binary', maxLength: 60 });
  const rowsOf = fc.array(fc.record({ state: fc.constantFrom(...taskMachine.states), title, held: fc.boolean() }), { maxLength: 12 });
  fc.assert(
    fc.property(rowsOf, fc.integer({ min: 30, max: 150 }), fc.integer({ min: 6, max: 30 }), fc.constantFrom('en' as const, 'zh' as const), (parts, columns, rows, locale) => {
      const view = viewOf(parts.map((part, index) => row({ key: index + 1, state: part.state, title: part.title, assignee: part.held ? 'copywriter' : null })));
      const lines = draw(view, columns, locale, rows);
      expect(lines.length).toBeLessThanOrEqual(rows);
      for (const line of lines) {
        expect(displayWidth(line)).toBeLessThanOrEqual(columns);
        expect(line).not.toMatch(/\p{Cc}/u);
      }
    }),
  );
});

test('a goal that was paused and then called off is called off', () => {
  const ended = { ...goal, state: 'cancelled' as const, pausedAt: NOW - 5_000, endedAt: NOW };
  expect((['en', 'zh'] as const).map((locale) => draw(viewOf(ROWS, { goal: ended }), 120, locale)[1])).toEqual(['  called off · 1 of 3 tasks ended · 1 min 05 s', '  已取消 · 任务 1/3 · 1 分 05 秒']);
  expect(draw(viewOf(ROWS, { goal: { ...goal, pausedAt: NOW - 5_000 } }), 120)[1]).toBe('  paused · 1 of 3 tasks ended · 1 min 05 s');
});
