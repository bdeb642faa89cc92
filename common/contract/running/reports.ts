import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { byId, done, id, like, limits, lines, message, time } from '../fields.ts';

/** Why a person is reported: the French word is what is sent. */
export const reportReasons = ['spam', 'harcèlement', "usurpation d'identité", 'autre'] as const;
export type ReportReason = (typeof reportReasons)[number];

const Reason = z.enum(reportReasons).meta({ id: 'ReportReason', example: 'harcèlement' });
const Status = z.enum(['new', 'handled']).meta({ example: 'new' });

const Person = z.object({
  _id: id,
  firstName: like('Camille'),
  lastName: like('Riou'),
  email: like('camille@exemple.fr'),
});

export const ReportedMessage = z
  .object({
    _id: id,
    content: like('Tu n’as rien à faire ici.'),
    time,
    files: z.array(like('devis.pdf')).meta({ description: 'The names of its files.', example: [] }),
    place: like('Atelier Tilleul › général').meta({ description: 'Its channel; empty in a conversation.' }),
  })
  .meta({ id: 'ReportedMessage', description: 'A message as it was when it was reported.' });
export type ReportedMessage = z.infer<typeof ReportedMessage>;

export const Report = z
  .object({
    _id: id,
    reason: Reason,
    description: like('Trois messages de ce genre depuis lundi.'),
    reportedUser: Person,
    reportedBy: Person.nullable().meta({ description: 'Null once their account is gone.' }),
    createdAt: time,
    status: Status,
    handledBy: Person.omit({ email: true }).nullable(),
    handledAt: time.nullable(),
    workspace: z.object({ _id: id, title: like('Atelier Tilleul') }).nullable(),
    message: ReportedMessage.extend({
      deleted: z.boolean().meta({ description: 'Whether it is there no more.', example: false }),
    }).nullable(),
  })
  .meta({ id: 'Report' });
export type Report = z.infer<typeof Report>;

/** What the person who made a report is answered: nothing they did not say. */
const OwnReport = z
  .object({
    _id: id,
    reportedBy: id,
    reportedUser: id,
    reason: Reason,
    description: Report.shape.description,
    createdAt: time,
  })
  .meta({ id: 'OwnReport' });

const paged = {
  limit: z.coerce.number().int().min(1).max(limits.pageMax).default(limits.pageDefault).meta({ example: 50 }),
  cursor: id.optional(),
};
const page = z.object({ reports: z.array(Report), nextCursor: id.nullable() });

/** Reports that wait are counted up to this. */
export const reportsCounted = 100;

export const reports = {
  create: endpoint({
    method: 'POST',
    path: '/report',
    access: access.session,
    summary: 'Tells administrators of a person, once a day of the same one',
    body: z.object({
      reportedUser: id,
      /** Typed with either apostrophe, in any case. */
      reason: z
        .string()
        .transform(reason => reason.trim().toLowerCase().normalize('NFC').replaceAll('’', "'"))
        .pipe(z.enum(reportReasons))
        .meta({ example: 'harcèlement' }),
      description: lines(limits.report).default('').meta({ example: 'Trois messages de ce genre depuis lundi.' }),
      messageId: id.nullish().meta({ description: 'The message it is about, which one may read.' }),
      workspaceId: id.nullish().meta({ description: 'Where it happened, a workspace one is in.' }),
    }),
    output: z.object({ report: OwnReport }),
    status: 201,
    refuses: ['forbidden', 'user_not_found', 'not_found', 'members_only', 'message_not_found', 'already_reported'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/report',
    access: access.administrator,
    summary: 'What people have reported, newest first',
    query: z.object({ ...paged, status: Status.optional() }),
    output: page,
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/report/waiting',
    access: access.administrator,
    summary: 'How many reports nobody has handled',
    output: z.object({
      count: z
        .number()
        .int()
        .meta({ description: `${reportsCounted}: as many or more.`, example: 2 }),
    }),
  }),
  one: endpoint({
    method: 'GET',
    path: '/report/:id',
    access: access.administrator,
    summary: 'A report',
    params: byId,
    output: z.object({ report: Report }),
  }),
  ofUser: endpoint({
    method: 'GET',
    path: '/report/user/:id',
    access: access.administrator,
    summary: 'What has been reported of a person, newest first',
    params: byId,
    query: z.object(paged),
    output: page,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/report/:id',
    access: access.administrator,
    summary: 'Says that one has handled a report, unless somebody else has; or that it is to be handled again',
    params: byId,
    body: z.object({ status: Status }),
    output: z.object({ report: Report }),
    refuses: ['already_handled'],
  }),
  removeMessage: endpoint({
    method: 'DELETE',
    path: '/report/:id/message',
    access: access.administrator,
    summary: 'Deletes the message that a report is about',
    params: byId,
    output: z.object({ message, report: Report }),
    refuses: ['message_not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/report/:id',
    access: access.administrator,
    summary: 'Deletes a report',
    params: byId,
    output: done,
  }),
};

export const reportEvents = {
  newReport: event(Report, 'administrators'),
  updateReport: event(Report, 'administrators'),
  deleteReport: event(z.object({ _id: id, reportedUser: id }), 'administrators'),
};
