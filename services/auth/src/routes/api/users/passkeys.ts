import { type App, errorResponses, OPTIONAL_BODY } from '@ownvoice/shared';
import { ProofBody, UserParams } from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import { removePasskeys } from '../../../accounts/passkeys.js';
import { requireRecentSignIn } from '../../../accounts/recent-sign-in.js';
import { ownerOf } from '../../../plugins/access.js';
import { callerOf } from '../../../plugins/services.js';
import { emptyBody } from '../../empty-body.js';

/** For administrators, when somebody lost the devices with their passkeys. */
export async function userPasskeysRoute(app: App): Promise<void> {
  const { services } = app;

  app.delete(
    '/:id/passkeys',
    {
      config: { access: 'admin' },
      preValidation: emptyBody,
      schema: {
        tags: ['users'],
        operationId: 'removePasskeys',
        summary: 'Remove every passkey of an account',
        params: UserParams,
        body: ProofBody,
        ...OPTIONAL_BODY,
        response: { 204: Type.Null({ description: 'Removed.' }), ...errorResponses(404, 409, 429) },
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
