import type { Report } from '@palabre/common/contract/running/reports.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { useState } from 'react';
import { failureMessage } from '../../../platform/server/api.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { RadioCards } from '../../../ui/fields/RadioCards.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { useTypedSearch } from '../../../ui/fields/useTypedSearch.ts';
import { LineSkeleton, Skeleton, SkeletonGroup } from '../../../ui/lists/Skeleton.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { Note } from '../../../ui/pages/Note.tsx';
import { assignReport, useAssignees } from './open/reports.queries.ts';

/** Chooses the administrator who takes care of a report. */
export function AssignDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const { t } = useTranslation('reports');
  const { typed, setTyped, search, isTyping } = useTypedSearch();
  const [chosen, setChosen] = useState(report.assignee?._id ?? '');
  const { data, isError, error, isPlaceholderData } = useAssignees(search);

  async function send() {
    try {
      await assignReport(report._id, chosen);
      onClose();
    } catch (cause) {
      tellFailure(cause);
      throw cause;
    }
  }

  return (
    <Dialog
      size="sm"
      onClose={onClose}
      title={t('assignTitle')}
      description={t('assignText')}
      onSubmit={send}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" disabled={!data?.some(({ _id }) => _id === chosen)}>
            {t('assignConfirm')}
          </Button>
        </>
      }
    >
      <SearchField label={t('assignSearch')} value={typed} onChange={setTyped} />
      {isError && <Note tone="danger">{failureMessage(error)}</Note>}
      {!data && !isError && (
        <SkeletonGroup>
          <Skeleton height={56} />
          <Skeleton height={56} />
        </SkeletonGroup>
      )}
      {data?.length === 0 && (isPlaceholderData || isTyping ? <LineSkeleton /> : <p>{t('assignNone')}</p>)}
      {data && data.length > 0 && (
        <RadioCards
          label={t('assignLabel')}
          name="assignee"
          value={chosen}
          onChange={setChosen}
          options={data.map(one => ({ value: one._id, title: fullName(one), text: one.email }))}
        />
      )}
    </Dialog>
  );
}
