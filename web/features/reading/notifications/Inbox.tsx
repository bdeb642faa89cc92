import InboxIcon from 'lucide-react/icons/inbox';
import { memo, useState } from 'react';
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

/** Shows the inbox button, its unread count and its dropdown. */
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
