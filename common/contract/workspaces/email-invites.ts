import { z } from 'zod';
import { access, endpoint } from '../define.ts';
import { byId, done, email, id, like, limits, message, password, text, time } from '../fields.ts';
import { Named, SelfUser, token } from '../people/users.ts';
import { guestChannels, stayEnd } from './guests.ts';
import { Workspace } from './workspaces.ts';

const address = like('zoe@exemple.fr');

/** Pending invitation to a workspace, sent to an address. */
export const EmailInvite = z
  .object({
    _id: id,
    email: address,
    invitedBy: Named.meta({ description: 'Person who sent it last.' }),
    sentAt: time,
    expiresAt: time,
    guest: z.object({ endsAt: time }).optional().meta({ description: 'Present if it invites a guest.' }),
  })
  .meta({ id: 'EmailInvite' });
export type EmailInvite = z.infer<typeof EmailInvite>;

/**
 * Outcome for an address: a mail leaves; its person is a member; or none can be sent to it, for an undisclosed reason
 * (it is banned, or has been sent too many today).
 */
export const inviteOutcomes = ['sent', 'member', 'refused'] as const;
export type InviteOutcome = (typeof inviteOutcomes)[number];

/** Invitation as the person it was sent to sees it before accepting. */
export const ReceivedInvite = z
  .object({
    email: address,
    workspace: z.object({ _id: id, title: like('Atelier Tilleul') }),
    invitedBy: Named,
    mayRegister: z.boolean().meta({
      description: 'Whether an account may be made by this invitation, as administrators chose.',
      example: true,
    }),
    hasAccount: z.boolean().meta({ description: 'Whether the address has an account.', example: false }),
    guest: z.object({ endsAt: time }).optional().meta({ description: 'Present if it invites a guest.' }),
  })
  .meta({ id: 'ReceivedInvite' });
export type ReceivedInvite = z.infer<typeof ReceivedInvite>;

const byToken = z.object({ token: text(100, 1).meta({ example: 'kZ3yPq0v7mB1nT5xW9dRj2sLfHcA8uEo4iGgVtQaYwM' }) });
const cursor = id.meta({ description: 'Id of the last invitation of the previous page.' });

export const emailInvites = {
  create: endpoint({
    method: 'POST',
    path: '/workspace/:id/email-invites',
    access: access.member(),
    summary: 'Sends invitations to addresses; one that waits already is sent again',
    params: byId,
    body: z.object({
      emails: z
        .array(email)
        .min(1)
        .max(limits.invitedEmails)
        .meta({ example: ['zoe@exemple.fr'] }),
      guest: z
        .object({ channels: guestChannels.min(1), endsAt: stayEnd })
        .optional()
        .meta({ description: 'For guests: the channels that they are let into, and until when.' }),
    }),
    output: z.object({
      outcomes: z.array(z.object({ email: address, outcome: z.enum(inviteOutcomes).meta({ example: 'sent' }) })),
    }),
    status: 201,
    refuses: ['forbidden', 'address_unproven', 'stay_end', 'guest_channels', 'too_many_requests'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/workspace/:id/email-invites',
    access: access.member(),
    summary:
      'Lists the invitations by mail that wait, newest first: one’s own, or all for people who run the workspace',
    params: byId,
    query: z.object({
      search: text(limits.email).meta({ example: 'zoe' }).optional(),
      limit: z.coerce.number().int().min(1).max(limits.pageMax).default(limits.pageDefault).meta({ example: 50 }),
      cursor: cursor.optional(),
    }),
    output: z.object({ invites: z.array(EmailInvite), nextCursor: cursor.nullable() }),
  }),
  send: endpoint({
    method: 'POST',
    path: '/email-invite/:id/send',
    access: access.emailInvite(),
    summary: 'Sends an invitation again, and lets it last as long as a new one',
    params: byId,
    output: z.object({ message, invite: EmailInvite }),
    refuses: ['forbidden', 'address_unproven', 'stay_end', 'too_many_requests'],
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/email-invite/:id',
    access: access.emailInvite(),
    summary: 'Withdraws an invitation: its link opens nothing any more',
    params: byId,
    output: done,
    refuses: ['forbidden'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/invited/:token',
    access: access.public,
    summary: 'Reads an invitation by the token of its mail',
    params: byToken,
    output: z.object({ invite: ReceivedInvite }),
    refuses: ['invite_not_found', 'too_many_requests'],
  }),
  accept: endpoint({
    method: 'PUT',
    path: '/invited/:token',
    access: access.session,
    guests: true,
    summary: 'Joins the workspace of an invitation sent to the caller’s address, which this proves',
    params: byToken,
    output: z.object({ message, workspace: Workspace }),
    refuses: ['invite_not_found', 'invite_other_address', 'guest_full_account', 'guest_account', 'too_many_requests'],
  }),
  register: endpoint({
    method: 'POST',
    path: '/invited/:token',
    access: access.public,
    summary: 'Creates the account of an invited address, which this proves, logs it in and joins the workspace',
    params: byToken,
    body: z.object({
      firstName: text(limits.name, 1).meta({ example: 'Zoé' }),
      lastName: text(limits.name, 1).meta({ example: 'Lambert' }),
      password,
    }),
    image: 'avatar',
    output: z.object({ token, newUser: SelfUser, workspace: Workspace }),
    status: 201,
    refuses: [
      'invite_not_found',
      'email_taken',
      'banned',
      'registration_by_domain',
      'registration_by_approval',
      'registration_by_provider',
      'too_many_requests',
    ],
  }),
};
