// What a team writes to open the way out: `api.example.com`, `*.example.com`, `example.com:8443`, `[::1]:*`.
// A name is compared as the URL parser spells it; `*.` stands for every name below, not for the domain itself.
import { TeamError } from '../../core/errors.ts';
import { REFUSED_INPUT } from '../../core/refusals/refused-input.ts';
import { spellHost } from './spell-host.ts';

export interface HostEntry {
  readonly host: string;
  readonly isBelow: boolean;
  /** `usual`: the ports that are open anyway. */
  readonly port: number | 'any' | 'usual';
}

/** Throws `team.invalid` for an entry that names no host. */
export function readHostEntry(text: string): HostEntry {
  const [, below, written = '', port] = /^(\*\.)?(\[[^\]]*\]|[^:/@\\?#]+)(?::(\d{1,5}|\*))?$/.exec(text.trim()) ?? [];
  const host = written.includes('*') ? undefined : spellHost(written);
  const number = port === undefined || port === '*' ? 1 : Number(port);
  if (host === undefined || number < 1 || number > 65_535) throw new TeamError('team.invalid', REFUSED_INPUT.notAHost(text), { details: { entry: text } });
  return { host, isBelow: below !== undefined, port: port === undefined ? 'usual' : port === '*' ? 'any' : number };
}

export const entryFits = ({ host, isBelow, port }: HostEntry, target: { readonly host: string; readonly port: number }, usual: readonly number[]): boolean =>
  (isBelow ? target.host.endsWith(`.${host}`) : target.host === host) && (port === 'any' || (port === 'usual' ? usual.includes(target.port) : port === target.port));
