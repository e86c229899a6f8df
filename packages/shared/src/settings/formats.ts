import { isIP } from 'node:net';

/** Whether a text is an address, or a network in CIDR notation such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

/** Whether a text is an origin as browsers write it, such as `https://voice.example`: no path, no slash at the end. */
export const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

/** Whether a text is an http or https address without credentials and fragment. */
export function isHttpAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.hash}` === '';
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800, y: 31_557_600 };
/** Ten years: anything longer is a typing error. */
const MAX_SECONDS = 315_576_000;

/**
 * A duration as written in settings: `15m`, `12h`, `7d`, or seconds as a plain number.
 * @returns whole seconds, at least 1; `undefined` for anything else
 */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9})\s?(s|m|h|d|w|y)?$/.exec(text.trim());
  if (!match) return undefined;
  const seconds = Number(match[1]) * (SECONDS[match[2] ?? 's'] ?? 1);
  return seconds >= 1 && seconds <= MAX_SECONDS ? seconds : undefined;
}
