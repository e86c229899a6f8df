import type { AddPasskeyBody, Passkey, PasskeyOptions, User } from '@ownvoice/shared/contract';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { reject } from '../audit-log.js';
import type { Transaction } from '../data/database.js';
import { cleanName } from '../domain/account-rules.js';
import { apiError } from '../errors.js';
import type { Context, RequestContext, Services } from '../services.js';
import { CHALLENGE_LIFETIME_MS, relyingPartyOf, storeChallenge, verified, webauthn } from './passkey-challenge.js';
import { existingUser, lockedUser, recordedTransaction } from './rejections.js';
import { requireAnotherSignInMethod } from './sign-in-methods.js';

const RELYING_PARTY_NAME = 'Ownvoice';
const MAX_PASSKEYS = 50;

/** Ed25519, ECDSA with P-256 and RSA with SHA-256, by their numbers in COSE. */
const ALGORITHMS = [-8, -7, -257];
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
const DEFAULT_NAME = 'Passkey';

function rejectTooMany(count: number): void {
  if (count >= MAX_PASSKEYS) throw apiError('too_many_passkeys', { parameters: { limit: MAX_PASSKEYS } });
}

type Owner = Pick<User, 'id' | 'username'>;

/** The passkeys of a user, oldest first. */
export async function passkeysOf({ db }: Services, userId: string): Promise<Passkey[]> {
  return (await db.passkeys.of(userId)).map(({ listed }) => listed);
}

/**
 * Begins to add a passkey: a discoverable credential that verifies its user.
 * @throws {ApiError} 409 for too many
 */
export async function beginAddingPasskey({ config, db }: Services, owner: Owner): Promise<PasskeyOptions> {
  const passkeys = await db.passkeys.of(owner.id);
  rejectTooMany(passkeys.length);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: RELYING_PARTY_NAME,
    rpID: relyingPartyOf(config).id,
    userID: new TextEncoder().encode(owner.id),
    userName: owner.username,
    userDisplayName: owner.username,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: passkeys.map(({ id, transports }) => ({ id, transports })),
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: CHALLENGE_LIFETIME_MS,
  });
  return { ...(await storeChallenge(db, options, owner.id)) };
}

/**
 * Adds the passkey that a browser made. The challenge shows that its owner was asked for a recent sign-in.
 * @throws {ApiError} 400 when it can't be verified, 409 when it is stored already, and for too many
 */
export async function addPasskey(
  context: RequestContext,
  { id: userId }: Pick<Owner, 'id'>,
  { name = DEFAULT_NAME, credential }: AddPasskeyBody,
): Promise<Passkey> {
  const entry = { event: 'passkey_add', userId } as const;
  const made = await verifiedCredential(context, userId, credential);
  if (made === undefined) return await reject(context, entry, apiError('passkey_not_verified'));
  return await recordedTransaction(context, entry, async (tx, record) => {
    await tx.locks.user(userId);
    rejectTooMany((await tx.passkeys.of(userId)).length);
    const passkey = await tx.passkeys.insert({ ...made, userId, name: cleanName(name) || DEFAULT_NAME });
    record(entry);
    return passkey;
  });
}

async function verifiedCredential(
  context: Services,
  userId: string,
  { response, ...credential }: AddPasskeyBody['credential'],
) {
  return await verified(context, response.clientDataJSON, userId, async (library, expected) => {
    const authenticatorResponse: unknown = { ...credential, response };
    const { registrationInfo } = await library.verifyRegistrationResponse({
      ...expected,
      response: authenticatorResponse as RegistrationResponseJSON,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo === undefined) return undefined;
    const { credential: made, credentialBackedUp: backedUp } = registrationInfo;
    if (made.id === '') return undefined;
    const said: unknown = Reflect.get(response, 'transports');
    const transports = TRANSPORTS.filter((one) => Array.isArray(said) && said.includes(one));
    const publicKey = new Uint8Array(made.publicKey);
    return { id: made.id, publicKey, counter: BigInt(made.counter), transports, backedUp };
  });
}

/**
 * Removes one of one's own passkeys.
 * @throws {ApiError} 404, 409 when it is the only way to sign in
 */
export async function removePasskey(context: RequestContext, owner: Owner, id: string): Promise<void> {
  const passkeys = await context.db.passkeys.of(owner.id);
  if (!passkeys.some((one) => one.id === id)) throw apiError('unknown_passkey');
  await removing(context, owner.id, async (tx) => {
    if (!(await tx.passkeys.remove(owner.id, id))) throw apiError('unknown_passkey');
    return 'passkeys 1';
  });
}

/**
 * Removes every passkey of a user.
 * @throws {ApiError} 404 when there is no such user, or no passkey, 409 when they are the only way to sign in
 */
export async function removePasskeys(context: Context, id: string): Promise<void> {
  const { id: userId } = await existingUser(context, id);
  await removing(context, userId, async (tx) => {
    const count = await tx.passkeys.removeAll(userId);
    if (count === 0) throw apiError('no_passkeys');
    return `passkeys ${count}`;
  });
}

async function removing(context: Context, userId: string, remove: (tx: Transaction) => Promise<string>): Promise<void> {
  const event = 'passkey_remove';
  await recordedTransaction(context, { event, userId }, async (tx, record) => {
    const user = await lockedUser(tx, userId);
    const reason = await remove(tx);
    await requireAnotherSignInMethod(tx, user);
    record({ event, userId, reason });
  });
}
