// Names that explain nothing, found in file names and in what a file exports.
// A word counts only when it stands alone: `database` is fine, `base-store` is not.
import { NAME_EXCEPTIONS } from './exceptions.ts';
import type { SourceFile } from './list-files.ts';
import { readTokens, type Token } from './read-tokens.ts';

export interface FogName {
  readonly file: string;
  readonly name: string;
  readonly word: string;
}

const FOG = new Set(
  'helper helpers util utils utility utilities common misc service services processor base abstract impl implementation wrapper info'.split(' '),
);

/** `manager` is a role of a team. These words before it speak of the role: `askManager`; `sessionManager` does not. */
const SPEAKS_OF_THE_ROLE = new Set(['ask', 'tell', 'wake', 'is', 'has', 'can', 'as', 'by', 'to', 'the', 'for', 'model', 'rehearsal', 'play']);

export function findFogNames(sources: readonly SourceFile[], exceptions: Readonly<Record<string, string>> = NAME_EXCEPTIONS): FogName[] {
  return sources.flatMap(({ file, text }) => {
    const path = file.replace(/^src\//, '').replace(/(?:\.test|\.property)*\.ts$/, '');
    const inPath = file in exceptions ? [] : path.split('/').flatMap((name) => fogIn(file, name));
    const inExports = exportedNames(readTokens(text)).filter((name) => !(`${file}#${name}` in exceptions));
    return [...inPath, ...inExports.flatMap((name) => fogIn(file, name))];
  });
}

function fogIn(file: string, name: string): FogName[] {
  const words = name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+/gu)?.map((word) => word.toLowerCase()) ?? [];
  const found = words.filter((word) => FOG.has(word));
  const last = words.at(-1);
  const owner = words.at(-2);
  if (last === 'manager' && owner !== undefined && !SPEAKS_OF_THE_ROLE.has(owner)) found.push(last);
  return found.map((word) => ({ file, name, word }));
}

const DECLARES = new Set(['const', 'let', 'function', 'class', 'interface', 'type', 'enum', 'namespace']);

function exportedNames(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'word' || token.text !== 'export') return [];
    if (tokens[at + 1]?.text === '{' || tokens[at + 2]?.text === '{') return listedNames(tokens, at);
    const declares = tokens.findIndex((next, index) => index > at && index < at + 5 && DECLARES.has(next.text));
    const name = declares < 0 ? undefined : tokens[declares + 1];
    return name?.kind === 'word' ? [name.text] : [];
  });
}

/** `export { a, b as c }`: the names that the outside sees. */
function listedNames(tokens: readonly Token[], at: number): string[] {
  const open = tokens.findIndex((token, index) => index > at && token.text === '{');
  const close = tokens.findIndex((token, index) => index > open && token.text === '}');
  return tokens
    .slice(open + 1, close)
    .filter((token, index, inside) => token.kind === 'word' && /^(?:,|)$/.test(inside[index + 1]?.text ?? '') && token.text !== 'type')
    .map((token) => token.text);
}
