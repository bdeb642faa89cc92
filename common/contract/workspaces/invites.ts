import { z } from 'zod';
import { access, endpoint } from '../define.ts';
import { byId, done, id, ids, like, limits, message, text } from '../fields.ts';
import { SelfUser, token, users } from '../people/users.ts';
import { Workspace } from './workspaces.ts';

/** Durations of an invitation offered by the page, each with its hours, the unit of the request. */
export const inviteDurations = { '1h': 1, '2h': 2, '6h': 6, '12h': 12, '1d': 24, '2d': 48, '1w': 168 } as const;

const inviteCode = like('K7M2WXPB');
const inviteLink = like('https://palabre.exemple.fr/invite/K7M2WXPB');

/** An invitation to a workspace. */
export const Invite = z
  .object({
    _id: id,
    inviteCode,
    inviteLink,
    workspaceId: id,
    created_at: like('2026-11-21T09:30:00.000Z'),
    time: z.string().meta({ description: 'Duration from created_at, as {n}h.', example: '24h' }),
    users: z.array(id).meta({ description: 'Ids of the people who used the invitation.' }),
    maxUses: z.number().int().meta({ description: 'People it lets in at most.', example: 10 }),
  })
  .meta({ id: 'Invite' });
export type Invite = z.infer<typeof Invite>;

export const invites = {
  create: endpoint({
    method: 'POST',
    path: '/invite/:id',
    access: access.member(),
    summary: 'Creates an invitation and notifies the people it names',
    params: byId,
    body: z.object({
      users: ids(limits.invitedPeople).default([]),
      time: z
        .string()
        .regex(/^\d{1,3}h$/)
        .refine(value => Number.parseInt(value, 10) >= 1 && Number.parseInt(value, 10) <= 168)
        .meta({ description: 'Duration of the invitation, 1h to 168h.', example: '24h' })
        .default('1h'),
      uses: z
        .number()
        .int()
        .min(1)
        .max(limits.inviteUsesMax)
        .default(limits.inviteUses)
        .meta({ description: 'People it lets in at most.', example: 10 }),
    }),
    output: z.object({ inviteCode, inviteLink, invite: Invite }),
    status: 201,
    refuses: ['forbidden', 'too_many_requests'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/invite',
    access: access.member('query.workspaceId'),
    summary: 'Lists the invitations of a workspace, newest first',
    query: z.object({ workspaceId: id }),
    output: z.object({ invites: z.array(Invite) }),
    refuses: ['forbidden'],
  }),
  accept: endpoint({
    method: 'PUT',
    path: '/invite/accept/:code',
    access: access.session,
    summary: 'Joins the workspace of an invitation, by its code or its id',
    params: z.object({ code: text(100, 1).meta({ example: 'K7M2WXPB' }) }),
    output: z.object({ message, workspace: Workspace }),
    refuses: ['invite_not_found', 'too_many_requests'],
  }),
  register: endpoint({
    method: 'POST',
    path: '/invite/accept/:code',
    access: access.public,
    summary: 'Creates an account by an invitation, logs it in and joins the workspace',
    params: z.object({ code: text(100, 1).meta({ example: 'K7M2WXPB' }) }),
    body: users.register.body,
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
  remove: endpoint({
    method: 'DELETE',
    path: '/invite/:id',
    access: access.invite(),
    summary: 'Deletes an invitation',
    params: byId,
    output: done,
    refuses: ['forbidden'],
  }),
};
