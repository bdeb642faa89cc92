import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { byId, done, id, like, limits, lines, text, time } from '../fields.ts';
import { Named } from '../people/users.ts';

/** Kinds of announcements. */
export const announcementKinds = ['info', 'important'] as const;

/** Announcement of administrators to everybody, shown until its end. */
export const Announcement = z
  .object({
    _id: id,
    text: like('Palabre s’arrête samedi de 8 h à 9 h pour une mise à jour.'),
    kind: z.enum(announcementKinds),
    endsAt: time,
  })
  .meta({ id: 'Announcement' });
export type Announcement = z.infer<typeof Announcement>;

/** Announcement with its author, for administrators. */
export const ListedAnnouncement = Announcement.extend({
  createdAt: time,
  endedAt: time.nullable().meta({ description: 'When an administrator ended it before its end.' }),
  by: Named.nullable().meta({ description: 'null once the account is gone.' }),
}).meta({ id: 'ListedAnnouncement' });
export type ListedAnnouncement = z.infer<typeof ListedAnnouncement>;

export const announcements = {
  shown: endpoint({
    method: 'GET',
    path: '/announcements',
    access: access.session,
    guests: true,
    summary: 'Reads the announcements shown to the caller: those not ended, that they have not dismissed',
    output: z.object({ announcements: z.array(Announcement) }),
  }),
  dismiss: endpoint({
    method: 'PUT',
    path: '/announcements/:id/dismissal',
    access: access.session,
    guests: true,
    summary: 'Dismisses an announcement, on all devices of the caller',
    params: byId,
    output: z.object({ announcements: z.array(Announcement) }),
    refuses: ['not_found'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/admin/announcements',
    access: access.administrator,
    summary: 'Lists all announcements, past ones too, newest first',
    query: z.object({
      search: text(limits.listSearch)
        .optional()
        .meta({ description: 'Text that they contain.', example: 'mise à jour' }),
      limit: z.coerce.number().int().min(1).max(limits.pageMax).default(20).meta({ example: 20 }),
      cursor: id.optional().meta({ description: '`nextCursor` of the previous page.' }),
    }),
    output: z.object({ announcements: z.array(ListedAnnouncement), nextCursor: id.nullable() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/admin/announcements',
    access: access.administrator,
    summary: 'Announces something to everybody, until an end',
    status: 201,
    body: z.object({
      text: lines(limits.announcement, 1).meta({ example: 'Palabre s’arrête samedi de 8 h à 9 h.' }),
      kind: z.enum(announcementKinds).default('info'),
      endsAt: z.iso.datetime().meta({ example: '2026-12-01T18:00:00.000Z' }),
    }),
    output: z.object({ announcement: ListedAnnouncement }),
    refuses: ['announcements_full', 'announcement_end'],
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/admin/announcements/:id',
    access: access.administrator,
    summary: 'Ends an announcement now; it stays in the list of past ones',
    params: byId,
    output: done,
    refuses: ['not_found'],
  }),
};

export const announcementEvents = {
  newAnnouncement: event(Announcement, 'everyone'),
  endAnnouncement: event(z.object({ _id: id }), 'everyone when it is ended, and who dismissed it on their devices'),
};
