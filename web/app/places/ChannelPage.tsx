import { useParams } from 'react-router';
import { ListSkeleton } from '../../features/messages/messages/list/ListSkeleton.tsx';
import s from '../../features/messages/messages/PlaceMessages.module.css';
import { loadMarkdown } from '../../features/messages/text/open/MessageText.tsx';
import { useAddressed } from '../../features/messages/threads/open/open-thread.ts';
import { useChannels } from '../../features/workspaces/structure/open/channels.queries.ts';
import { useWorkspace } from '../../features/workspaces/structure/open/workspaces.queries.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { LostIllustration } from '../../ui/pages/illustrations.tsx';
import { ChannelMessages } from './ChannelMessages.tsx';

// Prefetched with the page, so that the first messages are mostly rendered with their formatting.
loadMarkdown().catch(() => {});

/**
 * Channel of the address. `useLostPlace` leads out people who can no longer see it.
 * @param covered whether a thread covers the messages
 */
export function ChannelPage({ covered }: { covered: boolean }) {
  const { workspaceId = '', channelId = '' } = useParams();
  const { message } = useAddressed();
  const { t } = useTranslation('messages');
  const { data: channels, isError, refetch } = useChannels(workspaceId);
  const { data: workspace } = useWorkspace(workspaceId);
  const channel = channels?.find(one => one._id === channelId);

  if (channel) {
    const isWelcome = channelId === workspace?.welcomeChannel;
    return <ChannelMessages channel={channel} isWelcome={isWelcome} wanted={message} covered={covered} />;
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
