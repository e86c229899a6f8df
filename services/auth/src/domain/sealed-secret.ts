import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A key for this purpose alone. @see https://www.rfc-editor.org/rfc/rfc5869 */
const keyOf = (dataKey: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', dataKey, '', 'ownvoice second factor', KEY_BYTES));

/**
 * Encrypts the secret of a second factor, so that a copy of its table alone is worth nothing. AES-256-GCM; the result
 * is nonce, tag and ciphertext.
 * @param owner id of the user; sealed for one, it opens for no other
 */
export function sealSecret(dataKey: string, owner: string, secret: Uint8Array): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(dataKey), nonce).setAAD(Buffer.from(owner));
  const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()]);
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]));
}

/** @returns `undefined` when it was sealed under another key, for another user, or was changed */
export function openSecret(dataKey: string, owner: string, sealed: Uint8Array): Uint8Array | undefined {
  try {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(CIPHER, keyOf(dataKey), nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}
