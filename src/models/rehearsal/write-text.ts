// Writes one labelled text that keeps the countable criteria it is given. What a rule demands goes in first; optional sentences
// follow while the limits leave room; if the room is too narrow the text becomes plainer, and in the end loses its label.
import type { JsonObject, Locale } from '../../core/json.ts';
import { numberOf, textOf, textsOf } from '../samples/facts.ts';
import { FILLERS, GAP, NEXT_STEP, REHEARSAL_LABEL, SCRIPT_FILLERS } from './sentences.ts';
import { type TextMeasure, addMeasures, cutText, measureText } from '../samples/measure-text.ts';
import { type Piece, holds, piecesFor } from './text-rules.ts';

export interface TextOrder {
  readonly locale: Locale;
  /** Sentences that belong in the text if there is room, the most important first. */
  readonly sentences: readonly string[];
  /** The countable criteria of this text, in the form `{ rule, … }`. */
  readonly rules: readonly JsonObject[];
  /** Whether the text closes with a next step: needed by a criterion, welcome if there is room, or to be left out. */
  readonly nextStep: 'needed' | 'welcome' | 'omitted';
  /** The one rule that is left unmet on purpose. */
  readonly unmet?: JsonObject | undefined;
  /** Length limits of the schema, in code points. */
  readonly minLength: number;
  readonly maxLength: number;
}

/** Contract: keeps every rule but `unmet` unless the rules exclude one another; `maxLength` always. */
export function writeText(order: TextOrder): string {
  const kept = order.rules.filter((rule) => rule !== order.unmet);
  let text = '';
  for (const style of STYLES) {
    text = compose({ ...order, rules: kept }, style);
    if (kept.every((rule) => holds(rule, text))) break;
  }
  const limits = limitsOf({ ...order, rules: kept });
  const bare = order.unmet === undefined ? text : without(order.unmet, text);
  return cutText(bare, { graphemes: limits.graphemes, points: limits.points });
}

/** The language that a text is written in: a criterion may ask for another one than the goal's. */
export function languageFor(rules: readonly JsonObject[], locale: Locale): Locale {
  const script = scriptOf(rules);
  return script === 'Han' ? 'zh' : script === 'Latin' ? 'en' : locale;
}

interface Style {
  readonly label: boolean;
  readonly optional: boolean;
}

const STYLES: readonly Style[] = [{ label: true, optional: true }, { label: true, optional: false }, { label: false, optional: false }];

function compose(order: TextOrder, style: Style): string {
  const locale = languageFor(order.rules, order.locale);
  const clean = cleaner(order.rules);
  const pieces = order.rules.flatMap((rule) => piecesFor(rule, locale)).map((piece): Piece => ({ ...piece, text: clean(piece.text) }));
  const page: Page = {
    gap: GAP[locale],
    limits: limitsOf(order),
    label: style.label ? clean(REHEARSAL_LABEL[locale]) : '',
    inFlow: pieces.filter((piece) => !piece.ownBlock).map((piece) => piece.text),
    blocks: pieces.filter((piece) => piece.ownBlock).map((piece) => piece.text),
  };
  const nextStep = clean(NEXT_STEP[locale]);
  const isWelcome = order.nextStep === 'welcome' && style.optional && isWithin(measureText(assemble(page, [], nextStep)), page.limits);
  const end = order.nextStep === 'needed' || isWelcome ? nextStep : '';
  const body = addWhileRoom(page, style.optional ? order.sentences.map(clean) : [], end);
  const fillers = fillersFor(order.rules, locale).map(clean).filter((filler) => filler.length > 1);
  return assembleLean(page, lengthen(page, body, { order, end, fillers }), { end, rules: order.rules });
}

/** Leaves out each demanded part that the rest of the text already makes superfluous. */
function assembleLean(page: Page, body: readonly string[], { end, rules }: { end: string; rules: readonly JsonObject[] }): string {
  return page.inFlow.reduce((text, part) => {
    if (!text.includes(part)) return text;
    const leaner = assemble({ ...page, inFlow: page.inFlow.filter((other) => other !== part && text.includes(other)) }, body, end);
    return rules.every((rule) => holds(rule, leaner) || !holds(rule, text)) ? leaner : text;
  }, assemble(page, body, end));
}

/** The fixed parts of a text and the room it has. */
interface Page {
  readonly gap: string;
  readonly limits: Limits;
  readonly label: string;
  readonly inFlow: readonly string[];
  readonly blocks: readonly string[];
}

const isFilled = (part: string): boolean => part !== '';

const assemble = ({ gap, label, inFlow, blocks }: Page, body: readonly string[], end: string): string =>
  [[label, ...body, ...inFlow].filter(isFilled).join(gap), ...blocks, end].filter(isFilled).join('\n\n');

