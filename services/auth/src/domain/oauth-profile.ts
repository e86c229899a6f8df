import type { OAuthProvider as OAuthProviderName } from '@ownvoice/shared/contract';
import { canonicalEmail, emailFaults } from './account-rules.js';
import { isObject, type Json } from './user-record.js';

/** Who a provider says has signed in. */
export interface ProviderProfile {
  readonly provider: OAuthProviderName;
  /** The provider's own unchanging id of the account, never its login name, which can pass to somebody else. */
  readonly subject: string;
  readonly login: string | null;
  /** In lower case; `null` unless the provider reports it as verified, by `true` itself, or is trusted with it. */
  readonly verifiedEmail: string | null;
  /** Of the claim `groups`; `null` where the provider sends none. */
  readonly groups: readonly string[] | null;
}

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
 * @param trusted whether one that isn't counts too
 * @see https://docs.github.com/en/rest/users/emails
 */
export function verifiedPrimaryEmail(emails: unknown, trusted = false): string | null {
  if (!Array.isArray(emails)) return null;
  const entry = emails.find((one) => isObject(one) && one.primary === true && (trusted || one.verified === true));
  return isObject(entry) ? addressOf(entry.email) : null;
}

/**
 * A user record of the code host, and its list of e-mails.
 * @returns `undefined` when it is not a user record
 * @see https://docs.github.com/en/rest/users/users#get-the-authenticated-user
 */
export function codehostProfile(user: unknown, emails: unknown, trusted = false): ProviderProfile | undefined {
  const subject = isObject(user) ? subjectOf(user.id) : undefined;
  if (!isObject(user) || subject === undefined) return undefined;
  const verifiedEmail = verifiedPrimaryEmail(emails, trusted);
  return { provider: 'codehost', subject, login: textOf(user.login), verifiedEmail, groups: null };
}

/**
 * The claims of a verified ID token with those of the userinfo endpoint, which names the login and the groups of some hosts.
 * The e-mail and whether it is verified are of one source, the token's where it says both.
 */
export function mergedClaims(token: Json, userinfo: Json): Json {
  const isOfToken = token.email !== undefined && (token.email_verified !== undefined || userinfo.email === undefined);
  const { email, email_verified } = isOfToken ? token : userinfo;
  return { ...token, ...userinfo, sub: token.sub, email, email_verified };
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
  trusted = false,
): ProviderProfile | undefined {
  const subject = isObject(claims) ? subjectOf(claims.sub) : undefined;
  if (!isObject(claims) || subject === undefined) return undefined;
  const claimed = trusted || claims.email_verified === true ? addressOf(claims.email) : null;
  const { groups } = claims;
  return {
    provider,
    subject,
    login: textOf(claims.preferred_username),
    verifiedEmail: emails === undefined ? claimed : verifiedPrimaryEmail(emails, trusted),
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : null,
  };
}
