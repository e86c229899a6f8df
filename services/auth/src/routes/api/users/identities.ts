import { type App, errorResponses, OPTIONAL_BODY } from '@ownvoice/shared';
import { IdentityList, IdentityParams, ProofBody, UserParams } from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import { linkedIdentities, unlinkIdentity } from '../../../accounts/identities.js';
import { ownerOf } from '../../../plugins/access.js';
import { callerOf } from '../../../plugins/services.js';
import { emptyBody } from '../../empty-body.js';

/** The accounts at sign-in providers that are linked to an account here. */
export async function identityRoutes(app: App): Promise<void> {
  const { services } = app;

  app.get(
    '/:id/identities',
    {
      config: { access: 'owner' },
      schema: {
        tags: ['users'],
        operationId: 'listIdentities',
        summary: 'List the identities linked to an account',
        params: UserParams,
        response: { 200: IdentityList, ...errorResponses(404) },
      },
    },
    async (request) => ({ identities: await linkedIdentities(services, request.params.id) }),
  );

  app.delete(
    '/:id/identities/:provider',
    {
      config: { access: 'owner' },
      preValidation: emptyBody,
      schema: {
        tags: ['users'],
        operationId: 'unlinkIdentity',
        summary: 'Unlink an account from a provider',
        params: IdentityParams,
        body: ProofBody,
        ...OPTIONAL_BODY,
        response: { 204: Type.Null({ description: 'Unlinked.' }), ...errorResponses(404, 409, 429) },
      },
    },
    async (request, reply) => {
      const owner = ownerOf(request, request.params.id, request.body.current_password);
      await unlinkIdentity(services, callerOf(request), request.params, owner);
      return reply.code(204).send(null);
    },
  );
}
