import { type App, noContent } from '@ownvoice/shared';
import {
  CreateInvitationBody,
  CreateResetLinkBody,
  InvitationLink,
  InvitationList,
  InvitationParams,
  ResetLink,
  UserParams,
} from '@ownvoice/shared/contract';
import { createResetLink, deleteInvitation, inviteUser } from '../../../accounts/links.js';
import { contextOf } from '../../../plugins/services.js';

const ACCESS = { access: 'admin', multiUserOnly: true } as const;

/** Links that an administrator gives to people: invitations, and links that reset a password. */
export async function linkRoutes(app: App): Promise<void> {
  app.get('/invitations', {
    config: ACCESS,
    schema: { summary: 'List the invitations that nobody has accepted', response: { 200: InvitationList } },
    handler: async () => ({ invitations: await app.services.db.links.invitations(new Date()) }),
  });

  app.post('/invitations', {
    config: {
      ...ACCESS,
      stepUp: { proof: 'recent', event: 'invitation_create' },
      errors: ['name_taken', 'email_taken'],
    },
    schema: {
      summary: 'Invite somebody to make an account',
      body: CreateInvitationBody,
      response: { 201: InvitationLink },
    },
    handler: (request) => inviteUser(contextOf(request), request.body),
  });

  app.delete('/invitations/:id', {
    config: { ...ACCESS, stepUp: 'none', errors: ['unknown_invitation'] },
    schema: { summary: 'Withdraw an invitation', params: InvitationParams, response: noContent('Withdrawn.') },
    handler: (request) => deleteInvitation(contextOf(request), request.params.id),
  });

  app.post('/:id/reset-link', {
    config: { access: 'admin', stepUp: { proof: 'recent', event: 'reset_link_create' }, errors: ['unknown_user'] },
    schema: {
      summary: 'Make a link by which a user sets a new password; the older ones end',
      params: UserParams,
      body: CreateResetLinkBody,
      response: { 201: ResetLink },
    },
    handler: (request) => createResetLink(contextOf(request), request.params.id, request.body),
  });
}
