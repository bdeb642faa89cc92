import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { id, like, message, time, zone } from '../fields.ts';

/** Hours for which a prepared export can be downloaded. */
export const exportKeptHours = 24;

/** The state of a person's export that a job prepares. */
export const PreparedExport = z
  .object({
    state: z.enum(['making', 'ready', 'failed']),
    askedAt: time,
    readyAt: time.nullable(),
    until: time.nullable().meta({ description: 'Time at which the export is erased.' }),
    size: z.number().int().nullable().meta({ description: 'Bytes.', example: 1_468_006 }),
    url: z.string().nullable().meta({
      description: 'Download path, for the export’s own person.',
      example: '/api/file/0199f3c0-8000-7000-8000-000000000000/palabre.zip',
    }),
  })
  .meta({ id: 'PreparedExport', description: 'The latest export of a person’s data.' });
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
    summary: 'Reads the support address that this Palabre’s operator has configured',
    output: z.object({
      supportEmail: like('aide@exemple.fr').nullable().meta({ description: 'null if none is configured.' }),
    }),
    refuses: ['too_many_requests'],
  }),
  export: endpoint({
    method: 'GET',
    path: '/user/me/export',
    access: access.session,
    guests: true,
    summary: 'Streams a zip of all the caller’s data: JSON, a page to read, and the caller’s files',
    query,
    /** The bytes of a zip, not JSON. */
    output: z.unknown().meta({ format: 'binary' }),
    refuses: ['export_in_progress', 'too_many_requests'],
  }),
  prepare: endpoint({
    method: 'POST',
    path: '/user/me/export',
    access: access.session,
    guests: true,
    summary: 'Starts a job that makes the same zip; a notification says when it is ready',
    query,
    output: z.object({ message, export: PreparedExport }),
    refuses: ['export_in_progress', 'too_many_requests'],
  }),
  prepared: endpoint({
    method: 'GET',
    path: '/user/me/export/prepared',
    access: access.session,
    guests: true,
    summary: 'Reads the state of the latest prepared zip, while it is being made or kept',
    output: z.object({ export: prepared }),
  }),
};

export const personalDataEvents = {
  updateExport: event(z.object({ _id: id, export: PreparedExport }), 'the person of the export'),
};
