import { type App, OPTIONAL_BODY } from '@ownvoice/shared';
import {
  ConfirmSecondFactorBody,
  DisableSecondFactorBody,
  ProofBody,
  RecoveryCodes,
  SecondFactor,
  SecondFactorSetup,
} from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import {
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  secondFactorOf,
  setUpSecondFactor,
} from '../../../accounts/second-factor.js';
import { ownAccount, signedIn } from '../../../plugins/access.js';
import { callerOf } from '../../../plugins/services.js';

const ACCESS = { access: 'signed-in', withoutSecondFactor: 'open' } as const;
const PROOF = ['recent_sign_in_required', 'wrong_password', 'locked_out'] as const;

/** The second factor of the signed-in user. */
export async function secondFactorRoutes(app: App): Promise<void> {
  const { services } = app;

  app.get(
    '/',
    {
      prefixTrailingSlash: 'no-slash',
      config: ACCESS,
      schema: {
        tags: ['auth'],
        operationId: 'secondFactor',
        summary: 'Whether your sign-in asks for a one-time code',
        response: { 200: SecondFactor },
      },
    },
    (request) => secondFactorOf(services, signedIn(request).id),
  );

  app.post(
    '/',
    {
      prefixTrailingSlash: 'no-slash',
      config: { ...ACCESS, errors: [...PROOF, 'second_factor_on'] },
      schema: {
        tags: ['auth'],
        operationId: 'setUpSecondFactor',
        summary: 'Set up a second factor, which takes effect once confirmed',
        body: ProofBody,
        ...OPTIONAL_BODY,
        response: { 200: SecondFactorSetup },
      },
    },
    (request) => {
      const currentPassword = request.body.current_password;
      return setUpSecondFactor(services, callerOf(request), { ...ownAccount(request), currentPassword });
    },
  );

  app.post(
    '/confirm',
    {
      config: { ...ACCESS, errors: ['nothing_to_confirm', 'wrong_code', 'locked_out'] },
      schema: {
        tags: ['auth'],
        operationId: 'confirmSecondFactor',
        summary: 'Turn the second factor on with a first code',
        body: ConfirmSecondFactorBody,
        response: { 204: Type.Null({ description: 'Turned on.' }) },
      },
    },
    async (request, reply) => {
      await confirmSecondFactor(services, callerOf(request), ownAccount(request), request.body.code);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/recovery-codes',
    {
      config: { ...ACCESS, errors: ['wrong_code', 'too_many_codes', 'locked_out', 'no_second_factor'] },
      schema: {
        tags: ['auth'],
        operationId: 'renewRecoveryCodes',
        summary: 'Replace your recovery codes',
        body: ConfirmSecondFactorBody,
        response: { 200: RecoveryCodes },
      },
    },
    (request) => renewRecoveryCodes(services, callerOf(request), ownAccount(request), request.body.code),
  );

  app.delete(
    '/',
    {
      prefixTrailingSlash: 'no-slash',
      config: { ...ACCESS, errors: [...PROOF, 'wrong_code', 'too_many_codes', 'no_second_factor'] },
      schema: {
        tags: ['auth'],
        operationId: 'disableSecondFactor',
        summary: 'Turn off your second factor',
        body: DisableSecondFactorBody,
        ...OPTIONAL_BODY,
        response: { 204: Type.Null({ description: 'Turned off.' }) },
      },
    },
    async (request, reply) => {
      const { current_password: currentPassword, code } = request.body;
      await disableSecondFactor(services, callerOf(request), { ...ownAccount(request), currentPassword, code });
      return reply.code(204).send(null);
    },
  );
}
