import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { id, like, message, time, zone } from '../fields.ts';

/** Hours for which an export that was made waits for its person. */
export const exportKeptHours = 24;

export const PreparedExport = z
  .object({
    state: z.enum(['making', 'ready', 'failed']),
    askedAt: time,
    readyAt: time.nullable(),
    until: time.nullable().meta({ description: 'When it is erased.' }),
    size: z.number().int().nullable().meta({ description: 'Bytes.', example: 1_468_006 }),
    url: z.string().nullable().meta({
      description: 'Where its own person downloads it.',
      example: '/api/file/0199f3c0-8000-7000-8000-000000000000/palabre.zip',
    }),
  })
  .meta({ id: 'PreparedExport', description: 'The last export of their data that a person had made.' });
export type PreparedExport = z.infer<typeof PreparedExport>;

const prepared = PreparedExport.nullable();

const query = z.object({
  zone: zone.meta({ description: 'The time zone in which the page writes times.', example: 'Europe/Paris' }),
});

export const personalData = {
  contact: endpoint({
    method: 'GET',
    path: '/contact',
    access: access.public,
    summary: 'Whom one may write to, as whoever runs this Palabre has said',
    output: z.object({
      supportEmail: like('aide@exemple.fr').nullable().meta({ description: 'Null where nobody is named.' }),
    }),
    refuses: ['too_many_requests'],
  }),
  export: endpoint({
    method: 'GET',
    path: '/user/me/export',
    access: access.session,
    summary: 'A zip of everything about oneself, sent as it is made: JSON, a page to read, and one’s own files',
    query,
    /** Not JSON: a zip. */
    output: z.unknown().meta({ format: 'binary' }),
    refuses: ['export_in_progress', 'too_many_requests'],
  }),
  prepare: endpoint({
    method: 'POST',
    path: '/user/me/export',
    access: access.session,
    summary: 'Has the same zip made by a job; a notification says that it is ready',
    query,
    output: z.object({ message, export: PreparedExport }),
    refuses: ['export_in_progress', 'too_many_requests'],
  }),
  prepared: endpoint({
    method: 'GET',
    path: '/user/me/export/prepared',
    access: access.session,
    summary: 'The zip that was asked for last, while it is being made or kept',
    output: z.object({ export: prepared }),
  }),
};

export const personalDataEvents = {
  updateExport: event(z.object({ _id: id, export: PreparedExport }), 'the person whose export it is'),
};
