import { can } from '@palabre/common/permissions/can.ts';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useParams } from 'react-router';
import { paths } from '../../../app/paths.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LostIllustration } from '../../../ui/illustrations.tsx';
import { useMember } from '../../members/membership.ts';
import { useMyRoles } from '../../roles/roles.queries.ts';
import { isDeletedHere, useMyWorkspaces } from '../workspaces.queries.ts';
import s from './Section.module.css';

/** Says why and leads out: to the workspace for its members, else to where one finds them. */
function Refused({ to, reason }: { to: string; reason: string | null }) {
  const told = useRef(false);
  useEffect(() => {
    if (reason && !told.current) alerts.error(reason);
    told.current = true;
  }, [reason]);
  return <Navigate to={to} replace />;
}

/** Around the settings of a workspace: for who runs it. Who loses the right while there is told and led out. */
export function SettingsGate() {
  const { t } = useTranslation(['settings', 'workspaces', 'common']);
  const { workspaceId = '' } = useParams();
  const mine = useMyWorkspaces();
  const card = mine.data?.find(one => one._id === workspaceId);
  const roles = useMyRoles(workspaceId, card !== undefined);
  const allowed = can.manageWorkspace(useMember(workspaceId));
  const entered = useRef(false);
  useEffect(() => {
    if (allowed) entered.current = true;
  }, [allowed]);

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
  if (!mine.data || (card && !roles.data)) return null;
  const gone = entered.current ? t('workspaces:gate.gone') : t('workspaces:gate.unknownTitle');
  if (!card) return <Refused to={paths.workspaces} reason={isDeletedHere(workspaceId) ? null : gone} />;
  return <Refused to={paths.workspace(workspaceId)} reason={t(entered.current ? 'lost' : 'forbidden')} />;
}
