import { limits } from '@palabre/common/contract/fields.ts';
import { type ReportReason, reportReasons } from '@palabre/common/contract/running/reports.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { useState } from 'react';
import { failureMessage } from '../../../platform/server/api.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { TextAreaField } from '../../../ui/fields/Field.tsx';
import { hasIssues } from '../../../ui/fields/Form.tsx';
import { RadioCards } from '../../../ui/fields/RadioCards.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { Note } from '../../../ui/pages/Note.tsx';
import { type Reporting, useReporting } from './open/report.store.ts';
import { useFileReport } from './open/reports.queries.ts';
import './reports.texts.ts';

/** Shows the report dialog: needs a reason, and closes once the report is sent. */
export function ReportDialog({ reporting }: { reporting: Reporting }) {
  const { t } = useTranslation('reports');
  const close = useReporting(state => state.close);
  const [reason, setReason] = useState<ReportReason | ''>('');
  const [description, setDescription] = useState('');
  // Other people's messages in a conversation go to nobody else unless the user wishes it.
  const [attachContext, setAttach] = useState(reporting.workspaceId !== undefined);
  const [onlyAdministrators, setOnly] = useState(false);
  const request = useFileReport();
  const { person, messageId, workspaceId } = reporting;
  const name = fullName(person);

  async function send() {
    if (reason === '') return;
    const about = { reportedUser: person._id, reason, description, messageId, workspaceId };
    await request.mutateAsync({ ...about, ...(messageId && { attachContext, onlyAdministrators }) });
    close();
    alerts.success(t('sent'));
  }

  return (
    <Dialog
      onClose={close}
      title={t(messageId ? 'titleMessage' : 'title', { name })}
      description={t(messageId ? (workspaceId ? 'leadInWorkspace' : 'leadMessage') : 'lead', {
        name: person.firstName || name,
      })}
      unsaved={description.trim() !== ''}
      onSubmit={send}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {t('cancel')}
          </Button>
          <Button type="submit" disabled={reason === ''}>
            {t('submit')}
          </Button>
        </>
      }
    >
      <RadioCards<ReportReason | ''>
        label={t('reason')}
        name="reason"
        columns={2}
        value={reason}
        onChange={setReason}
        options={reportReasons.map(value => ({ value, title: t(`reasons.${value}`) }))}
      />
      <TextAreaField
        label={t('description')}
        name="description"
        maxLength={limits.report}
        placeholder={t('descriptionPlaceholder')}
        value={description}
        onChange={event => setDescription(event.target.value)}
      />
      {messageId && (
        <Checkbox
          label={t('attach', { count: limits.reportAround })}
          hint={t('attachHint')}
          checked={attachContext}
          onChange={setAttach}
        />
      )}
      {messageId && workspaceId && (
        <Checkbox label={t('only')} hint={t('onlyHint')} checked={onlyAdministrators} onChange={setOnly} />
      )}
      {request.isError && !hasIssues(request.error) && <Note tone="danger">{failureMessage(request.error)}</Note>}
    </Dialog>
  );
}
