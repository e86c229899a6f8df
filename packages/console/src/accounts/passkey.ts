import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import type { AccountsApi } from './api.js';

/** A host of digits cannot have passkeys. @see https://www.w3.org/TR/webauthn-3/#rp-id */
const ADDRESS = /^[\d.]+$|:/;

/** Whether this page can use passkeys: browsers offer them only on HTTPS and localhost, and only under a name. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !ADDRESS.test(window.location.hostname);

type PasskeyFault = 'passkeyDeclined' | 'passkeyNotAdded' | 'passkeyOnDevice' | 'passkeyAddress';

/** The browser has made or shown no passkey: declined, timed out, there is none, or it may not here. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';

  /** @param problem key of a message among the catalogue's `problems` */
  constructor(
    readonly problem: PasskeyFault,
    cause: unknown,
  ) {
    super(problem, { cause });
  }
}

const FAULTS: Readonly<Record<string, PasskeyFault>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'passkeyOnDevice',
  ERROR_INVALID_DOMAIN: 'passkeyAddress',
  ERROR_INVALID_RP_ID: 'passkeyAddress',
};

async function asking<T>(question: Promise<T>, otherwise: PasskeyFault): Promise<T> {
  try {
    return await question;
  } catch (cause) {
    throw new PasskeyError((cause instanceof WebAuthnError && FAULTS[cause.code]) || otherwise, cause);
  }
}

/**
 * Lets the browser make a passkey and adds it to the account.
 * @throws {PasskeyError} when the browser makes none
 * @throws {RequestError} when the service refuses
 */
export async function addPasskey(api: AccountsApi, name: string, proof: { current_password?: string }): Promise<void> {
  const optionsJSON = await api.passkeyCreationOptions(proof);
  const credential = await asking(startRegistration({ optionsJSON }), 'passkeyNotAdded');
  await api.addPasskey({ ...(name === '' ? {} : { name }), credential });
}

/**
 * Signs in with a passkey that the user chooses in the browser.
 * @throws {PasskeyError} when the browser shows none
 * @throws {RequestError} when the service refuses
 */
export async function signInByPasskey(api: AccountsApi) {
  const optionsJSON = await api.passkeyRequestOptions();
  const credential = await asking(startAuthentication({ optionsJSON }), 'passkeyDeclined');
  return await api.signInByPasskey({ credential });
}
