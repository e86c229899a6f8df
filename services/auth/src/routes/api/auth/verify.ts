import type { App } from '@ownvoice/shared';
import { Type } from 'typebox';
import { signedIn } from '../../../plugins/access.js';

const header = (description: string) => ({ type: 'string', description });

/** For reverse proxies that ask whether to let a request through, and on whose behalf. */
export async function verifyRoute(app: App): Promise<void> {
  app.get('/verify', {
    config: { access: 'signed-in', withoutSecondFactor: 'unauthorized', apiKeys: 'any-header' },
    schema: {
      summary: 'Whether a token or an API key is valid, for reverse proxies',
      description:
        'A key is taken as a bearer, as the password of `Basic`, and from `X-Api-Key` and `Xi-Api-Key`, as clients of speech APIs send it.',
      response: {
        204: Type.Null({
          description: 'The token or key is valid.',
          headers: {
            'x-user-id': header('The id of the signed-in user.'),
            'x-user-name': header('The username.'),
            'x-user-role': header('admin or user.'),
            'x-key-id': header('The id of the API key, if it was one.'),
          },
        }),
      },
    },
    handler: async (request, reply) => {
      const { id, username, role } = signedIn(request);
      // Usernames hold nothing that is encoded; a row that was written by other means must not add a header.
      const headers = { 'x-user-id': id, 'x-user-name': encodeURIComponent(username), 'x-user-role': role };
      if (request.apiKeyId !== null) reply.header('x-key-id', request.apiKeyId);
      return reply.code(204).headers(headers).send(null);
    },
  });
}
