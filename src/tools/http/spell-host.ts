// A host as the URL parser spells it: lower case, look-alike letters folded, an IPv4 address in four decimal parts.
// Everything about hosts is compared in this spelling, because this is what a connection would be made to.

/** Undefined when no URL can have this host. */
export function spellHost(host: string): string | undefined {
  const parsed = URL.parse(`http://${host}/`);
  if (parsed === null || parsed.username !== '' || parsed.port !== '' || parsed.pathname !== '/') return undefined;
  return parsed.hostname;
}

/** The address inside the brackets of an IPv6 host, an IPv4 address as it is; undefined for a name. */
export function addressIn(host: string): string | undefined {
  if (host.startsWith('[')) return host.slice(1, -1);
  return /^\d+(?:\.\d+){3}$/.test(host) ? host : undefined;
}
