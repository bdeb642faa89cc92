import { z } from 'zod';
import { access, endpoint } from './define.ts';
import { byId, done, id, ids, limits, message, text } from './fields.ts';
import { Workspace } from './workspaces.ts';

/** Durations as the page offers them; days and weeks are sent in hours (spec 2 §5). */
export const inviteDurations = { '1h': 1, '2h': 2, '6h': 6, '12h': 12, '1d': 24, '2d': 48, '1w': 168 } as const;

export const Invite = z.object({
  _id: id,
  inviteCode: z.string(),
  inviteLink: z.string(),
  workspaceId: id,
  created_at: z.string(),
  /** Duration from `created_at`, as « {n}h ». */
  time: z.string(),
  /** Who used it. */
  users: z.array(id),
});
export type Invite = z.infer<typeof Invite>;

export const invites = {
  create: endpoint({
    method: 'POST',
    path: '/invite/:workspaceId',
    access: access.member('params.workspaceId'),
    summary: 'Makes an invitation and tells those it names',
    params: z.object({ workspaceId: id }),
    body: z.object({
      users: ids(limits.invitedPeople).default([]),
      time: z
        .string()
        .regex(/^\d{1,3}h$/)
        .refine(value => Number.parseInt(value, 10) >= 1 && Number.parseInt(value, 10) <= 168)
        .default('1h'),
    }),
    output: z.object({ inviteCode: z.string(), inviteLink: z.string(), invite: Invite }),
    status: 201,
  }),
  list: endpoint({
    method: 'GET',
    path: '/invite',
    access: access.member('query.workspaceId'),
    summary: 'The invitations of a workspace, newest first',
    query: z.object({ workspaceId: id }),
    output: z.object({ invites: z.array(Invite) }),
  }),
  accept: endpoint({
    method: 'PUT',
    path: '/invite/accept/:code',
    access: access.session,
    summary: 'Joins the workspace of an invitation, by its code or its id',
    params: z.object({ code: text(100, 1) }),
    output: z.object({ message, workspace: Workspace }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/invite/:id',
    access: access.invite(),
    summary: 'Deletes an invitation',
    params: byId,
    output: done,
  }),
};
