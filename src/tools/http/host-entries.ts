// What a team writes to open the way out: `api.example.com`, `*.example.com`, `example.com:8443`, `[::1]:*`.
// A name is compared as the URL parser spells it; `*.` stands for every name below, not for the domain itself.
import { TeamError } from '../../core/errors.ts';
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
  if (host === undefined || number < 1 || number > 65_535) throw new TeamError('team.invalid', notAHost(text), { details: { entry: text } });
  return { host, isBelow: below !== undefined, port: port === undefined ? 'usual' : port === '*' ? 'any' : number };
}

export const entryFits = ({ host, isBelow, port }: HostEntry, target: { readonly host: string; readonly port: number }, usual: readonly number[]): boolean =>
  (isBelow ? target.host.endsWith(`.${host}`) : target.host === host) && (port === 'any' || (port === 'usual' ? usual.includes(target.port) : port === target.port));

const notAHost = (entry: string): string =>
  `"${entry}" is no host. Write one such as api.example.com, *.example.com or example.com:8443, without http:// and path. / “${entry}”不是主机。请写成 api.example.com、*.example.com 或 example.com:8443，不带 http:// 和路径。`;
