import type { OAuthProvider as OAuthProviderName } from '@ownvoice/shared/contract';
import { canonicalEmail, emailFaults } from './account-rules.js';

/** Who a provider says has signed in. */
export interface ProviderProfile {
  readonly provider: OAuthProviderName;
  /** The provider's own unchanging id of the account, never its login name, which can pass to somebody else. */
  readonly subject: string;
  readonly login: string | null;
  /** In lower case; `null` unless the provider reports it as verified, by `true` itself. */
  readonly verifiedEmail: string | null;
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The `id` of a code host's user record or the `sub` of OpenID Connect, as text.
 * A number that JSON can't carry exactly is rejected: two people must never share a subject.
 */
export function subjectOf(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : undefined;
  return typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value) ? value : undefined;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.isWellFormed() && value.length > 0 ? value : null;
}

function addressOf(value: unknown): string | null {
  const address = textOf(value);
  return address !== null && emailFaults(address).length === 0 ? canonicalEmail(address) : null;
}

/**
 * The primary address in a list of `{email, primary, verified}`, if it is verified.
 * @see https://docs.github.com/en/rest/users/emails
 */
export function verifiedPrimaryEmail(emails: unknown): string | null {
  if (!Array.isArray(emails)) return null;
  const entry = emails.find((one) => isObject(one) && one.primary === true && one.verified === true);
  return isObject(entry) ? addressOf(entry.email) : null;
}

/**
 * A user record of the code host, and its list of e-mails.
 * @returns `undefined` when it is not a user record
 * @see https://docs.github.com/en/rest/users/users#get-the-authenticated-user
 */
export function codehostProfile(user: unknown, emails: unknown): ProviderProfile | undefined {
  const subject = isObject(user) ? subjectOf(user.id) : undefined;
  if (!isObject(user) || subject === undefined) return undefined;
  return { provider: 'codehost', subject, login: textOf(user.login), verifiedEmail: verifiedPrimaryEmail(emails) };
}

/** Whether claims say if the e-mail is verified; only where they don't, the host's list of e-mails is asked for. */
export function claimsSayVerified(claims: unknown): boolean {
  return isObject(claims) && claims.email_verified !== undefined;
}

/**
 * OpenID Connect claims, and the list of e-mails of a host that keeps one instead.
 * @returns `undefined` when they carry no subject
 * @see https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims
 */
export function openIdProfile(
  provider: OAuthProviderName,
  claims: unknown,
  emails: unknown,
): ProviderProfile | undefined {
  const subject = isObject(claims) ? subjectOf(claims.sub) : undefined;
  if (!isObject(claims) || subject === undefined) return undefined;
  const claimed = claims.email_verified === true ? addressOf(claims.email) : null;
  return {
    provider,
    subject,
    login: textOf(claims.preferred_username),
    verifiedEmail: emails === undefined ? claimed : verifiedPrimaryEmail(emails),
  };
}
