import type { Channel } from '@palabre/common/contract/channels.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { paths } from '../../app/paths.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { isDeletedHere } from '../channels/channel-actions.ts';
import { useChannels } from '../channels/channels.queries.ts';
import { useWorkspace } from '../workspaces/workspaces.queries.ts';
import { ChannelMessages } from './ChannelMessages.tsx';
import { ListSkeleton } from './list/ListSkeleton.tsx';
import s from './PlaceMessages.module.css';
import { loadMarkdown } from './text/MessageText.tsx';

// Fetched together with the page: the first messages are mostly shown formatted at once.
loadMarkdown().catch(() => {});

/** The channel of the address (spec 2 §2, « Channel view »); when it disappears, one is in the welcome channel. */
export function ChannelPage() {
  const { workspaceId = '', channelId = '' } = useParams();
  const { t } = useTranslation(['channels', 'messages', 'common']);
  const navigate = useNavigate();
  const { data: channels, isError, refetch } = useChannels(workspaceId);
  const { data: workspace } = useWorkspace(workspaceId);
  const shown = useRef<Channel | null>(null);
  const channel = channels?.find(one => one._id === channelId);
  const welcome = workspace?.welcomeChannel;

  useEffect(() => {
    if (channel) {
      shown.current = channel;
      return;
    }
    if (!channels || !welcome || welcome === channelId) return;
    const last = shown.current;
    if (last?._id === channelId && !isDeletedHere(channelId)) alerts.warning(t('gone', { title: last.title }));
    void navigate(paths.channel(workspaceId, welcome), { replace: true });
  }, [channel, channels, channelId, welcome, workspaceId, navigate, t]);

  if (channel) return <ChannelMessages channel={channel} isWelcome={channelId === welcome} />;
  if (isError) {
    return (
      <div className={s.centre}>
        <EmptyState
          title={t('messages:loadFailed')}
          action={<Button onClick={() => void refetch()}>{t('common:retry')}</Button>}
        />
      </div>
    );
  }
  return <ListSkeleton />;
}
