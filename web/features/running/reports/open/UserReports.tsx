import type { Report } from '@palabre/common/contract/running/reports.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { formatDateTime } from '../../../../platform/words/format.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';
import { confirm } from '../../../../ui/dialogs/dialogs.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Pager } from '../../../../ui/lists/Pager.tsx';
import { Skeleton, SkeletonGroup } from '../../../../ui/lists/Skeleton.tsx';
import { usePages } from '../../../../ui/lists/usePages.ts';
import { Tag } from '../../../../ui/marks/Badge.tsx';
import { EmptyState } from '../../../../ui/pages/EmptyState.tsx';
import { deleteReport, deleteReportedMessage, markReport, useReportsOf } from './reports.queries.ts';
import s from './UserReports.module.css';
import '../reports.texts.ts';

/** Shows the reports about a user to administrators. */
export function UserReports({ userId, name }: { userId: string; name: string }) {
  const { t } = useTranslation('reports');
  const pages = usePages(userId);
  const { data, isError, refetch, isPlaceholderData } = useReportsOf(userId, pages.cursor);
  const reports = data?.reports;
  if (isError && !reports) {
    return (
      <EmptyState
        compact
        title={t('failed')}
        action={<Button onClick={() => void refetch()}>{t('common:retry')}</Button>}
      />
    );
  }
  if (!reports) {
    return (
      <SkeletonGroup className={s.ghost}>
        <Skeleton width="30%" />
        <Skeleton width="80%" />
      </SkeletonGroup>
    );
  }
  if (reports.length === 0 && !pages.previous) return <p className={s.none}>{t('none')}</p>;
  return (
    <div className={s.reports}>
      <ul className={s.reports} aria-label={t('list', { name })}>
        {reports.map(report => (
          <Item key={report._id} report={report} />
        ))}
      </ul>
      <Pager pages={pages} next={data.nextCursor} waiting={isPlaceholderData} count={reports.length} />
    </div>
  );
}

function Item({ report }: { report: Report }) {
  const { t } = useTranslation('reports');
  const { _id: id, reason, description, reportedBy, createdAt, status, handledBy, workspace, message } = report;
  const isNew = status === 'new';

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
          {isNew ? t('isNew') : handledBy ? t('handledBy', { name: fullName(handledBy) }) : t('handled')}
        </Tag>
      </p>
      {description && <p className={s.description}>{description}</p>}
      {message && (
        <figure className={s.message}>
          <figcaption>
            {message.place ? t('messageIn', { place: message.place }) : t('message')} ·{' '}
            <time dateTime={message.time}>{formatDateTime(message.time)}</time>
            {message.deleted && ` · ${t('messageGone')}`}
          </figcaption>
          {message.content && <blockquote dir="auto">{message.content}</blockquote>}
          {message.files.map(name => (
            <p key={name}>{t('file', { name })}</p>
          ))}
        </figure>
      )}
      <p className={s.by}>
        {t('by', { who: reportedBy?.email ?? t('unknown') })}
        {workspace && !message?.place && ` ${t('inWorkspace', { title: workspace.title })}`} ·{' '}
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      </p>
      <div className={s.actions}>
        <Button size="sm" variant="secondary" onClick={() => act(() => markReport(id, isNew ? 'handled' : 'new'))}>
          {t(isNew ? 'handle' : 'reopen')}
        </Button>
        {message && !message.deleted && (
          <Button size="sm" variant="secondary" onClick={() => ask('removeMessage', () => deleteReportedMessage(id))}>
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
