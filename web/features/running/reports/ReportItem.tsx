import type { Report } from '@palabre/common/contract/running/reports.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { useState } from 'react';
import { useSession } from '../../../platform/session/session.ts';
import { formatDateTime, formatList } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { confirm } from '../../../ui/dialogs/dialogs.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Tag } from '../../../ui/marks/Badge.tsx';
import { AssignDialog } from './AssignDialog.tsx';
import { askAnswer, askNote } from './ask.ts';
import { ReportedMessage } from './open/ReportedMessage.tsx';
import { ReportNotes } from './open/ReportNotes.tsx';
import { assignReport, deleteReport, deleteReportedMessage, markReport } from './open/reports.queries.ts';
import s from './open/UserReports.module.css';

/** Shows a report to administrators, with its actions. */
export function ReportItem({ report }: { report: Report }) {
  const { t } = useTranslation('reports');
  const me = useSession(state => state.user?._id);
  const { _id: id, reason, description, reportedBy, createdAt, status, handledBy, workspace, message } = report;
  const { assignee, answer, context, common, passedOn, forOwners, handledByOwner } = report;
  const [isAssigning, setAssigning] = useState(false);
  const isNew = status === 'new';
  const isMine = assignee?._id === me;

  async function act(run: () => Promise<{ message?: string } | object>) {
    try {
      const answer = await run();
      if ('message' in answer && answer.message) alerts.success(answer.message);
    } catch (cause) {
      tellFailure(cause);
    }
  }

  async function ask(what: 'remove' | 'removeMessage', run: () => Promise<object>) {
    const sure = await confirm({
      title: t(`${what}Title`),
      text: t(`${what}Text`),
      confirmLabel: t('confirmRemove'),
      danger: true,
    });
    if (sure) await act(run);
  }

  return (
    <li className={s.report} data-status={status}>
      <p className={s.head}>
        <strong className={s.reason}>{reason.toUpperCase()}</strong>
        <Tag tone={isNew ? 'accent' : 'neutral'}>
          {isNew
            ? t('isNew')
            : handledBy
              ? t(handledByOwner ? 'handledByOwner' : 'handledBy', { name: fullName(handledBy) })
              : t('handled')}
        </Tag>
        {assignee && <Tag tone="brand">{t('assignedTo', { name: fullName(assignee) })}</Tag>}
      </p>
      {description && (
        <p className={s.description} dir="auto">
          {description}
        </p>
      )}
      <ReportedMessage message={message} context={context} />
      <p className={s.by}>
        {t('by', { who: reportedBy?.email ?? t('unknown') })}
        {workspace && !message?.place && ` ${t('inWorkspace', { title: workspace.title })}`} ·{' '}
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      </p>
      {common.length > 0 && (
        <p className={s.by}>{t('common', { titles: formatList(common.map(({ title }) => title)) })}</p>
      )}
      {passedOn && (
        <p className={s.by}>
          {t('passedOn', {
            name: passedOn.by ? fullName(passedOn.by) : t('unknown'),
            date: formatDateTime(passedOn.at),
          })}
        </p>
      )}
      {message && workspace && !forOwners && <p className={s.by}>{t('notForOwners')}</p>}
      <ReportNotes label={t('notes')} notes={report.notes} marksOwners />
      {answer && (
        <figure className={s.message}>
          <figcaption>{t('answered', { date: formatDateTime(answer.at) })}</figcaption>
          <blockquote dir="auto">{answer.text}</blockquote>
        </figure>
      )}
      {isAssigning && <AssignDialog report={report} onClose={() => setAssigning(false)} />}
      <div className={s.actions}>
        <Button size="sm" variant="secondary" onClick={() => act(() => markReport(id, isNew ? 'handled' : 'new'))}>
          {t(isNew ? 'handle' : 'reopen')}
        </Button>
        <Button size="sm" variant="secondary" onClick={() => act(() => assignReport(id, isMine ? null : (me ?? null)))}>
          {t(isMine ? 'letGo' : 'take')}
        </Button>
        <Button size="sm" variant="secondary" onClick={() => setAssigning(true)}>
          {t('assign')}
        </Button>
        <Button size="sm" variant="secondary" onClick={() => void askNote(id)}>
          {t('note')}
        </Button>
        {reportedBy && !answer && (
          <Button size="sm" variant="secondary" onClick={() => void askAnswer(id, fullName(reportedBy))}>
            {t('answer')}
          </Button>
        )}
        {message && !message.deleted && (
          <Button
            size="sm"
            variant="danger-ghost"
            onClick={() => ask('removeMessage', () => deleteReportedMessage(id))}
          >
            {t('removeMessage')}
          </Button>
        )}
        <Button size="sm" variant="danger-ghost" onClick={() => ask('remove', () => deleteReport(id))}>
          {t('remove')}
        </Button>
      </div>
    </li>
  );
}
