// docs/events.md from the table of events and the lifecycles: what each says, which moves write it, and what its details hold.
import { EVENTS } from '../../src/core/events.ts';
import { GOAL_TABLE, QUESTION_TABLE, TASK_TABLE } from '../../src/core/lifecycles.ts';
import type { Row } from '../../src/core/state-machine.ts';

const MOVES: readonly Row[] = [...TASK_TABLE, ...GOAL_TABLE, ...QUESTION_TABLE];

/** Heading → the events under it. What no move writes is a note, whatever it is about. */
const SECTIONS: readonly { readonly heading: string; readonly holds: (type: string) => boolean }[] = [
  { heading: 'Task · 任务', holds: (type) => type.startsWith('task.') && isMove(type) },
  { heading: 'Goal · 目标', holds: (type) => type.startsWith('goal.') && isMove(type) },
  { heading: 'Question · 问题', holds: (type) => type.startsWith('question.') && isMove(type) },
  { heading: 'Facts that are no moves · 不引起状态变化的事实', holds: (type) => !isMove(type) },
];

const isMove = (type: string): boolean => MOVES.some((row) => row.emits === type);

export function eventsPage(): string {
  return `<!-- Generated from src/core/events.ts and src/core/lifecycles.ts by \`npm run docs\`. Change the tables there, not this page. -->
# Events · 事件

Everything that happens is one of these facts. A fact has a number (\`seq\`, ascending, never reused), a time (\`at\`, milliseconds since 1970), its goal and task, the version of the row after the move, the member it is about, and \`details\`. A name never changes its meaning; \`details\` only gains optional fields, and a field that does not apply is absent.

${SECTIONS.map(sectionOf).join('\n\n')}
`;
}

function sectionOf({ heading, holds }: (typeof SECTIONS)[number]): string {
  const rows = Object.entries(EVENTS)
    .filter(([type]) => holds(type))
    .map(([type, { says, details }]) => line([`\`${type}\``, says.en, says.zh, movesOf(type), detailsOf(details)]));
  return [`## ${heading}`, '', line(['event', 'it says', '说明', 'written by', 'details']), line(['---', '---', '---', '---', '---']), ...rows].join('\n');
}

const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const movesOf = (type: string): string => {
  const moves = MOVES.filter((row) => row.emits === type).map(({ verb, from, to }) => `\`${verb}\` ${from === null ? '' : `${from.join(', ')} `}→ ${to}`);
  return moves.length === 0 ? '–' : moves.join('; ');
};

const detailsOf = (details: Readonly<Record<string, string>>): string => {
  const fields = Object.entries(details).map(([field, holds]) => `\`${field}\` ${holds}`);
  return fields.length === 0 ? '–' : fields.join('; ');
};
