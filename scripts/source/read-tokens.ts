// TypeScript source as a list of tokens, so that checks see code and never a comment or the inside of a text.
// The idea: one pattern per kind, tried in order; templates keep a stack because code stands inside them.
// Invariant: every character is either in a token or in a gap (white space, comment); it never throws.

export interface Token {
  readonly kind: 'word' | 'number' | 'text' | 'pattern' | 'mark';
  /** As written; of a `text` only what stands between its quotes. */
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
}

const GAP = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//uy;
const WORD = /[\p{ID_Start}$_#][\p{ID_Continue}$]*/uy;
const NUMBER = /\d[\w.]*/uy;
const QUOTED = /'((?:[^'\\\n]|\\[\s\S])*)'|"((?:[^"\\\n]|\\[\s\S])*)"/uy;
const PATTERN = /\/(?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/uy;
const TEMPLATE_PIECE = /((?:[^`\\$]|\\[\s\S]|\$(?!\{))*)(`|\$\{)/uy;
const MARK = /=>|\.\.\.|\?\.|[\s\S]/uy;

/** A slash after one of these words opens a pattern; after any other word it divides. */
const BEFORE_PATTERN = new Set('return typeof case in of yield await void delete instanceof new throw else do'.split(' '));

export function readTokens(source: string): Token[] {
  const tokens: Token[] = [];
  const lineAt = lineCounter(source);
  /** For each open template the depth of braces at which its code part ends. */
  const templates: number[] = [];
  let depth = 0;
  let at = 0;

  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (match) at += match[0].length;
    return match;
  };
  const add = (kind: Token['kind'], text: string, start: number): void => {
    tokens.push({ kind, text, line: lineAt(start) });
  };
  const readTemplate = (start: number): void => {
    const piece = take(TEMPLATE_PIECE);
    add('text', piece?.[1] ?? source.slice(at), start);
    if (!piece) at = source.length;
    else if (piece[2] === '${') templates.push(depth);
  };

  while (at < source.length) {
    const start = at;
    let match: RegExpExecArray | null;
    if (take(GAP)) continue;
    if ((match = take(WORD))) add('word', match[0], start);
    else if ((match = take(NUMBER))) add('number', match[0], start);
    else if ((match = take(QUOTED))) add('text', match[1] ?? match[2] ?? '', start);
    else if (mayOpenPattern(tokens.at(-1)) && (match = take(PATTERN))) add('pattern', match[0], start);
    else if ((match = take(MARK))) {
      if (match[0] === '`') readTemplate(start);
      else if (match[0] === '}' && templates.at(-1) === depth) {
        templates.pop();
        readTemplate(start);
      } else {
        depth += match[0] === '{' ? 1 : match[0] === '}' ? -1 : 0;
        add('mark', match[0], start);
      }
    }
  }
  return tokens;
}

function mayOpenPattern(before: Token | undefined): boolean {
  if (!before) return true;
  if (before.kind === 'word') return BEFORE_PATTERN.has(before.text);
  return before.kind === 'mark' && !')]}'.includes(before.text);
}

/** Tokens come in order, so one walk over the text is enough. */
function lineCounter(source: string): (at: number) => number {
  let line = 1;
  let seen = 0;
  return (at) => {
    for (; seen < at; seen++) if (source.charCodeAt(seen) === 10) line++;
    return line;
  };
}

/** Index of the mark that closes the one at `open`, or the last index when the source is cut. */
export function closingMark(tokens: readonly Token[], open: number): number {
  const opens = tokens[open]?.text ?? '';
  const closes = opens === '(' ? ')' : opens === '{' ? '}' : ']';
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.kind !== 'mark') continue;
    if (token.text === opens) depth++;
    else if (token.text === closes && --depth === 0) return at;
  }
  return tokens.length - 1;
}
