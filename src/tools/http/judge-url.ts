// Whether a URL may be asked, by its writing alone: no look-up, nothing sent. It is judged as the parser of Node spells it,
// and what the parser would mend in silence (tabs, backslashes, odd numbers) is refused, since other readers mend it otherwise.
import type { GuardRefusal } from '../../ports/tool.ts';
import { kindOfAddress, type AddressKind } from './addresses.ts';
import { entryFits, readHostEntry, type HostEntry } from './host-entries.ts';
import { refused } from './refusals.ts';
import { addressIn } from './spell-host.ts';

export interface OutboundOptions {
  /** Only these hosts: `api.example.com`, `*.example.com`, `example.com:8443`, `example.com:*`. Absent: every public host. */
  readonly allowedHosts?: readonly string[];
  /** Hosts that may lie in a private network, in the same notation; they count as allowed. */
  readonly privateHosts?: readonly string[];
  /** Ports that are open where an entry names none. Absent: 80 and 443. */
  readonly ports?: readonly number[];
}

export interface OutboundRules {
  readonly allowed: readonly HostEntry[] | undefined;
  readonly private: readonly HostEntry[];
  readonly ports: readonly number[];
}

/** Throws `team.invalid` for an entry that names no host. */
export const outboundRules = ({ allowedHosts, privateHosts = [], ports = [80, 443] }: OutboundOptions): OutboundRules => ({
  allowed: allowedHosts?.map(readHostEntry),
  private: privateHosts.map(readHostEntry),
  ports,
});

export interface Target {
  readonly ok: true;
  readonly url: URL;
  /** Brackets taken off. */
  readonly host: string;
  /** The host is an address, so there is nothing to look up. */
  readonly address: string | undefined;
  readonly mayBePrivate: boolean;
}

const MOST_CHARS = 8_000;
/** Names that lead into the local network by their end. */
const LOCAL_ENDS = ['localhost', 'local', 'localdomain', 'internal', 'intranet', 'lan', 'home', 'corp', 'private', 'home.arpa', 'svc', 'onion'];

export function judgeUrl(text: string, rules: OutboundRules): Target | GuardRefusal {
  const writing = judgeWriting(text);
  if (writing !== undefined) return writing;
  const url = URL.parse(text);
  if (url === null || url.hostname === '') return refused('url.unreadable');
  if (url.username !== '' || url.password !== '') return refused('url.credentials');
  const address = addressIn(url.hostname);
  if (url.hostname.endsWith('.')) return refused('url.trailing_dot', url.hostname);
  if (address !== undefined && !address.includes(':') && writtenHost(text) !== address) return refused('url.odd_address', address);
  return judgeHost({ ok: true, url, host: address ?? url.hostname, address, mayBePrivate: false }, rules);
}

function judgeWriting(text: string): GuardRefusal | undefined {
  if (text.length > MOST_CHARS) return refused('url.too_long');
  if (/[\s\p{Cc}\p{Cf}\p{Z}]/u.test(text)) return refused('url.hidden_characters');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return refused('url.not_absolute');
  if (scheme !== 'http' && scheme !== 'https') return refused('url.not_http', scheme);
  const [beforeQuery = ''] = text.split(/[?#]/, 1);
  if (beforeQuery.includes('\\')) return refused('url.backslash');
  if (!/^[a-z]+:\/\/[^/]/i.test(beforeQuery)) return refused('url.not_absolute');
  return authorityOf(text).includes('@') ? refused('url.credentials') : undefined;
}

const authorityOf = (text: string): string => /^[^:]+:\/\/([^/?#]*)/.exec(text)?.[1] ?? '';
const writtenHost = (text: string): string => authorityOf(text).replace(/:\d*$/, '');

function judgeHost(target: Target, rules: OutboundRules): Target | GuardRefusal {
  const { url, host, address } = target;
  const asked = { host: url.hostname, port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80) };
  const fits = (entry: HostEntry): boolean => entryFits(entry, asked, rules.ports);
  const mayBePrivate = rules.private.some(fits);
  if (address !== undefined) {
    const verdict = judgeAddress(address, { host, mayBePrivate });
    if (verdict !== undefined) return verdict;
  } else if (!mayBePrivate && isLocalName(host)) return refused('url.local_name', host);
  if (mayBePrivate || rules.allowed?.some(fits) === true) return { ...target, mayBePrivate };
  if (rules.allowed !== undefined) return refused('url.not_allowed', asked.port === 80 || asked.port === 443 ? url.hostname : url.host);
  return rules.ports.includes(asked.port) ? target : refused('url.port', String(asked.port));
}

const isLocalName = (host: string): boolean => !host.includes('.') || LOCAL_ENDS.some((end) => host === end || host.endsWith(`.${end}`));

/** Undefined when the address may be connected to. */
export function judgeAddress(address: string, { host, mayBePrivate }: { readonly host: string; readonly mayBePrivate: boolean }): GuardRefusal | undefined {
  const kind: AddressKind = kindOfAddress(address) ?? 'special';
  if (kind === 'public') return undefined;
  if (kind === 'metadata') return refused('url.metadata', host);
  return mayBePrivate ? undefined : refused('url.private_address', host);
}
