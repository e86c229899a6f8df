import { type App, noContent } from '@ownvoice/shared';
import { FactorProofBody, IdentityList, IdentityParams, ProofBody, UserParams } from '@ownvoice/shared/contract';
import type { FastifyRequest } from 'fastify';
import { removePasskeys } from '../../../accounts/passkeys.js';
import { removeSecondFactor } from '../../../accounts/second-factor.js';
import { linkedIdentities, unlinkIdentity } from '../../../accounts/sign-in-methods.js';
import { uuidOf } from '../../../domain/user.js';
import { signedIn } from '../../../plugins/access.js';
import { contextOf } from '../../../plugins/services.js';

/** One's own second factor is turned off as at `/api/auth/second-factor`. */
const proofOf = (request: FastifyRequest) =>
  uuidOf((request.params as UserParams).id) === signedIn(request).id ? 'factor' : 'recent';

/**
 * How an account is signed in to: its linked identities; for administrators also the second factor and the passkeys of
 * somebody who lost them.
 */
export async function userSignInMethodRoutes(app: App): Promise<void> {
  app.get('/:id/identities', {
    config: { access: 'owner', errors: ['unknown_user'] },
    schema: {
      summary: 'List the identities linked to an account',
      params: UserParams,
      response: { 200: IdentityList },
    },
    handler: async (request) => ({ identities: await linkedIdentities(contextOf(request), request.params.id) }),
  });

  app.delete('/:id/identities/:provider', {
    config: {
      access: 'owner',
      stepUp: { proof: 'recent', event: 'identity_unlink' },
      errors: ['unknown_user', 'not_linked', 'only_sign_in_method'],
    },
    schema: {
      summary: 'Unlink an account from a provider',
      params: IdentityParams,
      body: ProofBody,
      response: noContent('Unlinked.'),
    },
    handler: (request) => unlinkIdentity(contextOf(request), request.params),
  });

  app.delete('/:id/second-factor', {
    config: {
      access: 'admin',
      stepUp: { proof: 'recent', event: 'second_factor_disable', proofOf },
      errors: ['unknown_user', 'factor_required', 'wrong_code', 'too_many_codes', 'no_second_factor'],
    },
    schema: {
      summary: 'Remove the second factor of an account',
      params: UserParams,
      body: FactorProofBody,
      response: noContent('Removed.'),
    },
    handler: (request) => removeSecondFactor(contextOf(request), request.params.id),
  });

  app.delete('/:id/passkeys', {
    config: {
      access: 'admin',
      stepUp: { proof: 'recent', event: 'passkey_remove' },
      errors: ['unknown_user', 'no_passkeys', 'only_sign_in_method'],
    },
    schema: {
      summary: 'Remove every passkey of an account',
      params: UserParams,
      body: ProofBody,
      response: noContent('Removed.'),
    },
    handler: (request) => removePasskeys(contextOf(request), request.params.id),
  });
}
