// Which modules a source names: imports, re-exports, dynamic imports, type imports and `import('x').Type` alike.
import { readTokens, type Token } from './read-tokens.ts';

export interface Import {
  /** The module as written, like `./plan.ts` or `node:fs`. */
  readonly module: string;
  readonly line: number;
}

const CALLS = new Set(['import', 'require', 'getBuiltinModule']);

export function readImports(source: string): Import[] {
  const tokens = readTokens(source);
  return tokens.flatMap((token, at) => {
    const named = token.kind === 'word' && moduleNamedAt(tokens, at);
    return named ? [{ module: named.text, line: token.line }] : [];
  });
}

function moduleNamedAt(tokens: readonly Token[], at: number): Token | undefined {
  const word = tokens[at]?.text ?? '';
  const next = tokens[at + 1];
  if (CALLS.has(word) && next?.text === '(') return textAt(tokens, at + 2);
  if (tokens[at - 1]?.text === '.') return undefined;
  if (word === 'import') return next?.kind === 'text' ? next : afterFrom(tokens, at + 1);
  if (word === 'export' && /^(?:[{*]|type)$/.test(next?.text ?? '')) return afterFrom(tokens, at + 1);
  return undefined;
}

/** The text after `from`, when only names, commas, stars and one pair of braces stand before it. */
function afterFrom(tokens: readonly Token[], start: number): Token | undefined {
  for (let at = start; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.text === 'from' && textAt(tokens, at + 1)) return textAt(tokens, at + 1);
    if (token?.kind !== 'word' && !'{},*'.includes(token?.text ?? ';')) return undefined;
  }
  return undefined;
}

const textAt = (tokens: readonly Token[], at: number): Token | undefined => (tokens[at]?.kind === 'text' ? tokens[at] : undefined);
