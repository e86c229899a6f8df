import cookie from '@fastify/cookie';
import type { App, ErrorBody } from '@ownvoice/shared';
import {
  OAuthCallbackQuery,
  OAuthDeparture,
  OAuthExchangeBody,
  OAuthLinkBody,
  OAuthParams,
  OAuthStartQuery,
  Session,
} from '@ownvoice/shared/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  beginAuthorization,
  exchangeCode,
  handleCallback,
  SIGN_IN_CODE_LIFETIME_MS,
  withCode,
  withSession,
} from '../../../../accounts/provider-sign-in.js';
import { requireProof } from '../../../../accounts/step-up.js';
import { safeReturnTo } from '../../../../domain/oauth-sign-in.js';
import { apiError } from '../../../../errors.js';
import { browserCookie, wantsJson, wantsPage } from '../../../../oauth/browser.js';
import { type OAuthProvider, oauthProviders } from '../../../../oauth/provider.js';
import { lacksSecondFactor, SETUP_OPTIONS, signedIn } from '../../../../plugins/access.js';
import { contextOf } from '../../../../plugins/services.js';

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

const ISSUER_HINT =
  'sign-in by this provider fails until <issuer>/.well-known/openid-configuration names this very issuer';

/** An account that is linked is a way in. */
const LINK_PROOF = { proof: 'recent', event: 'oauth_link' } as const;

interface Departure {
  readonly returnTo: string | undefined;
  /** Whether the identity is linked to the account of the request's token. */
  readonly links: boolean;
}

const REJECTED = redirect('Only for a browser: back to return_to, with the code of the error in the fragment.');

/** Single sign-on. */
export async function oauthRoutes(app: App): Promise<void> {
  const { services } = app;
  const { config } = services;
  const https = config.publicUrl.startsWith('https:');
  const providers = oauthProviders(config);
  app.addHook('onClose', () => providers.close());
  // A start does not depend on the issuer, which may be starting as well.
  app.addHook('onListen', () => {
    for (const { name, issuer, check } of providers.byName.values())
      if (issuer !== undefined)
        check().catch((error: Error) => {
          const setting = `${name.toUpperCase()}_ISSUER_URL`;
          app.log.warn(
            { issuer, reason: error.message },
            `${setting}: the issuer's metadata can't be read; ${ISSUER_HINT}`,
          );
        });
  });
  await app.register(cookie);
  app.decorateRequest('returnTo', '/');
  // A person sees the page from which the sign-in began, which words the code; a program gets the error body.
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400 || typeof payload !== 'string' || !wantsPage(request.headers.accept)) return payload;
    const { code } = JSON.parse(payload) as ErrorBody;
    // The reply is under way: redirect() would send a second one.
    reply.removeHeader('content-type').code(303).header('location', `${request.returnTo}#error=${code}`);
    return null;
  });

  const providerOf = (name: string): OAuthProvider => {
    const provider = providers.byName.get(name);
    if (provider === undefined) throw apiError('unknown_provider');
    return provider;
  };

  /** Begins an authorization in the caller's browser. @returns the address at the provider */
  const depart = async (request: FastifyRequest, reply: FastifyReply, { returnTo, links }: Departure) => {
    const provider = providerOf((request.params as OAuthParams).provider);
    request.returnTo = safeReturnTo(returnTo);
    const tokenId = links ? (request.claims?.jti ?? null) : null;
    const started = await beginAuthorization(contextOf(request), provider, returnTo, tokenId);
    const { name, options } = browserCookie(started.state, https);
    reply.setCookie(name, started.browserSecret, options);
    return started.url.href;
  };

  app.get('/:provider', {
    exposeHeadRoute: false,
    config: {
      ...ACCESS,
      errors: [
        'unknown_provider',
        'provider_failed',
        'unauthorized',
        'recent_sign_in_required',
        'second_factor_setup_required',
      ],
    },
    schema: {
      summary: 'Start single sign-on with a provider',
      description:
        'Redirects the browser to the provider and sets a cookie that the callback needs. With `link=1` and a token of a recent sign-in the identity is linked to the account of the token.',
      params: OAuthParams,
      querystring: OAuthStartQuery,
      response: { 302: redirect('Redirects to the provider.'), 303: REJECTED },
    },
    handler: async (request, reply) => {
      const { return_to: returnTo, link } = request.query;
      if (link !== undefined) {
        const user = signedIn(request);
        if (lacksSecondFactor(config, user, request)) throw apiError('second_factor_setup_required', SETUP_OPTIONS);
        const prover = { ...user, issuedAt: request.issuedAt };
        await requireProof(contextOf(request), prover, LINK_PROOF, {});
      }
      return reply.redirect(await depart(request, reply, { returnTo, links: link !== undefined }), 302);
    },
  });

  app.post('/:provider', {
    config: {
      access: 'signed-in',
      multiUserOnly: true,
      event: 'oauth_link',
      stepUp: LINK_PROOF,
      rateLimit: RATE_LIMIT,
      errors: ['unknown_provider', 'provider_failed'],
    },
    schema: {
      summary: 'Start linking an identity to the signed-in account',
      description: 'Sets a cookie that the callback needs. The page goes to `url`, since it can send no token there.',
      params: OAuthParams,
      body: OAuthLinkBody,
      response: { 200: OAuthDeparture },
    },
    handler: async (request, reply) => ({
      url: await depart(request, reply, { returnTo: request.body.return_to, links: true }),
    }),
  });

  app.get('/:provider/callback', {
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
        'sign_in_to_link',
        'identity_in_use',
        'domain_not_allowed',
        'provider_failed',
      ],
    },
    schema: {
      summary: 'Complete single sign-on',
      description:
        'Responds with the session, or the error body, where JSON is asked for. Sends any browser on to `return_to`, with `code`, which it exchanges for the session within 60 seconds, or `error` and the code of an error in the fragment; `taken_over=true` says that the account lost the ways to sign in that it had.',
      params: OAuthParams,
      querystring: OAuthCallbackQuery,
      response: {
        200: Session,
        303: redirect('Redirects to return_to, with the code or that of the error in the fragment.'),
      },
    },
    handler: async (request, reply) => {
      const provider = providerOf(request.params.provider);
      const query = new URLSearchParams(request.raw.url?.split('?', 2)[1]);
      const { name, options } = browserCookie(query.get('state') ?? '', https);
      reply.clearCookie(name, options);
      const context = contextOf(request);
      const onReturnTo = (path: string) => {
        request.returnTo = path;
      };
      const attempt = [context, provider, query, request.cookies[name], onReturnTo] as const;
      if (wantsJson(request.headers.accept)) return await handleCallback(...attempt, withSession(context));
      const { code, browserSecret, takesOver } = await handleCallback(...attempt, withCode);
      const bound = browserCookie(code, https, SIGN_IN_CODE_LIFETIME_MS);
      return reply
        .setCookie(bound.name, browserSecret, { ...bound.options, sameSite: 'strict' })
        .redirect(`${request.returnTo}#code=${code}${takesOver ? '&taken_over=true' : ''}`, 303);
    },
  });

  app.post('/exchange', {
    config: { ...ACCESS, errors: ['invalid_state', 'suspended'] },
    schema: {
      summary: 'Exchange the code of a single sign-on for its session',
      description: 'The code works once, within 60 seconds, and only in the browser that the callback gave it to.',
      body: OAuthExchangeBody,
      response: { 200: Session },
    },
    handler: async (request, reply) => {
      const { code } = request.body;
      const { name, options } = browserCookie(code, https);
      reply.clearCookie(name, options);
      return await exchangeCode(contextOf(request), code, request.cookies[name]);
    },
  });
}
