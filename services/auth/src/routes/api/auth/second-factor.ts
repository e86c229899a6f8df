import { type App, noContent } from '@ownvoice/shared';
import {
  ConfirmSecondFactorBody,
  FactorProofBody,
  ProofBody,
  RecoveryCodes,
  SecondFactor,
  SecondFactorSetup,
} from '@ownvoice/shared/contract';
import {
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactorOf,
  setUpSecondFactor,
} from '../../../accounts/second-factor.js';
import { signedIn } from '../../../plugins/access.js';
import { OWN_CHANGES } from '../../../plugins/rate-limit.js';
import { contextOf } from '../../../plugins/services.js';

const ACCESS = { access: 'signed-in', withoutSecondFactor: 'open' } as const;

/** The second factor of the signed-in user. */
export async function secondFactorRoutes(app: App): Promise<void> {
  app.get('/', {
    config: ACCESS,
    schema: { summary: 'Whether your sign-in asks for a one-time code', response: { 200: SecondFactor } },
    handler: (request) => secondFactorOf(contextOf(request), signedIn(request).id),
  });

  app.post('/', {
    config: {
      ...ACCESS,
      stepUp: { proof: 'recent', event: 'second_factor_setup' },
      rateLimit: OWN_CHANGES,
      errors: ['second_factor_on'],
    },
    schema: {
      summary: 'Set up a second factor, which takes effect once confirmed',
      body: ProofBody,
      response: { 200: SecondFactorSetup },
    },
    handler: (request) => setUpSecondFactor(contextOf(request), signedIn(request)),
  });

  app.post('/confirm', {
    // The set-up asked.
    config: { ...ACCESS, stepUp: 'none', errors: ['nothing_to_confirm', 'wrong_code', 'locked_out'] },
    schema: {
      summary: 'Turn the second factor on with a first code',
      body: ConfirmSecondFactorBody,
      response: noContent('Turned on.'),
    },
    handler: (request) => confirmSecondFactor(contextOf(request), signedIn(request), request.body.code),
  });

  app.post('/recovery-codes', {
    config: { ...ACCESS, stepUp: { proof: 'factor', event: 'recovery_codes_renew' } },
    schema: { summary: 'Replace your recovery codes', body: FactorProofBody, response: { 200: RecoveryCodes } },
    handler: (request) => renewRecoveryCodes(contextOf(request), signedIn(request).id),
  });

  app.delete('/', {
    config: { ...ACCESS, stepUp: { proof: 'factor', event: 'second_factor_disable' } },
    schema: { summary: 'Turn off your second factor', body: FactorProofBody, response: noContent('Turned off.') },
    handler: (request) => removeSecondFactor(contextOf(request), signedIn(request).id),
  });
}
