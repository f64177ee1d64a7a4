// A text that a regular expression accepts, for schemas and criteria that ask for one. It reads the plain part of the language:
// letters, classes, groups, choices, counts and anchors. The result is tried against the pattern, so a part that it does not
// understand gives undefined and never a wrong text.

/** The shortest such text, or, with `extra`, one in which every open count is that much higher. */
export function textFromPattern(pattern: string, extra = 0): string | undefined {
  const expression = compiled(pattern);
  if (expression === undefined) return undefined;
  const made = choices({ pattern, at: 0, extra });
  return expression.test(made) ? made : undefined;
}

const LONGEST = 20_000;

interface Reader {
  readonly pattern: string;
  at: number;
  readonly extra: number;
}

function compiled(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}

function choices(reader: Reader): string {
  const first = sequence(reader);
  // The other choices are read, so that the reader stands behind them, and left aside.
  while (reader.pattern[reader.at] === '|') {
    reader.at += 1;
    sequence(reader);
  }
  return first;
}

function sequence(reader: Reader): string {
  let made = '';
  while (reader.at < reader.pattern.length && reader.pattern[reader.at] !== '|' && reader.pattern[reader.at] !== ')') {
    const part = atom(reader);
    const times = count(reader);
    // Counts within counts multiply; what grows past this is given up and fails the trial at the end.
    if (made.length + part.length * times <= LONGEST) made += part.repeat(times);
  }
  return made;
}

function atom(reader: Reader): string {
  const sign = next(reader);
  if (sign === '(') return group(reader);
  if (sign === '[') return fromClass(reader);
  if (sign === '\\') return escaped(reader);
  if (sign === '.') return 'a';
  return sign === '^' || sign === '$' ? '' : sign;
}

function group(reader: Reader): string {
  const opening = /^\?(?::|<[A-Za-z_]\w*>|<?[=!])/.exec(reader.pattern.slice(reader.at))?.[0] ?? '';
  reader.at += opening.length;
  const inner = choices(reader);
  reader.at += 1;
  return /[=!]$/.test(opening) ? '' : inner;
}

function fromClass(reader: Reader): string {
  const start = reader.at - 1;
  const first = reader.pattern[reader.at];
  const negated = first === '^';
  if (negated) reader.at += 1;
  let made: string | undefined;
  while (reader.at < reader.pattern.length && reader.pattern[reader.at] !== ']') {
    const sign = next(reader);
    const read = sign === '\\' ? escaped(reader) : sign;
    made ??= read;
  }
  reader.at += 1;
  if (!negated) return made ?? '';
  const expression = compiled(`^${reader.pattern.slice(start, reader.at)}$`);
  return ['a', 'Z', '0', '-', '字', ' '].find((candidate) => expression?.test(candidate) === true) ?? 'a';
}

const ESCAPED: Readonly<Record<string, string>> = { d: '1', w: 'a', s: ' ', D: 'a', W: '-', S: 'a', n: '\n', t: '\t', r: '\r', b: '', B: '' };
const PROPERTIES: readonly (readonly [RegExp, string])[] = [[/Han/, '字'], [/Hiragana/, 'あ'], [/Hangul/, '한'], [/Cyrillic/, 'я'], [/^N/, '1'], [/^P/, '.'], [/^Lu/, 'A'], [/Emoji/, '🎉']];

function escaped(reader: Reader): string {
  const sign = next(reader);
  const rest = reader.pattern.slice(reader.at);
  const code = sign === 'u' ? /^(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{4}))/.exec(rest) : sign === 'x' ? /^()([0-9a-fA-F]{2})/.exec(rest) : null;
  if (code !== null) {
    reader.at += code[0].length;
    return String.fromCodePoint(Number.parseInt(code[1] === undefined || code[1] === '' ? (code[2] ?? '61') : code[1], 16));
  }
  const property = sign === 'p' ? /^\{([^}]*)\}/.exec(rest) : null;
  if (property !== null) {
    reader.at += property[0].length;
    return PROPERTIES.find(([name]) => name.test(property[1] ?? ''))?.[1] ?? 'a';
  }
  return ESCAPED[sign] ?? sign;
}

function count(reader: Reader): number {
  const found = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/.exec(reader.pattern.slice(reader.at));
  if (found === null) return 1;
  reader.at += found[0].length;
  const [, sign, least, comma, most] = found;
  if (sign !== undefined) return sign === '?' ? Math.min(reader.extra, 1) : reader.extra + (sign === '+' ? 1 : 0);
  const low = Number(least);
  if (comma === undefined) return low;
  return Math.min(low + reader.extra, most === undefined || most === '' ? Infinity : Number(most));
}

function next(reader: Reader): string {
  const point = reader.pattern.codePointAt(reader.at);
  const sign = point === undefined ? '' : String.fromCodePoint(point);
  reader.at += sign.length;
  return sign;
}
