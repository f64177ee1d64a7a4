// Who spent what, as tables for a person: by member and model, by task, and against the limits. What nobody told is shown as
// unknown, never as 0.
import type { MusterEvent } from '../../core/change.ts';
import { BUDGET_UNITS, usedOf, type BudgetUnit, type Standing } from '../../core/budget.ts';
import type { Bilingual, Locale } from '../../core/json.ts';
import { spendOf, type SpendRow } from '../../core/spend.ts';
import { spendingOf, type Spending } from '../../engine/reads/read-goal.ts';
import { displayWidth, fitTo } from '../terminal/display-width.ts';
import { oneLine } from '../terminal/screen.ts';
import { spanOf } from '../state-words.ts';
import { COLON } from '../texts.ts';
import { PAGE_WORDS } from './page-words.ts';

type Names = ReadonlyMap<string, string>;

/** The calls of each member to each model, and all together where there are several rows. */
export function spendingByMember(events: Iterable<MusterEvent>, names: Names, locale: Locale): string {
  const spending = spendingOf(events);
  if (spending.length === 0) return '';
  const words = PAGE_WORDS[locale];
  const rows = spending.map((each) => [oneLine(names.get(each.memberId ?? '') ?? each.memberId ?? '–'), oneLine(each.model), ...cells(each, locale)]);
  const total = spending.length === 1 ? [] : [[words.total, '', ...cells(totalOf(spending), locale)]];
  return tableOf([[words.member, words.model, ...headsOf(locale)], ...rows, ...total]);
}

/** The calls for each task, and those that serve the goal as a whole. */
export function spendingByTask(events: Iterable<MusterEvent>, titles: Names, locale: Locale): string {
  const { byTask } = spendOf(events);
  if (byTask.size === 0) return '';
  const words = PAGE_WORDS[locale];
  const rows = [...byTask].map(([id, row]) => [id === 'goal' ? words.wholeGoal : `${id}  ${oneLine(titles.get(id) ?? '')}`.trimEnd(), ...cells(countsOf(row), locale)]);
  return tableOf([[words.task, ...headsOf(locale)], ...rows]);
}

/** How many turns members had where they claim, for all and by member; empty where work is given out. */
export function turnsLine(events: Iterable<MusterEvent>, names: Names, { tasks, locale }: { readonly tasks: number; readonly locale: Locale }): string {
  const counts = new Map<string, number>();
  for (const { type, memberId } of events) if (type === 'member.said' && memberId !== null) counts.set(memberId, (counts.get(memberId) ?? 0) + 1);
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (all === 0) return '';
  const each = [...counts].map(([id, count]) => `${oneLine(names.get(id) ?? id)} ${count}`).join(' · ');
  return `${PAGE_WORDS[locale].turns}${COLON[locale]}${all}${tasks === 0 ? '' : ` (${(all / tasks).toFixed(1)} ${PAGE_WORDS[locale].aTask})`} · ${each}`;
}

/** What is used of each limit; empty where nothing is limited. */
export function budgetLine(standing: Standing, locale: Locale): string {
  const used = usedOf(standing);
  const parts = BUDGET_UNITS.flatMap((unit) => {
    const limit = standing.limits[unit];
    return limit === undefined ? [] : [UNIT_SAYS[unit](amount(unit, used[unit]), amount(unit, limit))[locale]];
  });
  return parts.length === 0 ? '' : `${PAGE_WORDS[locale].budget}${COLON[locale]}${parts.join(' · ')}`;
}

const amount = (unit: BudgetUnit, value: number): string => (unit === 'cents' ? `$${(value / 100).toFixed(2)}` : (unit === 'minutes' ? Math.floor(value) : value).toLocaleString('en'));

const UNIT_SAYS: Readonly<Record<BudgetUnit, (used: string, limit: string) => Bilingual>> = {
  tokens: (used, limit) => ({ en: `${used} of ${limit} tokens`, zh: `token ${used} / ${limit}` }),
  cents: (used, limit) => ({ en: `${used} of ${limit}`, zh: `费用 ${used} / ${limit}` }),
  turns: (used, limit) => ({ en: `${used} of ${limit} model calls`, zh: `模型调用 ${used} / ${limit} 次` }),
  minutes: (used, limit) => ({ en: `${used} of ${limit} minutes`, zh: `用时 ${used} / ${limit} 分钟` }),
};

type Counts = Omit<Spending, 'memberId' | 'model'>;

function headsOf(locale: Locale): readonly string[] {
  const words = PAGE_WORDS[locale];
  return [words.calls, words.failedCalls, words.tokensIn, words.cached, words.tokensOut, words.cost, words.time];
}

function cells(counts: Counts, locale: Locale): readonly string[] {
  const tokens = (count: number | undefined): string => (count === undefined ? '–' : count.toLocaleString('en'));
  return [
    String(counts.calls), counts.failed === 0 ? '' : String(counts.failed), tokens(counts.inputTokens), counts.cachedInputTokens === undefined ? '' : tokens(counts.cachedInputTokens),
    tokens(counts.outputTokens), money(counts), spanOf(counts.ms, locale),
  ];
}

/** `?` where a price is not known; `+ ?` where some are. The rehearsal costs nothing and says nothing. */
function money({ costMicros, unpriced }: Counts): string {
  if (costMicros === undefined) return '?';
  const known = costMicros === 0 ? '' : `$${(costMicros / 1_000_000).toFixed(4)}`;
  return unpriced === 0 ? known : `${known} + ?`.trimStart();
}

const totalOf = (spending: readonly Spending[]): Counts => spending.slice(1).reduce<Counts>((sum, each) => ({
  calls: sum.calls + each.calls, failed: sum.failed + each.failed, unpriced: sum.unpriced + each.unpriced, ms: sum.ms + each.ms,
  inputTokens: plus(sum.inputTokens, each.inputTokens), outputTokens: plus(sum.outputTokens, each.outputTokens),
  cachedInputTokens: plus(sum.cachedInputTokens, each.cachedInputTokens), costMicros: plus(sum.costMicros, each.costMicros),
}), spending[0] ?? NOTHING);

const NOTHING: Counts = { calls: 0, failed: 0, unpriced: 0, ms: 0, inputTokens: undefined, outputTokens: undefined, cachedInputTokens: undefined, costMicros: undefined };

const plus = (a: number | undefined, b: number | undefined): number | undefined => (a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0));

function countsOf({ turns, unknownTokens, unknownMoney, inputTokens, cachedInputTokens, outputTokens, micros, ms }: SpendRow): Counts {
  const told = turns > unknownTokens;
  return {
    calls: turns, failed: 0, unpriced: unknownMoney, ms, inputTokens: told ? inputTokens : undefined, outputTokens: told ? outputTokens : undefined,
    cachedInputTokens: cachedInputTokens ?? undefined, costMicros: turns > unknownMoney ? micros : undefined,
  };
}

/** Columns as wide as their widest cell; one that has nothing in it but its head is left out. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const columns = (rows[0] ?? []).map((_, column) => column).filter((column) => rows.slice(1).some((row) => row[column] !== ''));
  const widths = new Map(columns.map((column) => [column, Math.max(...rows.map((row) => displayWidth(row[column] ?? '')))]));
  return rows.map((row) => `  ${columns.map((column) => fitTo(row[column] ?? '', widths.get(column) ?? 0)).join('  ')}`.trimEnd()).join('\n');
}
