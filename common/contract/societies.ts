import { z } from 'zod';
import { memberships, societyMoves } from '../rules/society-moves.ts';
import { access, endpoint, event } from './define.ts';
import { byId, done, id, ids, like, limits, message, optional, text } from './fields.ts';
import { PublicUser } from './people/users.ts';

const count = z.number().int().meta({ example: 12 });
const membership = z.enum(memberships).meta({ description: 'What one is in it oneself.', example: 'member' });
const address = like('camille@exemple.fr');

export const SocietyCard = z
  .object({
    _id: id,
    name: like('Atelier Tilleul'),
    logo: like('/api/file/0199f3c0-5a1e-7d20-9c3b-2f8e6a1d4b06/logo.webp').nullable(),
    usersCount: count,
    membership,
  })
  .meta({ id: 'SocietyCard', description: 'A society as their list shows it.' });
export type SocietyCard = z.infer<typeof SocietyCard>;

export const Society = SocietyCard.extend({
  owners: z.array(id).meta({ description: 'Ids of its owners.' }),
  users: z
    .array(id)
    .meta({ description: `For its members only: ids of them, owners included, ${limits.listedMembers} at most.` }),
  pendingUsers: z
    .array(id)
    .optional()
    .meta({ description: `For its owners only: who asks to join, ${limits.listedMembers} at most.`, example: [] }),
  pendingCount: count.optional().meta({ description: 'For its owners only.', example: 0 }),
  whitelist: z
    .array(address)
    .optional()
    .meta({ description: 'For its owners only: who joins without waiting.', example: ['camille@exemple.fr'] }),
}).meta({ id: 'Society', description: 'A society as one person may see it.' });
export type Society = z.infer<typeof Society>;

/** A restricted workspace of a society in which both its owner who asks and the person asked about are. */
export const SharedWorkspace = z
  .object({
    _id: id,
    title: like('Direction'),
    logo: like('/api/file/0199f3c0-5a1e-7d20-9c3b-2f8e6a1d4b07/logo.webp').nullable(),
    mayRemove: z.boolean().meta({ description: 'Whether who asks may take the person out of it.', example: true }),
  })
  .meta({ id: 'SharedWorkspace' });
export type SharedWorkspace = z.infer<typeof SharedWorkspace>;

/** A list of addresses, or one written in JSON, as forms carry it; judged by `societies.ts`. */
const emails = z
  .union([z.array(z.string().max(limits.email * 4)).max(limits.whitelist), z.string().max(1024 * 1024)])
  .meta({
    description: `A list of ${limits.whitelist} addresses at most, or the same written in JSON.`,
    example: ['camille@exemple.fr'],
  });

export const societyActions = [...societyMoves, 'addWhitelist', 'addWhitelistBulk', 'removeWhitelist'] as const;

const name = text(limits.title, 1).meta({ example: 'Atelier Tilleul' });

const people = {
  params: byId,
  query: z.object({
    search: text(100).meta({ description: 'What the name, or the address, has in it.', example: 'cam' }).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(limits.peopleListed).meta({ example: 50 }),
    cursor: z.string().min(1).max(1_000).meta({ description: 'nextCursor of the page before.' }).optional(),
  }),
  output: z.object({
    users: z.array(PublicUser),
    total: count.meta({ description: 'How many match, whatever the page.' }),
    nextCursor: like('WyJjYW1pbGxlIl0').nullable().meta({ description: 'Null when there is no more.' }),
  }),
};

