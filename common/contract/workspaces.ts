import { z } from 'zod';
import { access, endpoint, event } from './define.ts';
import { byId, done, flag, id, limits, optional, text } from './fields.ts';

/** Tags come as a list, as « a, b », or as a list written in JSON (spec 2 §2); they leave as a clean list. */
const tags = z.union([
  z.array(text(limits.tag)).max(limits.tags),
  text(limits.tag * limits.tags * 2).transform(parseTags),
]);

/** Reads tags in any of the three forms of spec 2 §2, without brackets, quotes, blanks or repeats. */
export function parseTags(value: string | readonly string[]): string[] {
  const parts = (typeof value === 'string' ? value : value.join(',')).replace(/[[\]"]/g, '').split(',');
  const unquoted = parts.map(part =>
    part
      .trim()
      .replace(/^'+|'+$/g, '')
      .trim(),
  );
  const clean = unquoted.map(part => part.slice(0, limits.tag)).filter(part => part !== '');
  return [...new Set(clean)].slice(0, limits.tags);
}

/** A workspace as its members see it. */
export const Workspace = z.object({
  _id: id,
  title: z.string(),
  logo: z.string().nullable(),
  description: z.string(),
  owner: z.array(id),
  /** Ids of the members, `limits.listedMembers` at most. */
  members: z.array(id),
  membersCount: z.number().int(),
  /** For who may ban only. */
  bans: z.array(id).optional(),
  welcomeChannel: id,
  /** Ids of the channels every member sees, in order. */
  channels: z.array(id),
  tags: z.array(z.string()),
  societyId: id.nullable(),
  restricted: z.boolean(),
});
export type Workspace = z.infer<typeof Workspace>;

/** A workspace as discovery and the left bar show it. */
export const WorkspaceCard = Workspace.omit({ members: true, bans: true, channels: true }).extend({
  owners: z.array(z.object({ _id: id, firstName: z.string(), lastName: z.string() })),
  isMember: z.boolean(),
});
export type WorkspaceCard = z.infer<typeof WorkspaceCard>;

const fields = {
  title: text(limits.title, 1),
  description: optional(text(limits.description)),
  societyId: optional(z.union([id, z.literal('').transform(() => null)])),
  restricted: optional(flag),
  tags: optional(tags),
};

export const workspaces = {
  list: endpoint({
    method: 'GET',
    path: '/workspace',
    access: access.session,
    summary: 'Workspaces one may discover and those one is in',
    output: z.object({ workspaces: z.array(WorkspaceCard) }),
  }),
  mine: endpoint({
    method: 'GET',
    path: '/user/:id/workspaces',
    access: access.self,
    summary: 'Workspaces one is in, in the order one joined them',
    params: byId,
    output: z.object({ workspaces: z.array(WorkspaceCard) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/workspace',
    access: access.session,
    summary: 'Creates a workspace with its welcome channel and its Créateur role',
    body: z.object(fields),
    image: 'logo',
    output: z.object({ workspace: Workspace }),
    status: 201,
  }),
  one: endpoint({
    method: 'GET',
    path: '/workspace/:id',
    access: access.discoverable(),
    summary: 'A workspace; its lists of people and channels are empty for who is not a member',
    params: byId,
    output: z.object({ workspace: Workspace }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/workspace/:id',
    access: access.member(),
    summary: 'Changes the settings of a workspace',
    params: byId,
    body: z.object({ ...fields, title: fields.title.optional(), welcomeChannel: optional(id) }),
    image: 'logo',
    output: z.object({ workspace: Workspace }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/workspace/:id',
    access: access.member(),
    summary: 'Deletes a workspace and all that is in it',
    params: byId,
    body: z.object({ title: z.string().max(1_000).optional() }).nullish(),
    output: done,
  }),
  join: endpoint({
    method: 'PUT',
    path: '/workspace/:id/join',
    access: access.joinable(),
    summary: 'Joins an open workspace',
    params: byId,
    output: z.object({ workspace: Workspace }),
  }),
  leave: endpoint({
    method: 'PUT',
    path: '/workspace/:id/leave',
    access: access.member(),
    summary: 'Leaves a workspace',
    params: byId,
    output: done,
  }),
};

export const workspaceEvents = {
  newWorkspace: event(Workspace, 'who just joined'),
  updateWorkspace: event(Workspace, 'members'),
  deleteWorkspace: event(z.object({ _id: id }), 'members, and who left, was kicked or banned'),
};
