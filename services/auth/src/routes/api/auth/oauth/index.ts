import cookie from '@fastify/cookie';
import type { App, ErrorBody } from '@ownvoice/shared';
import { OAuthCallbackQuery, OAuthParams, OAuthStartQuery, Session } from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import { beginAuthorization, handleCallback } from '../../../../accounts/provider-sign-in.js';
import { safeReturnTo } from '../../../../domain/oauth-sign-in.js';
import { apiError } from '../../../../errors.js';
import { browserCookie, wantsJson, wantsPage } from '../../../../oauth/browser.js';
import type { OAuthProvider } from '../../../../oauth/provider.js';
import { oauthProviders } from '../../../../oauth/providers.js';
import { callerOf } from '../../../../plugins/services.js';

const redirect = (description: string) =>
  Type.Null({
    description,
    headers: { location: { type: 'string', description: 'The address that the browser is sent to.' } },
  });

/** By address: more than people need, too few to fill the database with attempts. */
const RATE_LIMIT = { max: 100, timeWindow: 60 * 1000 };

const ACCESS = {
  access: 'public',
  multiUserOnly: true,
  afterSetUp: true,
  event: 'oauth_login',
  rateLimit: RATE_LIMIT,
} as const;

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the browser goes after single sign-on: a path on this origin. */
    returnTo: string;
  }
}

const REJECTED = redirect('Only for a browser: back to return_to, with the code of the error in the fragment.');

/** Single sign-on. */
export async function oauthRoutes(app: App): Promise<void> {
  const { services } = app;
  const { config } = services;
  const https = config.publicUrl.startsWith('https:');
  const providers = oauthProviders(config);
  app.addHook('onClose', () => providers.close());
  await app.register(cookie);
  app.decorateRequest('returnTo', '/');
  // A person sees the page from which the sign-in began, which words the code; a program gets the error body.
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400 || typeof payload !== 'string' || !wantsPage(request.headers.accept)) return payload;
    const { code } = JSON.parse(payload) as ErrorBody;
    reply.removeHeader('content-type').redirect(`${request.returnTo}#error=${code}`, 303);
    return null;
  });

  const providerOf = (name: string): OAuthProvider => {
    const provider = providers.byName.get(name);
    if (provider === undefined) throw apiError('unknown_provider');
    return provider;
  };

  app.get(
    '/:provider',
    {
      exposeHeadRoute: false,
      config: { ...ACCESS, errors: ['unknown_provider', 'provider_failed'] },
      schema: {
        tags: ['auth'],
        operationId: 'oauthBegin',
        summary: 'Start single sign-on with a provider',
        description: 'Redirects the browser to the provider and sets a cookie that the callback needs.',
        params: OAuthParams,
        querystring: OAuthStartQuery,
        response: { 302: redirect('Redirects to the provider.'), 303: REJECTED },
      },
    },
    async (request, reply) => {
      const provider = providerOf(request.params.provider);
      const { return_to: returnTo } = request.query;
      request.returnTo = safeReturnTo(returnTo);
      const { url, state, browserSecret } = await beginAuthorization(services, callerOf(request), provider, returnTo);
      const { name, options } = browserCookie(state, https);
      return reply.setCookie(name, browserSecret, options).redirect(url.href, 302);
    },
  );

  app.get(
    '/:provider/callback',
    {
      exposeHeadRoute: false,
      config: {
        ...ACCESS,
        errors: [
          'unknown_provider',
          'invalid_state',
          'code_missing',
          'email_not_verified',
          'sign_in_declined',
          'suspended',
          'registration_disabled',
          'provider_failed',
        ],
      },
      schema: {
        tags: ['auth'],
        operationId: 'oauthCallback',
        summary: 'Complete single sign-on',
        description:
          'Responds with the session, or the error body, where JSON is asked for. Sends any browser on to `return_to`, with `token` and `expires_in`, or `error` and the code of an error, in the fragment.',
        params: OAuthParams,
        querystring: OAuthCallbackQuery,
        response: {
          200: Session,
          303: redirect('Redirects to return_to, with the session or the code of the error in the fragment.'),
        },
      },
    },
    async (request, reply) => {
      const provider = providerOf(request.params.provider);
      const query = new URLSearchParams(request.raw.url?.split('?', 2)[1]);
      const { name, options } = browserCookie(query.get('state') ?? '', https);
      reply.clearCookie(name, options);
      const secret = request.cookies[name];
      const session = await handleCallback(services, callerOf(request), provider, query, secret, (path) => {
        request.returnTo = path;
      });
      if (wantsJson(request.headers.accept)) return session;
      const fragment = new URLSearchParams({ token: session.token, expires_in: String(session.expires_in) });
      return reply.redirect(`${request.returnTo}#${fragment}`, 303);
    },
  );
}
