import { type App, noContent } from '@ownvoice/shared';
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
import { beginPasskeySignIn, signInByPasskey } from '../../../accounts/passkey-sign-in.js';
import { addPasskey, beginAddingPasskey, passkeysOf, removePasskey } from '../../../accounts/passkeys.js';
import { signedIn } from '../../../plugins/access.js';
import { OWN_CHANGES } from '../../../plugins/rate-limit.js';
import { contextOf } from '../../../plugins/services.js';

/** By address: more than people need, too few to fill the database with challenges and rejections. */
const RATE_LIMIT = { max: 100, timeWindow: 60 * 1000 };

/** Signing in by passkey, and the passkeys of the signed-in user. */
export async function passkeyRoutes(app: App): Promise<void> {
  app.get('/', {
    config: { access: 'signed-in' },
    schema: { summary: 'List your passkeys, the oldest first', response: { 200: PasskeyList } },
    handler: async (request) => ({ passkeys: await passkeysOf(contextOf(request), signedIn(request).id) }),
  });

  app.post('/options', {
    config: {
      access: 'signed-in',
      stepUp: { proof: 'recent', event: 'passkey_add' },
      rateLimit: OWN_CHANGES,
      errors: ['too_many_passkeys'],
    },
    schema: { summary: 'Start adding a passkey', body: ProofBody, response: { 200: PasskeyOptions } },
    handler: (request) => beginAddingPasskey(contextOf(request), signedIn(request)),
  });

  app.post('/', {
    // The challenge is given only to who was asked for a recent sign-in.
    config: {
      access: 'signed-in',
      stepUp: 'none',
      errors: ['passkey_not_verified', 'passkey_in_use', 'too_many_passkeys'],
    },
    schema: { summary: 'Finish adding a passkey', body: AddPasskeyBody, response: { 201: Passkey } },
    handler: (request) => addPasskey(contextOf(request), signedIn(request), request.body),
  });

  app.delete('/:id', {
    config: {
      access: 'signed-in',
      stepUp: { proof: 'recent', event: 'passkey_remove' },
      errors: ['unknown_passkey', 'only_sign_in_method'],
    },
    schema: {
      summary: 'Remove one of your passkeys',
      params: PasskeyParams,
      body: ProofBody,
      response: noContent('Removed.'),
    },
    handler: (request) => removePasskey(contextOf(request), signedIn(request), request.params.id),
  });

  app.post('/sign-in/options', {
    config: { access: 'public', event: 'passkey_login', rateLimit: RATE_LIMIT },
    schema: { summary: 'Start signing in with a passkey', response: { 200: PasskeyOptions } },
    handler: (request) => beginPasskeySignIn(contextOf(request)),
  });

  app.post('/sign-in', {
    config: {
      access: 'public',
      event: 'passkey_login',
      rateLimit: RATE_LIMIT,
      errors: ['passkey_rejected', 'not_the_default_admin', 'suspended'],
    },
    schema: {
      summary: 'Sign in with a passkey',
      body: PasskeySignInBody,
      response: { 200: Session, 401: { description: 'The passkey is rejected.' } },
    },
    handler: (request) => signInByPasskey(contextOf(request), request.body),
  });
}
