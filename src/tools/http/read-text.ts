// Bytes of an answer as text, or the finding that they are none. The charset is that of a byte order mark, else of the header,
// else of the page's own <meta> or XML head, else UTF-8; an unknown one is read as UTF-8.

export interface TextFinding {
  /** Without its parameters, lower case; empty when the answer does not say. */
  readonly contentType: string;
  /** Undefined: the bytes are no text. */
  readonly text: string | undefined;
}

/** `isCut`: the bytes may end inside a letter, which is left out then. */
export function readText(bytes: Buffer, { header = '', isCut }: { readonly header: string | undefined; readonly isCut: boolean }): TextFinding {
  const contentType = header.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const charset = markOf(bytes) ?? charsetIn(header) ?? charsetInside(bytes) ?? 'utf-8';
  if (!isText(contentType, bytes, charset)) return { contentType, text: undefined };
  return { contentType, text: decoderFor(charset).decode(bytes, { stream: isCut }) };
}

const TEXT_TYPES = /^(?:text\/.*|message\/.*|application\/(?:.*\+)?(?:json|xml|yaml|x-yaml|toml|javascript|ecmascript|x-javascript|ndjson|x-ndjson|jsonl|sql|graphql|x-www-form-urlencoded|rtf)|image\/svg\+xml|.*\+(?:json|xml|yaml))$/;
const SNIFFED = 4_096;

function isText(contentType: string, bytes: Buffer, charset: string): boolean {
  const isWide = charset.startsWith('utf-16');
  const hasZero = !isWide && bytes.subarray(0, SNIFFED).includes(0);
  if (hasZero) return false;
  if (contentType === '' || contentType === 'application/octet-stream') return looksLikeText(bytes);
  return TEXT_TYPES.test(contentType);
}

/** Nothing says what it is: valid UTF-8 without control characters is text. */
function looksLikeText(bytes: Buffer): boolean {
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, SNIFFED), { stream: true });
  return !/(?!\s)\p{Cc}|\ufffd/u.test(text);
}

function markOf(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined;
}

const charsetIn = (text: string): string | undefined => /charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(text)?.[1]?.toLowerCase();

function charsetInside(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, 1_024).toString('latin1');
  return charsetIn(/<meta\b[^>]*charset[^>]*>/i.exec(head)?.[0] ?? '') ?? /^\s*<\?xml\b[^>]*encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1]?.toLowerCase();
}

function decoderFor(charset: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder('utf-8');
  }
}
