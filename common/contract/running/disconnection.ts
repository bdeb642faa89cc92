import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { id, like, limits, lines, time } from '../fields.ts';
import { WorkHours } from '../people/availability.ts';

/** Text about disconnection that administrators write for everyone. */
export const Charter = z
  .object({
    text: like('Personne n’est tenu de répondre en dehors de ses horaires.'),
    updatedAt: time,
  })
  .meta({ id: 'Charter' });

/** Numbers of a society in a month. None is about a single person: a group has ten people at least. */
export const DisconnectionReport = z
  .object({
    society: z
      .object({ _id: id, name: like('Atelier Tilleul') })
      .nullable()
      .meta({ description: 'null for the people without a society.' }),
    people: z.number().int().meta({ description: 'People who have hours.', example: 24 }),
    messages: z.number().int().meta({ description: 'Messages that they wrote.', example: 3_120 }),
    messagesOff: z.number().int().meta({ description: 'Those of them written off duty.', example: 87 }),
    urgent: z.number().int().meta({ description: 'Messages sent as urgent.', example: 2 }),
  })
  .meta({ id: 'DisconnectionReport' });
export type DisconnectionReport = z.infer<typeof DisconnectionReport>;

const societyId = id.nullish().meta({ description: 'The society; none for the whole instance.' });
const hours = WorkHours.nullable().meta({
  description: 'Hours of whoever has chosen none; null: none of this society, or of the instance.',
});
const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
  .meta({ example: '2026-10' });

export const disconnection = {
  charter: endpoint({
    method: 'GET',
    path: '/disconnection',
    access: access.session,
    summary: 'Reads the charter of disconnection; null while there is none',
    output: z.object({ charter: Charter.nullable() }),
  }),
  setCharter: endpoint({
    method: 'PUT',
    path: '/disconnection',
    access: access.administrator,
    summary: 'Writes the charter of disconnection; an empty text deletes it',
    body: z.object({ text: lines(limits.charter).meta({ example: 'Personne n’est tenu de répondre le soir.' }) }),
    output: z.object({ charter: Charter.nullable() }),
  }),
  defaults: endpoint({
    method: 'GET',
    path: '/disconnection/defaults',
    access: access.administrator,
    summary: 'Reads the hours that hold by default, of the instance or of a society',
    query: z.object({ societyId: societyId.optional() }),
    output: z.object({ hours }),
    refuses: ['not_found'],
  }),
  setDefaults: endpoint({
    method: 'PUT',
    path: '/disconnection/defaults',
    access: access.administrator,
    summary: 'Sets the hours that hold by default; null takes them back',
    body: z.object({ societyId, hours }),
    output: z.object({ hours }),
    refuses: ['not_found'],
  }),
  reports: endpoint({
    method: 'GET',
    path: '/disconnection/reports',
    access: access.administrator,
    summary: `Lists the numbers of a month by society, of groups of ${limits.reportedGroup} people or more; the last month that is over, unless one is named`,
    query: z.object({
      month: month.optional(),
      cursor: id.optional().meta({ description: '`nextCursor` of the previous page.' }),
    }),
    output: z.object({
      month: month.nullable().meta({ description: 'The month; null while none is over.' }),
      months: z.array(month).meta({ description: 'The months that there are, the last first.' }),
      reports: z.array(DisconnectionReport),
      nextCursor: id.nullable().meta({ example: null }),
    }),
  }),
};

export const disconnectionEvents = {
  updateDefaultHours: event(
    z.object({ societyId: id.nullable() }),
    'members of the society whose default hours change, or everyone: one’s own may follow them',
  ),
};
