// An outcome as a member reads it: plain text, never longer than a prompt can bear, and fenced as material.
import type { Json } from '../json.ts';

/** Most characters of an outcome that a member is told; the rest goes to a file. */
export const OUTCOME_CHARS = 16_000;

export const outcomeText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The first characters, never half of a pair. */
export function head(text: string, chars: number): string {
  const end = text.charCodeAt(chars - 1);
  return text.slice(0, end >= 0xd800 && end <= 0xdbff ? chars - 1 : chars);
}

/** About the bytes of a text in UTF-8. */
export function bytesOf(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7ff) bytes += 2;
    else if (code > 0x7f) bytes += 1;
    // Two halves of a pair make four bytes together.
    if (code >= 0xdc00 && code <= 0xdfff) bytes -= 2;
  }
  return bytes;
}
