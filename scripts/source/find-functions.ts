// Functions of a source and how many lines each takes. It reads tokens, not types: good enough to measure by.
import { closingMark, readTokens, type Token } from './read-tokens.ts';

export interface FunctionSize {
  readonly name: string;
  readonly line: number;
  readonly lines: number;
}

const NOT_A_FUNCTION = new Set(['if', 'for', 'while', 'switch', 'catch', 'with', 'return', 'await', 'typeof']);

export function findFunctions(source: string): FunctionSize[] {
  const tokens = readTokens(source);
  return tokens.flatMap((token, at) => {
    const body = token.text === '=>' ? arrowBody(tokens, at) : token.text === '(' ? namedBody(tokens, at) : undefined;
    const opening = body && tokens[body.open];
    const closing = body && tokens[closingMark(tokens, body.open)];
    if (!opening || !closing) return [];
    return [{ name: body.name, line: body.line, lines: closing.line - body.line + 1 }];
  });
}

interface Body {
  readonly name: string;
  readonly line: number;
  /** Index of the opening brace. */
  readonly open: number;
}

function arrowBody(tokens: readonly Token[], arrow: number): Body | undefined {
  if (tokens[arrow + 1]?.text !== '{') return undefined;
  let at = arrow - 1;
  // Back to the start of the statement: its first line is where a reader begins.
  while (at > 0 && !';{}'.includes(tokens[at]?.text ?? ';')) at--;
  const first = tokens.slice(at, arrow).find((token) => /^(?:const|let)$/.test(token.text));
  const name = first && tokens[tokens.indexOf(first) + 1]?.text;
  return { name: name ?? '(arrow)', line: first?.line ?? tokens[arrow]?.line ?? 1, open: arrow + 1 };
}

/** `name(…): Type {` — functions and methods; a call is never followed by a brace. */
function namedBody(tokens: readonly Token[], open: number): Body | undefined {
  const before = tokens[open - 1];
  const isNamed = before?.kind === 'word' && !NOT_A_FUNCTION.has(before.text);
  if (!isNamed && before?.text !== '>') return undefined;
  const brace = afterReturnType(tokens, closingMark(tokens, open) + 1);
  if (brace === undefined) return undefined;
  return { name: isNamed ? before.text : '(generic)', line: before?.line ?? 1, open: brace };
}

function afterReturnType(tokens: readonly Token[], start: number): number | undefined {
  if (tokens[start]?.text === '{') return start;
  if (tokens[start]?.text !== ':') return undefined;
  for (let at = start + 1; at < tokens.length; at++) {
    const text = tokens[at]?.text ?? ';';
    const before = tokens[at - 1]?.text ?? '';
    // A brace right after one of these still belongs to the type.
    if (text === '{' && !/^(?:[:|&<,]|=>|is|keyof)$/.test(before)) return at;
    if (text === '{' || text === '(' || text === '[') at = closingMark(tokens, at);
    else if (text === ';' || text === '}' || text === '=' || text === '=>') return undefined;
  }
  return undefined;
}
