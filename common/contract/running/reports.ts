import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { byId, done, id, like, limits, lines, message, text, time } from '../fields.ts';

/** Reasons of a report; clients send the French word. */
export const reportReasons = ['spam', 'harcèlement', "usurpation d'identité", 'autre'] as const;
/** Reason of a report. */
export type ReportReason = (typeof reportReasons)[number];

const Reason = z.enum(reportReasons).meta({ id: 'ReportReason', example: 'harcèlement' });
const Status = z.enum(['new', 'handled']).meta({ example: 'new' });

const Person = z.object({
  _id: id,
  firstName: like('Camille'),
  lastName: like('Riou'),
  email: like('camille@exemple.fr'),
});

/** A message, copied when it was reported. */
export const ReportedMessage = z
  .object({
    _id: id,
    content: like('Tu n’as rien à faire ici.'),
    time,
    files: z.array(like('devis.pdf')).meta({ description: 'Names of the attached files.', example: [] }),
    place: like('Atelier Tilleul › général').meta({
      description: 'Workspace and channel of the message; empty in a conversation.',
    }),
  })
  .meta({ id: 'ReportedMessage', description: 'A message, copied when it was reported.' });
export type ReportedMessage = z.infer<typeof ReportedMessage>;

const Administrator = Person.omit({ email: true });

/** Message near a reported one, copied with the report if its author attached the context. */
export const NearMessage = z
  .object({
    _id: id,
    author: Administrator.nullable().meta({ description: 'null once the account of the author is deleted.' }),
    content: like('On s’était mis d’accord hier.').meta({
      description: `The first ${limits.nearMessage} characters; empty once the account of the author is deleted.`,
    }),
    files: z.number().int().meta({ description: 'Number of attached files.', example: 0 }),
    time,
  })
  .meta({ id: 'NearMessage' });
export type NearMessage = z.infer<typeof NearMessage>;

/** Note on a report by an administrator, or an owner of the workspace, for the others. */
export const ReportNote = z
  .object({
    _id: id,
    author: Administrator.nullable().meta({ description: 'null once the account of the author is deleted.' }),
    content: like('Je l’ai appelé ce matin.'),
    byOwner: z.boolean().meta({ description: 'Whether an owner of the workspace wrote it, as such.', example: false }),
    createdAt: time,
  })
  .meta({ id: 'ReportNote' });

/** A report of a person, as administrators see it. */
export const Report = z
  .object({
    _id: id,
    reason: Reason,
    description: like('Trois messages de ce genre depuis lundi.'),
    reportedUser: Person,
    reportedBy: Person.nullable().meta({ description: 'null once the account of the reporter is deleted.' }),
    createdAt: time,
    status: Status,
    handledBy: Administrator.nullable(),
    handledAt: time.nullable(),
    handledByOwner: z.boolean().meta({ description: 'Whether an owner of the workspace handled it.', example: false }),
    forOwners: z.boolean().meta({ description: 'Whether owners of the workspace may handle it too.', example: true }),
    passedOn: z
      .object({ by: Administrator.nullable(), at: time })
      .nullable()
      .meta({ description: 'When an owner of the workspace left it to administrators.' }),
    common: z.array(z.object({ _id: id, title: like('Atelier Tilleul') })).meta({
      description: `Workspaces that the reported person shares with the reporter, by title, ${limits.reportCommon} at most.`,
    }),
    context: z.array(NearMessage).nullable().meta({
      description: 'Messages around the reported one, the oldest first; null if the reporter did not attach them.',
    }),
    assignee: Administrator.nullable().meta({ description: 'The administrator who takes care of it.' }),
    notes: z.array(ReportNote).meta({ description: 'The oldest first.' }),
    answer: z
      .object({ text: like('Merci, la personne a été avertie.'), by: Administrator.nullable(), at: time })
      .nullable()
      .meta({ description: 'What its author was answered.' }),
    workspace: z.object({ _id: id, title: like('Atelier Tilleul') }).nullable(),
    message: ReportedMessage.extend({
      deleted: z.boolean().meta({ description: 'Whether the message has since been deleted.', example: false }),
    }).nullable(),
  })
  .meta({ id: 'Report' });
export type Report = z.infer<typeof Report>;

/** History of a reported person. */
export const ReportHistory = z
  .object({
    open: z.number().int().meta({ description: 'Reports of the person that nobody has handled.', example: 1 }),
    handled: z.number().int().meta({ example: 3 }),
    deletedMessages: z.number().int().meta({ description: 'Reported messages that have been deleted.', example: 2 }),
    made: z.number().int().meta({ description: 'Reports that the person made of others.', example: 0 }),
    suspensions: z.number().int().meta({ description: 'How many times the account was suspended.', example: 0 }),
    since: time.meta({ description: 'When the account was made.' }),
  })
  .meta({ id: 'ReportHistory' });
