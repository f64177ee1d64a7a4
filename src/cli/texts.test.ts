// Both languages are there, with the same facts in each.
import { expect, test } from 'vitest';
import { EVENTS, isEventType, type EventType } from '../core/events.ts';
import { isJsonObject, type Bilingual } from '../core/json.ts';
import { COMMANDS } from './command-table.ts';
import { commandHelp, overview } from './help.ts';
import { fullLine } from './pages/event-lines.ts';
import { PAGE_WORDS } from './pages/page-words.ts';
import { GOAL_WORDS, reasonWords, spanOf, TASK_WORDS } from './state-words.ts';
import { SAYS } from './texts.ts';

/** Facts that show themselves: each is named by its own key. */
const facts = new Proxy<Record<string, string>>({}, { get: (_target, key) => `«${String(key)}»` });

function* sentencesIn(table: object, path = ''): Generator<readonly [path: string, says: Bilingual], void> {
  for (const [key, value] of Object.entries(table)) {
    const filled: unknown = typeof value === 'function' ? value(facts) : value;
    if (isJsonObject(filled) && typeof filled['en'] === 'string' && typeof filled['zh'] === 'string') yield [`${path}${key}`, { en: filled['en'], zh: filled['zh'] }];
    else if (isJsonObject(filled)) yield* sentencesIn(filled, `${path}${key}.`);
  }
}

const factsIn = (text: string): readonly string[] => [...new Set(text.match(/«\w+»/g) ?? [])].sort();

test.each([...sentencesIn({ SAYS, TASK_WORDS, GOAL_WORDS, COMMANDS })])('%s is said in both languages with the same facts', (_path, { en, zh }) => {
  expect(zh).toMatch(/\p{Script=Han}/u);
  expect(en).not.toMatch(/\p{Script=Han}/u);
  // A plural in English may leave its number out.
  expect(factsIn(zh).filter((fact) => fact !== '«count»')).toEqual(factsIn(en).filter((fact) => fact !== '«count»'));
});

test('headings of pages are the same in number, and no Chinese one is left in English', () => {
  expect(Object.keys(PAGE_WORDS.zh)).toEqual(Object.keys(PAGE_WORDS.en));
  const { verdict, ...headings } = PAGE_WORDS.zh;
  const words: readonly string[] = [...Object.values(headings), ...Object.values(verdict)];
  expect(words.filter((word) => !/\p{Script=Han}/u.test(word))).toEqual([]);
});

test.each(Object.keys(EVENTS).filter(isEventType))('%s is a line in both languages, whatever its details hold', (type: EventType) => {
  const event = { seq: 1, at: 0, type, goalId: 'goal_1' as const, taskId: null, version: 1, memberId: 'w', details: { reason: 'process_ended', reviewer: 'w', fixes: ['one\u001b[2J', 'two'], notes: [{ note: 'n' }], tasks: 2, choice: 'retry', by: 'me' } };
  const names = new Map([['w', 'Wanda']]);
  for (const locale of ['en', 'zh'] as const) {
    const line = fullLine(event, { locale, names });
    expect(line).toContain(EVENTS[type].says[locale]);
    expect(line).not.toMatch(/\p{Cc}/u);
  }
});

test.each([
  ['message.sent', { from: 'w', to: 'lead', summary: 'done' }, 'Wanda → lead · done'],
  ['member.failed', { reason: 'process_ended' }, 'Wanda · the process that ran it had ended'],
  ['member.shut_down', { reason: 'restarts_used_up' }, 'Wanda · it broke too often'],
  ['file.lock_broken', { path: 'notes.md' }, 'notes.md · Wanda'],
  ['member.said', { text: `${'long '.repeat(60)}\nend` }, 'Wanda · long long'],
] as const)('a line of %s with %j says who and what: %s', (type, details, says) => {
  const line = fullLine({ seq: 1, at: 0, type, goalId: 'goal_1', taskId: null, version: 1, memberId: 'w', details }, { locale: 'en', names: new Map([['w', 'Wanda']]) });
  expect(line).toContain(` · ${says}`);
  expect(line.length).toBeLessThan(180);
});

test('help names every command and option in both languages', () => {
  for (const locale of ['en', 'zh'] as const) {
    for (const row of COMMANDS) {
      expect(overview('muster', locale)).toContain(row.name);
      for (const { flags } of row.options) expect(commandHelp('muster', row, locale)).toContain(flags);
    }
  }
  expect(overview('muster', 'en')).toContain('Not built yet: serve, work, mcp');
  expect(overview('muster', 'zh')).toContain('尚未实现：serve, work');
});

test.each([
  [0, '0.0 s', '0.0 秒'], [9_940, '9.9 s', '9.9 秒'], [59_900, '59 s', '59 秒'], [65_000, '1 min 05 s', '1 分 05 秒'], [3_660_000, '1 h 01 min', '1 小时 01 分'], [72 * 3_600_000, '3 days', '3 天'], [-5, '0.0 s', '0.0 秒'],
])('%i ms is said as %s and %s', (ms, en, zh) => {
  expect([spanOf(ms, 'en'), spanOf(ms, 'zh')]).toEqual([en, zh]);
});

test('a reason that is one of our words becomes a sentence; any other stays as it was said', () => {
  expect(reasonWords('process_ended', 'zh')).toBe('执行它的进程已结束');
  expect(reasonWords('toString', 'en')).toBe('toString');
  expect(reasonWords('I do not do law.', 'zh')).toBe('I do not do law.');
});
