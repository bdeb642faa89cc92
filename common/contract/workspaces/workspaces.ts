import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { byId, done, flag, id, like, limits, lines, optional, text, time } from '../fields.ts';
import { retention, retentionSettings } from '../messages/retention.ts';
import { Named } from '../people/users.ts';

/** Schema of tags: takes a list, « a, b », or a list as JSON text, and gives a clean list. */
const tags = z
  .union([z.array(text(limits.tag)).max(limits.tags), text(limits.tag * limits.tags * 2).transform(parseTags)])
  .meta({ description: 'A list, or a text: “a, b” or the list in JSON.', example: ['jardin', 'bois'] });

/** Parses tags from a list, JSON text or words between commas; drops brackets, quotes, blanks and duplicates. */
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

/** A workspace, as its members see it. */
export const Workspace = z
  .object({
    _id: id,
    title: like('Atelier Tilleul'),
    logo: like('/api/file/0199f3c0-5a1e-7d20-9c3b-2f8e6a1d4b06/logo.webp').nullable(),
    description: like('Les chantiers, les livraisons et le reste.'),
    owner: z.array(id).meta({ description: 'Ids of the owners.' }),
    members: z.array(id).meta({ description: `Ids of the members, ${limits.listedMembers} at most.` }),
    membersCount: z.number().int().meta({ example: 1 }),
    bans: z
      .array(id)
      .optional()
      .meta({ description: 'Ids of banned people; present only for members who may ban.', example: [] }),
    welcomeChannel: id,
    channels: z.array(id).meta({ description: 'Ids of the channels that every member sees, in order.' }),
    tags: z.array(like('jardin')),
    societyId: id.nullable().meta({ example: null }),
    restricted: z.boolean(),
    ...retention,
    guest: z
      .object({ endsAt: time, sponsor: Named.nullable(), channels: z.array(id) })
      .optional()
      .meta({
        description:
          'Stay of the caller, who is a guest, and the channels they are let into; present for guests alone.',
      }),
    announceMoves: z
      .boolean()
      .meta({ description: 'Whether the welcome channel shows arrivals and departures.', example: true }),
  })
  .meta({ id: 'Workspace', description: 'A workspace as its members see it.' });
export type Workspace = z.infer<typeof Workspace>;

/** A workspace, as discovery and the left bar show it. */
export const WorkspaceCard = Workspace.omit({
  members: true,
  bans: true,
  channels: true,
  autoDelete: true,
  autoDeleteDays: true,
  announceMoves: true,
})
  .extend({
    owners: z.array(z.object({ _id: id, firstName: like('Camille'), lastName: like('Riou') })),
    isMember: z.boolean().meta({ example: true }),
  })
  .meta({ id: 'WorkspaceCard', description: 'A workspace as discovery and the left bar show it.' });
export type WorkspaceCard = z.infer<typeof WorkspaceCard>;

const fields = {
  title: text(limits.title, 1).meta({ example: 'Atelier Tilleul' }),
  description: optional(lines(limits.description).meta({ example: 'Les chantiers, les livraisons et le reste.' })),
  societyId: optional(z.union([id, z.literal('').transform(() => null)])),
  restricted: optional(flag),
  announceMoves: optional(flag),
  tags: optional(tags),
};

export const workspaces = {
  list: endpoint({
    method: 'GET',
    path: '/workspace',
    access: access.session,
    summary: 'Lists workspaces: all the caller’s own on the first page, then those to discover, by title',
    query: z.object({
      search: text(limits.listSearch)
        .meta({ description: 'Text that the title or a tag contains.', example: 'atelier' })
        .optional(),
      society: flag.meta({ description: 'true: only workspaces of the caller’s society.', example: true }).optional(),
      cursor: z.string().min(1).max(1_000).meta({ description: '`nextCursor` of the previous page.' }).optional(),
    }),
    output: z.object({
      workspaces: z.array(WorkspaceCard),
      nextCursor: like('WyJhdGVsaWVyIl0').nullable().meta({ description: 'null on the last page.' }),
    }),
    refuses: ['invalid_cursor'],
  }),
  mine: endpoint({
    method: 'GET',
    path: '/user/:id/workspaces',
    access: access.self,
    guests: true,
    summary: 'Lists the caller’s workspaces, in the order they joined them',
    params: byId,
    output: z.object({ workspaces: z.array(WorkspaceCard) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/workspace',
    access: access.session,
    summary: 'Creates a workspace with its welcome channel and its Créateur role',
    body: z.object({ ...fields, ...retentionSettings }),
    image: 'logo',
    output: z.object({ workspace: Workspace }),
    status: 201,
    refuses: ['forbidden', 'workspaces_by_administrators', 'too_many_requests'],
  }),
  one: endpoint({
    method: 'GET',
    path: '/workspace/:id',
    access: access.discoverable(),
    guests: true,
    summary: 'Reads a workspace; the lists of people and channels are empty unless the caller is a member',
    params: byId,
    output: z.object({ workspace: Workspace }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/workspace/:id',
    access: access.member(),
    summary: 'Changes the settings of a workspace',
    params: byId,
    body: z.object({ ...fields, title: fields.title.optional(), welcomeChannel: optional(id), ...retentionSettings }),
    image: 'logo',
    output: z.object({ workspace: Workspace }),
    refuses: ['forbidden', 'welcome_channel'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/workspace/:id',
    access: access.member(),
    summary: 'Deletes a workspace and everything in it',
    params: byId,
    body: z.object({ title: z.string().max(1_000).meta({ example: 'Atelier Tilleul' }).optional() }).nullish(),
    output: done,
    refuses: ['forbidden', 'title_mismatch'],
  }),
  join: endpoint({
    method: 'PUT',
    path: '/workspace/:id/join',
    access: access.joinable(),
    summary: 'Joins an open workspace',
    params: byId,
    output: z.object({ workspace: Workspace }),
    refuses: ['banned_here'],
  }),
  leave: endpoint({
    method: 'PUT',
    path: '/workspace/:id/leave',
    access: access.member(),
    summary: 'Leaves a workspace',
    params: byId,
    output: done,
    refuses: ['last_owner'],
  }),
};

export const workspaceEvents = {
  newWorkspace: event(Workspace, 'the person who has just joined'),
  updateWorkspace: event(Workspace, 'members'),
  deleteWorkspace: event(z.object({ _id: id }), 'members; also a person who left, was kicked or was banned'),
};