export const societies = {
  list: endpoint({
    method: 'GET',
    path: '/society',
    access: access.session,
    summary: 'Societies by name, one’s own with the first page',
    query: z.object({
      search: text(100).meta({ description: 'What the name has in it.', example: 'atelier' }).optional(),
      cursor: z.string().min(1).max(1_000).meta({ description: 'nextCursor of the page before.' }).optional(),
    }),
    output: z.object({
      societies: z.array(SocietyCard),
      nextCursor: like('WyJhdGVsaWVyIl0').nullable().meta({ description: 'Null when there is no more.' }),
    }),
    refuses: ['invalid_cursor'],
  }),
  one: endpoint({
    method: 'GET',
    path: '/society/:id',
    access: access.society(),
    summary: 'A society, as one may see it',
    params: byId,
    output: z.object({ society: Society }),
  }),
  mine: endpoint({
    method: 'GET',
    path: '/user/:id/society',
    access: access.self,
    summary: 'The society one is in, or asks to join; null without one',
    params: byId,
    output: z.object({ society: Society.nullable() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/society',
    access: access.session,
    summary: 'Creates a society, of which one is an owner and a member',
    body: z.object({ name }),
    image: 'logo',
    output: z.object({ society: Society }),
    status: 201,
    refuses: ['in_another_society', 'too_many_requests'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/society/:id',
    access: access.society(),
    summary: 'Does an action on a person or on the whitelist; without one, changes the name or the logo',
    params: byId,
    body: z.object({
      action: optional(z.enum(societyActions).meta({ example: 'accept' })),
      targetUserId: optional(
        id.meta({ description: 'Whom it acts on; join, leave and removePendingUser act on oneself without it.' }),
      ),
      email: optional(
        z
          .string()
          .max(limits.email * 4)
          .meta({ example: 'camille@exemple.fr' }),
      ),
      emails: optional(emails),
      name: optional(name),
      workspaces: optional(
        ids(limits.restrictedTogether).meta({
          description:
            'With removeUser: restricted workspaces of the society that the person is taken out of as well, all of them or nothing.',
          example: [],
        }),
      ),
    }),
    image: 'logo',
    output: z.object({ message, society: Society }),
    refuses: [
      'address_unproven',
      'forbidden',
      'rank_too_low',
      'already_member',
      'already_owner',
      'already_requested',
      'in_another_society',
      'last_owner',
      'no_request',
      'not_in_society',
      'too_many_owners',
      'whitelist_full',
      'whitelist_email',
      'whitelist_empty',
      'whitelist_invalid',
      'too_many_requests',
    ],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/society/:id',
    access: access.society(),
    summary: 'Deletes a society; its workspaces stay, in none',
    params: byId,
    body: z.object({ name: z.string().max(1_000).meta({ example: 'Atelier Tilleul' }).optional() }).nullish(),
    output: done,
    refuses: ['forbidden', 'title_mismatch'],
  }),
  users: endpoint({
    method: 'GET',
    path: '/society/:id/users',
    access: access.societyMember(),
    summary: 'Its members, owners included, by name, a page after the other',
    ...people,
    refuses: ['invalid_cursor'],
  }),
  pending: endpoint({
    method: 'GET',
    path: '/society/:id/pendingUsers',
    access: access.societyMember(),
    summary: 'Those who ask to join it, for its owners, by name, a page after the other',
    ...people,
    refuses: ['forbidden', 'invalid_cursor'],
  }),
  workspaces: endpoint({
    method: 'GET',
    path: '/society/:id/workspaces',
    access: access.societyMember(),
    summary: `For its owners: its restricted workspaces in which both they and a person are, ${limits.restrictedTogether} at most. Who is removed from the society stays in them`,
    params: byId,
    query: z.object({ userId: id }),
    output: z.object({ workspaces: z.array(SharedWorkspace) }),
    refuses: ['forbidden'],
  }),
  owners: endpoint({
    method: 'GET',
    path: '/society/:id/owners',
    access: access.societyMember(),
    summary: 'Its owners, by name, a page after the other',
    ...people,
    refuses: ['invalid_cursor'],
  }),
};

export const societyEvents = {
  newSociety: event(Society, 'all who are connected'),
  updateSociety: event(Society, 'its members and who asks to join it, as each may see it; who has just left it'),
  deleteSociety: event(z.object({ _id: id }), 'all who are connected'),
};
