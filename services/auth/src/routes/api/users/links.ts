import type { App } from '@ownvoice/shared';
import {
  CreateInvitationBody,
  CreateResetLinkBody,
  InvitationLink,
  InvitationList,
  InvitationParams,
  ResetLink,
  UserParams,
} from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import { createResetLink, deleteInvitation, inviteUser, openInvitations } from '../../../accounts/links.js';
import { callerOf } from '../../../plugins/services.js';

const ACCESS = { access: 'admin', multiUserOnly: true } as const;

/** Links that an administrator gives to people: invitations, and links that reset a password. */
export async function linkRoutes(app: App): Promise<void> {
  const { services } = app;

  app.get(
    '/invitations',
    {
      config: ACCESS,
      schema: {
        operationId: 'listInvitations',
        summary: 'List the invitations that nobody has accepted',
        response: { 200: InvitationList },
      },
    },
    async () => ({ invitations: await openInvitations(services) }),
  );

  app.post(
    '/invitations',
    {
      config: {
        ...ACCESS,
        stepUp: { proof: 'recent', event: 'invitation_create' },
        errors: ['name_taken', 'email_taken'],
      },
      schema: {
        operationId: 'createInvitation',
        summary: 'Invite somebody to make an account',
        body: CreateInvitationBody,
        response: { 201: InvitationLink },
      },
    },
    (request) => inviteUser(services, callerOf(request), request.body),
  );

  app.delete(
    '/invitations/:id',
    {
      config: { ...ACCESS, stepUp: 'none', errors: ['unknown_invitation'] },
      schema: {
        operationId: 'deleteInvitation',
        summary: 'Withdraw an invitation',
        params: InvitationParams,
        response: { 204: Type.Null({ description: 'Withdrawn.' }) },
      },
    },
    (request) => deleteInvitation(services, callerOf(request), request.params.id),
  );

  app.post(
    '/:id/reset-link',
    {
      config: {
        access: 'admin',
        stepUp: { proof: 'recent', event: 'reset_link_create' },
        errors: ['unknown_user'],
      },
      schema: {
        operationId: 'createResetLink',
        summary: 'Make a link by which a user sets a new password; the older ones end',
        params: UserParams,
        body: CreateResetLinkBody,
        response: { 201: ResetLink },
      },
    },
    (request) => createResetLink(services, callerOf(request), request.params.id, request.body),
  );
}
