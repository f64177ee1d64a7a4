// The ways in which a model spoils JSON, as a table: each row changes how a value is written or what happens to the text.
// The generator of the corpus and the property test use the same rows.
import type { Json, JsonObject } from '../../src/core/json.ts';
import { isJsonObject } from '../../src/core/json.ts';

interface Style {
  readonly open: string;
  readonly close: string;
  readonly escapeQuotes: boolean;
  readonly escapeBackslashes: boolean;
  readonly escapeBreaks: boolean;
  readonly python: boolean;
  readonly bareKeys: boolean;
  readonly trailingCommas: boolean;
  readonly comments: boolean;
  readonly doubled: boolean;
  readonly cjk: boolean;
  readonly numbersAsText: boolean;
  readonly booleansAsText: boolean;
  readonly textForList: boolean;
  readonly listsInText: boolean;
  readonly plus: boolean;
}

const PLAIN: Style = {
  open: '"', close: '"', escapeQuotes: true, escapeBackslashes: true, escapeBreaks: true, python: false, bareKeys: false,
  trailingCommas: false, comments: false, doubled: false, cjk: false, numbersAsText: false, booleansAsText: false,
  textForList: false, listsInText: false, plus: false,
};

export interface Damage {
  readonly name: string;
  readonly style?: Partial<Style>;
  /** What happens to the written text; `where` lies in [0, 1). */
  readonly after?: (text: string, where: number) => string;
}

const cutAt = (text: string, where: number): number => Math.floor(where * text.length);

export const DAMAGES: readonly Damage[] = [
  { name: 'a fence', after: (text) => `\`\`\`json\n${text}\n\`\`\`` },
  { name: 'a shell block first', after: (text) => `\`\`\`bash\necho "hello" && ls -la {a,b}\n\`\`\`\nNow the answer:\n\`\`\`json\n${text}\n\`\`\`\n` },
  { name: 'English prose around', after: (text) => `Here's the answer you asked for:\n${text}\nLet me know if it "helps"!` },
  { name: 'Chinese prose around', after: (text) => `好的，以下是结果【仅供参考】：\n${text}\n如有问题，请告诉我。` },
  { name: 'thinking aloud first', after: (text) => `<think>\nThe user wants {"title": "x"}.\n</think>\n${text}` },
  { name: 'a byte-order mark', after: (text) => `\uFEFF${text}` },
  { name: 'the same object twice', after: (text) => `${text}\n${text}` },
  { name: 'trailing commas', style: { trailingCommas: true } },
  { name: 'comments', style: { comments: true } },
  { name: 'single quotes', style: { open: "'", close: "'" } },
  { name: 'single quotes that are not escaped', style: { open: "'", close: "'", escapeQuotes: false } },
  { name: 'typographic quotes', style: { open: '“', close: '”', escapeQuotes: false } },
  { name: 'German quotes', style: { open: '„', close: '“', escapeQuotes: false } },
  { name: 'Python literals', style: { python: true } },
  { name: 'unquoted keys', style: { bareKeys: true } },
  { name: 'doubled braces', style: { doubled: true } },
  { name: 'JSON in a string', after: (text) => JSON.stringify(text) },
  { name: 'lists in text', style: { listsInText: true } },
  { name: 'numbers as text', style: { numbersAsText: true } },
  { name: 'booleans as text', style: { booleansAsText: true } },
  { name: 'one text for a list', style: { textForList: true } },
  { name: 'Chinese punctuation', style: { cjk: true } },
  { name: 'a plus before numbers', style: { plus: true } },
  { name: 'bare line breaks', style: { escapeBreaks: false } },
  { name: 'inner quotes', style: { escapeQuotes: false } },
  { name: 'bare backslashes', style: { escapeBackslashes: false } },
  { name: 'a cut', after: (text, where) => text.slice(0, cutAt(text, where)) },
  { name: 'a NUL', after: (text, where) => `${text.slice(0, cutAt(text, where))}\0${text.slice(cutAt(text, where))}` },
  { name: 'half of a surrogate pair', after: (text, where) => `${text.slice(0, cutAt(text, where))}\ud83d${text.slice(cutAt(text, where))}` },
];

