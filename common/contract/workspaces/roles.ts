import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { byId, color, done, flag, id, ids, like, limits, message, text } from '../fields.ts';

/** A role of a workspace. */
export const Role = z
  .object({
    _id: id,
    name: like('Animation'),
    users: z.array(id),
    workspaceId: id,
    visibleChannels: z.array(id),
    writableChannels: z.array(id),
    addChannels: z.boolean(),
    canKick: z.boolean(),
    creator: z.boolean(),
    rank: z.number().int().meta({ description: '1 is the highest; ranks are 1..n without gaps.', example: 2 }),
    color: like('#1d6a51'),
  })
  .meta({ id: 'Role' });
export type Role = z.infer<typeof Role>;

const fields = {
  name: text(limits.roleName, 1).meta({ example: 'Animation' }),
  color: color.optional(),
  addChannels: flag.optional(),
  canKick: flag.optional(),
  creator: flag.optional(),
  users: ids(100_000).optional(),
  visibleChannels: ids(limits.channelsPerWorkspace).optional(),
  writableChannels: ids(limits.channelsPerWorkspace).optional(),
};

export const roles = {
  list: endpoint({
    method: 'GET',
    path: '/workspace/:id/roles',
    access: access.member(),
    guests: true,
    summary: 'Lists the roles of a workspace, by rank',
    params: byId,
    output: z.object({ roles: z.array(Role) }),
  }),
  mine: endpoint({
    method: 'GET',
    path: '/workspace/:id/user-roles',
    access: access.member(),
    guests: true,
    summary: 'Lists the caller’s own roles in a workspace',
    params: byId,
    output: z.object({ roles: z.array(Role) }),
  }),
  one: endpoint({
    method: 'GET',
    path: '/role/:id',
    access: access.role(),
    summary: 'Reads a role',
    params: byId,
    output: z.object({ role: Role }),
  }),
  color: endpoint({
    method: 'GET',
    path: '/role/color',
    access: access.member('query.workspaceId'),
    summary: 'Reads the colour of a person’s best-ranked role, or #000000 without a role',
    query: z.object({ userId: id, workspaceId: id }),
    output: z.object({ color: like('#1d6a51') }),
  }),
  permissions: endpoint({
    method: 'GET',
    path: '/role/permissions',
    access: access.session,
    summary: 'Lists the rights that a role can give',
    output: z.object({
      permissions: z.array(
        z.object({
          key: like('addChannels'),
          label: like('Ajouter des canaux'),
          description: like('Créer, renommer et supprimer des canaux.'),
        }),
      ),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/role',
    access: access.member('body.workspaceId'),
    summary: 'Creates a role below all others',
    body: z.object({ ...fields, workspaceId: id }),
    output: z.object({ message, role: Role }),
    status: 201,
    refuses: ['forbidden', 'rank_too_low', 'not_member', 'too_many_roles', 'too_many_requests'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/role/:id',
    access: access.role(),
    summary: 'Changes a role, its holders, or its rank (the other roles move so that ranks stay 1..n)',
    params: byId,
    body: z.object({ ...fields, name: fields.name.optional(), rank: z.number().int().min(1).optional() }),
    output: z.object({ message, role: Role }),
    refuses: ['forbidden', 'rank_too_low', 'not_member', 'last_creator_role'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/role/:id',
    access: access.role(),
    summary: 'Deletes a role',
    params: byId,
    output: done,
    refuses: ['forbidden', 'rank_too_low', 'last_creator_role'],
  }),
};

export const roleEvents = {
  newRole: event(Role, 'members'),
  updatedRole: event(Role, 'members'),
  deletedRole: event(z.object({ _id: id, workspaceId: id }), 'members'),
};
