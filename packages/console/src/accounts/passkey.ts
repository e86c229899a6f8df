import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { RequestError } from '../http/request.js';
import { PageError } from '../language/language-provider.js';
import type { AccountsApi } from './api.js';
import type { AccountsText } from './text.js';

/** A host of digits cannot have passkeys. @see https://www.w3.org/TR/webauthn-3/#rp-id */
const ADDRESS = /^[\d.]+$|:/;

/** Whether this page can use passkeys: browsers offer them only on HTTPS and localhost, and only under a name. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !ADDRESS.test(window.location.hostname);

type PasskeyFault = 'declined' | 'notAdded' | 'onDevice' | 'wrongAddress' | 'rejected';

const FAULTS: Readonly<Record<string, PasskeyFault>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'onDevice',
  ERROR_INVALID_DOMAIN: 'wrongAddress',
  ERROR_INVALID_RP_ID: 'wrongAddress',
};

const passkeyError = (fault: PasskeyFault, cause: unknown) =>
  new PageError<AccountsText>(({ passkeys }) => passkeys[fault], { cause });

/** The browser has made or shown no passkey: declined, timed out, there is none, or it may not here. */
async function asking<T>(question: Promise<T>, otherwise: PasskeyFault): Promise<T> {
  try {
    return await question;
  } catch (cause) {
    throw passkeyError((cause instanceof WebAuthnError && FAULTS[cause.code]) || otherwise, cause);
  }
}

/**
 * Lets the browser make a passkey and adds it to the account.
 * @throws {PageError} when the browser makes none
 * @throws {RequestError} when the service rejects it
 */
export async function addPasskey(api: AccountsApi, name: string): Promise<void> {
  const optionsJSON = await api.passkeyCreationOptions();
  const credential = await asking(startRegistration({ optionsJSON }), 'notAdded');
  await api.addPasskey({ ...(name === '' ? {} : { name }), credential });
}

/**
 * Asks the browser for a passkey, as a proof of who is there.
 * @throws {PageError} when the browser shows none
 */
export async function provePasskey(api: AccountsApi) {
  const optionsJSON = await api.passkeyRequestOptions();
  return { credential: await asking(startAuthentication({ optionsJSON }), 'declined') };
}

/**
 * Signs in with a passkey that the user chooses in the browser.
 * @throws {PageError} when the browser shows none
 * @throws {RequestError} when the service rejects it
 */
export async function signInByPasskey(api: AccountsApi) {
  const proof = await provePasskey(api);
  try {
    return await api.signInByPasskey(proof);
  } catch (cause) {
    const isUnknown = cause instanceof RequestError && cause.code === 'invalid_credentials';
    throw isUnknown ? passkeyError('rejected', cause) : cause;
  }
}
