import { can } from '@palabre/common/permissions/can.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useParams } from 'react-router';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LostIllustration } from '../../../ui/illustrations.tsx';
import { useMember } from '../../members/membership.ts';
import { useMyRoles } from '../../roles/roles.queries.ts';
import { useMyWorkspaces } from '../workspaces.queries.ts';
import s from './Section.module.css';

/** Around the settings of a workspace: for who runs it. Whoever does not, or no longer does, is led out by `useLostPlace`. */
export function SettingsGate() {
  const { t } = useTranslation(['settings', 'common']);
  const { workspaceId = '' } = useParams();
  const mine = useMyWorkspaces();
  const card = mine.data?.find(one => one._id === workspaceId);
  const roles = useMyRoles(workspaceId);
  const allowed = can.manageWorkspace(useMember(workspaceId));

  if (allowed) {
    return (
      <div className={s.page} key={workspaceId}>
        <Suspense>
          <Outlet />
        </Suspense>
      </div>
    );
  }
  const failed = (mine.isError && !mine.data) || (card && roles.isError && !roles.data);
  if (failed) {
    return (
      <div className={s.page}>
        <EmptyState
          illustration={<LostIllustration />}
          title={t('failed')}
          action={
            <Button onClick={() => void Promise.all([mine.refetch(), roles.refetch()])}>{t('common:retry')}</Button>
          }
        />
      </div>
    );
  }
  return null;
}
