import { can } from '@palabre/common/permissions/can.ts';
import Plus from 'lucide-react/icons/plus';
import { useId, useState } from 'react';
import { useLocation } from 'react-router';
import { addressParts } from '../../../platform/address/paths.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/Skeleton.tsx';
import { later, useFetchedLater } from '../../../ui/overlays/later.ts';
import { useChannels } from '../structure/open/channels.queries.ts';
import { useMember } from '../structure/open/membership.ts';
import s from './ChannelList.module.css';
import { ChannelRows } from './ChannelRows.tsx';

const CreateChannelDialog = later(
  async () => (await import('./CreateChannelDialog.tsx')).CreateChannelDialog,
  'channelForm',
);

/**
 * Lists the workspace's channels under « Salons »; members who may add channels also order them by hand.
 * The channels feature is this list, its menus and dialogs, and the channel settings in `settings/`.
 */
export function ChannelList({ workspaceId }: { workspaceId: string }) {
  const { t } = useTranslation('channels');
  const heading = useId();
  const { data: channels, isError, refetch } = useChannels(workspaceId);
  const member = useMember(workspaceId);
  const { channelId } = addressParts(useLocation().pathname);
  const [creating, setCreating] = useState(false);
  useFetchedLater(CreateChannelDialog);
  // The dialog stays mounted once opened, so that it can animate its closing.
  const [wanted, setWanted] = useState(false);
  const create = () => {
    setWanted(true);
    setCreating(true);
  };

  return (
    <section className={s.section} aria-labelledby={heading}>
      <header className={s.header}>
        <h2 id={heading} className={s.heading}>
          {t('heading')}
        </h2>
        {can.addChannel(member) && (
          <IconButton label={t('add')} size="sm" onClick={create}>
            <Plus />
          </IconButton>
        )}
      </header>
      {channels ? (
        <ChannelRows workspaceId={workspaceId} channels={channels} channelId={channelId} />
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
      {wanted && <CreateChannelDialog workspaceId={workspaceId} open={creating} onOpenChange={setCreating} />}
    </section>
  );
}
