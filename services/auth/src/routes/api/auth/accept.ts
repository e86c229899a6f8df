import type { App } from '@ownvoice/shared';
import { AcceptBody, Session } from '@ownvoice/shared/contract';
import { acceptLink } from '../../../accounts/accept-link.js';
import { OneAtATime } from '../../../accounts/one-at-a-time.js';
import { NEW_NAMES } from '../../../plugins/rate-limit.js';
import { contextOf } from '../../../plugins/services.js';
import { CODE_NEEDED } from './sign-in.js';

/** Using an invitation or a reset link. */
export async function acceptRoute(app: App): Promise<void> {
  // Fifty uses of one link at once compute one hash.
  const queue = new OneAtATime();

  app.post('/accept', {
    config: {
      access: 'public',
      rateLimit: NEW_NAMES,
      errors: [
        'second_factor_required',
        'single_user_mode',
        'suspended',
        'unknown_link',
        'name_taken',
        'email_taken',
        'too_many_codes',
      ],
    },
    schema: {
      summary: 'Use an invitation or a reset link, and sign in',
      body: AcceptBody,
      response: { 200: Session, 201: Session, 401: CODE_NEEDED },
    },
    handler: async (request, reply) => {
      const { body } = request;
      const accept = () => acceptLink(contextOf(request), body);
      const { session, isNewUser } = await queue.run(body.token, accept);
      return reply.code(isNewUser ? 201 : 200).send(session);
    },
  });
}
