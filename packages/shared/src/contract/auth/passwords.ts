import { type Static, Type } from 'typebox';
import { PASSWORD_RULES } from '../patterns.js';
import { closed } from '../schemas.js';
import { ruledText } from '../text-rules.js';
import { CurrentPassword, Email, EXAMPLE_ID, freeText, NewPassword } from './fields.js';

export const ChangePasswordBody = closed('ChangePasswordBody', {
  current_password: Type.Optional(
    ruledText(PASSWORD_RULES, {
      description:
        'At most 72 bytes of UTF-8. May be absent for an account without a password, after a recent sign-in.',
      examples: ['Analytical1Engine'],
    }),
  ),
  new_password: NewPassword,
});
export type ChangePasswordBody = Static<typeof ChangePasswordBody>;

export const ResetPasswordBody = closed('ResetPasswordBody', {
  user_id: freeText('The account whose password is reset.', EXAMPLE_ID),
  new_password: NewPassword,
  email: Type.Optional({
    ...Email,
    description: 'The address that the administrator vouches for; the present one if absent.',
  }),
  current_password: Type.Optional(CurrentPassword),
});
export type ResetPasswordBody = Static<typeof ResetPasswordBody>;

/** Body of a request that needs nothing but a recent sign-in; the whole body may be left out. */
export const ProofBody = closed('ProofBody', { current_password: Type.Optional(CurrentPassword) });
