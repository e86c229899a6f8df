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
}

/** Addresses of a host that is spoken to in plain OAuth 2.0. */
export interface OAuthEndpoints {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly userinfoUrl: string;
  readonly emailsUrl: string | undefined;
}

/** How a provider is spoken to, and where. */
export type OAuthFlavour =
  | { readonly kind: 'oauth'; readonly endpoints: OAuthEndpoints }
  | { readonly kind: 'oidc'; readonly issuer: string; readonly overrides: Partial<OAuthEndpoints> };

/** @see https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
const github: OAuthEndpoints = {
  authorizeUrl: 'https://github.com/login/oauth/authorize',
  tokenUrl: 'https://github.com/login/oauth/access_token',
  userinfoUrl: 'https://api.github.com/user',
  emailsUrl: 'https://api.github.com/user/emails',
};

/** @see https://huggingface.co/docs/hub/oauth */
const huggingFace = 'https://huggingface.co';

/** The code host: GitHub, or a host with the same kind of interface. */
export function codehostFlavour(settings: OAuthProviderSettings): OAuthFlavour {
  return {
    kind: 'oauth',
    endpoints: {
      authorizeUrl: settings.authorizeUrl ?? github.authorizeUrl,
      tokenUrl: settings.tokenUrl ?? github.tokenUrl,
      userinfoUrl: settings.userinfoUrl ?? github.userinfoUrl,
      emailsUrl: settings.emailsUrl ?? github.emailsUrl,
    },
  };
}

/**
 * The model hub: Hugging Face or another OpenID Connect issuer. A host known only by its three addresses is spoken to
 * in plain OAuth 2.0: an ID token can't be checked without knowing its issuer, so none is relied on.
 */
export function modelhubFlavour(settings: OAuthProviderSettings): OAuthFlavour {
  const { issuer, authorizeUrl, tokenUrl, userinfoUrl, emailsUrl } = settings;
  if (issuer === undefined && authorizeUrl !== undefined && tokenUrl !== undefined && userinfoUrl !== undefined) {
    return { kind: 'oauth', endpoints: { authorizeUrl, tokenUrl, userinfoUrl, emailsUrl } };
  }
  return {
    kind: 'oidc',
    issuer: issuer ?? huggingFace,
    overrides: {
      ...(authorizeUrl !== undefined && { authorizeUrl }),
      ...(tokenUrl !== undefined && { tokenUrl }),
      ...(userinfoUrl !== undefined && { userinfoUrl }),
      ...(emailsUrl !== undefined && { emailsUrl }),
    },
  };
}

/** Whether the operator has named an address without TLS, as one does for a host on the same machine. */
export function speaksPlainHttp(flavour: OAuthFlavour): boolean {
  const addresses =
    flavour.kind === 'oidc' ? [flavour.issuer, ...Object.values(flavour.overrides)] : Object.values(flavour.endpoints);
  return addresses.some((address) => address?.startsWith('http:'));
}
