import { type App, OPTIONAL_BODY } from '@ownvoice/shared';
import {
  DisableSecondFactorBody,
  IdentityList,
  IdentityParams,
  ProofBody,
  UserParams,
} from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import { removePasskeys } from '../../../accounts/passkeys.js';
import { requireRecentSignIn } from '../../../accounts/recent-sign-in.js';
import { disableSecondFactor, removeSecondFactor } from '../../../accounts/second-factor.js';
import { linkedIdentities, unlinkIdentity } from '../../../accounts/sign-in-methods.js';
import { ownerOf } from '../../../plugins/access.js';
import { callerOf } from '../../../plugins/services.js';

const PROOF = ['recent_sign_in_required', 'wrong_password', 'locked_out'] as const;

/**
 * How an account is signed in to: its linked identities; for administrators also the second factor and the passkeys of
 * somebody who lost them.
 */
export async function userSignInMethodRoutes(app: App): Promise<void> {
  const { services } = app;

  app.get(
    '/:id/identities',
    {
      config: { access: 'owner', errors: ['unknown_user'] },
      schema: {
        tags: ['users'],
        operationId: 'listIdentities',
        summary: 'List the identities linked to an account',
        params: UserParams,
        response: { 200: IdentityList },
      },
    },
    async (request) => ({ identities: await linkedIdentities(services, request.params.id) }),
  );

  app.delete(
    '/:id/identities/:provider',
    {
      config: { access: 'owner', errors: [...PROOF, 'unknown_user', 'not_linked', 'only_sign_in_method'] },
      schema: {
        tags: ['users'],
        operationId: 'unlinkIdentity',
        summary: 'Unlink an account from a provider',
        params: IdentityParams,
        body: ProofBody,
        ...OPTIONAL_BODY,
        response: { 204: Type.Null({ description: 'Unlinked.' }) },
      },
    },
    async (request, reply) => {
      const owner = ownerOf(request, request.params.id, request.body.current_password);
      await unlinkIdentity(services, callerOf(request), request.params, owner);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/:id/second-factor',
    {
      config: {
        access: 'admin',
        errors: [...PROOF, 'wrong_code', 'too_many_codes', 'unknown_user', 'no_second_factor'],
      },
      schema: {
        tags: ['users'],
        operationId: 'removeSecondFactor',
        summary: 'Remove the second factor of an account',
        params: UserParams,
        body: DisableSecondFactorBody,
        ...OPTIONAL_BODY,
        response: { 204: Type.Null({ description: 'Removed.' }) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { current_password: currentPassword, code } = request.body;
      const owner = ownerOf(request, id, currentPassword);
      if (owner === undefined) await removeSecondFactor(services, callerOf(request), id);
      else await disableSecondFactor(services, callerOf(request), { ...owner, code });
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/:id/passkeys',
    {
      config: { access: 'admin', errors: [...PROOF, 'unknown_user', 'no_passkeys', 'only_sign_in_method'] },
      schema: {
        tags: ['users'],
        operationId: 'removePasskeys',
        summary: 'Remove every passkey of an account',
        params: UserParams,
        body: ProofBody,
        ...OPTIONAL_BODY,
        response: { 204: Type.Null({ description: 'Removed.' }) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const caller = callerOf(request);
      const owner = ownerOf(request, id, request.body.current_password);
      if (owner !== undefined) await requireRecentSignIn(services, caller, owner, 'passkey_remove');
      await removePasskeys(services, caller, id);
      return reply.code(204).send(null);
    },
  );
}
