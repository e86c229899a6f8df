import { type App, noContent, withHeaders } from '@ownvoice/shared';
import {
  LoginBody,
  LogoutBody,
  SECOND_FACTOR_HEADER,
  SECOND_FACTOR_REQUIRED,
  Session,
  SessionList,
  SessionParams,
  User,
} from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import { endSession, signOut } from '../../../accounts/session.js';
import { signIn } from '../../../accounts/sign-in.js';
import { signedIn } from '../../../plugins/access.js';
import { contextOf } from '../../../plugins/services.js';

const CODE_HEADER = {
  [SECOND_FACTOR_HEADER]: `\`${SECOND_FACTOR_REQUIRED}\`, only when a one-time code is missing or wrong.`,
};
const WrongCredentials = withHeaders(
  { description: 'The credentials are wrong, or a one-time code is missing.' },
  CODE_HEADER,
);
/** The 401 of what asks for a one-time code alone. */
export const CODE_NEEDED = withHeaders({ description: 'A one-time code is missing or wrong.' }, CODE_HEADER);

/** Signing in and out, and the signed-in user with the sessions. */
export async function signInRoutes(app: App): Promise<void> {
  app.post('/login', {
    config: {
      access: 'public',
      errors: [
        'invalid_credentials',
        'second_factor_required',
        'not_the_default_admin',
        'suspended',
        'locked_out',
        'too_many_codes',
      ],
    },
    schema: {
      summary: 'Sign in with a username or e-mail and a password',
      body: LoginBody,
      response: { 200: Session, 401: WrongCredentials },
    },
    handler: (request) => signIn(contextOf(request), request.body),
  });

  app.post('/logout', {
    config: { access: 'signed-in', stepUp: 'none', withoutSecondFactor: 'open' },
    schema: { summary: 'End this session, or all of them', body: LogoutBody, response: noContent('Signed out.') },
    handler: async (request) => {
      const { id } = signedIn(request);
      await signOut(contextOf(request), id, request.claims?.jti ?? '', request.body.all === true);
    },
  });

  app.get('/me', {
    config: { access: 'signed-in', withoutSecondFactor: 'open', apiKeys: 'bearer' },
    schema: { summary: 'The signed-in user', response: { 200: User } },
    handler: async (request) => signedIn(request),
  });

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
      response: noContent('The session has ended.'),
    },
    handler: (request) => endSession(contextOf(request), signedIn(request).id, request.params.id),
  });
}

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
