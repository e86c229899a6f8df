import ipaddr from 'ipaddr.js';

/**
 * The key of a limit for each address: an IPv4 address, or the /64 of an IPv6 address, because one
 * household or one attacker has all of it. `::ffff:a.b.c.d` is `a.b.c.d`.
 * @returns `undefined` when the text is no address
 */
export function limitKeyOf(address: string): string | undefined {
  const bare = address.replace(/%.*$/, '');
  if (!ipaddr.isValid(bare) || (!bare.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(bare))) return undefined;
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = parsed.toByteArray().slice(0, 8);
  return `${ipaddr.fromByteArray([...network, 0, 0, 0, 0, 0, 0, 0, 0]).toString()}/64`;
}

/**
 * The address of the client: the one that trusted proxies forwarded where it is an address, else the peer's.
 * @param forwarded the peer's own address where no proxy is trusted
 * @param peer the other end of the connection
 */
export function clientAddress(forwarded: string, peer: string | undefined): string {
  const address = limitKeyOf(forwarded) === undefined ? (peer ?? 'unknown') : forwarded;
  return address.toLowerCase().startsWith('::ffff:') && ipaddr.isValid(address)
    ? ipaddr.process(address).toString()
    : address;
}

/**
 * The key under which a client is counted.
 * @param forwarded as for {@link clientAddress}
 */
export function clientKey(forwarded: string, peer: string | undefined): string {
  const address = clientAddress(forwarded, peer);
  return limitKeyOf(address) ?? address;
}

/** Whether only this machine can connect to a listening address. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
}
