import type { SettingsReader } from '@ownvoice/shared/settings';
import type { OAuthProviderSettings } from '../oauth/settings.js';

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
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret, ...addresses };
  read.mistake(`${prefix}_CLIENT_ID`, `and ${prefix}_CLIENT_SECRET belong together: set both or neither`);
  return undefined;
}
