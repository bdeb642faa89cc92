import { z } from 'zod';
import { access, endpoint } from '../define.ts';
import { byId, id, like, limits, message, text, time } from '../fields.ts';
import { PublicUser } from '../people/users.ts';
import { Workspace } from './workspaces.ts';

const person = z.object({ userId: id });

/** An arrival in a workspace or a departure from it. */
export const Move = z
  .object({
    _id: id,
    kind: z
      .enum(['joined', 'left'])
      .meta({ description: 'A person who was kicked or banned has `left` too.', example: 'joined' }),
    time,
    user: z.object({ _id: id, firstName: like('Camille'), lastName: like('Riou') }),
  })
  .meta({ id: 'Move', description: 'An arrival in a workspace or a departure from it.' });
export type Move = z.infer<typeof Move>;

export const members = {
  list: endpoint({
    method: 'GET',
    path: '/workspace/:id/members',
    access: access.member(),
    guests: true,
    summary: 'Lists members by presence, then by name; paged if a limit is given',
    params: byId,
    query: z.object({
      search: text(limits.listSearch).optional(),
      roleId: z.union([id, z.literal('creator')]).optional(),
      channelId: id.optional(),
      limit: z.coerce.number().int().min(1).max(200).meta({ example: 50 }).optional(),
      offset: z.coerce.number().int().min(0).max(1_000_000).optional(),
    }),
    output: z.object({
      users: z.array(PublicUser.extend({ color: like('#1d6a51') })),
      online: z
        .number()
        .int()
        .meta({ description: 'How many matching members are online, over all pages.', example: 1 }),
      total: z.number().int().meta({ description: 'How many members match, over all pages.', example: 1 }),
    }),
  }),
  banned: endpoint({
    method: 'GET',
    path: '/workspace/ban/:id',
    access: access.member(),
    summary: 'Lists the people banned from a workspace, for members who may ban',
    params: byId,
    output: z.object({ users: z.array(PublicUser) }),
    refuses: ['forbidden'],
  }),
  moves: endpoint({
    method: 'GET',
    path: '/workspace/:id/moves',
    access: access.member(),
    summary:
      'Lists arrivals and departures, newest last, as the welcome channel shows them; empty if the workspace does not announce them',
    params: byId,
    output: z.object({ moves: z.array(Move).meta({ description: `The last ${limits.movesKept} at most.` }) }),
  }),
  kick: endpoint({
    method: 'PUT',
    path: '/workspace/:id/kick',
    access: access.member(),
    summary: 'Kicks a member, who may come back',
    params: byId,
    body: person,
    output: z.object({ message, workspace: Workspace }),
    refuses: ['forbidden', 'rank_too_low', 'not_member'],
  }),
  ban: endpoint({
    method: 'PUT',
    path: '/workspace/:id/ban',
    access: access.member(),
    summary: 'Bans a person, who may not come back until unbanned',
    params: byId,
    body: person,
    output: z.object({ message, workspace: Workspace }),
    refuses: ['forbidden', 'rank_too_low', 'user_not_found'],
  }),
  passOn: endpoint({
    method: 'PUT',
    path: '/workspace/:id/owner',
    access: access.member(),
    summary: 'Makes a member the owner in place of the caller, who stays a member with the same roles',
    params: byId,
    body: person,
    output: z.object({ message, workspace: Workspace }),
    refuses: ['forbidden', 'not_member'],
  }),
  unban: endpoint({
    method: 'PUT',
    path: '/workspace/:id/unban',
    access: access.member(),
    summary: 'Lets a banned person come back',
    params: byId,
    body: person,
    output: z.object({ message, workspace: Workspace }),
    refuses: ['forbidden'],
  }),
};
