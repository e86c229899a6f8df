import type { App } from '@ownvoice/shared';
import { SessionList, SessionParams } from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import { endSession } from '../../../accounts/session.js';
import { signedIn } from '../../../plugins/access.js';
import { contextOf } from '../../../plugins/services.js';

/** The sessions of the signed-in user. */
export async function sessionRoutes(app: App): Promise<void> {
  app.get('/sessions', {
    config: { access: 'signed-in' },
    schema: { summary: 'List your sessions, the last used first', response: { 200: SessionList } },
    handler: async (request) => ({
      sessions: await app.services.db.tokens.of(signedIn(request).id, request.claims?.jti ?? '', new Date()),
    }),
  });

  app.delete('/sessions/:id', {
    config: { access: 'signed-in', stepUp: 'none', errors: ['unknown_session'] },
    schema: {
      summary: 'End one of your sessions',
      params: SessionParams,
      response: { 204: Type.Null({ description: 'The session has ended.' }) },
    },
    handler: (request) => endSession(contextOf(request), signedIn(request).id, request.params.id),
  });
}
