// From bytes to text and back: UTF-8 and UTF-16, with or without a mark at the start.
// Invariant: what is written back has the encoding and the mark that were read; anything else is "no text", never mended.

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

export interface FileText {
  readonly text: string;
  readonly encoding: Encoding;
  /** The file begins with a byte order mark. */
  readonly hasMark: boolean;
}

/** Undefined where the bytes are no text. `isCut`: the last character may be torn. */
export function readText(bytes: Uint8Array, { isCut = false }: { readonly isCut?: boolean } = {}): FileText | undefined {
  const { encoding, markBytes } = MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte)) ?? { encoding: encodingWithoutMark(bytes), markBytes: 0 };
  if (encoding === undefined) return undefined;
  try {
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes.subarray(markBytes), { stream: isCut });
    // A NUL is in no text that a person wrote.
    return text.includes('\0') ? undefined : { text, encoding, hasMark: markBytes > 0 };
  } catch {
    return undefined;
  }
}

export function writeText({ text, encoding, hasMark }: FileText): Uint8Array {
  const marked = hasMark ? `\ufeff${text}` : text;
  if (encoding === 'utf-8') return Buffer.from(marked, 'utf8');
  const bytes = Buffer.from(marked, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}

const MARKS: readonly { readonly mark: readonly number[]; readonly encoding: Encoding; readonly markBytes: number }[] = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8', markBytes: 3 },
  { mark: [0xff, 0xfe], encoding: 'utf-16le', markBytes: 2 },
  { mark: [0xfe, 0xff], encoding: 'utf-16be', markBytes: 2 },
];

const LOOKED_AT = 8192;
/** In fewer bytes a pattern of zeros may be chance. */
const ENOUGH_BYTES = 8;

/** Text of mostly Latin letters in UTF-16 has a zero in every second place, and always in the same one. */
function encodingWithoutMark(bytes: Uint8Array): Encoding | undefined {
  const start = bytes.subarray(0, LOOKED_AT);
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even === 0 && odd === 0) return 'utf-8';
  if (start.length < ENOUGH_BYTES) return undefined;
  const most = start.length / 2;
  if (odd > most * 0.5 && even === 0) return 'utf-16le';
  if (even > most * 0.5 && odd === 0) return 'utf-16be';
  return undefined;
}
