import type { Channel } from '@palabre/common/contract/channels.ts';
import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../app/paths.ts';
import { ContextMenu, type MenuEntry } from '../../ui/Menu.tsx';
import type { Moves } from '../../ui/SortableList.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { openPlace } from '../messages/timeline/timelines.ts';
import s from './ChannelList.module.css';
import { removeChannel, renameChannel } from './channel-actions.ts';
import { VisibilityIcon } from './VisibilityIcon.tsx';

interface ChannelRowProps {
  channel: Channel;
  active: boolean;
  mayChange: boolean;
  mayRemove: boolean;
  /** Where one goes when the channel one is in is deleted. */
  welcomeChannel: string | undefined;
  /** Absent: the order is not theirs to change. */
  moves: Moves | undefined;
}

/** A channel of the list: opens it; a right click, the menu key or a long press gives what one may do with it. */
export function ChannelRow({ channel, active, mayChange, mayRemove, welcomeChannel, moves }: ChannelRowProps) {
  const { t } = useTranslation('channels');
  const navigate = useNavigate();
  const { _id: id, title, visibility, workspaceId } = channel;

  const leave = () => {
    if (active && welcomeChannel) void navigate(paths.channel(workspaceId, welcomeChannel), { replace: true });
  };
  const items: MenuEntry[] = [
    mayChange && { label: t('rename'), icon: <Pencil />, onSelect: () => void renameChannel(channel) },
    moves && { label: t('moveUp'), icon: <ArrowUp />, disabled: !moves.up, onSelect: moves.up },
    moves && { label: t('moveDown'), icon: <ArrowDown />, disabled: !moves.down, onSelect: moves.down },
    mayRemove && 'separator',
    mayRemove && {
      label: t('remove'),
      icon: <Trash2 />,
      danger: true,
      onSelect: () => void removeChannel(channel, leave),
    },
  ];
  return (
    <ContextMenu items={items} disabled={!items.some(Boolean)}>
      <Link
        to={paths.channel(workspaceId, id)}
        className={s.channel}
        aria-current={active ? 'page' : undefined}
        draggable={false}
        // What the channel holds is on its way before the button is released.
        onPointerDown={event => {
          if (event.button === 0 && !active) void openPlace({ channelId: id }).catch(() => {});
        }}
      >
        <VisibilityIcon visibility={visibility} />
        <span className={s.title}>{title}</span>
        {visibility !== 'public' && <VisuallyHidden>({t(`visibility.${visibility}`)})</VisuallyHidden>}
      </Link>
    </ContextMenu>
  );
}
