import { type Static, Type } from 'typebox';
import { PATTERNS } from '../patterns.js';
import { closed, closedObject } from '../schemas.js';
import { duration } from './api-keys.js';
import {
  CurrentPassword,
  Email,
  EXAMPLE_ID,
  milliseconds,
  NewPassword,
  nullableText,
  RoleField,
  Username,
} from './fields.js';
import { OneTimeCode } from './second-factor.js';

const MAX_TOKEN_CHARACTERS = 200;

/** Body of POST /api/users/invitations. What is absent, the invited person chooses, or has not. */
export const CreateInvitationBody = closed('CreateInvitationBody', {
  username: Type.Optional(Username),
  email: Type.Optional(Email),
  role: Type.Optional(RoleField),
  expires_in: Type.Optional(duration('How long the link is valid; 7d when absent.')),
  current_password: Type.Optional(CurrentPassword),
});
export type CreateInvitationBody = Static<typeof CreateInvitationBody>;

/** Body of POST /api/users/:id/reset-link; the whole body may be left out. */
export const CreateResetLinkBody = closed('CreateResetLinkBody', {
  expires_in: Type.Optional(duration('How long the link is valid; 24h when absent.')),
  current_password: Type.Optional(CurrentPassword),
});
export type CreateResetLinkBody = Static<typeof CreateResetLinkBody>;

const id = Type.String({ format: 'uuid', description: 'UUID, version 7.', examples: [EXAMPLE_ID] });

export const ResetLink = closed('ResetLink', {
  url: Type.String({ description: 'The link, shown this once.', examples: ['https://voice.example/#reset=…'] }),
  expires_at: milliseconds('When it expires'),
});
export type ResetLink = Static<typeof ResetLink>;

export const InvitationLink = closed('InvitationLink', { id, ...ResetLink.properties });
export type InvitationLink = Static<typeof InvitationLink>;

/** An invitation that nobody has accepted yet. */
export const Invitation = closed('Invitation', {
  id,
  username: nullableText({ description: 'The username of the new account; null: the invited person chooses it.' }),
  email: nullableText({ description: 'Its e-mail address, or null.' }),
  role: RoleField,
  created_at: milliseconds('When it was created'),
  expires_at: milliseconds('When it expires'),
  created_by: nullableText({ description: 'The id of the administrator; null: the command line.' }),
});
export type Invitation = Static<typeof Invitation>;

/** Response of GET /api/users/invitations, the oldest first. */
export const InvitationList = closed('InvitationList', {
  invitations: Type.Array(closedObject(Invitation.properties)),
});
export type InvitationList = Static<typeof InvitationList>;

export const InvitationParams = Type.Object({ id: Type.String({ description: 'The id of an invitation.' }) });

export const AcceptBody = closed('AcceptBody', {
  token: Type.String({
    minLength: 1,
    maxLength: MAX_TOKEN_CHARACTERS,
    pattern: PATTERNS.withoutNul.pattern,
    description: 'What follows `#invitation=` or `#reset=` in the link.',
  }),
  username: Type.Optional({ ...Username, description: 'Only for an invitation without one, and needed there.' }),
  password: NewPassword,
  otp: Type.Optional(OneTimeCode),
});
export type AcceptBody = Static<typeof AcceptBody>;
