// English in a Chinese sentence. What is copied and typed is the same in every language and may stand in it: names, ids, codes,
// commands, options, fields, paths and quoted text. Any other Latin word is a word that somebody forgot to say in Chinese.

/** Words that are names, formats or units in Chinese too. */
const NAMES: ReadonlySet<string> = new Set(`
  Muster JSON Schema YAML SQLite PostgreSQL SQL TypeScript Node Git git GitHub MCP HTTP API URL IP OAuth AI SDK Ajv Markdown Docker Linux Windows macOS Ctrl
  MB KB GB TB ms UTF PATH POSIX Unicode ISO TTY NUL DNS TLS
  Anthropic OpenAI Google Ollama Claude agent agents token tokens id ID
`.split(/\s+/).filter((word) => word !== ''));

/** Facts, in the order in which they are cut out: quoted and marked text first, for anything may stand in it. */
const FACTS: readonly RegExp[] = [
  /`[^`]*`/gu, /«[^»]*»/gu, /“[^”]*”/gu, /"[^"\n]*"/gu, /'[^'\n]*'/gu, /<[^<>\n]*>/gu,
  /\{[^{}]*\}/gu, /\$\{?\w+\}?/gu,
  /\b[a-z]+:\/\/\S*/giu, /\B--?[a-z][\w-]*(?:=\S+)?/giu,
  /[\w@.-]*\/[\w@./-]*/gu, // paths and model names
  /\b\w+(?:[._:-]\w+)+\b/gu, // codes, file names, ids with a dash
  /\b\w*_\w*\b/gu, /\b[A-Z][A-Z\d]+\b/gu, /\b[a-z]+[A-Z]\w*/gu, // task_1, MUSTER, camelCase
  /\b\w*\d\w*\b/gu,
];

/** The Latin words of a text that are nothing but English. `known`: names that stand in this text, as they are written. */
export function englishIn(text: string, known: readonly string[] = []): readonly string[] {
  const rest = FACTS.reduce((left, fact) => left.replace(fact, ' '), text);
  const names = new Set([...NAMES, ...known]);
  return [...new Set(rest.match(/\p{Script=Latin}{2,}/gu) ?? [])].filter((word) => !names.has(word));
}

/** A command as it is to be typed, to the end of what could be part of it. */
const COMMAND = /\b(?:npm run -s )?muster\b[ -~]*/gu;

/** Latin words with one space between them: no list of names and no row of a table looks like this, a sentence does. */
const PHRASE = /\p{Script=Latin}[\p{Script=Latin}’']*(?: \p{Script=Latin}[\p{Script=Latin}’']*)+/gu;

/** English sentences, or parts of them, in a text that is written for a Chinese reader. `known`: names with spaces. */
export function englishPhrasesIn(text: string, known: readonly string[] = []): readonly string[] {
  const named = known.reduce((left, name) => left.replaceAll(name, ' · '), text.replace(COMMAND, ' · '));
  return FACTS.reduce((left, fact) => left.replace(fact, ' · '), named).match(PHRASE) ?? [];
}
