import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { AccountsApi } from './api.js';

/** Whether this browser has passkeys, which it offers only on HTTPS and localhost. */
export const canUsePasskeys = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window;

/** The browser has made or shown no passkey: declined, timed out, or there is none. */
export class PasskeyDeclinedError extends Error {
  override readonly name = 'PasskeyDeclinedError';
}

async function asking<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (cause) {
    throw new PasskeyDeclinedError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/**
 * Lets the browser make a passkey and adds it to the account.
 * @throws {PasskeyDeclinedError} when the browser makes none
 * @throws {RequestError} when the service refuses
 */
export async function addPasskey(api: AccountsApi, name: string, proof: { current_password?: string }): Promise<void> {
  const optionsJSON = await api.passkeyCreationOptions(proof);
  const credential = await asking(startRegistration({ optionsJSON }));
  await api.addPasskey({ ...(name === '' ? {} : { name }), credential });
}

/**
 * Signs in with a passkey that the user chooses in the browser.
 * @throws {PasskeyDeclinedError} when the browser shows none
 * @throws {RequestError} when the service refuses
 */
export async function signInByPasskey(api: AccountsApi) {
  const optionsJSON = await api.passkeyRequestOptions();
  const credential = await asking(startAuthentication({ optionsJSON }));
  return await api.signInByPasskey({ credential });
}
