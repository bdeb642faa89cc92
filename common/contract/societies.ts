import { z } from 'zod';
import { membershipChanges, memberships } from '../rules/society-membership.ts';
import { access, endpoint, event } from './define.ts';
import { byId, done, id, ids, like, limits, message, optional, text } from './fields.ts';
import { PublicUser } from './people/users.ts';

const count = z.number().int().meta({ example: 12 });
const membership = z.enum(memberships).meta({ description: 'The caller’s own membership.', example: 'member' });
const address = like('camille@exemple.fr');

/** A society, as the list of societies shows it. */
export const SocietyCard = z
  .object({
    _id: id,
    name: like('Atelier Tilleul'),
    logo: like('/api/file/0199f3c0-5a1e-7d20-9c3b-2f8e6a1d4b06/logo.webp').nullable(),
    usersCount: count,
    membership,
  })
  .meta({ id: 'SocietyCard', description: 'A society as the list of societies shows it.' });
export type SocietyCard = z.infer<typeof SocietyCard>;

/** A society, with the fields that the caller may see. */
export const Society = SocietyCard.extend({
  owners: z.array(id).meta({ description: 'Ids of the owners.' }),
  users: z.array(id).meta({
    description: `Ids of the members, owners included, ${limits.listedMembers} at most; empty unless the caller is a member.`,
  }),
  pendingUsers: z
    .array(id)
    .optional()
    .meta({
      description: `Present only for owners: ids of the people who ask to join, ${limits.listedMembers} at most.`,
      example: [],
    }),
  pendingCount: count
    .optional()
    .meta({ description: 'Present only for owners: how many people ask to join.', example: 0 }),
  whitelist: z
    .array(address)
    .optional()
    .meta({
      description: 'Present only for owners: addresses whose accounts join without waiting.',
      example: ['camille@exemple.fr'],
    }),
}).meta({ id: 'Society', description: 'A society as one person may see it.' });
export type Society = z.infer<typeof Society>;

/** A restricted workspace of a society that has both the calling society owner and a given person as members. */
export const SharedWorkspace = z
  .object({
    _id: id,
    title: like('Direction'),
    logo: like('/api/file/0199f3c0-5a1e-7d20-9c3b-2f8e6a1d4b07/logo.webp').nullable(),
    mayRemove: z
      .boolean()
      .meta({ description: 'Whether the caller may remove the person from the workspace.', example: true }),
  })
  .meta({ id: 'SharedWorkspace' });
export type SharedWorkspace = z.infer<typeof SharedWorkspace>;

/** A list of addresses, as an array or as the JSON text that forms send; `societies.ts` checks each address. */
const emails = z
  .union([z.array(z.string().max(limits.email * 4)).max(limits.whitelist), z.string().max(1024 * 1024)])
  .meta({
    description: `A list of ${limits.whitelist} addresses at most, or such a list as JSON text.`,
    example: ['camille@exemple.fr'],
  });

/** Actions that an update of a society may apply. */
export const societyActions = [...membershipChanges, 'addWhitelist', 'addWhitelistBulk', 'removeWhitelist'] as const;

const name = text(limits.title, 1).meta({ example: 'Atelier Tilleul' });

const people = {
  params: byId,
  query: z.object({
    search: text(limits.listSearch)
      .meta({ description: 'Text that the name or the address contains.', example: 'cam' })
      .optional(),
    limit: z.coerce.number().int().min(1).max(200).default(limits.peopleListed).meta({ example: 50 }),
    cursor: z.string().min(1).max(1_000).meta({ description: '`nextCursor` of the previous page.' }).optional(),
  }),
  output: z.object({
    users: z.array(PublicUser),
    total: count.meta({ description: 'How many people match, over all pages.' }),
    nextCursor: like('WyJjYW1pbGxlIl0').nullable().meta({ description: 'null on the last page.' }),
  }),
};

export const societies = {
  list: endpoint({
    method: 'GET',
    path: '/society',
    access: access.session,
    summary: 'Lists societies by name; the first page includes the caller’s own',
    query: z.object({
      search: text(limits.listSearch)
        .meta({ description: 'Text that the name contains.', example: 'atelier' })
        .optional(),
      cursor: z.string().min(1).max(1_000).meta({ description: '`nextCursor` of the previous page.' }).optional(),
    }),
    output: z.object({
      societies: z.array(SocietyCard),
      nextCursor: like('WyJhdGVsaWVyIl0').nullable().meta({ description: 'null on the last page.' }),
    }),
    refuses: ['invalid_cursor'],
  }),
  one: endpoint({
    method: 'GET',
    path: '/society/:id',
    access: access.society(),
    summary: 'Reads a society, with the fields the caller may see',
    params: byId,
    output: z.object({ society: Society }),
  }),
  mine: endpoint({
    method: 'GET',
    path: '/user/:id/society',
    access: access.self,
    summary: 'Reads the society that the caller is in or asks to join; null if there is none',
    params: byId,
    output: z.object({ society: Society.nullable() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/society',
    access: access.session,
    summary: 'Creates a society, with the caller as owner and member',
    body: z.object({ name }),
    image: 'logo',
    output: z.object({ society: Society }),
    status: 201,
    refuses: ['in_another_society', 'societies_by_administrators', 'too_many_requests'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/society/:id',
    access: access.society(),
    summary: 'Applies an action to a person or to the whitelist; without an action, changes the name or the logo',
    params: byId,
    body: z.object({
      action: optional(z.enum(societyActions).meta({ example: 'accept' })),
      targetUserId: optional(
        id.meta({
          description: 'The person acted on. Without it, join, leave and removePendingUser act on the caller.',
        }),
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
            'With removeUser: restricted workspaces of the society to remove the person from as well. If one of them is refused, the whole call is.',
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
    summary: 'Deletes a society; its workspaces stay, without a society',
    params: byId,
    body: z.object({ name: z.string().max(1_000).meta({ example: 'Atelier Tilleul' }).optional() }).nullish(),
    output: done,
    refuses: ['forbidden', 'title_mismatch'],
  }),
  users: endpoint({
    method: 'GET',
    path: '/society/:id/users',
    access: access.societyMember(),
    summary: 'Lists the members of a society, owners included, by name, paged',
    ...people,
    refuses: ['invalid_cursor'],
  }),
  pending: endpoint({
    method: 'GET',
    path: '/society/:id/pendingUsers',
    access: access.societyMember(),
    summary: 'Lists, for owners, the people who ask to join the society, by name, paged',
    ...people,
    refuses: ['forbidden', 'invalid_cursor'],
  }),
  workspaces: endpoint({
    method: 'GET',
    path: '/society/:id/workspaces',
    access: access.societyMember(),
    summary: `Lists, for owners, the restricted workspaces of the society that have both the caller and a given person as members, ${limits.restrictedTogether} at most. A person removed from the society stays in them`,
    params: byId,
    query: z.object({ userId: id }),
    output: z.object({ workspaces: z.array(SharedWorkspace) }),
    refuses: ['forbidden'],
  }),
  owners: endpoint({
    method: 'GET',
    path: '/society/:id/owners',
    access: access.societyMember(),
    summary: 'Lists the owners of a society, by name, paged',
    ...people,
    refuses: ['invalid_cursor'],
  }),
};

export const societyEvents = {
  newSociety: event(Society, 'everyone connected'),
  updateSociety: event(
    Society,
    'the members of the society and the people who ask to join it, each with the fields they may see; a person who has just left it',
  ),
  deleteSociety: event(z.object({ _id: id }), 'everyone connected'),
};
