import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { done, id, ids, like, limits, message, text, time } from '../fields.ts';
import { Named } from '../people/users.ts';

/** Guest of a workspace, in the view of sponsors. */
export const Guest = z
  .object({
    _id: id,
    firstName: like('Camille'),
    lastName: like('Riou'),
    avatar: like('/api/file/0199f3c0-5a1e-7d20-9c3b-2f8e6a1d4b05/avatar.webp').nullable(),
    email: like('camille@exemple.fr'),
    sponsor: Named.nullable().meta({ description: 'Person who stands for the guest.' }),
    joinedAt: time,
    endsAt: time,
    channels: z
      .array(z.object({ _id: id, title: like('chantier-nord') }))
      .meta({ description: 'Channels that the guest is let into, of those that the caller sees.' }),
  })
  .meta({
    id: 'Guest',
    description: 'A guest of a workspace: a person from outside, let into some channels until a day.',
  });
export type Guest = z.infer<typeof Guest>;

/** Channels that a guest is let into. */
export const guestChannels = ids(limits.guestChannels);
/** End of a stay, between a day and a year ahead. */
export const stayEnd = time.meta({ description: 'When the stay ends: in a day at least, in a year at most.' });

const params = z.object({ id, userId: id });
const cursor = z.string().min(1).max(1_000).meta({ description: '`nextCursor` of the previous page.' });

export const guests = {
  list: endpoint({
    method: 'GET',
    path: '/workspace/:id/guests',
    access: access.member(),
    summary: 'Lists guests, the first to leave on top: all for people who run the workspace, else those one stands for',
    params: z.object({ id }),
    query: z.object({
      search: text(limits.search).meta({ example: 'camille' }).optional(),
      over: z
        .enum(['true', 'false'])
        .default('false')
        .meta({ description: 'true: guests whose stay is over, the last to leave on top.' }),
      limit: z.coerce.number().int().min(1).max(limits.pageMax).default(limits.pageDefault).meta({ example: 50 }),
      cursor: cursor.optional(),
    }),
    output: z.object({
      guests: z.array(Guest),
      nextCursor: like('WyJhdGVsaWVyIl0').nullable().meta({ description: 'null on the last page.' }),
    }),
    refuses: ['invalid_cursor'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/workspace/:id/guests/:userId',
    access: access.member(),
    summary: 'Renews the stay of a guest, or changes the channels they are let into, of those that the caller sees',
    params,
    body: z.object({ endsAt: stayEnd.optional(), channels: guestChannels.optional() }),
    output: z.object({ message, guest: Guest }),
    refuses: ['forbidden', 'not_guest', 'stay_end', 'guest_channels'],
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/workspace/:id/guests/:userId',
    access: access.member(),
    summary: 'Ends the stay of a guest now',
    params,
    output: done,
    refuses: ['forbidden', 'not_guest'],
  }),
};

export const guestEvents = {
  updateGuests: event(
    z.object({ workspaceId: id }),
    'people who see a channel that a guest was let into or out of; guests who see a change of who or what is around them',
  ),
};
