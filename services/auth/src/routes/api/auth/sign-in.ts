import { type App, withHeaders } from '@ownvoice/shared';
import {
  LoginBody,
  LogoutBody,
  SECOND_FACTOR_HEADER,
  SECOND_FACTOR_REQUIRED,
  Session,
  User,
} from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import { signOut } from '../../../accounts/session.js';
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

/** Signing in and out, and the signed-in user. */
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
    schema: {
      summary: 'End this session, or all of them',
      body: LogoutBody,
      response: { 204: Type.Null({ description: 'Signed out.' }) },
    },
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
}
