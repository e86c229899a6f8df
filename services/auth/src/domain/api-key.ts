import { headerOf, randomToken } from './bearer-token.js';

/** 256 bits; the last character carries four of them. */
const KEY = /^ov_[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;
/** How much of a key its owner sees in lists. */
const PREFIX_CHARACTERS = 9;
/** Where clients of speech APIs send their key, if not as a bearer. */
const OTHER_HEADERS = ['x-api-key', 'xi-api-key'];

export const newApiKey = (): string => `ov_${randomToken()}`;

export const prefixOf = (key: string): string => key.slice(0, PREFIX_CHARACTERS);

/**
 * The API key of a request, if it carries one in our form.
 * @param rawHeaders names and values in turn, as they came
 * @param anyHeader whether it may also be the password of `Basic`, or stand in a header of its own
 */
export function apiKeyOf(rawHeaders: readonly string[], anyHeader: boolean): string | undefined {
  const [, scheme = '', value = ''] = /^(bearer|basic) (.*)$/i.exec(headerOf(rawHeaders, 'authorization') ?? '') ?? [];
  const isBearer = scheme.toLowerCase() === 'bearer';
  if (!anyHeader) return isBearer && KEY.test(value) ? value : undefined;
  const authorization = isBearer
    ? value
    : Buffer.from(value, 'base64')
        .toString('latin1')
        .replace(/^[^:]*:/, '');
  const sent = [authorization, ...OTHER_HEADERS.map((name) => headerOf(rawHeaders, name))];
  return sent.find((key) => key !== undefined && KEY.test(key));
}
