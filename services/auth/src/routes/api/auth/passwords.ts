import { type App, noContent } from '@ownvoice/shared';
import { ChangePasswordBody, ResetPasswordBody, Session } from '@ownvoice/shared/contract';
import { changePassword, resetPassword } from '../../../accounts/change-password.js';
import { signedIn } from '../../../plugins/access.js';
import { contextOf } from '../../../plugins/services.js';

/** Changing one's own password, and setting somebody else's. */
export async function passwordRoutes(app: App): Promise<void> {
  app.post('/change-password', {
    config: {
      access: 'signed-in',
      withoutSecondFactor: 'open',
      stepUp: { proof: 'password', event: 'password_change' },
    },
    schema: {
      summary: 'Change your password; every other session ends',
      body: ChangePasswordBody,
      response: { 200: Session },
    },
    handler: (request) => changePassword(contextOf(request), signedIn(request), request.provenHash, request.body),
  });

  app.post('/reset-password', {
    config: {
      access: 'admin',
      stepUp: { proof: 'recent', event: 'password_reset' },
      errors: ['unknown_user', 'email_taken'],
    },
    schema: {
      summary: 'Set a user’s password; their sessions end, their linked identities and passkeys are dropped',
      body: ResetPasswordBody,
      response: noContent('The password is set.'),
    },
    handler: (request) => resetPassword(contextOf(request), request.body),
  });
}
