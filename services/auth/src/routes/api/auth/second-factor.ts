import type { App } from '@ownvoice/shared';
import {
  ConfirmSecondFactorBody,
  FactorProofBody,
  ProofBody,
  RecoveryCodes,
  SecondFactor,
  SecondFactorSetup,
} from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import { MAX_CREDENTIAL_BYTES } from '../../../accounts/passkeys.js';
import {
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactorOf,
  setUpSecondFactor,
} from '../../../accounts/second-factor.js';
import { signedIn } from '../../../plugins/access.js';
import { OWN_CHANGES } from '../../../plugins/rate-limit.js';
import { callerOf } from '../../../plugins/services.js';

const ACCESS = { access: 'signed-in', withoutSecondFactor: 'open' } as const;

/** The second factor of the signed-in user. */
export async function secondFactorRoutes(app: App): Promise<void> {
  const { services } = app;

  app.get(
    '/',
    {
      config: ACCESS,
      schema: {
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
      config: {
        ...ACCESS,
        stepUp: { proof: 'recent', event: 'second_factor_setup' },
        rateLimit: OWN_CHANGES,
        errors: ['second_factor_on'],
      },
      schema: {
        operationId: 'setUpSecondFactor',
        summary: 'Set up a second factor, which takes effect once confirmed',
        body: ProofBody,
        response: { 200: SecondFactorSetup },
      },
    },
    (request) => setUpSecondFactor(services, callerOf(request), signedIn(request)),
  );

  app.post(
    '/confirm',
    {
      // The set-up asked.
      config: { ...ACCESS, stepUp: 'none', errors: ['nothing_to_confirm', 'wrong_code', 'locked_out'] },
      schema: {
        operationId: 'confirmSecondFactor',
        summary: 'Turn the second factor on with a first code',
        body: ConfirmSecondFactorBody,
        response: { 204: Type.Null({ description: 'Turned on.' }) },
      },
    },
    (request) => confirmSecondFactor(services, callerOf(request), signedIn(request), request.body.code),
  );

  app.post(
    '/recovery-codes',
    {
      bodyLimit: MAX_CREDENTIAL_BYTES,
      config: { ...ACCESS, stepUp: { proof: 'factor', event: 'recovery_codes_renew' } },
      schema: {
        operationId: 'renewRecoveryCodes',
        summary: 'Replace your recovery codes',
        body: FactorProofBody,
        response: { 200: RecoveryCodes },
      },
    },
    (request) => renewRecoveryCodes(services, callerOf(request), signedIn(request).id),
  );

  app.delete(
    '/',
    {
      bodyLimit: MAX_CREDENTIAL_BYTES,
      config: { ...ACCESS, stepUp: { proof: 'factor', event: 'second_factor_disable' } },
      schema: {
        operationId: 'disableSecondFactor',
        summary: 'Turn off your second factor',
        body: FactorProofBody,
        response: { 204: Type.Null({ description: 'Turned off.' }) },
      },
    },
    (request) => removeSecondFactor(services, callerOf(request), signedIn(request).id),
  );
}
