import { type App, errorResponses, OPTIONAL_BODY } from '@ownvoice/shared';
import { DisableSecondFactorBody, UserParams } from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import { disableSecondFactor, removeSecondFactor } from '../../../accounts/second-factor.js';
import { ownerOf } from '../../../plugins/access.js';
import { callerOf } from '../../../plugins/services.js';
import { emptyBody } from '../../empty-body.js';

/** For administrators, when somebody lost the device and the recovery codes. */
export async function userSecondFactorRoute(app: App): Promise<void> {
  const { services } = app;

  app.delete(
    '/:id/second-factor',
    {
      config: { access: 'admin' },
      preValidation: emptyBody,
      schema: {
        tags: ['users'],
        operationId: 'removeSecondFactor',
        summary: 'Remove the second factor of an account',
        params: UserParams,
        body: DisableSecondFactorBody,
        ...OPTIONAL_BODY,
        response: { 204: Type.Null({ description: 'Removed.' }), ...errorResponses(404, 429) },
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
}