/** The value as a model with these habits would write it. */
export function write(value: Json, damages: readonly Damage[], where = 0.5): string {
  const style = styleOf(damages);
  return damages.reduce((text, damage) => damage.after?.(text, where) ?? text, encode(value, style));
}

/**
 * False when the text of a value looks like structure once it is written in this way: an unescaped quote before a comma, or
 * C:\new, where \n is a line break. Such a text says something else by the rules of JSON, and no reader can know better.
 */
export function canBeTold(value: Json, damages: readonly Damage[]): boolean {
  const style = styleOf(damages);
  return textsOf(value).every((text) => {
    const looksLikeEnd = style.close === '“' ? /[“”]\s*(?:[,，:：}｝\]】］#`]|\/[/*])/ : new RegExp(`${style.close}\\s*(?:[,，:：}｝\\]】］#\`]|/[/*])`);
    if (!style.escapeQuotes && looksLikeEnd.test(text)) return false;
    if (style.escapeBackslashes || !text.includes('\\')) return true;
    return !/\\(?:[\n\r\t"'“”„\\/]|$)/.test(text) && /\\[^bfnrtu]/.test(text);
  });
}

const styleOf = (damages: readonly Damage[]): Style => Object.assign({ ...PLAIN }, ...damages.map((damage) => damage.style ?? {}));

function encode(value: Json, style: Style): string {
  if (typeof value === 'string') return quoted(value, style);
  if (typeof value === 'number') return style.numbersAsText ? quoted(String(value), style) : style.plus && value > 0 ? `+${value}` : String(value);
  if (typeof value === 'boolean') {
    if (style.booleansAsText) return quoted(String(value), style);
    return style.python ? (value ? 'True' : 'False') : String(value);
  }
  if (value === null) return style.python ? 'None' : 'null';
  return isJsonObject(value) ? encodeObject(value, style) : encodeList(value, style);
}

function encodeObject(value: JsonObject, style: Style): string {
  const [open, close] = style.doubled ? ['{{', '}}'] : style.cjk ? ['｛', '｝'] : ['{', '}'];
  const parts = Object.entries(value).map(([key, item]) =>
    `${style.bareKeys ? key : quoted(key, style)}${style.cjk ? '：' : ': '}${encode(item, style)}`);
  return `${open}${joined(parts, style)}${close}`;
}

function encodeList(value: readonly Json[], style: Style): string {
  const [only] = value;
  // A text with a separator may be a list written as text, and an empty one no list at all: neither is this damage.
  if (style.textForList && value.length === 1 && typeof only === 'string' && !/^\s*$|^\s*[[{【"]|[,;，；、\n\r]/.test(only)) return quoted(only, style);
  const [open, close] = style.cjk ? ['【', '】'] : ['[', ']'];
  const text = `${open}${joined(value.map((item) => encode(item, { ...style, listsInText: false })), style)}${close}`;
  return style.listsInText ? JSON.stringify(text) : text;
}

function joined(parts: readonly string[], style: Style): string {
  const comma = `${style.cjk ? '，' : ','}${style.comments ? ' // as agreed, "so far"\n' : ' '}`;
  const first = style.comments ? '/* the list */ ' : '';
  return `${first}${parts.join(comma)}${style.trailingCommas && parts.length > 0 ? comma : ''}`;
}

function quoted(text: string, style: Style): string {
  let inner = text;
  if (style.escapeBackslashes) inner = inner.replaceAll('\\', '\\\\');
  if (style.escapeQuotes) inner = inner.replaceAll(style.close, `\\${style.close}`);
  if (style.escapeBreaks) inner = inner.replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r');
  return `${style.open}${inner}${style.close}`;
}

function textsOf(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
