import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { can } from '@palabre/common/permissions/can.ts';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import UserPlus from 'lucide-react/icons/user-plus';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../platform/address/paths.ts';
import { shortcuts } from '../../../platform/shortcuts.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { useRoving } from '../../../ui/lists/roving.ts';
import { type Moves, SortableList } from '../../../ui/lists/SortableList.tsx';
import { later } from '../../../ui/overlays/later.ts';
import type { MenuEntry } from '../../../ui/overlays/Menu.tsx';
import { useLeave } from '../../../ui/pages/useLeave.ts';
import { useDrafts } from '../../messages/outbox/open/drafts.ts';
import { askPlace } from '../../messages/timeline/open/ask-place.ts';
import { useHearingMenu } from '../../reading/unread/open/hearing-menu.tsx';
import { useSigns } from '../../reading/unread/open/unread.queries.ts';
import { channelFacts, useChannelOrder } from '../structure/open/channels.queries.ts';
import { useMember } from '../structure/open/membership.ts';
import { useWorkspace } from '../structure/open/workspaces.queries.ts';
import s from './ChannelList.module.css';
import { ChannelRow } from './ChannelRow.tsx';
import { removeChannel, renameChannel } from './channel-actions.ts';

const ChannelPeopleDialog = later(
  async () => (await import('./ChannelPeopleDialog.tsx')).ChannelPeopleDialog,
  'channelForm',
);

interface ChannelRowsProps {
  workspaceId: string;
  channels: readonly Channel[];
  /** Id of the open channel. */
  channelId: string | undefined;
}

/**
 * Lists channels as one tab stop: arrows, Home, End and letters move in it. A menu (right click, menu key, long press)
 * holds the actions on a channel; F2 and Delete run two of them directly.
 */
export function ChannelRows({ workspaceId, channels, channelId }: ChannelRowsProps) {
  const { t } = useTranslation('channels');
  const navigate = useNavigate();
  const goOut = useLeave();
  const { data: workspace } = useWorkspace(workspaceId);
  const member = useMember(workspaceId);
  const signs = useSigns();
  const drafts = useDrafts();
  const hearing = useHearingMenu();
  const { shown, move } = useChannelOrder(workspaceId, channels);
  const roving = useRoving(
    shown.map(channel => channel._id),
    channelId,
  );
  /** Id of the channel whose people dialog is open. */
  const [choosing, setChoosing] = useState<string | null>(null);
  const chosen = channels.find(channel => channel._id === choosing);
  const welcome = workspace?.welcomeChannel;
  const factsOf = (channel: Channel) => channelFacts(channel, welcome);

  function remove(channel: Channel): void {
    const leave = () => {
      if (channel._id === channelId && welcome) void goOut(paths.channel(workspaceId, welcome));
    };
    void removeChannel(channel, leave);
  }

  function menu(channel: Channel, moves: Moves): MenuEntry[] {
    const facts = factsOf(channel);
    const mayMove = can.orderChannels(member);
    const mayRemove = can.deleteChannel(member, facts);
    return [
      can.changeChannel(member, facts) && {
        label: t('rename'),
        icon: <Pencil />,
        shortcut: 'F2',
        onSelect: () => void renameChannel(channel),
      },
      can.letAnyoneIn(member, facts) && {
        label: t('addPeople'),
        icon: <UserPlus />,
        onSelect: () => setChoosing(channel._id),
      },
      mayMove && { label: t('moveUp'), icon: <ArrowUp />, disabled: !moves.up, onSelect: moves.up },
      mayMove && { label: t('moveDown'), icon: <ArrowDown />, disabled: !moves.down, onSelect: moves.down },
      'separator',
      ...hearing({ channelId: channel._id }),
      mayRemove && 'separator',
      mayRemove && {
        label: t('remove'),
        icon: <Trash2 />,
        shortcut: t('removeKey'),
        danger: true,
        onSelect: () => remove(channel),
      },
    ];
  }

  const at = (target: EventTarget) =>
    target instanceof Element ? shown.find(channel => channel._id === target.getAttribute('data-roving')) : undefined;

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const channel = at(event.target);
    if (channel && event.key === shortcuts.rename.key && can.changeChannel(member, factsOf(channel)))
      void renameChannel(channel);
    else if (channel && event.key === shortcuts.remove.key && can.deleteChannel(member, factsOf(channel)))
      remove(channel);
    roving.list.onKeyDown(event);
  }

  /** Navigates on a plain click; with a modifier key or another button, the browser handles the link. */
  function onClick(event: MouseEvent<HTMLElement>): void {
    const channel = at(event.target);
    const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (!channel || event.defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    event.preventDefault();
    void navigate(paths.channel(workspaceId, channel._id), { replace: channel._id === channelId });
  }

  /** Prefetches the channel's messages before the button is released. */
  function onPointerDown({ button, target }: PointerEvent<HTMLElement>): void {
    const channel = at(target);
    if (channel && button === 0 && channel._id !== channelId) askPlace({ channelId: channel._id });
  }

  return (
    <>
      <SortableList
        bare
        className={s.list}
        label={t('heading')}
        items={shown}
        idOf={channel => channel._id}
        nameOf={channel => channel.title}
        disabled={!can.orderChannels(member)}
        onMove={move}
        menu={menu}
        list={{ ...roving.list, onKeyDown, onClick, onPointerDown }}
      >
        {channel => (
          <ChannelRow
            channel={channel}
            active={channel._id === channelId}
            {...signs(channel._id)}
            draft={channel._id !== channelId && drafts.has(channel._id)}
            tabIndex={roving.item(channel._id).tabIndex}
          />
        )}
      </SortableList>
      {chosen && <ChannelPeopleDialog channel={chosen} onClose={() => setChoosing(null)} />}
    </>
  );
}