export type ReportHistory = z.infer<typeof ReportHistory>;

/** A report, as its author gets it back: only the fields that they sent. */
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

/** Number of administrators that a search among them returns. */
export const assigneesShown = 20;

/** Highest count of unhandled reports. */
export const reportsCounted = 100;

export const reports = {
  create: endpoint({
    method: 'POST',
    path: '/report',
    access: access.session,
    guests: true,
    summary:
      'Reports a person to administrators, and to the owners of the workspace of the message; the same person once a day',
    body: z.object({
      reportedUser: id,
      /** Accepts either apostrophe, and upper or lower case. */
      reason: z
        .string()
        .transform(reason => reason.trim().toLowerCase().normalize('NFC').replaceAll('’', "'"))
        .pipe(z.enum(reportReasons))
        .meta({ example: 'harcèlement' }),
      description: lines(limits.report).default('').meta({ example: 'Trois messages de ce genre depuis lundi.' }),
      messageId: id.nullish().meta({ description: 'The reported message, which the caller may read.' }),
      attachContext: z
        .boolean()
        .default(false)
        .meta({
          description: `Whether the ${limits.reportAround} messages before and after the reported one are copied with it.`,
          example: true,
        }),
      onlyAdministrators: z.boolean().default(false).meta({
        description: 'Whether the report of a message of a channel is kept from the owners of its workspace.',
        example: false,
      }),
      workspaceId: id.nullish().meta({ description: 'The workspace concerned, which the caller is a member of.' }),
    }),
    output: z.object({ report: OwnReport }),
    status: 201,
    refuses: ['forbidden', 'user_not_found', 'not_found', 'members_only', 'message_not_found', 'already_reported'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/report',
    access: access.administrator,
    summary: 'Lists reports, newest first',
    query: z.object({ ...paged, status: Status.optional() }),
    output: page,
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/report/waiting',
    access: access.administrator,
    summary: 'Counts the unhandled reports',
    output: z.object({
      count: z
        .number()
        .int()
        .meta({ description: `${reportsCounted} means ${reportsCounted} or more.`, example: 2 }),
    }),
  }),
  one: endpoint({
    method: 'GET',
    path: '/report/:id',
    access: access.administrator,
    summary: 'Reads a report',
    params: byId,
    output: z.object({ report: Report }),
  }),
  assignees: endpoint({
    method: 'GET',
    path: '/report/assignees',
    access: access.administrator,
    summary: `Lists the administrators who may take care of a report, by name, or those a search finds; ${assigneesShown} at most`,
    query: z.object({ search: text(limits.listSearch).meta({ example: 'cam' }).optional() }),
    output: z.object({ administrators: z.array(Person) }),
  }),
  historyOf: endpoint({
    method: 'GET',
    path: '/report/user/:id/history',
    access: access.administrator,
    summary: 'Counts what became of the reports of a person, those that they made, and their suspensions',
    params: byId,
    output: z.object({ history: ReportHistory }),
    refuses: ['user_not_found'],
  }),
  ofUser: endpoint({
    method: 'GET',
    path: '/report/user/:id',
    access: access.administrator,
    summary: 'Lists the reports of a person, newest first',
    params: byId,
    query: z.object(paged),
    output: page,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/report/:id',
    access: access.administrator,
    summary: 'Marks a report as handled by the caller, unless another administrator has handled it, or as new again',
    params: byId,
    body: z.object({ status: Status }),
    output: z.object({ report: Report }),
    refuses: ['already_handled'],
  }),
  assign: endpoint({
    method: 'PUT',
    path: '/report/:id/assignee',
    access: access.administrator,
    summary: 'Says which administrator takes care of a report, who is told; null: nobody in particular',
    params: byId,
    body: z.object({ userId: id.nullable() }),
    output: z.object({ report: Report }),
    refuses: ['user_not_found'],
  }),
  note: endpoint({
    method: 'POST',
    path: '/report/:id/note',
    access: access.administrator,
    summary: `Adds a note for administrators to a report, of which there are ${limits.reportNotes} at most`,
    params: byId,
    body: z.object({ content: lines(limits.reportNote, 1).meta({ example: 'Je l’ai appelé ce matin.' }) }),
    output: z.object({ report: Report }),
    status: 201,
    refuses: ['too_many_notes'],
  }),
  answer: endpoint({
    method: 'PUT',
    path: '/report/:id/answer',
    access: access.administrator,
    summary: 'Answers the author of a report, once, in their inbox',
    params: byId,
    body: z.object({ text: lines(limits.reportNote, 1).meta({ example: 'Merci, la personne a été avertie.' }) }),
    output: z.object({ report: Report }),
    refuses: ['user_not_found', 'already_answered'],
  }),
  removeMessage: endpoint({
    method: 'DELETE',
    path: '/report/:id/message',
    access: access.administrator,
    summary: 'Deletes the message of a report',
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
