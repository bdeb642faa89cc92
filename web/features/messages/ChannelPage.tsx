import { useParams, useSearchParams } from 'react-router';
import { messageParam } from '../../app/paths.ts';
import { useTranslation } from '../../platform/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LostIllustration } from '../../ui/illustrations.tsx';
import { useChannels } from '../channels/channels.queries.ts';
import { useWorkspace } from '../workspaces/workspaces.queries.ts';
import { ChannelMessages } from './ChannelMessages.tsx';
import { ListSkeleton } from './list/ListSkeleton.tsx';
import s from './PlaceMessages.module.css';
import { loadMarkdown } from './text/MessageText.tsx';

// Fetched together with the page: the first messages are mostly shown formatted at once.
loadMarkdown().catch(() => {});

/** The channel of the address; who can no longer see it is led out by `useLostPlace`. */
export function ChannelPage() {
  const { workspaceId = '', channelId = '' } = useParams();
  const [search] = useSearchParams();
  const { t } = useTranslation('messages');
  const { data: channels, isError, refetch } = useChannels(workspaceId);
  const { data: workspace } = useWorkspace(workspaceId);
  const channel = channels?.find(one => one._id === channelId);

  if (channel) {
    const isWelcome = channelId === workspace?.welcomeChannel;
    return <ChannelMessages channel={channel} isWelcome={isWelcome} wanted={search.get(messageParam)} />;
  }
  if (isError) {
    return (
      <div className={s.centre}>
        <EmptyState
          illustration={<LostIllustration />}
          title={t('loadFailed')}
          action={<Button onClick={() => void refetch()}>{t('common:retry')}</Button>}
        />
      </div>
    );
  }
  return <ListSkeleton />;
}
