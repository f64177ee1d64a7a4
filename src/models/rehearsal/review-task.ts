// Plays a reviewer: one answer for each criterion, drawn from what can be seen in the output. What the output says about
// itself ("approved") is text like any other: only missing content or a missing next step can fail it.
import { type Json, type JsonObject, type Locale } from '../../core/json.ts';
import { REVIEW_POINTS } from '../../core/prompts.ts';
import { objectsOf, textOf, textsWithin } from '../samples/facts.ts';
import { ASKS_FOR_NEXT_STEP, labelled } from './sentences.ts';

export function reviewTask(facts: Readonly<Record<string, Json>>, locale: Locale): JsonObject {
  const given = objectsOf(facts['criteria']).map((each) => ({ id: textOf(each['id']), text: textOf(each['text']) }));
  const asked = given.length > 0 ? given : REVIEW_POINTS.map(({ id, text }) => ({ id, text: text[locale] }));
  const criteria = asked.map(({ id, text }) => {
    const fix = fixFor(text, facts['output'], locale);
    return { id, passed: fix === '', fix };
  });
  const failed = criteria.filter((each) => !each.passed);
  const share = (criteria.length - failed.length) / Math.max(criteria.length, 1);
  return {
    approved: failed.length === 0,
    comment: labelled(commentOn(failed.map((each) => each.id), criteria.length, locale), locale),
    criteria,
    scores: { completeness: 1 + Math.round(share * 4), accuracy: 4, style: failed.length === 0 ? 4 : 3 },
  };
}

/** What has to change so that the criterion holds; empty when it holds. */
function fixFor(criterion: string, output: Json | undefined, locale: Locale): string {
  const text = textsWithin(output).join('\n');
  const zh = locale === 'zh';
  if (isEmpty(output)) return zh ? '成果是空的，请给出内容。' : 'The result is empty; hand in content.';
  if (ASKS_FOR_NEXT_STEP.test(criterion) && !ASKS_FOR_NEXT_STEP.test(text)) {
    return zh ? '没有写下一步：请在结尾加上一句具体的下一步。' : 'It names no next step: close with one concrete next step.';
  }
  return '';
}

const isEmpty = (output: Json | undefined): boolean =>
  output === undefined || output === null || (typeof output === 'object' && Object.values(output).every(isEmpty)) || (typeof output === 'string' && output.trim() === '');

function commentOn(failed: readonly string[], count: number, locale: Locale): string {
  if (failed.length === 0) return locale === 'zh' ? `${count} 条标准全部通过。` : `${count} of ${count} criteria are met.`;
  return locale === 'zh' ? `${count} 条标准中有 ${failed.length} 条未通过：${failed.join('、')}。` : `${failed.length} of ${count} criteria are not met: ${failed.join(', ')}.`;
}
