// From a judged URL to the addresses that a connection may be made to. All answers of the resolver are judged and one that is
// not public refuses the host; what is given back is all that the connection will ever use, so a later answer cannot win.
import { lookup } from 'node:dns/promises';
import { TeamError } from '../../core/errors.ts';
import type { Bilingual } from '../../core/json.ts';
import type { GuardRefusal } from '../../ports/tool.ts';
import { judgeAddress, judgeUrl, type OutboundRules, type Target } from './judge-url.ts';

/** All addresses of a host. Rejects when it has none. */
export type Resolver = (host: string) => Promise<readonly string[]>;

export const systemResolver: Resolver = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

export interface OpenWay {
  readonly ok: true;
  readonly target: Target;
  readonly addresses: readonly string[];
}

/** Rejects as the resolver does, and with `signal.reason` once that is aborted. */
export async function findAddresses(text: string, { rules, resolve, signal }: {
  readonly rules: OutboundRules;
  readonly resolve: Resolver;
  readonly signal?: AbortSignal;
}): Promise<OpenWay | GuardRefusal> {
  const target = judgeUrl(text, rules);
  if (!target.ok) return target;
  if (target.address !== undefined) return { ok: true, target, addresses: [target.address] };
  const addresses = await unlessAborted(resolve(target.host), signal);
  if (addresses.length === 0) throw new TeamError('tool.failed', NO_ADDRESS(target.host));
  for (const address of addresses) {
    const refusal = judgeAddress(address, target);
    if (refusal !== undefined) return refusal;
  }
  return { ok: true, target, addresses };
}

/** A look-up of the system cannot be stopped, only left alone. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

const NO_ADDRESS = (host: string): Bilingual => ({ en: `${host} has no address. Check the name, or try another source.`, zh: `${host} 没有对应的地址。请核对名称，或换一个来源。` });
