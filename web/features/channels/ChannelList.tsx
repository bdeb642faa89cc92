import { can } from '@palabre/common/permissions/can.ts';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { addressParts } from '../../app/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx';
import { SortableList } from '../../ui/SortableList.tsx';
import { useMember } from '../members/membership.ts';
import { useWorkspace } from '../workspaces/workspaces.queries.ts';
import s from './ChannelList.module.css';
import { ChannelRow } from './ChannelRow.tsx';
import { CreateChannelDialog } from './CreateChannelDialog.tsx';
import { channelFacts, useChannelOrder, useChannels } from './channels.queries.ts';

/** The channels of the workspace, headed « Salons » (spec 2 §2); ordered by hand by who may add channels. */
export function ChannelList({ workspaceId }: { workspaceId: string }) {
  const { t } = useTranslation(['channels', 'common']);
  const heading = useId();
  const { data: channels, isError, refetch } = useChannels(workspaceId);
  const { data: workspace } = useWorkspace(workspaceId);
  const member = useMember(workspaceId);
  const { channelId } = addressParts(useLocation().pathname);
  const [creating, setCreating] = useState(false);
  const { shown, move } = useChannelOrder(workspaceId, channels);
  const mayOrder = can.orderChannels(member);

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
      {channels ? (
        <SortableList
          bare
          className={s.list}
          label={t('heading')}
          items={shown}
          idOf={channel => channel._id}
          nameOf={channel => channel.title}
          disabled={!mayOrder}
          onMove={move}
        >
          {(channel, _index, moves) => (
            <ChannelRow
              channel={channel}
              active={channel._id === channelId}
              mayChange={can.changeChannel(member, channelFacts(channel, workspace?.welcomeChannel))}
              mayRemove={can.deleteChannel(member, channelFacts(channel, workspace?.welcomeChannel))}
              welcomeChannel={workspace?.welcomeChannel}
              moves={mayOrder ? moves : undefined}
            />
          )}
        </SortableList>
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
      <CreateChannelDialog workspaceId={workspaceId} open={creating} onOpenChange={setCreating} />
    </section>
  );
}
