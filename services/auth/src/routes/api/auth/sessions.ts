import type { App } from '@ownvoice/shared';
import { SessionList, SessionParams } from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import { endSession } from '../../../accounts/session.js';
import { signedIn } from '../../../plugins/access.js';
import { callerOf } from '../../../plugins/services.js';

/** The sessions of the signed-in user. */
export async function sessionRoutes(app: App): Promise<void> {
  const { services } = app;

  app.get(
    '/sessions',
    {
      config: { access: 'signed-in' },
      schema: {
        operationId: 'listSessions',
        summary: 'List your sessions, the last used first',
        response: { 200: SessionList },
      },
    },
    async (request) => ({
      sessions: await services.db.tokens.of(signedIn(request).id, request.claims?.jti ?? '', new Date()),
    }),
  );

  app.delete(
    '/sessions/:id',
    {
      config: { access: 'signed-in', stepUp: 'none', errors: ['unknown_session'] },
      schema: {
        operationId: 'endSession',
        summary: 'End one of your sessions',
        params: SessionParams,
        response: { 204: Type.Null({ description: 'The session has ended.' }) },
      },
    },
    (request) => endSession(services, callerOf(request), signedIn(request).id, request.params.id),
  );
}
