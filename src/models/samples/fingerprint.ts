// Variety without chance: a number drawn from a text. The same facts always give the same number, so a rehearsal can be
// repeated word for word; other facts give another one.

/** FNV-1a over UTF-16 units with a last mix, 32 bits: its low bits are as good as its high ones. */
export function fingerprint(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** One of the choices, by number; undefined only when there is none. */
export const pick = <T>(choices: readonly T[], number: number): T | undefined => choices[number % Math.max(choices.length, 1)];
