import type { App } from '@ownvoice/shared';
import {
  AddPasskeyBody,
  Passkey,
  PasskeyList,
  PasskeyOptions,
  PasskeyParams,
  PasskeySignInBody,
  ProofBody,
  Session,
} from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import { beginPasskeySignIn, signInByPasskey } from '../../../accounts/passkey-sign-in.js';
import {
  addPasskey,
  beginAddingPasskey,
  MAX_CREDENTIAL_BYTES,
  passkeysOf,
  removePasskey,
} from '../../../accounts/passkeys.js';
import { signedIn } from '../../../plugins/access.js';
import { OWN_CHANGES } from '../../../plugins/rate-limit.js';
import { callerOf } from '../../../plugins/services.js';

/** By address: more than people need, too few to fill the database with challenges and rejections. */
const RATE_LIMIT = { max: 100, timeWindow: 60 * 1000 };

/** Signing in by passkey, and the passkeys of the signed-in user. */
export async function passkeyRoutes(app: App): Promise<void> {
  const { services } = app;

  app.get(
    '/',
    {
      config: { access: 'signed-in' },
      schema: {
        operationId: 'listPasskeys',
        summary: 'List your passkeys, the oldest first',
        response: { 200: PasskeyList },
      },
    },
    async (request) => ({ passkeys: await passkeysOf(services, signedIn(request).id) }),
  );

  app.post(
    '/options',
    {
      config: {
        access: 'signed-in',
        stepUp: { proof: 'recent', event: 'passkey_add' },
        rateLimit: OWN_CHANGES,
        errors: ['too_many_passkeys'],
      },
      schema: {
        operationId: 'passkeyCreationOptions',
        summary: 'Start adding a passkey',
        body: ProofBody,
        response: { 200: PasskeyOptions },
      },
    },
    (request) => beginAddingPasskey(services, signedIn(request)),
  );

  app.post(
    '/',
    {
      bodyLimit: MAX_CREDENTIAL_BYTES,
      // The challenge is given only to who was asked for a recent sign-in.
      config: {
        access: 'signed-in',
        stepUp: 'none',
        errors: ['passkey_not_verified', 'passkey_in_use', 'too_many_passkeys'],
      },
      schema: {
        operationId: 'addPasskey',
        summary: 'Finish adding a passkey',
        body: AddPasskeyBody,
        response: { 201: Passkey },
      },
    },
    (request) => addPasskey(services, callerOf(request), signedIn(request), request.body),
  );

  app.delete(
    '/:id',
    {
      config: {
        access: 'signed-in',
        stepUp: { proof: 'recent', event: 'passkey_remove' },
        errors: ['unknown_passkey', 'only_sign_in_method'],
      },
      schema: {
        operationId: 'removePasskey',
        summary: 'Remove one of your passkeys',
        params: PasskeyParams,
        body: ProofBody,
        response: { 204: Type.Null({ description: 'Removed.' }) },
      },
    },
    (request) => removePasskey(services, callerOf(request), signedIn(request), request.params.id),
  );

  app.post(
    '/sign-in/options',
    {
      config: { access: 'public', event: 'passkey_login', rateLimit: RATE_LIMIT },
      schema: {
        operationId: 'passkeyRequestOptions',
        summary: 'Start signing in with a passkey',
        response: { 200: PasskeyOptions },
      },
    },
    () => beginPasskeySignIn(services),
  );

  app.post(
    '/sign-in',
    {
      bodyLimit: MAX_CREDENTIAL_BYTES,
      config: {
        access: 'public',
        event: 'passkey_login',
        rateLimit: RATE_LIMIT,
        errors: ['passkey_rejected', 'not_the_default_admin', 'suspended'],
      },
      schema: {
        operationId: 'signInByPasskey',
        summary: 'Sign in with a passkey',
        body: PasskeySignInBody,
        response: { 200: Session, 401: { description: 'The passkey is rejected.' } },
      },
    },
    (request) => signInByPasskey(services, callerOf(request), request.body),
  );
}
