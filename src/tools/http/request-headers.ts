// The headers that a tool may send. Those that steer the connection, name another host or speak for a proxy are ours alone;
// when a redirect leaves the origin, only those go along that say nothing about who asks.
import type { GuardRefusal } from '../../ports/tool.ts';
import { refused } from './refusals.ts';

const OURS = /^(?:host|connection|keep-alive|transfer-encoding|content-length|te|trailer|upgrade|expect|via|forwarded|x-forwarded-.*|proxy-.*|accept-encoding|http2-settings|metadata|metadata-flavor|x-aws-ec2-metadata-.*)$/;
const GOES_ALONG = /^(?:accept|accept-language|user-agent)$/;
const ABOUT_THE_BODY = /^content-/;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
const MOST_HEADERS = 30;
const MOST_CHARS = 8_000;

export type HeaderMap = Readonly<Record<string, string>>;

export function judgeHeaders(headers: HeaderMap): GuardRefusal | undefined {
  const entries = Object.entries(headers);
  if (entries.length > MOST_HEADERS) return refused('http.header', `no. ${MOST_HEADERS + 1}`);
  const bad = entries.find(([name, value]) => !TOKEN.test(name.toLowerCase()) || OURS.test(name.toLowerCase()) || value.length > MOST_CHARS || !isFieldValue(value));
  return bad === undefined ? undefined : refused('http.header', nameable(bad[0]));
}

/** Lower case, with what we say ourselves. */
export const headersOf = (headers: HeaderMap): HeaderMap => ({
  accept: '*/*',
  'user-agent': 'muster',
  ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  'accept-encoding': 'gzip, br',
});

/** What another origin may be told. */
export const headersForStranger = (headers: HeaderMap): HeaderMap => keep(headers, (name) => GOES_ALONG.test(name) || name === 'accept-encoding');
export const headersWithoutBody = (headers: HeaderMap): HeaderMap => keep(headers, (name) => !ABOUT_THE_BODY.test(name));

const keep = (headers: HeaderMap, wanted: (name: string) => boolean): HeaderMap => Object.fromEntries(Object.entries(headers).filter(([name]) => wanted(name)));

/** Latin-1 without control characters, as the wire has it. */
const isFieldValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value);

const nameable = (name: string): string => JSON.stringify(name.slice(0, 60)).slice(1, -1);
