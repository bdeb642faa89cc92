import type { Report } from '@palabre/common/contract/running/reports.ts';
import type { Db } from '../../../../platform/postgres/db.ts';
import { rooms, to } from '../../../../platform/realtime/rooms.ts';
import type { Work } from '../../../../platform/work.ts';
import { administrators } from '../../../people/users/open/users.store.ts';
import { settle } from '../../../reading/notifications/open/notify.ts';
import { readNewOf } from '../reports.store.ts';

/** Addresses every administrator, wherever they are. */
export const toAdministrators = async (db: Db) => to(...(await administrators(db)).map(rooms.user));

/** Tells administrators of a report. */
export async function tell(
  work: Pick<Work, 'db' | 'emit'>,
  name: 'newReport' | 'updateReport',
  report: Report,
): Promise<void> {
  work.emit(name, report, await toAdministrators(work.db));
}

/** Subject of a report's notifications. */
export const inboxOf = (id: string): string => `report:${id}`;

/** Settles the open reports of a person whose account is deleted: nobody has to handle them. */
export async function settleReportsOf(work: Work, userId: string): Promise<void> {
  await settle(work, (await readNewOf(work.db, userId)).map(inboxOf));
}
