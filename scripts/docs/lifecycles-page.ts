// docs/lifecycles.md, written from the tables of core: diagrams, what each state means, every move, times and caps.
// Nothing is said here that the tables do not say, so the page cannot disagree with the code.
import {
  GOAL_STATES, GOAL_TABLE, LIMITS, MEMBER_STATES, MEMBER_TABLE, MESSAGE_STATES, MESSAGE_TABLE, QUESTION_STATES, QUESTION_TABLE, TASK_STATES, TASK_TABLE, TIMES,
  goalMachine, memberMachine, messageMachine, questionMachine, taskMachine,
} from '../../src/core/lifecycles.ts';
import type { StateRow } from '../../src/core/lifecycles.ts';
import type { Row } from '../../src/core/state-machine.ts';

const ORDINARY: ReadonlySet<string> = new Set(['create', 'unblock', 'assign', 'claim', 'start', 'submit_plan', 'approve_plan', 'submit', 'approve', 'accept']);
const isOrdinary = (row: Row, from: string | null): boolean => ORDINARY.has(row.verb) && from !== 'rejected' && from !== 'escalated';
const AT_WILL: ReadonlySet<string> = new Set(['edit', 'reassign', 'release', 'cancel', 'add_dependency', 'reopen']);

export function lifecyclesPage(): string {
  return [
    '<!-- Generated from src/core/lifecycles.ts by `npm run docs`. Edit the tables, not this page. -->',
    '# Lifecycles',
    'A move that is not a row of these tables does not exist. The state says what is true; its owner makes the next move, and when the owner stays mute until the deadline, the engine does.',
    '## Task',
    '### The ordinary way',
    mermaid(taskMachine.diagram(isOrdinary)),
    '### When it does not go the ordinary way',
    mermaid(taskMachine.diagram((row, from) => !isOrdinary(row, from) && !AT_WILL.has(row.verb))),
    `Left out of both pictures, because they start from many states: ${[...AT_WILL].map(code).join(', ')}. The table of moves has them.`,
    ...statesAndMoves(TASK_STATES, TASK_TABLE),
    '## Goal',
    mermaid(goalMachine.diagram()),
    ...statesAndMoves(GOAL_STATES, GOAL_TABLE),
    '## Question',
    mermaid(questionMachine.diagram()),
    ...statesAndMoves(QUESTION_STATES, QUESTION_TABLE),
    '## Member',
    mermaid(memberMachine.diagram((row) => row.to !== 'shut_down')),
    'Left out of the picture: `shut_down`, to which every state leads. The table of moves has it.',
    ...statesAndMoves(MEMBER_STATES, MEMBER_TABLE),
    '## Message',
    mermaid(messageMachine.diagram()),
    ...statesAndMoves(MESSAGE_STATES, MESSAGE_TABLE),
    '## Default times',
    grid(['time', 'default'], Object.entries(TIMES).map(([name, ms]) => [code(name), duration(ms)])),
    '## Caps',
    grid(['counter', 'cap'], Object.entries(LIMITS).map(([name, cap]) => [code(name), String(cap)])),
  ].join('\n\n') + '\n';
}

function statesAndMoves(states: Readonly<Record<string, StateRow<string>>>, table: readonly Row[]): string[] {
  return [
    '### States',
    grid(
      ['state', 'it means', '含义', 'next move by', 'deadline', 'if mute'],
      Object.entries(states).map(([state, row]) => [
        code(state), row.means.en, row.means.zh, listed(row.owner), listed(row.deadline.map((name) => `${duration(TIMES[name])} (${name})`)), listed(row.ifMute),
      ]),
    ),
    '### Moves',
    grid(
      ['verb', 'from', 'to', 'by', 'when', 'event'],
      table.map((row) => [code(row.verb), row.from === null ? '–' : listed(row.from), row.to, listed(row.by), row.when, code(row.emits)]),
    ),
  ];
}

const code = (name: string): string => `\`${name}\``;
const listed = (names: readonly string[]): string => (names.length === 0 ? '–' : names.join(', '));
const mermaid = (diagram: string): string => `\`\`\`mermaid\n${diagram}\n\`\`\``;

function grid(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Hours from two hours on, else minutes from two minutes on, else seconds. */
function duration(ms: number): string {
  for (const [unit, size] of [['h', 3_600_000], ['min', 60_000]] as const) if (ms >= 2 * size && ms % size === 0) return `${ms / size} ${unit}`;
  return `${ms / 1_000} s`;
}
