import type { OAuthProvider } from '@ownvoice/shared/contract';
import type { SettingsReader } from '@ownvoice/shared/settings';
import { isSample } from '../signing-secret.js';

/** One provider's entry in the configuration; an address that is absent is the real provider's. */
export interface OAuthProviderSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** OpenID Connect issuer, whose own metadata gives the addresses that are not set here. */
  readonly issuer?: string | undefined;
  readonly authorizeUrl?: string | undefined;
  readonly tokenUrl?: string | undefined;
  readonly userinfoUrl?: string | undefined;
  readonly emailsUrl?: string | undefined;
  /** Whether an e-mail counts that the host doesn't report as verified. */
  readonly trustEmail?: boolean;
  /** Of e-mail addresses that may sign in, in lower case; absent or empty: any. */
  readonly allowedDomains?: readonly string[];
}

/** Addresses of a plain OAuth 2.0 host. */
export interface OAuthEndpoints {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly userinfoUrl: string;
  readonly emailsUrl: string | undefined;
}

/** The protocol of a provider, and its addresses. */
export type OAuthFlavour =
  | { readonly kind: 'oauth'; readonly endpoints: OAuthEndpoints }
  | { readonly kind: 'oidc'; readonly issuer: string; readonly overrides: Partial<OAuthEndpoints> };

/** @see https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
const GITHUB: OAuthEndpoints = {
  authorizeUrl: 'https://github.com/login/oauth/authorize',
  tokenUrl: 'https://github.com/login/oauth/access_token',
  userinfoUrl: 'https://api.github.com/user',
  emailsUrl: 'https://api.github.com/user/emails',
};

/** @see https://huggingface.co/docs/hub/oauth */
const HUGGING_FACE = 'https://huggingface.co';

/**
 * How a provider is spoken to: any OpenID Connect issuer that is named; else the code host like GitHub, and the model hub like
 * Hugging Face. A hub known only by its three addresses is plain OAuth 2.0: an ID token can't be verified without its issuer,
 * so none is relied on.
 */
export function flavourOf(name: OAuthProvider, settings: OAuthProviderSettings): OAuthFlavour {
  const { issuer, authorizeUrl, tokenUrl, userinfoUrl, emailsUrl } = settings;
  const addresses = Object.entries({ authorizeUrl, tokenUrl, userinfoUrl, emailsUrl });
  const overrides: Partial<OAuthEndpoints> = Object.fromEntries(addresses.filter(([, url]) => url !== undefined));
  if (issuer !== undefined) return { kind: 'oidc', issuer, overrides };
  if (name === 'codehost') return { kind: 'oauth', endpoints: { ...GITHUB, ...overrides } };
  if (authorizeUrl !== undefined && tokenUrl !== undefined && userinfoUrl !== undefined)
    return { kind: 'oauth', endpoints: { authorizeUrl, tokenUrl, userinfoUrl, emailsUrl } };
  return { kind: 'oidc', issuer: HUGGING_FACE, overrides };
}

/** Whether the operator has named an address without TLS, as one does for a host on the same machine. */
export function speaksPlainHttp(flavour: OAuthFlavour): boolean {
  const addresses =
    flavour.kind === 'oidc' ? [flavour.issuer, ...Object.values(flavour.overrides)] : Object.values(flavour.endpoints);
  return addresses.some((address) => address?.startsWith('http:'));
}

const DOMAIN = /^(?:[\p{L}\p{N}-]{1,63}\.)*[\p{L}\p{N}-]{1,63}$/u;
const MAX_NAME_CHARACTERS = 40;

/** What people know a provider by. It is shown on the page. */
export function readProviderName(read: SettingsReader, prefix: 'CODEHOST' | 'MODELHUB', defaultValue: string): string {
  const name = read.text(`${prefix}_NAME`) ?? defaultValue;
  if ([...name].length > MAX_NAME_CHARACTERS || /\p{C}/u.test(name))
    read.mistake(
      `${prefix}_NAME`,
      `must be at most ${MAX_NAME_CHARACTERS} characters, none of them a control character`,
    );
  return name;
}

/** @returns undefined for a provider without credentials: it is not offered */
export function readOAuthProvider(
  read: SettingsReader,
  prefix: 'CODEHOST' | 'MODELHUB',
): OAuthProviderSettings | undefined {
  const clientId = read.text(`${prefix}_CLIENT_ID`);
  const clientSecret = read.verbatim(`${prefix}_CLIENT_SECRET`);
  const addresses = {
    issuer: read.url(`${prefix}_ISSUER_URL`),
    authorizeUrl: read.url(`${prefix}_AUTHORIZE_URL`),
    tokenUrl: read.url(`${prefix}_TOKEN_URL`),
    userinfoUrl: read.url(`${prefix}_USERINFO_URL`),
    emailsUrl: read.url(`${prefix}_EMAILS_URL`),
  };
  for (const [name, value] of Object.entries({ CLIENT_ID: clientId, CLIENT_SECRET: clientSecret }))
    if (value !== undefined && isSample(value)) read.mistake(`${prefix}_${name}`, 'is a sample value');
  if (clientId === undefined && clientSecret === undefined) return undefined;
  const trustEmail = read.flag(`${prefix}_TRUST_EMAIL`, false, 'true or false');
  const allowedDomains = (read.text(`${prefix}_ALLOWED_DOMAINS`) ?? '')
    .split(',')
    .map((domain) => domain.trim().toLowerCase().replace(/^@/, ''))
    .filter((domain) => domain !== '');
  if (!allowedDomains.every((domain) => DOMAIN.test(domain)))
    read.mistake(`${prefix}_ALLOWED_DOMAINS`, 'must be domains with commas between them, like example.org');
  if (clientId !== undefined && clientSecret !== undefined)
    return { clientId, clientSecret, ...addresses, trustEmail, allowedDomains };
  read.mistake(`${prefix}_CLIENT_ID`, `and ${prefix}_CLIENT_SECRET belong together: set both or neither`);
  return undefined;
}
