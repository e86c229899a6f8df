import type { App } from '@ownvoice/shared';
import {
  AcceptBody,
  OAUTH_PROVIDERS,
  type OAuthProvider,
  ProviderList,
  RegisterBody,
  Session,
  SetupBody,
  SystemInfo,
} from '@ownvoice/shared/contract';
import { acceptLink } from '../../../accounts/accept-link.js';
import { OneAtATime } from '../../../accounts/login-attempt.js';
import { register } from '../../../accounts/register.js';
import { setUp } from '../../../accounts/set-up.js';
import { reject } from '../../../audit-log.js';
import { apiError } from '../../../errors.js';
import { NEW_NAMES } from '../../../plugins/rate-limit.js';
import { contextOf } from '../../../plugins/services.js';
import { CODE_NEEDED } from './sign-in.js';

const SET_UPS = { max: 200, timeWindow: 15 * 60 * 1000 };

/** Registration, first-time set-up, invitations and reset links, and what a page needs to know before anybody signs in. */
export async function accountRoutes(app: App): Promise<void> {
  const { config, db } = app.services;
  // Of a hundred set-ups at once one computes a hash.
  const setUps = new OneAtATime();
  // Fifty uses of one link at once compute one hash.
  const accepts = new OneAtATime();
  const isEnabled = (provider: OAuthProvider): boolean => !config.singleUser && config.oauth[provider] !== undefined;

  app.get('/system-info', {
    config: { access: 'public' },
    schema: { summary: 'Mode, registration, set-up and providers', response: { 200: SystemInfo } },
    handler: async ({ user }): Promise<SystemInfo> => {
      const empty = await db.userQueries.isEmpty();
      return {
        mode: config.singleUser ? 'single-user' : 'multi-user',
        registration_enabled: !config.singleUser && config.allowRegistration,
        setup_required: empty,
        setup_token_required: empty,
        oauth_providers: OAUTH_PROVIDERS.filter(isEnabled),
        version: config.environment !== 'production' || user !== null ? config.version : '',
      };
    },
  });

  // A route of its own: clients compare the fields of system-info, so it gets no further one.
  app.get('/providers', {
    config: { access: 'public' },
    schema: { summary: 'The sign-in providers by name', response: { 200: ProviderList } },
    handler: async (): Promise<ProviderList> => ({
      providers: OAUTH_PROVIDERS.map((provider) => ({
        provider,
        name: config.providerNames[provider],
        enabled: isEnabled(provider),
      })),
    }),
  });

  app.post('/register', {
    config: {
      access: 'public',
      multiUserOnly: true,
      afterSetUp: true,
      event: 'register',
      rateLimit: NEW_NAMES,
      errors: ['registration_disabled', 'name_taken', 'email_taken'],
    },
    preParsing: async (request) => {
      if (config.allowRegistration) return;
      await reject(contextOf(request), { event: 'register' }, apiError('registration_disabled'));
    },
    schema: { summary: 'Register an account', body: RegisterBody, response: { 201: Session } },
    handler: (request) => register(contextOf(request), request.body),
  });

  app.post('/setup', {
    config: {
      access: 'public',
      rateLimit: SET_UPS,
      errors: ['wrong_setup_token', 'already_set_up', 'name_taken', 'email_taken'],
    },
    schema: { summary: 'Create the first account, an administrator', body: SetupBody, response: { 201: Session } },
    handler: (request) => setUps.run('', () => setUp(contextOf(request), request.body)),
  });

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
      const { session, isNewUser } = await accepts.run(body.token, accept);
      return reply.code(isNewUser ? 201 : 200).send(session);
    },
  });
}
