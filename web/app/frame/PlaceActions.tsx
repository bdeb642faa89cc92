import type { Conversation } from '@palabre/common/contract/conversations.ts';
import Pin from 'lucide-react/icons/pin';
import Users from 'lucide-react/icons/users';
import { type RefObject, Suspense, useRef, useState } from 'react';
import { PinsPopover } from '../../features/messages/pins/PinsButton.tsx';
import { InboxTold } from '../../features/reading/notifications/Inbox.tsx';
import type { Place } from '../../platform/address/place.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { afterPaint } from '../../ui/motion/after-paint.ts';
import { later } from '../../ui/overlays/later.ts';
import type { MenuEntry } from '../../ui/overlays/Menu.tsx';
import { conversations } from '../parts/loaders.ts';
import { ChannelMenu } from '../places/PlaceMenu.tsx';
import s from './Header.module.css';
import { useShell } from './shell.store.ts';

const ConversationActions = later(async () => (await conversations()).ConversationActions);

interface PlaceActionsProps {
  place: Place;
  workspaceId?: string;
  conversation?: Conversation;
}

/** Menu of the open place on a phone: pinned messages and people first, then the desktop menu's entries. */
export function PlaceActions({ place, workspaceId, conversation }: PlaceActionsProps) {
  const { t } = useTranslation('shell');
  const anchor = useRef<HTMLDivElement>(null);
  const [pinned, setPinned] = useState(false);
  const setMembersDrawerOpen = useShell(state => state.setMembersDrawerOpen);
  // Run after the paint: the closing menu first restores focus to its button, and these panels restore it there in
  // turn.
  const first: MenuEntry[] = [
    { label: t('pins:title'), icon: <Pin />, onSelect: () => void afterPaint(() => setPinned(true)) },
    {
      label: t('showMembers'),
      icon: <Users />,
      onSelect: () => void afterPaint(() => setMembersDrawerOpen(true)),
    },
    'separator',
  ];
  return (
    <div ref={anchor} className={s.more}>
      {place.channelId !== undefined && <ChannelMenu channelId={place.channelId} first={first} />}
      {conversation && (
        <Suspense>
          <ConversationActions conversation={conversation} first={first} />
        </Suspense>
      )}
      {/* The bar with the inbox is not there. */}
      <InboxTold />
      <PinsPopover
        place={place}
        workspaceId={workspaceId}
        beside={anchor as RefObject<HTMLElement>}
        open={pinned}
        onOpenChange={setPinned}
      />
    </div>
  );
}
