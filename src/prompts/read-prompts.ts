// Reads what is said to models from prompts/<locale>/*.md beside the code. The files are content that anyone may edit, so each
// is checked against the table in core before it is used: a prompt that lost a fact stops the start, not a task in the middle.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TeamError } from '../core/errors.ts';
import type { Locale } from '../core/json.ts';
import { type PROMPTS, type PromptName, type PromptSet, type PromptText, checkPrompt } from '../core/prompts.ts';
import { REFUSED_INPUT } from '../core/refusals/refused-input.ts';

/**
 * All prompts in both languages, read once per process.
 * Contract: throws TeamError `input.invalid` when a file is missing or no longer fits the table.
 */
export function readPrompts(): PromptSet {
  cached ??= { en: readLocale('en'), zh: readLocale('zh') };
  return cached;
}

let cached: PromptSet | undefined;

// Two levels up is the root of the package, from src/prompts as from dist/prompts.
const FOLDER = new URL('../../prompts/', import.meta.url);

function readLocale(locale: Locale): Record<PromptName, PromptText> {
  return {
    'plan-goal': readPrompt(locale, 'plan-goal'),
    'replan-tasks': readPrompt(locale, 'replan-tasks'),
    'do-task': readPrompt(locale, 'do-task'),
    'review-task': readPrompt(locale, 'review-task'),
    'summarise-goal': readPrompt(locale, 'summarise-goal'),
    'summarise-context': readPrompt(locale, 'summarise-context'),
    'leader-turn': readPrompt(locale, 'leader-turn'),
    'teammate-turn': readPrompt(locale, 'teammate-turn'),
  } satisfies Record<keyof typeof PROMPTS, PromptText>;
}

function readPrompt(locale: Locale, name: PromptName): PromptText {
  const file = fileURLToPath(new URL(`${locale}/${name}.md`, FOLDER));
  const text = readText(file);
  const checked = checkPrompt(name, text);
  if (!checked.ok) throw new TeamError(checked.code, { en: `${file}: ${checked.says.en}`, zh: `${file}：${checked.says.zh}` }, { details: { file, ...checked.details } });
  return { text, hash: createHash('sha256').update(text).digest('hex').slice(0, 12) };
}

function readText(file: string): string {
  try {
    // One hash and one set of lines on every system, however the checkout ends its lines.
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  } catch (cause) {
    throw new TeamError('input.invalid', REFUSED_INPUT.unreadablePrompt(file), { cause, details: { file } });
  }
}
