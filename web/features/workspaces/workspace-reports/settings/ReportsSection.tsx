import { can } from '@palabre/common/permissions/can.ts';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Select } from '../../../../ui/fields/Select.tsx';
import { Listed } from '../../../../ui/lists/Listed.tsx';
import { Pager } from '../../../../ui/lists/Pager.tsx';
import { EmptyState } from '../../../../ui/pages/EmptyState.tsx';
import { Card, Section } from '../../../../ui/pages/Section.tsx';
import { useMember } from '../../structure/open/membership.ts';
import { type Shown, useWorkspaceReports } from '../workspace-reports.queries.ts';
import '../workspace-reports.texts.ts';
import s from './Reports.module.css';
import { WorkspaceReportItem } from './WorkspaceReportItem.tsx';

/** Shows the reports of messages of a workspace to its owners, page by page, with their actions. */
export function ReportsSection() {
  const { t } = useTranslation('workspaceReports');
  const { workspaceId = '' } = useParams();
  const me = useMember(workspaceId);
  const mayHandle = can.handleReports(me);
  const [shown, setShown] = useState<Shown>('new');
  const { data, ...list } = useWorkspaceReports(workspaceId, shown, mayHandle);
  if (!mayHandle) {
    return (
      <Section heading={t('heading')}>
        <Card>
          <EmptyState compact title={t('ownersOnly')} />
        </Card>
      </Section>
    );
  }
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      <Listed
        tools={
          <div className={s.filter}>
            <Select
              label={t('filter')}
              value={shown}
              onChange={setShown}
              options={(['new', 'handled'] as const).map(value => ({ value, label: t(value) }))}
            />
          </div>
        }
        count={data?.reports.length}
        {...list.told(t('failed'))}
        empty={t(shown === 'new' ? 'noneNew' : 'noneHandled')}
        ghosts={3}
      >
        <ul aria-label={t('list')}>
          {data?.reports.map(report => (
            <WorkspaceReportItem key={report._id} report={report} workspaceId={workspaceId} />
          ))}
        </ul>
      </Listed>
      <Pager {...list.pager} count={data?.reports.length} />
    </Section>
  );
}
