import cookie from '@fastify/cookie';
import { ApiError, type App, errorResponses } from '@ownvoice/shared';
import {
  OAuthCallbackQuery,
  OAuthParams,
  OAuthStartQuery,
  Session,
  type SignInRefusals,
} from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import { beginAuthorization, handleCallback } from '../../../../accounts/provider-sign-in.js';
import { browserCookie } from '../../../../oauth/browser-cookie.js';
import type { OAuthProvider } from '../../../../oauth/provider.js';
import { oauthProviders } from '../../../../oauth/providers.js';
import { callerOf } from '../../../../plugins/services.js';
import { refusalsInBrowsers } from './refusals-in-browsers.js';
import { wantsJson } from './wants-json.js';

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

export interface OAuthRoutesOptions {
  /** What the page for a refusal says. */
  readonly refusalTexts: SignInRefusals;
}

/** Single sign-on. */
export async function oauthRoutes(app: App, { refusalTexts }: OAuthRoutesOptions): Promise<void> {
  const { services } = app;
  const { config } = services;
  const https = config.publicUrl.startsWith('https:');
  const providers = oauthProviders(config);
  app.addHook('onClose', () => providers.close());
  await app.register(cookie);
  await app.register(refusalsInBrowsers, { texts: refusalTexts });

  const providerOf = (name: string): OAuthProvider => {
    const provider = providers.byName.get(name);
    if (provider === undefined) throw new ApiError(404, 'There is no such sign-in provider here.');
    return provider;
  };

  app.get(
    '/:provider',
    {
      exposeHeadRoute: false,
      config: ACCESS,
      schema: {
        tags: ['auth'],
        operationId: 'oauthBegin',
        summary: 'Start single sign-on with a provider',
        description: 'Redirects the browser to the provider and sets a cookie that the callback needs.',
        params: OAuthParams,
        querystring: OAuthStartQuery,
        response: { 302: redirect('Redirects to the provider.'), ...errorResponses(404, 429, 500, 502, 503) },
      },
    },
    async (request, reply) => {
      const provider = providerOf(request.params.provider);
      const { return_to: returnTo } = request.query;
      const { url, state, browserSecret } = await beginAuthorization(services, callerOf(request), provider, returnTo);
      const { name, options } = browserCookie(state, https);
      return reply.setCookie(name, browserSecret, options).redirect(url.href, 302);
    },
  );

  app.get(
    '/:provider/callback',
    {
      exposeHeadRoute: false,
      config: ACCESS,
      schema: {
        tags: ['auth'],
        operationId: 'oauthCallback',
        summary: 'Complete single sign-on',
        description:
          'Answers with the session where JSON is asked for; sends any browser on to `return_to`, with `token` and `expires_in` in the fragment. Refusals have the one error body, which a browser that navigates here is shown as a page.',
        params: OAuthParams,
        querystring: OAuthCallbackQuery,
        response: {
          200: Session,
          303: redirect('Redirects to return_to.'),
          ...errorResponses(403, 404, 429, 500, 502, 503),
        },
      },
    },
    async (request, reply) => {
      const provider = providerOf(request.params.provider);
      const query = new URLSearchParams(request.raw.url?.split('?', 2)[1]);
      const { name, options } = browserCookie(query.get('state') ?? '', https);
      reply.clearCookie(name, options);
      const secret = request.cookies[name];
      const { session, returnTo } = await handleCallback(services, callerOf(request), provider, query, secret);
      if (wantsJson(request.headers.accept)) return session;
      const fragment = new URLSearchParams({ token: session.token, expires_in: String(session.expires_in) });
      return reply.redirect(`${returnTo}#${fragment}`, 303);
    },
  );
}
