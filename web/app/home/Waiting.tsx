import { CheckCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { InboxItem } from '../../features/notifications/InboxItem.tsx';
import { useMarkNotifications, useNotifications } from '../../features/notifications/notifications.queries.ts';
import { Button } from '../../ui/Button.tsx';
import s from './Home.module.css';

/** How many are shown; the inbox has them all. */
const shown = 5;

/** What waits to be read; nothing when nothing does. */
export function Waiting() {
  const { t } = useTranslation('home');
  const unread = useNotifications().data?.filter(one => !one.isRead) ?? [];
  const markAll = useMarkNotifications();
  if (unread.length === 0) return null;
  return (
    <section aria-labelledby="home-waiting">
      <div className={s.head}>
        <h2 className={s.heading} id="home-waiting">
          {t('waiting')}
        </h2>
        <Button
          variant="ghost"
          size="sm"
          icon={<CheckCheck />}
          loading={markAll.isPending}
          onClick={() => markAll.mutate(unread.map(({ _id }) => _id))}
        >
          {t('markAll')}
        </Button>
      </div>
      <ul className={s.inbox}>
        {unread.slice(0, shown).map(notification => (
          <li key={notification._id}>
            <InboxItem notification={notification} />
          </li>
        ))}
      </ul>
    </section>
  );
}
