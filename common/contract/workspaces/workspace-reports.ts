import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { id, limits, lines, message, time } from '../fields.ts';
import { Named } from '../people/users.ts';
import { Report, ReportNote } from '../running/reports.ts';

/** Report of a message, in the view of its workspace's owners: without the reporter. */
export const WorkspaceReport = Report.pick({
  ...{
    _id: true,
    reason: true,
    description: true,
    createdAt: true,
    status: true,
    handledAt: true,
    handledByOwner: true,
  },
  ...{ message: true, context: true },
})
  .extend({
    reportedUser: Named,
    isMember: z.boolean().meta({ description: 'Whether the reported person still is a member.', example: true }),
    handledBy: Named.nullable().meta({ description: 'The owner who handled it; null if administrators did.' }),
    passedOnAt: time.nullable().meta({ description: 'When an owner left it to administrators.' }),
    notes: z.array(ReportNote).meta({ description: 'Notes of owners, the oldest first.' }),
  })
  .meta({ id: 'WorkspaceReport' });
export type WorkspaceReport = z.infer<typeof WorkspaceReport>;

const one = z.object({ id, reportId: id });
const answer = z.object({ report: WorkspaceReport });

/** Reports of messages of a workspace, which its owners handle. */
export const workspaceReports = {
  list: endpoint({
    method: 'GET',
    path: '/workspace/:id/reports',
    access: access.member(),
    summary:
      'Lists the reports of messages of a workspace, newest first, for its owners; those of an owner are for administrators alone',
    params: z.object({ id }),
    query: z.object({
      limit: z.coerce.number().int().min(1).max(limits.pageMax).default(limits.pageDefault).meta({ example: 50 }),
      cursor: id.optional(),
      status: z.enum(['new', 'handled']).optional().meta({
        description: 'new: only those that nobody has handled or left to administrators.',
        example: 'new',
      }),
    }),
    output: z.object({ reports: z.array(WorkspaceReport), nextCursor: id.nullable() }),
    refuses: ['forbidden'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/workspace/:id/reports/:reportId',
    access: access.member(),
    summary: 'Marks a report as handled by the caller, or one that an owner handled as new again',
    params: one,
    body: z.object({ status: Report.shape.status }),
    output: answer,
    refuses: ['forbidden', 'not_found', 'already_handled'],
  }),
  note: endpoint({
    method: 'POST',
    path: '/workspace/:id/reports/:reportId/note',
    access: access.member(),
    summary: `Adds a note to a report, for owners and administrators; it has ${limits.reportNotes} at most`,
    params: one,
    body: z.object({ content: lines(limits.reportNote, 1).meta({ example: 'Je lui ai parlé.' }) }),
    output: answer,
    status: 201,
    refuses: ['forbidden', 'not_found', 'too_many_notes'],
  }),
  passOn: endpoint({
    method: 'POST',
    path: '/workspace/:id/reports/:reportId/administrators',
    access: access.member(),
    summary: 'Leaves a report to administrators, who are told',
    params: one,
    output: z.object({ message, report: WorkspaceReport }),
    status: 200,
    refuses: ['forbidden', 'not_found', 'already_handled'],
  }),
};

export const workspaceReportEvents = {
  updateWorkspaceReports: event(z.object({ workspaceId: id }), 'owners of the workspace'),
};
