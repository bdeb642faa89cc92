import { limits } from '@palabre/common/contract/fields.ts';
import type { WorkspaceReport } from '@palabre/common/contract/workspaces/workspace-reports.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { formatDateTime } from '../../../../platform/words/format.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';
import { confirm, prompt } from '../../../../ui/dialogs/dialogs.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Tag } from '../../../../ui/marks/Badge.tsx';
import { ReportedMessage } from '../../../running/reports/open/ReportedMessage.tsx';
import { ReportNotes } from '../../../running/reports/open/ReportNotes.tsx';
import { banMember, kickMember } from '../../members/open/member-actions.ts';
import { addNote, deleteMessage, markReport, passOn } from '../workspace-reports.queries.ts';
import s from './Reports.module.css';

interface WorkspaceReportItemProps {
  report: WorkspaceReport;
  workspaceId: string;
}

/** Shows a report of a message to owners of its workspace, with its actions. */
export function WorkspaceReportItem({ report, workspaceId }: WorkspaceReportItemProps) {
  const { t } = useTranslation('workspaceReports');
  const { _id: reportId, reason, description, reportedUser, isMember, createdAt, status, message } = report;
  const { handledBy, handledByOwner, passedOnAt, context, notes } = report;
  const { t: reasons } = useTranslation('reports', { keyPrefix: 'reasons' });
  const params = { id: workspaceId, reportId };
  const name = fullName(reportedUser);
  const isNew = status === 'new';
  const isOpen = isNew && passedOnAt === null;

  async function act(run: () => Promise<{ message?: string } | object>) {
    try {
      const answer = await run();
      if ('message' in answer && answer.message) alerts.success(answer.message);
    } catch (cause) {
      tellFailure(cause);
    }
  }
  async function ask(what: 'remove' | 'pass', run: () => Promise<object>) {
    const sure = await confirm({
      title: t(`${what}Title`),
      text: t(`${what}Text`),
      confirmLabel: t(what === 'pass' ? 'passConfirm' : 'remove'),
      danger: what === 'remove',
    });
    if (sure) await act(run);
  }
  const write = () =>
    prompt({
      title: t('noteTitle'),
      text: t('noteText'),
      fields: [{ name: 'content', label: t('noteField'), type: 'textarea', maxLength: limits.reportNote }],
      confirmLabel: t('add'),
      submit: ({ content = '' }) => addNote(params, content),
    });
  const state = () => {
    if (isOpen) return t('isNew');
    if (isNew) return t('passedOn');
    return handledBy ? t('handledBy', { name: fullName(handledBy) }) : t('handledElsewhere');
  };

  return (
    <li className={s.report}>
      <p className={s.head}>
        <strong>{t('of', { name })}</strong>
        <Tag tone={isOpen ? 'accent' : 'neutral'}>{state()}</Tag>
        {!isMember && <Tag>{t('gone')}</Tag>}
      </p>
      <p className={s.by}>
        {reasons(reason)} · <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      </p>
      {description && (
        <p className={s.description} dir="auto">
          {description}
        </p>
      )}
      <ReportedMessage message={message} context={context} />
      <ReportNotes label={t('notes')} notes={notes} />
      <div className={s.actions}>
        {isOpen && (
          <Button size="sm" variant="secondary" onClick={() => act(() => markReport(params, 'handled'))}>
            {t('handle')}
          </Button>
        )}
        {!isNew && handledByOwner && (
          <Button size="sm" variant="secondary" onClick={() => act(() => markReport(params, 'new'))}>
            {t('reopen')}
          </Button>
        )}
        <Button size="sm" variant="secondary" onClick={() => void write()}>
          {t('note')}
        </Button>
        {isOpen && (
          <Button size="sm" variant="secondary" onClick={() => ask('pass', () => passOn(params))}>
            {t('pass')}
          </Button>
        )}
        {message && !message.deleted && (
          <Button size="sm" variant="danger-ghost" onClick={() => ask('remove', () => deleteMessage(message._id))}>
            {t('removeMessage')}
          </Button>
        )}
        {isMember && (
          <>
            <Button
              size="sm"
              variant="danger-ghost"
              aria-label={t('kickOf', { name })}
              onClick={() => void kickMember(reportedUser, workspaceId)}
            >
              {t('kick')}
            </Button>
            <Button
              size="sm"
              variant="danger-ghost"
              aria-label={t('banOf', { name })}
              onClick={() => void banMember(reportedUser, workspaceId)}
            >
              {t('ban')}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
