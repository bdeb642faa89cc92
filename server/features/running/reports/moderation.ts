import type { api } from '@palabre/common/contract/index.ts';
import { assigneesShown } from '@palabre/common/contract/running/reports.ts';
import { de, fullName } from '@palabre/common/rules/people/names.ts';
import { demand } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import { administrators } from '../../people/users/open/users.store.ts';
import { notify } from '../../reading/notifications/open/notify.ts';
import { addNote, found, record } from './open/acting.ts';
import { inboxOf } from './open/telling.ts';
import { answerReport, assignReport, readAssignees } from './reports.store.ts';

/** Handlers of administrators' shared work on a report: its assignee, notes, the answer to its author. */
export const moderation: Pick<Handlers<typeof api.reports>, 'assignees' | 'assign' | 'note' | 'answer'> = {
  async assignees({ db, query: { search } }) {
    return { administrators: await readAssignees(db, search, assigneesShown) };
  },

  async assign({ work, actor, params, body: { userId } }) {
    const before = await found(work, params.id);
    demand(userId === null || (await administrators(work.db)).includes(userId), 'user_not_found');
    if (!(await assignReport(work.db, params.id, userId))) return { report: before };
    const report = await record(work, { actor, asOwner: false }, params.id, 'report_assigned');
    if (userId !== null && userId !== actor.userId)
      await notify(work, [userId], {
        type: 'report',
        content: `Un signalement ${de(fullName(report.reportedUser))} vous est confié.`,
        link: '/settings/admin',
        actorId: actor.userId,
        subject: inboxOf(params.id),
      });
    return { report };
  },

  async note({ work, actor, params, body: { content } }) {
    await found(work, params.id);
    return { report: await addNote(work, { actor, asOwner: false }, params.id, content) };
  },

  async answer({ work, actor, params, body: { text } }) {
    const { reportedBy, reportedUser } = await found(work, params.id);
    demand(reportedBy, 'user_not_found');
    const answered = await answerReport(work.db, params.id, { text, by: actor.userId });
    demand(answered !== undefined, 'already_answered');
    // Unsigned: the author deals with the administrators as a body, not with one of them.
    await notify(work, [reportedBy._id], {
      type: 'report',
      content: `Réponse à votre signalement ${de(fullName(reportedUser))}\u00a0: ${text}`,
      link: '/workspaces',
      actorId: null,
      subject: `report-answer:${params.id}`,
    });
    return { report: await record(work, { actor, asOwner: false }, params.id, 'report_answered') };
  },
};
