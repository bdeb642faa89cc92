import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { byId, email, id, like, limits, message, text } from '../fields.ts';
import { Named, PublicUser } from '../people/users.ts';

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

const heir = Named.nullable().meta({
  description: 'Who would own it: the chosen person if they are in it, else who comes next; null if nobody else can.',
});

/** Places that a person runs alone or is in, shown before their departure. */
export const Departure = z
  .object({
    owned: z.array(z.object({ _id: id, title: like('Atelier Tilleul'), heir })).meta({
      description: `Workspaces that the person owns alone, by title, ${limits.departureListed} at most.`,
    }),
    ownedCount: z.number().int().meta({ example: 1 }),
    groups: z.number().int().meta({
      description: 'Group conversations that the person made, of which they alone may delete each.',
      example: 2,
    }),
    society: z
      .object({ _id: id, name: like('Atelier Tilleul'), ownedAlone: z.boolean(), heir })
      .nullable()
      .meta({ description: 'Society that the person is in, or asks to join.' }),
    restricted: z.array(z.object({ _id: id, title: like('Direction') })).meta({
      description: `Restricted workspaces that the person is in, by title, ${limits.departureListed} at most.`,
    }),
    restrictedCount: z.number().int().meta({ example: 1 }),
  })
  .meta({ id: 'Departure' });
export type Departure = z.infer<typeof Departure>;

/** Disk space of a person's files. */
export const Disk = z
  .object({
    files: z.number().int().meta({ description: 'Files of messages, and exports kept for the person.', example: 214 }),
    filesBytes: z.number().int().meta({ example: 48_318_382 }),
    pictures: z
      .number()
      .int()
      .meta({ description: 'Pictures of the person, and of places that they chose.', example: 3 }),
    picturesBytes: z.number().int().meta({ example: 91_204 }),
  })
  .meta({ id: 'Disk' });
export type Disk = z.infer<typeof Disk>;

const search = text(limits.listSearch).meta({ example: 'cam' }).optional();
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
      administrators: z.enum(['true', 'false']).default('false').meta({
        description: 'true: only people who run Palabre.',
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
  makeAdministrator: endpoint({
    method: 'PUT',
    path: '/admin/users/:id/administrator',
    access: access.administrator,
    summary: 'Makes a person administrator, who is told by mail',
    params: byId,
    output: z.object({ message }),
    refuses: ['user_not_found', 'administrator_refused', 'reauthentication_required'],
  }),
  endAdministrator: endpoint({
    method: 'DELETE',
    path: '/admin/users/:id/administrator',
    access: access.administrator,
    summary: 'Takes the administrator right from somebody else, who is told by mail; never from the last one',
    params: byId,
    output: z.object({ message }),
    refuses: ['user_not_found', 'administrator_self', 'last_administrator', 'reauthentication_required'],
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: '/admin/users/:id/sessions',
    access: access.administrator,
    summary: 'Ends all sessions of somebody else, who is told by mail',
    params: byId,
    output: z.object({ message }),
    refuses: ['user_not_found', 'own_sessions'],
  }),
  recover: endpoint({
    method: 'POST',
    path: '/admin/users/:id/recovery',
    access: access.administrator,
    summary: 'Makes a link by which somebody chooses a new password, once, within half an hour; they are told by mail',
    params: byId,
    body: z.object({
      by: z.enum(['mail', 'hand']).meta({
        description: 'mail: the link is mailed to the person; hand: it is answered, for the administrator to give it.',
        example: 'mail',
      }),
      twoStep: z.boolean().default(false).meta({
        description: 'Whether the link also turns two-step off, for somebody who cannot receive its codes.',
        example: false,
      }),
    }),
    output: z.object({
      message,
      link: like('https://palabre.exemple.fr/reset-password?email=camille%40exemple.fr#recovery=kZ3y…').nullable(),
    }),
    status: 200,
    refuses: ['user_not_found', 'recovery_refused', 'reauthentication_required'],
  }),
  disk: endpoint({
    method: 'GET',
    path: '/admin/users/:id/disk',
    access: access.administrator,
    summary: 'Reads what the files and pictures of a person take of the disk',
    params: byId,
    output: z.object({ disk: Disk }),
    refuses: ['user_not_found'],
  }),
  departure: endpoint({
    method: 'GET',
    path: '/admin/users/:id/departure',
    access: access.administrator,
    summary: 'Reads what a person runs alone, with who would take it over, and what they would leave',
    params: byId,
    query: z.object({
      heirId: id.optional().meta({ description: 'Person who is to take over what the other runs alone.' }),
    }),
    output: z.object({ departure: Departure }),
    refuses: ['user_not_found'],
  }),
  depart: endpoint({
    method: 'POST',
    path: '/admin/users/:id/departure',
    access: access.administrator,
    summary:
      'Suspends an account, hands over what its person runs alone, takes them out, and names who hears of their mentions',
    params: byId,
    body: z.object({
      heirId: id.nullish().meta({
        description: 'Person who takes over what they are in themself; what they are not in goes to who comes next.',
      }),
      leaves: z.boolean().default(false).meta({
        description:
          'Whether the person leaves their society and restricted workspaces, but for what they still own alone.',
        example: true,
      }),
      deputyId: id.nullish().meta({
        description: 'Person who is told of mentions of the other for thirty days, in places that both can see.',
      }),
    }),
    output: z.object({ message, user: PublicUser }),
    status: 200,
    refuses: ['user_not_found', 'suspend_self', 'suspend_administrator', 'successor_refused'],
  }),
};

export const administrationEvents = {
  banned: event(
    BannedUser.extend({ userId: id.nullable().meta({ description: 'Id of the account deleted with the ban.' }) }),
    'administrators',
  ),
  unbanned: event(BannedUser, 'administrators'),
};
