import type { FactorProofBody } from '@ownvoice/shared/contract';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type Proof, requireProof, type StepUp } from '../accounts/step-up.js';
import type { ErrorReason } from '../errors.js';
import { signedIn } from './access.js';
import { contextOf } from './services.js';

/** What a route asks for besides a token. */
interface RouteStepUp extends StepUp {
  /** What it asks of this request instead. */
  readonly proofOf?: (request: FastifyRequest) => Proof | 'none' | Promise<Proof | 'none'>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a signed-in user proves besides the token; every route under `/api/` that changes something declares it. */
    stepUp?: RouteStepUp | 'none';
  }
  interface FastifyRequest {
    /** Whether the request has proved what its route asks for. */
    isProven: boolean;
    /** The stored hash that the request's current password matches; `null` when it has none. */
    provenHash: string | null;
  }
}

const ERRORS: Readonly<Record<Proof, readonly ErrorReason[]>> = {
  recent: ['recent_sign_in_required', 'wrong_password', 'locked_out'],
  password: ['recent_sign_in_required', 'password_required', 'wrong_password', 'locked_out'],
  factor: ['factor_required', 'wrong_code', 'too_many_codes', 'no_second_factor', 'wrong_password', 'locked_out'],
};

/**
 * Enforces the `config.stepUp` of every route, once its body is valid.
 * @throws {Error} at start, for a route that changes something without `config.stepUp`
 */
export const stepUp = fp(
  async (app) => {
    app.decorateRequest('isProven', false);
    app.decorateRequest('provenHash', null);

    app.addHook('onRoute', (route) => {
      const { access, stepUp: required, errors = [] } = route.config ?? {};
      const isRead = [route.method].flat().every((method) => method === 'GET' || method === 'HEAD');
      if (!route.url.startsWith('/api/') || access === 'public' || (isRead && required === undefined)) return;
      if (required === undefined) throw new Error(`${String(route.method)} ${route.url} has no config.stepUp`);
      if (required === 'none') return;
      route.config = { ...route.config, errors: [...ERRORS[required.proof], ...errors] };
      const guard = async (request: FastifyRequest) => {
        const proof = (await required.proofOf?.(request)) ?? required.proof;
        if (proof === 'none') return;
        const { id, username } = signedIn(request);
        const prover = { id, username, issuedAt: request.issuedAt };
        const sent = (request.body ?? {}) as FactorProofBody;
        request.provenHash = await requireProof(contextOf(request), prover, { ...required, proof }, sent);
        request.isProven = true;
      };
      // After the limits of the route.
      route.preHandler = [...[route.preHandler ?? []].flat(), guard];
    });
  },
  { name: 'step-up', dependencies: ['services', 'tokens', 'rate-limits'] },
);
