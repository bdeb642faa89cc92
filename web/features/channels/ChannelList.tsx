import type { Channel } from '@palabre/common/contract/channels.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { addressParts } from '../../app/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { arranged, moved } from '../../ui/hand-order.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useMember } from '../members/membership.ts';
import { useWorkspace } from '../workspaces/workspaces.queries.ts';
import s from './ChannelList.module.css';
import { ChannelRow } from './ChannelRow.tsx';
import { CreateChannelDialog } from './CreateChannelDialog.tsx';
import { channelFacts, useChannels, useOrderChannels } from './channels.queries.ts';

/** The channels of the workspace, headed « Salons » (spec 2 §2); ordered by hand by who may add channels. */
export function ChannelList({ workspaceId }: { workspaceId: string }) {
  const { t } = useTranslation(['channels', 'common']);
  const heading = useId();
  const { data: channels, isError, refetch } = useChannels(workspaceId);
  const { data: workspace } = useWorkspace(workspaceId);
  const member = useMember(workspaceId);
  const { channelId } = addressParts(useLocation().pathname);
  const [creating, setCreating] = useState(false);
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState<string | null>(null);
  const order = useOrderChannels(workspaceId);
  // The order asked for is shown until the server's own arrives.
  const shown = (order.isPending && channels && arranged(channels, order.variables)) || channels;
  const mayOrder = can.orderChannels(member);

  const move = (channel: Channel, to: number) => {
    if (!shown) return;
    const ids = moved(
      shown.map(one => one._id),
      channel._id,
      to,
    );
    if (!ids) return;
    order.mutate(ids);
    setSaid(t('moved', { title: channel.title, position: to + 1, count: ids.length }));
  };

  return (
    <section className={s.section} aria-labelledby={heading}>
      <header className={s.header}>
        <h2 id={heading} className={s.heading}>
          {t('heading')}
        </h2>
        {can.addChannel(member) && (
          <IconButton label={t('add')} size="sm" onClick={() => setCreating(true)}>
            <Plus />
          </IconButton>
        )}
      </header>
      {shown ? (
        <ul className={s.list}>
          {shown.map((channel, index) => (
            <ChannelRow
              key={channel._id}
              channel={channel}
              active={channel._id === channelId}
              mayChange={can.changeChannel(member, channelFacts(channel, workspace?.welcomeChannel))}
              mayRemove={can.deleteChannel(member, channelFacts(channel, workspace?.welcomeChannel))}
              welcomeChannel={workspace?.welcomeChannel}
              dragged={dragged}
              onDrag={mayOrder ? setDragged : undefined}
              onDrop={() => {
                const from = shown.find(one => one._id === dragged);
                if (from) move(from, index);
              }}
              onMove={mayOrder ? step => move(channel, index + step) : undefined}
              first={index === 0}
              last={index === shown.length - 1}
            />
          ))}
        </ul>
      ) : isError ? (
        <div className={s.failed}>
          <p>{t('loadFailed')}</p>
          <Button variant="secondary" size="sm" onClick={() => void refetch()}>
            {t('common:retry')}
          </Button>
        </div>
      ) : (
        <SkeletonGroup className={s.skeletons}>
          {[58, 74, 44, 66, 52].map(width => (
            <Skeleton key={width} width={`${width}%`} height={14} />
          ))}
        </SkeletonGroup>
      )}
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      <CreateChannelDialog workspaceId={workspaceId} open={creating} onOpenChange={setCreating} />
    </section>
  );
}
