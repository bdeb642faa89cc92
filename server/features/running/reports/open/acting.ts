import { limits } from '@palabre/common/contract/fields.ts';
import type { Report } from '@palabre/common/contract/running/reports.ts';
import { de, fullName } from '@palabre/common/rules/people/names.ts';
import type { AuditAction } from '@palabre/common/rules/running/audit.ts';
import { demand, fail } from '../../../../platform/http/errors.ts';
import type { Actor } from '../../../../platform/sessions/session.ts';
import type { Work } from '../../../../platform/work.ts';
import { administrators } from '../../../people/users/open/users.store.ts';
import { notify, settle } from '../../../reading/notifications/open/notify.ts';
import { audit } from '../../audit/open/record.ts';
import { insertNote, markReport, passReportOn, readReport } from '../reports.store.ts';
import { inboxOf, tell } from './telling.ts';

/** Person who acts on a report: an administrator, or an owner of its workspace. */
export type Doer = { actor: Actor; asOwner: boolean };

/** Finds a report. */
export const found = async ({ db }: Pick<Work, 'db'>, id: string): Promise<Report> =>
  (await readReport(db, id)) ?? fail('not_found');

/** Records an act about a report in the journal, and emits the report's new state. */
export async function record(work: Work, { actor, asOwner }: Doer, id: string, action: AuditAction): Promise<Report> {
  const report = await found(work, id);
  const { reportedUser, workspace } = report;
  await audit.record(work, {
    ...{ action, actorId: actor.userId, person: reportedUser._id },
    ...(asOwner && workspace && { where: { id: workspace._id, name: workspace.title } }),
  });
  await tell(work, 'updateReport', report);
  return report;
}

/**
 * Marks a report as handled, or as new again. Only the first person succeeds; later ones get an error.
 * @throws AppError `already_handled`
 */
export async function mark(work: Work, doer: Doer, id: string, status: Report['status']): Promise<Report> {
  const { actor, asOwner } = doer;
  const isHandled = status === 'handled';
  const changed = await markReport(work.db, id, isHandled ? actor.userId : null, { asOwner });
  if (!changed) {
    const report = await found(work, id);
    demand(report.status === status && (!isHandled || report.handledBy?._id === actor.userId), 'already_handled');
    return report;
  }
  const report = await record(work, doer, id, isHandled ? 'report_handled' : 'report_reopened');
  await settle(work, [inboxOf(id)], { isRead: isHandled });
  return report;
}

/**
 * Adds a note to a report.
 * @throws AppError `too_many_notes`
 */
export async function addNote(work: Work, doer: Doer, id: string, content: string): Promise<Report> {
  const { actor, asOwner } = doer;
  const note = { authorId: actor.userId, content, atMost: limits.reportNotes, byOwner: asOwner };
  demand(await insertNote(work.db, id, note), 'too_many_notes');
  return record(work, doer, id, 'report_noted');
}

/**
 * Passes a workspace's report on to administrators, who are notified again.
 * @throws AppError `already_handled`
 */
export async function passOn(work: Work, actor: Actor, id: string): Promise<Report> {
  demand(await passReportOn(work.db, id, actor.userId), 'already_handled');
  const report = await record(work, { actor, asOwner: true }, id, 'report_passed_on');
  const { reportedUser, workspace } = report;
  await settle(work, [inboxOf(id)]);
  await notify(
    work,
    (await administrators(work.db)).filter(id => id !== actor.userId),
    {
      type: 'report',
      content: `Les propriétaires de ${workspace?.title ?? ''} vous transmettent un signalement ${de(fullName(reportedUser))}.`,
      link: '/settings/admin',
      actorId: actor.userId,
      subject: inboxOf(id),
    },
  );
  return report;
}
