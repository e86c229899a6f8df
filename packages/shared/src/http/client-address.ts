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
 * An entry of `X-Forwarded-For` without what some proxies add to the address: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
 * @see https://www.rfc-editor.org/rfc/rfc7239#section-6
 */
export function withoutPort(entry: string): string {
  const [, ipv4, ipv6] = /^(?:(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}|\[([^\]]+)\](?::\d{1,5})?)$/.exec(entry) ?? [];
  return ipv4 ?? ipv6 ?? entry;
}

/**
 * Which entries of `X-Forwarded-For` are proxies that are believed.
 * @param networks addresses and networks in CIDR notation
 */
export function trusts(networks: readonly string[]): (entry: string) => boolean {
  const trusted = networks.map((network) => {
    const [address = '', bits] = network.split('/');
    const parsed = ipaddr.parse(address);
    const known = ipaddr.process(address);
    const all = known.toByteArray().length * 8;
    const shared = bits === undefined ? all : Math.max(0, Number(bits) - (parsed.toByteArray().length * 8 - all));
    return { known, shared };
  });
  return (entry) => {
    const address = withoutPort(entry);
    if (!ipaddr.isValid(address)) return false;
    const client = ipaddr.process(address);
    return trusted.some(({ known, shared }) => known.kind() === client.kind() && client.match(known, shared));
  };
}

/**
 * The address of the client: the one that trusted proxies forwarded where it is an address, else the peer's.
 * @param forwarded the peer's own address where no proxy is trusted
 * @param peer the other end of the connection
 */
export function clientAddress(forwarded: string, peer: string | undefined): string {
  const entry = withoutPort(forwarded);
  const address = limitKeyOf(entry) === undefined ? (peer ?? 'unknown') : entry;
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

/** Whether an address is on this machine or in a private network; undefined for what is no address. */
export function isPrivateAddress(host: string): boolean | undefined {
  if (!ipaddr.isValid(host)) return undefined;
  return ['loopback', 'private', 'uniqueLocal'].includes(ipaddr.process(host).range());
}
