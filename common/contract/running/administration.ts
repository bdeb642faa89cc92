import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { byId, email, id, like, limits, message, text } from '../fields.ts';
import { PublicUser } from '../people/users.ts';

/** An e-mail address that is banned from Palabre. */
export const BannedUser = z
  .object({
    _id: id,
    email: like('theo@exemple.fr'),
    reason: like('Démarchage répété').nullable().meta({ description: 'Why it was banned, if whoever did it said so.' }),
  })
  .meta({ id: 'BannedUser' });
export type BannedUser = z.infer<typeof BannedUser>;

/** A person, as administrators see them. */
export const Account = PublicUser.extend({
  email: like('camille@exemple.fr'),
  admin: z.boolean().meta({ example: false }),
  openReports: z.number().int().meta({ description: 'Reports of the person that nobody has handled.', example: 1 }),
  reports: z.number().int().meta({ description: 'All reports of the person.', example: 2 }),
}).meta({ id: 'Account', description: 'A person, as administrators see them.' });
export type Account = z.infer<typeof Account>;

const search = text(100).meta({ example: 'cam' }).optional();
const limit = z.coerce.number().int().min(1).max(limits.pageMax).default(limits.pageDefault).meta({ example: 50 });
/** Keyset cursor: the last e-mail address of the previous page, since both lists are ordered by address. */
const cursor = text(limits.email).meta({ example: 'camille@exemple.fr' });

const reason = text(limits.banReason).meta({ example: 'Démarchage répété' });

export const administration = {
  users: endpoint({
    method: 'GET',
    path: '/admin/users',
    access: access.administrator,
    summary: 'Lists all accounts, or those a search finds, by e-mail address, with their counts of reports',
    query: z.object({
      search,
      reported: z.enum(['true', 'false']).default('false').meta({
        description: 'true: only people with an unhandled report.',
        example: 'false',
      }),
      suspended: z.enum(['true', 'false']).default('false').meta({
        description: 'true: only suspended people.',
        example: 'false',
      }),
      limit,
      cursor: cursor.optional(),
    }),
    output: z.object({
      users: z.array(Account),
      nextCursor: cursor.nullable(),
      total: z.number().int().meta({ description: 'How many accounts match, over all pages.', example: 1 }),
    }),
  }),
  banned: endpoint({
    method: 'GET',
    path: '/banned-users',
    access: access.administrator,
    summary: 'Lists the banned addresses, by address',
    query: z.object({ search, limit: limit.default(limits.pageMax), cursor: cursor.optional() }),
    output: z.object({ emails: z.array(BannedUser), nextCursor: cursor.nullable() }),
  }),
  ban: endpoint({
    method: 'POST',
    path: '/banned-users',
    access: access.administrator,
    summary: 'Bans an address, and deletes its account',
    body: z.object({ email, reason: reason.optional() }),
    output: z.object({ message, banned: BannedUser }),
    status: 201,
    existing: true,
    refuses: ['ban_self', 'last_administrator'],
  }),
  unban: endpoint({
    method: 'DELETE',
    path: '/banned-users/:id',
    access: access.administrator,
    summary: 'Lets an address register again',
    params: byId,
    output: z.object({ message, banned: BannedUser }),
  }),
  suspend: endpoint({
    method: 'PUT',
    path: '/admin/users/:id/suspension',
    access: access.administrator,
    summary:
      'Suspends an account: its sessions end, nobody signs in to it, nothing is sent to its person; all else stays',
    params: byId,
    output: z.object({ message, user: PublicUser }),
    refuses: ['user_not_found', 'suspend_self', 'suspend_administrator'],
  }),
  restore: endpoint({
    method: 'DELETE',
    path: '/admin/users/:id/suspension',
    access: access.administrator,
    summary: 'Lifts the suspension of an account',
    params: byId,
    output: z.object({ message, user: PublicUser }),
    refuses: ['user_not_found'],
  }),
};

export const administrationEvents = {
  banned: event(
    BannedUser.extend({ userId: id.nullable().meta({ description: 'Id of the account deleted with the ban.' }) }),
    'administrators',
  ),
  unbanned: event(BannedUser, 'administrators'),
};