type Limits = TextMeasure;

const isWithin = (measure: TextMeasure, limits: Limits): boolean =>
  measure.graphemes <= limits.graphemes && measure.points <= limits.points && measure.words <= limits.words;

function limitsOf({ rules, maxLength }: TextOrder): Limits {
  const least = (name: string): number => Math.min(Infinity, ...rules.filter((rule) => rule['rule'] === name).map((rule) => numberOf(rule['value']) ?? Infinity));
  return { graphemes: least('max_chars'), points: maxLength, words: least('max_words') };
}

/** What comes between the flow so far and one more sentence. */
const joint = ({ gap, label, inFlow, blocks }: Page, body: readonly string[], end: string): string =>
  [label, ...body, ...inFlow].some(isFilled) ? gap : [...blocks, end].some(isFilled) ? '\n\n' : '';

function addWhileRoom(page: Page, sentences: readonly string[], end: string): string[] {
  const body: string[] = [];
  let used = measureText(assemble(page, body, end));
  for (const sentence of sentences.filter(isFilled)) {
    const more = addMeasures(used, measureText(`${joint(page, body, end)}${sentence}`));
    if (!isWithin(more, page.limits)) continue;
    body.push(sentence);
    used = more;
  }
  return body;
}

/** Fills up to the lower limits: a least length, or a share of a script. */
function lengthen(page: Page, body: readonly string[], { order, end, fillers }: { order: TextOrder; end: string; fillers: readonly string[] }): string[] {
  const grown = [...body];
  const least = Math.max(0, ...order.rules.filter((rule) => rule['rule'] === 'min_chars').map((rule) => numberOf(rule['value']) ?? 0));
  const scripts = order.rules.filter((rule) => rule['rule'] === 'script');
  let used = measureText(assemble(page, grown, end));
  const isShort = (): boolean => used.graphemes < least || used.points < order.minLength || scripts.some((rule) => !holds(rule, assemble(page, grown, end)));
  for (let index = 0; index < MOST_FILLERS && fillers.length > 0 && isShort(); index += 1) {
    const filler = fillers[index % fillers.length] ?? '';
    const before = joint(page, grown, end);
    const more = addMeasures(used, measureText(`${before}${filler}`));
    if (!isWithin(more, page.limits)) {
      // No whole sentence fits any more: the beginning of one closes the distance between the lower and the upper limit.
      const { graphemes, points } = page.limits;
      grown.push(cutText(filler, { graphemes: graphemes - used.graphemes - before.length, points: points - used.points - before.length }));
      break;
    }
    grown.push(filler);
    used = more;
  }
  return grown;
}

const MOST_FILLERS = 5_000;

const scriptOf = (rules: readonly JsonObject[]): string => textOf(rules.find((rule) => rule['rule'] === 'script')?.['script']);

function fillersFor(rules: readonly JsonObject[], locale: Locale): readonly string[] {
  const own = SCRIPT_FILLERS[scriptOf(rules)];
  return own === undefined ? FILLERS[locale] : [own];
}

/** Takes forbidden words out of a part before it is used. */
function cleaner(rules: readonly JsonObject[]): (text: string) => string {
  const banned = rules.filter((rule) => rule['rule'] === 'must_not_contain').flatMap((rule) => textsOf(rule['values'])).filter((value) => value !== '');
  return (text) => banned.reduce((cleaned, value) => removeAll(cleaned, value), text);
}

/** All occurrences, in any case and width: criteria compare folded. Again until none is left, as a cut may join the next together. */
function removeAll(text: string, value: string): string {
  const expression = new RegExp(value.normalize('NFKC').replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
  let cleaned = text;
  for (let round = 0; round < 10 && folded(cleaned).includes(folded(value)); round += 1) {
    cleaned = cleaned.normalize(round === 0 ? 'NFC' : 'NFKC').replace(expression, '');
  }
  return cleaned;
}

// Spaces stay, unlike in the folding of names: a criterion may forbid two of them.
const folded = (text: string): string => text.normalize('NFKC').toUpperCase().toLowerCase();

/** Takes out what would meet the rule by chance, because the title or the goal already holds it. */
function without(rule: JsonObject, text: string): string {
  if (rule['rule'] === 'must_contain_any') return textsOf(rule['values']).filter((value) => value !== '').reduce(removeAll, text);
  switch (rule['pattern']) {
    case 'exclamation_marks': return text.replaceAll('！', '。').replaceAll('!', '.');
    case 'question_marks':
    case 'rhetorical_questions': return text.replaceAll('？', '。').replaceAll('?', '.');
    case 'emoji': return text.replace(/\p{Extended_Pictographic}/gu, '');
    default: return text;
  }
}
