// The ways in which one secret value gets into text: as it is, inside a JSON string, in an address, in base64.
// Invariant: every way is long enough that its masking tears no hole into other text; the longest stands first.

export function waysToWrite(values: readonly string[]): readonly string[] {
  const long = [...new Set(values)].filter((value) => value.length >= SHORTEST && !SETTINGS.has(value.toLowerCase()) && !/^\d{1,7}$/.test(value));
  const ways = long.flatMap((value) => [value, ...inJson(value), ...inAddress(value), ...inBase64(value)]);
  return [...new Set(ways)].filter((way) => way.length >= SHORTEST).sort((a, b) => b.length - a.length);
}

// Shorter values ("1", "on") are settings, and masking them would tear holes into every sentence.
const SHORTEST = 6;
const SETTINGS = new Set('enabled disabled default required optional undefined unknown public private production development password bearer'.split(' '));

const inJson = (value: string): readonly string[] => {
  const plain = JSON.stringify(value).slice(1, -1);
  return [plain, plain.replaceAll('/', '\\/')];
};

function inAddress(value: string): readonly string[] {
  const part = encodeURIComponent(value.toWellFormed());
  // A form also writes these five in hex, and a blank as a plus.
  const form = part.replaceAll(/[!'()~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`).replaceAll('%20', '+');
  return [part, form].flatMap((way) => [way, way.replaceAll(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase())]);
}

/**
 * Base64 of the value wherever it begins in a longer text: three shifts, and of each only the letters that the neighbours
 * cannot change. `user:password` in a Basic header is the common case.
 */
function inBase64(value: string): readonly string[] {
  const bytes = utf8(value);
  return [0, 1, 2].flatMap((shift) => {
    const letters = base64(bytes, shift);
    const from = shift === 0 ? 0 : shift + 1;
    const inside = letters.slice(from, Math.floor(((shift + bytes.length) * 8) / 6));
    const alone = shift === 0 ? [letters, letters.replaceAll('=', '')] : [];
    return [...alone, inside].filter((way) => way.length >= SHORTEST_CODED).flatMap((way) => [way, way.replaceAll('+', '-').replaceAll('/', '_')]);
  });
}

// Below this a coded value could be met in any other coded text.
const SHORTEST_CODED = 8;

/** Core is pure and has no encoder of the platform; the one for addresses gives the same bytes. */
const utf8 = (value: string): readonly number[] =>
  (encodeURIComponent(value.toWellFormed()).match(/%[0-9A-F]{2}|[^%]/g) ?? []).map((part) => (part.length === 3 ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0)));

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64(value: readonly number[], shift: number): string {
  const bytes = [...Array.from({ length: shift }, () => 0), ...value];
  let letters = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const four = [18, 12, 6, 0].map((by) => LETTERS.charAt((three >> by) & 63)).join('');
    letters += four.slice(0, Math.min(4, bytes.length - at + 1));
  }
  return letters.padEnd(Math.ceil(letters.length / 4) * 4, '=');
}
