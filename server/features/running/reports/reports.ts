import { access } from '@palabre/common/contract/define.ts';
import type { api } from '@palabre/common/contract/index.ts';
import { type Report, type ReportedMessage, reportsCounted } from '@palabre/common/contract/running/reports.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { de, fullName } from '@palabre/common/rules/people/names.ts';
import { load } from '../../../platform/access/access.ts';
import { demand, fail } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { pageOf } from '../../../platform/postgres/pages.ts';
import type { Actor } from '../../../platform/sessions/session.ts';
import type { Work } from '../../../platform/work.ts';
import { deleteInPlace } from '../../messages/timeline/open/deletion.ts';
import { administrators, readNames } from '../../people/users/open/users.store.ts';
import { notify, settle } from '../../reading/notifications/open/notify.ts';
import { readOwnerIds } from '../../workspaces/structure/open/members.store.ts';
import { audit } from '../audit/open/record.ts';
import { moderation } from './moderation.ts';
import { found, mark } from './open/acting.ts';
import { inboxOf, ownersOf, tell, tellOwners, toAdministrators } from './open/telling.ts';
import {
  countNew,
  deleteReport,
  findPlaceOf,
  insertReport,
  readAround,
  readHistory,
  readReport,
  readReports,
  type Wanted,
} from './reports.store.ts';

/** Handlers of reports: create, list, count, mark as handled, delete the message, delete. */
export const reports: Handlers<typeof api.reports> = {
  async create({ work, actor, body, services }) {
    const { db } = work;
    const { reportedUser, reason, description, messageId, workspaceId, attachContext, onlyAdministrators } = body;
    demand(can.report(actor, { userId: reportedUser }), 'forbidden');
    demand((await readNames(db, [reportedUser], actor.userId)).length > 0, 'user_not_found');
    const about = messageId ? await readAbout(db, actor, messageId, reportedUser) : undefined;
    if (!about && workspaceId) await load(access.member(), db, actor, idOnly(workspaceId), { lock: false });
    await services.limits.spend('report', actor.userId);
    const id = await insertReport(db, {
      reportedBy: actor.userId,
      reportedUser,
      reason,
      description,
      workspaceId: about ? about.workspaceId : (workspaceId ?? null),
      message: about?.message ?? null,
      context: about && attachContext ? await readAround(db, about.message._id) : null,
      forOwners: !onlyAdministrators && (await isForOwners(db, about?.workspaceId ?? null, reportedUser)),
    });
    const report = await readReport(db, id ?? fail('already_reported'));
    if (!report) fail('user_not_found');
    await tell(work, 'newReport', report);
    await tellInboxes(work, report, actor.userId);
    await tellOwnersInboxes(work, report, actor.userId);
    const { _id, createdAt } = report;
    return {
      report: { _id, reportedBy: actor.userId, reportedUser: report.reportedUser._id, reason, description, createdAt },
    };
  },

  async list({ db, query: { limit, cursor, status } }) {
    return page(db, { status, before: cursor, count: limit });
  },

  async waiting({ db }) {
    return { count: await countNew(db, reportsCounted) };
  },

  async one({ db, params }) {
    return { report: (await readReport(db, params.id)) ?? fail('not_found') };
  },

  async historyOf({ db, params }) {
    return { history: (await readHistory(db, params.id)) ?? fail('user_not_found') };
  },

  async ofUser({ db, params, query: { limit, cursor } }) {
    return page(db, { userId: params.id, before: cursor, count: limit });
  },

  async update({ work, actor, params, body }) {
    await found(work, params.id);
    return { report: await mark(work, { actor, asOwner: false }, params.id, body.status) };
  },

  ...moderation,

  removeMessage: {
    runs: 'own transactions',
    async handle({ actor, db, params, services, say }) {
      const report = (await readReport(db, params.id)) ?? fail('not_found');
      const messageId = report.message?._id ?? fail('message_not_found');
      const { name, ...found } = (await findPlaceOf(db, messageId)) ?? fail('message_not_found');
      return deleteInPlace(services, found, async work => {
        await audit.record(work, {
          action: 'message_deleted',
          actorId: actor.userId,
          person: report.reportedUser._id,
          where: { id: found.place.homeId, name },
        });
        const after = (await readReport(work.db, params.id)) ?? fail('not_found');
        await tell(work, 'updateReport', after);
        return { message: say('message_deleted'), report: after };
      });
    },
  },

  async remove({ work, actor, params, say }) {
    const report = (await readReport(work.db, params.id)) ?? fail('not_found');
    const { _id: reportedUser } = report.reportedUser;
    await deleteReport(work.db, params.id);
    await settle(work, [inboxOf(report._id)]);
    await audit.record(work, { action: 'report_deleted', actorId: actor.userId, person: reportedUser });
    await tellOwners(work, report);
    work.emit('deleteReport', { _id: report._id, reportedUser }, await toAdministrators(work.db));
    return { message: say('report_deleted') };
  },
};

/** Puts a report into the inbox of every administrator except its author, until one of them has handled it. */
async function tellInboxes(work: Work, { _id, reportedUser, reason }: Report, reporterId: string): Promise<void> {
  const others = (await administrators(work.db)).filter(id => id !== reporterId);
  await notify(work, others, {
    type: 'report',
    content: `Signalement ${de(fullName(reportedUser))}\u00a0: ${reason}.`,
    link: '/settings/admin',
    actorId: null,
    subject: inboxOf(_id),
  });
}

/** Tells whether owners may handle the report of a message: in a channel, by an author who is not an owner. */
async function isForOwners(db: Db, workspaceId: string | null, reportedUser: string): Promise<boolean> {
  return workspaceId !== null && !(await readOwnerIds(db, workspaceId)).includes(reportedUser);
}

/**
 * Puts a report into the inbox of the owners who may handle it, until one of them, or an administrator, has handled it.
 */
async function tellOwnersInboxes(work: Work, report: Report, reporterId: string): Promise<void> {
  const { _id, reason, reportedUser, workspace } = report;
  const told = new Set([reporterId, ...(await administrators(work.db))]);
  const owners = (await ownersOf(work.db, report)).filter(id => !told.has(id));
  if (workspace === null) return;
  await notify(work, owners, {
    type: 'report',
    content: `Un message ${de(fullName(reportedUser))} est signalé dans ${workspace.title}\u00a0: ${reason}.`,
    link: `/settings/workspace/${workspace._id}/reports`,
    actorId: null,
    subject: inboxOf(_id),
  });
}

/** Makes the input of an endpoint about one record. */
const idOnly = (id: string) => ({ params: { id }, query: {}, body: {} });

/** Reads the reported message and its place: it must be readable by the reporter and written by the reported person. */
async function readAbout(
  db: Db,
  actor: Actor,
  id: string,
  senderId: string,
): Promise<{ message: ReportedMessage; workspaceId: string | null }> {
  const { message } = await load(access.message(), db, actor, idOnly(id), { lock: false });
  demand(message.sender_id === senderId, 'message_not_found');
  const { workspaceId, name } = (await findPlaceOf(db, message.id)) ?? fail('message_not_found');
  return {
    workspaceId,
    message: {
      _id: message.id,
      content: message.content,
      time: message.created_at.toISOString(),
      files: (message.files ?? []).map(file => file.name),
      place: name,
    },
  };
}

async function page(db: Db, { count, ...wanted }: Wanted) {
  const found = await readReports(db, { ...wanted, count: count + 1 });
  const { page: reports, nextCursor } = pageOf(found, count, ({ _id }) => _id);
  return { reports, nextCursor };
}
