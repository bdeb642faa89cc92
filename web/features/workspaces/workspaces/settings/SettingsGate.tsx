import { can } from '@palabre/common/permissions/can.ts';
import { Suspense } from 'react';
import { Outlet, useLocation, useParams } from 'react-router';
import { addressParts } from '../../../../platform/address/paths.ts';
import { useTitle } from '../../../../platform/address/title.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { EmptyState } from '../../../../ui/pages/EmptyState.tsx';
import { LostIllustration } from '../../../../ui/pages/illustrations.tsx';
import { Page } from '../../../../ui/pages/Page.tsx';
import { useMember } from '../../structure/open/membership.ts';
import { useMyRoles } from '../../structure/open/roles.queries.ts';
import { useMyWorkspaces } from '../../structure/open/workspaces.queries.ts';

/** Wraps the settings of a workspace, for members who may manage it. `useLostPlace` leads out everyone else. */
export function SettingsGate() {
  const { t } = useTranslation('settings');
  const { workspaceId = '' } = useParams();
  const mine = useMyWorkspaces();
  const card = mine.data?.find(one => one._id === workspaceId);
  const roles = useMyRoles(workspaceId);
  const { section = 'general', index } = addressParts(useLocation().pathname);
  useTitle(index ? null : t(`section.${section}`), t('title'), card?.title);
  const allowed = can.manageWorkspace(useMember(workspaceId));

  if (allowed) {
    return (
      <Page key={workspaceId}>
        <Suspense>
          <Outlet />
        </Suspense>
      </Page>
    );
  }
  const failed = (mine.isError && !mine.data) || (card && roles.isError && !roles.data);
  if (failed) {
    return (
      <Page>
        <EmptyState
          illustration={<LostIllustration />}
          title={t('failed')}
          action={
            <Button onClick={() => void Promise.all([mine.refetch(), roles.refetch()])}>{t('common:retry')}</Button>
          }
        />
      </Page>
    );
  }
  return null;
}
