import type { Report } from '@palabre/common/contract/running/reports.ts';
import type { Db } from '../../../../platform/postgres/db.ts';
import { rooms, to } from '../../../../platform/realtime/rooms.ts';
import type { Work } from '../../../../platform/work.ts';
import { administrators } from '../../../people/users/open/users.store.ts';
import { settle } from '../../../reading/notifications/open/notify.ts';
import { readOwnerIds } from '../../../workspaces/structure/open/members.store.ts';
import { readNewOf } from '../reports.store.ts';

/** Addresses every administrator, in whatever place. */
export const toAdministrators = async (db: Db) => to(...(await administrators(db)).map(rooms.user));

/**
 * Reads the owners who may handle a report: its workspace's, unless the reported person is one of them
 * (`can.handleReport`).
 */
export async function ownersOf(
  db: Db,
  { workspace, forOwners, reportedUser }: Pick<Report, 'workspace' | 'forOwners' | 'reportedUser'>,
): Promise<string[]> {
  if (!workspace || !forOwners) return [];
  const owners = await readOwnerIds(db, workspace._id);
  return owners.includes(reportedUser._id) ? [] : owners;
}

/** Notifies owners of the workspace that its reports have changed. */
export async function tellOwners(work: Pick<Work, 'db' | 'emit'>, report: Report): Promise<void> {
  const owners = await ownersOf(work.db, report);
  if (report.workspace && owners.length > 0)
    work.emit('updateWorkspaceReports', { workspaceId: report.workspace._id }, to(...owners.map(rooms.user)));
}

/** Emits a report to administrators, and to owners of the workspace who may handle it. */
export async function tell(
  work: Pick<Work, 'db' | 'emit'>,
  name: 'newReport' | 'updateReport',
  report: Report,
): Promise<void> {
  work.emit(name, report, await toAdministrators(work.db));
  await tellOwners(work, report);
}

/** Subject of a report's notifications. */
export const inboxOf = (id: string): string => `report:${id}`;

/** Settles the open reports of a person whose account is deleted: nobody has to handle them. */
export async function settleReportsOf(work: Work, userId: string): Promise<void> {
  await settle(work, (await readNewOf(work.db, userId)).map(inboxOf));
}
