/** Fewest bytes of a signing secret: as many as its hash has. @see https://www.rfc-editor.org/rfc/rfc7518#section-3.2 */
export const MIN_SECRET_BYTES = 32;

const SAMPLES =
  /^<.*>$|change[-_ ]?(me|this|it)|replace[-_ ]?(me|this|it|with)|your[-_ ]?(own|super|jwt|secret|password|long|256|random)|placeholder|example[-_ ]?(secret|password)|(secret|password)[-_ ]?example/i;

/** What people put into a secret that they mean to replace, and rows of keys and digits. */
const PLACEHOLDERS =
  /(my|super|dev|development|test|default|demo)[-_ ]?secret|(jwt|secret)[-_ ]?key|do[-_ ]?not[-_ ]?use|not[-_ ]for[-_ ]production|0123456789|1234567890|abcdefghij|qwertyuiop/i;

/** Whether a value was copied from an example rather than chosen. */
export const isSample = (value: string): boolean => SAMPLES.test(value);

/**
 * Why a secret can't sign tokens in production.
 * @returns the end of a sentence that begins with the setting's name; `undefined` when the secret is good
 */
export function secretFault(secret: string): string | undefined {
  if (isSample(secret) || PLACEHOLDERS.test(secret)) return 'is a sample value; make one with: openssl rand -base64 48';
  if (Buffer.byteLength(secret) < MIN_SECRET_BYTES) return `must have at least ${MIN_SECRET_BYTES} bytes`;
  if (new Set(secret).size < 6) return 'repeats the same few characters; make one with: openssl rand -base64 48';
  return undefined;
}
