import type { SettingsReader } from '@ownvoice/shared/settings';
import type { OAuthProviderSettings } from '../oauth/settings.js';

const MAX_NAME_CHARACTERS = 40;

/** What people know a provider by. It is shown on the page. */
export function readProviderName(read: SettingsReader, prefix: 'CODEHOST' | 'MODELHUB', standard: string): string {
  const name = read.text(`${prefix}_NAME`) ?? standard;
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
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret, ...addresses };
  read.mistake(`${prefix}_CLIENT_ID`, `and ${prefix}_CLIENT_SECRET belong together: set both or neither`);
  return undefined;
}
