import type { api } from '@palabre/common/contract/index.ts';
import type { WorkspaceReport } from '@palabre/common/contract/workspaces/workspace-reports.ts';
import { can, type MemberFacts } from '@palabre/common/permissions/can.ts';
import { demand, fail } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { pageOf } from '../../../platform/postgres/pages.ts';
import { addNote, mark, passOn } from '../../running/reports/open/acting.ts';
import { readWorkspaceReport, readWorkspaceReports } from './workspace-reports.store.ts';

/** Handlers of the reports of a workspace, for its owners. */
export const workspaceReports: Handlers<typeof api.workspaceReports> = {
  async list({ db, params, record, query: { limit, cursor, status } }) {
    demand(can.handleReports(record.me), 'forbidden');
    const found = await readWorkspaceReports(db, params.id, { status, before: cursor, count: limit + 1 });
    const { page, nextCursor } = pageOf(found, limit, ({ _id }) => _id);
    return { reports: page, nextCursor };
  },

  async update({ work, actor, params, record, body: { status } }) {
    await findToHandle(work.db, record.me, params);
    await mark(work, { actor, asOwner: true }, params.reportId, status);
    return { report: await findToHandle(work.db, record.me, params) };
  },

  async note({ work, actor, params, record, body: { content } }) {
    await findToHandle(work.db, record.me, params);
    await addNote(work, { actor, asOwner: true }, params.reportId, content);
    return { report: await findToHandle(work.db, record.me, params) };
  },

  async passOn({ work, actor, params, record, say }) {
    await findToHandle(work.db, record.me, params);
    await passOn(work, actor, params.reportId);
    return { message: say('report_passed_on'), report: await findToHandle(work.db, record.me, params) };
  },
};

/** Finds a report that an owner may handle; any other, of another workspace or about an owner, counts as missing. */
async function findToHandle(
  db: Db,
  me: MemberFacts,
  { id, reportId }: { id: string; reportId: string },
): Promise<WorkspaceReport> {
  demand(can.handleReports(me), 'forbidden');
  const report = (await readWorkspaceReport(db, id, reportId)) ?? fail('not_found');
  demand(can.handleReport(me, { userId: report.reportedUser._id, isOwner: false }), 'not_found');
  return report;
}
