import { isPrivateAddress } from '@ownvoice/shared/client-address';

/** Names that no public resolver answers: of a container, a cluster or a home network. */
const PRIVATE_NAME = /^[^.]+$|\.(localhost|local|internal|lan|home\.arpa|svc|svc\.cluster\.local)$/;

const isPrivate = (hostname: string): boolean =>
  isPrivateAddress(hostname.replace(/^\[|\]$/g, '')) ?? PRIVATE_NAME.test(hostname);

/** Probes and log lines grow with them. */
const MAX_ADDRESSES = 64;

/**
 * Reads the addresses of other speech services. Plain HTTP is for loopback and private networks: elsewhere texts and the key
 * would be read on the way.
 *
 * @returns them without a slash at their end, or the end of a message that quotes none of them
 */
export function readAddresses(text: string): readonly string[] | { readonly mistake: string } {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const addresses: string[] = [];
  for (const part of parts) {
    const url = URL.canParse(part) ? new URL(part) : undefined;
    if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
      return { mistake: 'must be addresses that begin with http:// or https://, separated by commas' };
    if (url.username || url.password || url.search || url.hash)
      return { mistake: 'must be addresses without a user, a query or a fragment; TTS_ENGINE_KEY is the key' };
    if (url.protocol === 'http:' && !isPrivate(url.hostname))
      return { mistake: 'must be https:// for hosts that are neither loopback nor in a private network' };
    addresses.push(url.href.replace(/\/+$/, ''));
  }
  if (addresses.length === 0 || addresses.length > MAX_ADDRESSES)
    return { mistake: `must be 1 to ${MAX_ADDRESSES} addresses` };
  if (new Set(addresses).size < addresses.length) return { mistake: 'must not have one address twice' };
  return addresses;
}
