import type { PasskeyOptions, PasskeySignInBody, Session } from '@ownvoice/shared/contract';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { reject } from '../audit-log.js';
import type { StoredPasskey } from '../data/passkeys.js';
import { apiError } from '../errors.js';
import type { RequestContext, Services } from '../services.js';
import { CHALLENGE_LIFETIME_MS, relyingPartyOf, storeChallenge, verified, webauthn } from './passkey-challenge.js';
import { recordedTransaction } from './rejections.js';
import { openSession } from './session.js';

/** Begins a sign-in by whichever passkey the browser has for this service. */
export async function beginPasskeySignIn({ config, db }: Services): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(config).id,
    userVerification: 'required',
    timeout: CHALLENGE_LIFETIME_MS,
  });
  return { ...(await storeChallenge(db, options, null)) };
}

/**
 * Signs in by a passkey. It is held and verifies its user, which makes two factors, so that no one-time code is asked for.
 * @throws {ApiError} 401 for one that is unknown, not verified, or may have been copied; 403 in single-user mode and for a suspended account
 */
export async function signInByPasskey(context: RequestContext, { credential }: PasskeySignInBody): Promise<Session> {
  const { db } = context;
  const passkey = await db.passkeys.byId(credential.id);
  const event = 'passkey_login';
  const rejectPasskey = (reason: string): Promise<never> =>
    reject(context, { event, userId: passkey?.userId, reason }, apiError('passkey_rejected'));
  if (passkey === undefined) return await rejectPasskey('unknown_passkey');
  const assertion = await verifiedAssertion(context, passkey, credential);
  if (assertion === undefined) return await rejectPasskey('not_verified');
  const { id, userId } = passkey;
  if (!(await db.userQueries.maySignIn(userId)))
    return await reject(context, { event, userId }, apiError('not_the_default_admin'));
  const session = await recordedTransaction(context, { event, userId }, async (tx, record) => {
    if (!(await tx.passkeys.use(id, assertion.counter, assertion.backedUp))) return undefined;
    const user = await tx.users.byId(userId);
    if (user === undefined) return undefined;
    record({ event, userId, actorId: userId });
    return await openSession(tx, context, user);
  });
  return session ?? (await rejectPasskey('counter_went_back'));
}

/** Whether a browser's response comes from a passkey of this user, which may be asked for besides a token. */
export async function isPasskeyOf(
  context: Services,
  userId: string,
  credential: PasskeySignInBody['credential'],
): Promise<boolean> {
  const { passkeys } = context.db;
  const passkey = await passkeys.byId(credential.id);
  if (passkey?.userId !== userId) return false;
  const assertion = await verifiedAssertion(context, passkey, credential);
  return assertion !== undefined && (await passkeys.use(passkey.id, assertion.counter, assertion.backedUp));
}

async function verifiedAssertion(
  context: Services,
  { id, userId, publicKey }: StoredPasskey,
  { response, ...credential }: PasskeySignInBody['credential'],
): Promise<{ counter: number; backedUp: boolean } | undefined> {
  return await verified(context, response.clientDataJSON, null, async (library, expected) => {
    // What the authenticator stored about whose credential it is, where it says so.
    const userHandle: unknown = Reflect.get(response, 'userHandle');
    if (typeof userHandle === 'string' && Buffer.from(userHandle, 'base64url').toString() !== userId) return undefined;
    const authenticatorResponse: unknown = { ...credential, response };
    const { verified: isVerified, authenticationInfo } = await library.verifyAuthenticationResponse({
      ...expected,
      response: authenticatorResponse as AuthenticationResponseJSON,
      // The counter is compared where it is stored, so that two sign-ins at once can't both pass.
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
    });
    if (!isVerified) return undefined;
    return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
  });
}
