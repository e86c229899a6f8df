import { type App, errorResponses, OPTIONAL_BODY, withHeaders } from '@ownvoice/shared';
import {
  LoginBody,
  LogoutBody,
  SECOND_FACTOR_HEADER,
  SECOND_FACTOR_REQUIRED,
  Session,
  User,
} from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import { signIn } from '../../../accounts/sign-in.js';
import { signOut } from '../../../accounts/sign-out.js';
import { signedIn } from '../../../plugins/access.js';
import { callerOf } from '../../../plugins/services.js';
import { emptyBody } from '../../empty-body.js';

const WrongCredentials = withHeaders(
  { ...errorResponses(401)[401], description: 'The credentials are wrong, or a one-time code is missing.' },
  { [SECOND_FACTOR_HEADER]: `\`${SECOND_FACTOR_REQUIRED}\`, only when a one-time code is missing or wrong.` },
);

/** Signing in and out, and the signed-in user. */
export async function signInRoutes(app: App): Promise<void> {
  const { services } = app;

  app.post(
    '/login',
    {
      config: { access: 'public' },
      schema: {
        tags: ['auth'],
        operationId: 'login',
        summary: 'Sign in with a username or e-mail and a password',
        body: LoginBody,
        response: { 200: Session, 401: WrongCredentials, ...errorResponses(403, 429) },
      },
    },
    (request) => signIn(services, callerOf(request), request.body),
  );

  app.post(
    '/logout',
    {
      config: { access: 'signed-in', withoutSecondFactor: 'open' },
      preValidation: emptyBody,
      schema: {
        tags: ['auth'],
        operationId: 'logout',
        summary: 'End this session, or all of them',
        body: LogoutBody,
        ...OPTIONAL_BODY,
        response: { 204: Type.Null({ description: 'Signed out.' }) },
      },
    },
    async (request, reply) => {
      const { id } = signedIn(request);
      await signOut(services, callerOf(request), id, request.claims?.jti ?? '', request.body.all === true);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/me',
    {
      config: { access: 'signed-in', withoutSecondFactor: 'open' },
      schema: {
        tags: ['auth'],
        operationId: 'me',
        summary: 'The signed-in user',
        response: { 200: User },
      },
    },
    async (request) => signedIn(request),
  );
}
