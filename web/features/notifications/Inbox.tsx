import InboxIcon from 'lucide-react/icons/inbox';
import { memo, useState } from 'react';
import { useTranslation } from '../../platform/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { later, useFetchedLater } from '../../ui/later.ts';
import { Popover } from '../../ui/Popover.tsx';
import s from './Inbox.module.css';
import { useUnreadNotifications } from './notifications.queries.ts';

const InboxPanel = later(async () => (await import('./InboxPanel.tsx')).InboxPanel, 'inbox');

/** Pixels. */
const width = 500;

/** The inbox button with what is unread, and its dropdown. */
export const Inbox = memo(function Inbox() {
  const { t } = useTranslation('notifications');
  const [open, setOpen] = useState(false);
  useFetchedLater(InboxPanel);
  const unread = useUnreadNotifications();
  const told = unread > 0 ? t('inboxUnread', { count: unread }) : '';
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
          <IconButton className={s.button} label={told || t('inbox')} side="bottom">
            <InboxIcon />
            <Badge className={s.count} count={unread} max={9} />
          </IconButton>
        }
      >
        <InboxPanel onLeave={() => setOpen(false)} />
      </Popover>
      <span className={s.announced} role="status">
        {told}
      </span>
    </>
  );
});
