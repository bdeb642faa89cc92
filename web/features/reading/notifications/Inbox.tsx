import { inboxHash } from '@palabre/common/rules/reading/push.ts';
import InboxIcon from 'lucide-react/icons/inbox';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { Badge } from '../../../ui/marks/Badge.tsx';
import { later, useFetchedLater } from '../../../ui/overlays/later.ts';
import { Popover } from '../../../ui/overlays/Popover.tsx';
import s from './Inbox.module.css';
import { useUnreadNotifications } from './open/notifications.queries.ts';

const InboxPanel = later(async () => (await import('./InboxPanel.tsx')).InboxPanel, 'inbox');

/** Width of the dropdown, in pixels. */
const width = 500;

/**
 * Returns the number of unread notifications, and « Boîte de réception, 2 non lues » for screen readers, empty when all
 * is read.
 */
function useTold(): { unread: number; told: string } {
  const { t } = useTranslation('notifications');
  const unread = useUnreadNotifications();
  return { unread, told: unread > 0 ? t('inboxUnread', { count: unread }) : '' };
}

/** Tells a screen reader how many notifications are unread, each time that changes. */
export function InboxTold() {
  return (
    <span className={s.announced} role="status">
      {useTold().told}
    </span>
  );
}

interface InboxProps {
  /** Draws the button; by default an icon with the count. It must forward its props and ref. */
  draw?: (unread: number, label: string) => ReactNode;
}

/**
 * Calls `open` when the address leads to the inbox, then removes that from the address, so that the next push leads
 * there anew.
 */
function useLed(open: () => void): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const isLed = hash === inboxHash;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one address opens the inbox once, whatever else changes.
  useEffect(() => {
    if (!isLed) return;
    open();
    void navigate({ pathname, search }, { replace: true });
  }, [isLed]);
}

/** Shows the inbox button, its unread count and its dropdown. */
export const Inbox = memo(function Inbox({ draw }: InboxProps) {
  const { t } = useTranslation('notifications');
  const [open, setOpen] = useState(false);
  useFetchedLater(InboxPanel);
  useLed(() => setOpen(true));
  const { unread, told } = useTold();
  return (
    <>
      <Popover
        label={t('inbox')}
        align="end"
        width={width}
        flush
        open={open}
        onOpenChange={setOpen}
        trigger={
          draw?.(unread, told || t('inbox')) ?? (
            <IconButton className={s.button} label={told || t('inbox')} side="bottom">
              <InboxIcon />
              <Badge className={s.count} count={unread} max={9} />
            </IconButton>
          )
        }
      >
        <InboxPanel onLeave={() => setOpen(false)} />
      </Popover>
      <InboxTold />
    </>
  );
});
