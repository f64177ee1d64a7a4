// docs/errors.md from the table of errors.
import { ERRORS } from '../../src/core/errors.ts';

const EXIT_CODES = {
  2: 'bad input, or not found',
  3: 'the goal failed',
  4: 'a person is needed',
  5: 'conflict',
  6: 'a provider is unavailable',
} as const;

const RETRY = {
  never: 'the same request fails again',
  reload: 'read again what changed, then decide anew',
  later: 'the same request may succeed after a pause',
} as const;

export function errorsPage(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, row]) => `| \`${code}\` | ${cell(row.says)} | ${cell(row.saysZh)} | ${row.status} | ${row.exit} | ${row.retry} |`,
  );
  return `<!-- Generated from src/core/errors.ts by \`npm run docs\`. Change the table there, not this page. -->
# Errors · 错误

Every fault and refusal has a code. The code is stable; the words may become clearer.

Exit codes of the command line: ${listed(EXIT_CODES)}.

Retry: ${listed(RETRY)}.

| code | what it says | 说明 | HTTP | exit | retry |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

const listed = (entries: Readonly<Record<string, string>>): string =>
  Object.entries(entries)
    .map(([key, meaning]) => `*${key}* ${meaning}`)
    .join(' · ');
