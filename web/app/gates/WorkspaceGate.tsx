import { api } from '@palabre/common/contract/index.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, Outlet, useParams } from 'react-router';
import { useEnterWorkspace } from '../../features/workspaces/structure/open/enter.ts';
import { useJoinWorkspace, useMyWorkspaces } from '../../features/workspaces/structure/open/workspaces.queries.ts';
import { paths } from '../../platform/address/paths.ts';
import { ApiError } from '../../platform/server/api.ts';
import { endpointQuery, isFromServer, refetch as refetchAnswer } from '../../platform/server/query.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import s from '../../ui/pages/FullPage.module.css';
import { DoorIllustration, LostIllustration } from '../../ui/pages/illustrations.tsx';
import { ChannelPaneSkeleton } from '../places/ChannelPane.tsx';

function Failed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('workspaces');
  return (
    <div className={s.page}>
      <EmptyState
        illustration={<LostIllustration />}
        title={t('gate.failed')}
        action={<Button onClick={onRetry}>{t('common:retry')}</Button>}
      />
    </div>
  );
}

/**
 * Page for a person who is not a member: offers to join if possible; else the same text whether the workspace exists or
 * not.
 */
function Stranger({ workspaceId }: { workspaceId: string }) {
  const { t } = useTranslation('workspaces');
  const join = useJoinWorkspace();
  const enter = useEnterWorkspace();
  const { data, error, isPending, refetch } = useQuery({
    ...endpointQuery(api.workspaces.one, { params: { id: workspaceId } }),
    select: answer => answer.workspace,
    meta: { silent: true },
    // A refusal at the page's opening would only be repeated.
    retryOnMount: false,
  });
  // Only members get the list of members: the person has joined elsewhere, and their list of workspaces is stale.
  const isInside = data !== undefined && data.members.length > 0;
  const client = useQueryClient();
  useEffect(() => {
    if (isInside) refetchAnswer(client, api.workspaces.mine);
  }, [isInside, client]);
  if (isPending || isInside) return null;
  if (!data && !(error instanceof ApiError && error.status === 404)) return <Failed onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div className={s.page}>
        <EmptyState
          illustration={<LostIllustration />}
          title={t('gate.unknownTitle')}
          text={t('gate.unknownText')}
          action={
            <Button asChild>
              <Link to={paths.workspaces}>{t('bar.discover')}</Link>
            </Button>
          }
        />
      </div>
    );
  }
  async function open() {
    const { workspace } = await join.mutateAsync(workspaceId);
    await enter(workspace);
  }
  return (
    <div className={s.page}>
      <EmptyState
        illustration={<DoorIllustration />}
        title={t('gate.strangerTitle')}
        text={t('gate.strangerText')}
        action={
          <Button loading={join.isPending} onClick={() => open().catch(() => null)}>
            {t('card.joinNamed', { title: data.title })}
          </Button>
        }
      />
    </div>
  );
}

/** Wraps the pages of a workspace, for its members only. `useLostPlace` leads out people who lose their membership. */
export function WorkspaceGate() {
  const { workspaceId = '', channelId } = useParams();
  const mine = useMyWorkspaces();

  if (mine.data?.some(card => card._id === workspaceId)) return <Outlet />;
  const isKnown = mine.data !== undefined && isFromServer(mine);
  if (isKnown) return <Stranger workspaceId={workspaceId} />;
  if (!mine.isError) return channelId ? <ChannelPaneSkeleton /> : null;
  return <Failed onRetry={() => void mine.refetch()} />;
}
