// Which IP addresses lie in the public internet, as tables of blocks. An address that carries an IPv4 address inside is
// judged by that one too; whatever no row knows to be public is not public.
import { isIP } from 'node:net';

/** `metadata` is where clouds hand out the machine's own keys: no configuration opens it. */
export type AddressKind = 'public' | 'metadata' | 'loopback' | 'private' | 'link_local' | 'special';

/** Undefined when the text is no IP address in its usual notation. */
export function kindOfAddress(text: string): AddressKind | undefined {
  const family = isIP(text);
  if (family === 0) return undefined;
  if (text.includes('%')) return 'link_local';
  return family === 4 ? kindOf4(bytesOf4(text)) : kindOf6(bytesOf6(text));
}

type Row<Outcome> = readonly [block: string, outcome: Outcome];

const METADATA = ['169.254.169.254/32', '169.254.170.2/32', '168.63.129.16/32', '100.100.100.200/32', '192.0.0.192/32'];

/** In order: the first row that fits decides. Source: the IANA registry of special-purpose addresses. */
const BLOCKS_4: readonly Row<AddressKind>[] = [
  ...METADATA.map((block): Row<AddressKind> => [block, 'metadata']),
  ['0.0.0.0/8', 'loopback'], // "this host": Linux takes it to itself
  ['127.0.0.0/8', 'loopback'],
  ['10.0.0.0/8', 'private'],
  ['172.16.0.0/12', 'private'],
  ['192.168.0.0/16', 'private'],
  ['100.64.0.0/10', 'private'],
  ['169.254.0.0/16', 'link_local'],
  ['192.0.0.0/24', 'special'],
  ['192.0.2.0/24', 'special'],
  ['192.88.99.0/24', 'special'],
  ['198.18.0.0/15', 'special'],
  ['198.51.100.0/24', 'special'],
  ['203.0.113.0/24', 'special'],
  ['224.0.0.0/4', 'special'],
  ['240.0.0.0/4', 'special'],
];

/** `4@12`: what the IPv4 address at byte 12 is. */
const BLOCKS_6: readonly Row<AddressKind | '4@12'>[] = [
  ['fd00:ec2::254/128', 'metadata'],
  ['fd20:ce::254/128', 'metadata'],
  ['::/128', 'loopback'],
  ['::1/128', 'loopback'],
  ['::ffff:0:0/96', '4@12'],
  ['64:ff9b::/96', '4@12'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link_local'],
  ['fec0::/10', 'private'],
  // Tunnels (Teredo, 6to4) reach private IPv4 addresses through a relay; nothing public needs them any more.
  ['2001::/23', 'special'],
  ['2002::/16', 'special'],
  ['2001:db8::/32', 'special'],
  ['3fff::/20', 'special'],
  ['2000::/3', 'public'],
];

function kindOf4(bytes: Uint8Array): AddressKind {
  return BLOCKS_4.find(([block]) => isInside(bytes, block))?.[1] ?? 'public';
}

function kindOf6(bytes: Uint8Array): AddressKind {
  const outcome = BLOCKS_6.find(([block]) => isInside(bytes, block))?.[1] ?? 'special';
  if (outcome === '4@12') return kindOf4(bytes.subarray(12));
  return outcome === 'public' && isIsatap(bytes) ? kindOf4(bytes.subarray(12)) : outcome;
}

/** ISATAP: a prefix of its own, then `[02]00:5efe`, then the IPv4 address of a host behind the tunnel. */
const isIsatap = (bytes: Uint8Array): boolean => (bytes[8] === 0 || bytes[8] === 2) && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;

function isInside(bytes: Uint8Array, block: string): boolean {
  const { start, bits } = readBlock(block);
  const whole = bits >> 3;
  const rest = bits & 7;
  for (let at = 0; at < whole; at += 1) if (bytes[at] !== start[at]) return false;
  return rest === 0 || ((bytes[whole] ?? 0) ^ (start[whole] ?? 0)) >> (8 - rest) === 0;
}

interface Block {
  readonly start: Uint8Array;
  readonly bits: number;
}
const read = new Map<string, Block>();

function readBlock(text: string): Block {
  const before = read.get(text);
  if (before !== undefined) return before;
  const [address = '', bits = ''] = text.split('/');
  const block = { start: isIP(address) === 4 ? bytesOf4(address) : bytesOf6(address), bits: Number(bits) };
  read.set(text, block);
  return block;
}

const bytesOf4 = (text: string): Uint8Array => Uint8Array.from(text.split('.').map(Number));

function bytesOf6(text: string): Uint8Array {
  const [head = '', tail] = text.split('::');
  const before = wordsOf(head);
  const after = tail === undefined ? [] : wordsOf(tail);
  const words = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
  return Uint8Array.from(words.flatMap((word) => [word >> 8, word & 255]));
}

/** The last part may be an IPv4 address: `ffff:10.0.0.1`. */
function wordsOf(text: string): readonly number[] {
  return text.split(':').filter((part) => part !== '').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = bytesOf4(part);
    return [(a << 8) | b, (c << 8) | d];
  });
}
